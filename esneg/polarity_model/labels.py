"""The outputs of the model, in their order."""

from __future__ import annotations

# Column 0 of the logits is the rank score; columns 1 to 3 are the polarity of the pair.
RANK = 0
SAME, UNRELATED, OPPOSITE = 0, 1, 2
POLARITIES = ("same", "unrelated", "opposite")
OUTPUTS = ("rank", *POLARITIES)
