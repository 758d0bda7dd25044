"""What counts as a letter inside a word, in every script that the data are written in."""

LETTER = (
    r"[\w\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f"
    r"\u0981-\u0983\u09bc-\u09d7\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200c\u200d]"
)
"""A character class of regular expressions. Python's ``\\w`` leaves out combining marks, without which Indic and Thai
vowels, Arabic and Hebrew points cut words."""
