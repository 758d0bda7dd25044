"""What an analysis does to words, by the documented definitions of its parts and without an engine.

It follows only what decides whether a word survives: char filters, cutting into words, lower-casing, stop lists,
lengths, n-grams, lists of words, synonyms. Stemmers and normalisers pass words on unchanged: they change forms and
drop nothing. A part that is not known passes words on as well, and is named (`unknown_parts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from esneg.analysis.builtin import Chain, Component
from esneg.analysis.stages import StageKind
from esneg.analysis.stop_lists import stop_words
from esneg.analysis.tokens import Token, utf16_length

Stream = list[Token]

_WORD = re.compile(r"[\w]+(?:['’.][\w]+)*")
_CUTS: dict[str, re.Pattern[str]] = {
    "whitespace": re.compile(r"\S+"),
    "keyword": re.compile(r".+", re.DOTALL),
    "letter": re.compile(r"[^\W\d_]+"),
    "lowercase": re.compile(r"[^\W\d_]+"),
    "standard": _WORD,
    "classic": _WORD,
    "uax_url_email": _WORD,
    "thai": _WORD,
    "icu_tokenizer": _WORD,
}
_FRENCH_ARTICLES = ("l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu")
"""What the ``elision`` filter takes off when it is given no articles: its documented default."""

_PASSING = re.compile(
    r"stem|snowball|normalization|folding|keyword_marker|keyword_repeat|apostrophe|trim|uppercase|decimal|reverse"
    r"|remove_duplicates|flatten_graph|classic|word_delimiter|shingle|phonetic|delimited|min_hash|common_grams|cjk|kstem"
)


def unknown_parts(chain: Chain) -> list[str]:
    """The names of the parts that static rules know nothing of."""
    unknown = []
    for component in chain.components:
        type_ = str(component.settings.get("type"))
        if component is chain.tokenizer:
            known = type_ in _CUTS or type_ in (
                "pattern",
                "ngram",
                "edge_ngram",
                "char_group",
                "simple_pattern",
            )
        elif component in chain.char_filters:
            known = type_ in ("mapping", "html_strip", "pattern_replace")
        else:
            known = type_ in _FILTERS or bool(_PASSING.search(type_))
        if not known:
            unknown.append(component.name)
    return unknown


def stages(chain: Chain, text: str) -> list[tuple[StageKind, str, str | Stream]]:
    """The stages that a text goes through: kind, name, and the text (char filters) or the tokens behind it."""
    found: list[tuple[StageKind, str, str | Stream]] = []
    for part in chain.char_filters:
        text = _char_filter(part, text)
        found.append(("char_filter", part.name, text))
    stream = _cut(chain.tokenizer, text)
    found.append(("tokenizer", chain.tokenizer.name, stream))
    for part in chain.filters:
        apply = _FILTERS.get(str(part.settings.get("type")))
        stream = apply(stream, part.settings) if apply else stream
        found.append(("token_filter", part.name, stream))
    return found


def _char_filter(part: Component, text: str) -> str:
    settings = part.settings
    if settings.get("type") == "mapping":
        for rule in _strings(settings.get("mappings")):
            source, arrow, target = rule.partition("=>")
            if arrow and source.strip():
                text = text.replace(_unescaped(source.strip()), _unescaped(target.strip()))
    elif settings.get("type") == "html_strip":
        text = re.sub(r"<[^>]*>", " ", text)
    elif settings.get("type") == "pattern_replace":
        text = _replaced(settings, text)
    return text


def _replaced(settings: Mapping[str, Any], text: str) -> str:
    replacement = re.sub(r"\$(\d)", r"\\\1", str(settings.get("replacement", "")))
    try:
        return re.sub(str(settings.get("pattern", "")), replacement, text)
    except (re.error, IndexError):
        # A pattern that only Java understands: the text passes, as with any part that is not known.
        return text


def _cut(part: Component, text: str) -> Stream:
    settings = part.settings
    type_ = str(settings.get("type"))
    pattern = _CUTS.get(type_, _WORD)
    matches = [(m.group(), m.start(), m.end()) for m in pattern.finditer(text)]
    if type_ == "lowercase":
        matches = [(word.lower(), start, end) for word, start, end in matches]
    stream = [
        Token(word, position, utf16_length(text[:start]), utf16_length(text[:end]))
        for position, (word, start, end) in enumerate(matches)
    ]
    if type_ in ("ngram", "edge_ngram"):
        return _grams(stream, settings, edge=type_ == "edge_ngram")
    return stream


def _keep_if(stream: Stream, keeps: Callable[[str], bool]) -> Stream:
    return [token for token in stream if keeps(token.text)]


def _with_text(stream: Stream, change: Callable[[str], str]) -> Stream:
    return [Token(change(t.text), t.position, t.start, t.end, t.length) for t in stream]


def _stop(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    listed = settings.get("stopwords", "_english_")
    words: set[str] = set()
    for entry in _strings(listed):
        named = stop_words(entry) if entry.startswith("_") else None
        words.update((entry,) if named is None else named)
    if str(settings.get("ignore_case", "false")).lower() == "true":
        words = {word.lower() for word in words}
        return _keep_if(stream, lambda word: word.lower() not in words)
    return _keep_if(stream, lambda word: word not in words)


def _length(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    least, most = _int(settings.get("min"), 0), _int(settings.get("max"), 2**31 - 1)
    return _keep_if(stream, lambda word: least <= utf16_length(word) <= most)


def _keep(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    words = set(_strings(settings.get("keep_words")))
    return _keep_if(stream, lambda word: word in words) if words else stream


def _limit(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    return stream[: _int(settings.get("max_token_count"), 1)]


def _truncate(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    length = _int(settings.get("length"), 10)
    return _with_text(stream, lambda word: word[:length])


def _unique(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    return list({token.text: token for token in reversed(stream)}.values())[::-1]


def _fingerprint(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    if not stream:
        return stream
    joined = str(settings.get("separator", " ")).join(sorted({token.text for token in stream}))
    return [Token(joined, 0, stream[0].start, stream[-1].end)]


def _grams(stream: Stream, settings: Mapping[str, Any], *, edge: bool) -> Stream:
    least, most = _int(settings.get("min_gram"), 1), _int(settings.get("max_gram"), 2)
    whole = str(settings.get("preserve_original", "false")).lower() == "true"
    grams = []
    for token in stream:
        starts = range(1) if edge else range(len(token.text))
        texts = [
            token.text[at : at + n]
            for at in starts
            for n in range(least, most + 1)
            if at + n <= len(token.text)
        ]
        if whole and token.text not in texts:
            texts.append(token.text)
        grams += [Token(text, token.position, token.start, token.end) for text in texts]
    return grams


def _synonym(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    becomes: dict[str, list[str]] = {}
    for rule in _strings(settings.get("synonyms")):
        left, arrow, right = rule.partition("=>")
        sources = [word.strip() for word in left.split(",")]
        targets = [word.strip() for word in right.split(",")] if arrow else sources
        if not any(" " in word for word in (*sources, *targets)):
            for source in sources:
                becomes.setdefault(source, []).extend(targets)
    return [
        Token(text, token.position, token.start, token.end)
        for token in stream
        for text in dict.fromkeys(becomes.get(token.text, [token.text]))
    ]


def _elision(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    articles = {article.lower() for article in _strings(settings.get("articles")) or _FRENCH_ARTICLES}

    def without(word: str) -> str:
        article, apostrophe, rest = word.replace("\u2019", "'").partition("'")
        return rest if apostrophe and article.lower() in articles else word

    return _with_text(stream, without)


def _pattern_replace(stream: Stream, settings: Mapping[str, Any]) -> Stream:
    return _with_text(stream, lambda word: _replaced(settings, word))


_FILTERS: dict[str, Callable[[Stream, Mapping[str, Any]], Stream]] = {
    "lowercase": lambda stream, settings: _with_text(stream, str.lower),
    "stop": _stop,
    "length": _length,
    "keep": _keep,
    "elision": _elision,
    "limit": _limit,
    "truncate": _truncate,
    "unique": _unique,
    "fingerprint": _fingerprint,
    "ngram": lambda stream, settings: _grams(stream, settings, edge=False),
    "nGram": lambda stream, settings: _grams(stream, settings, edge=False),
    "edge_ngram": lambda stream, settings: _grams(stream, settings, edge=True),
    "edgeNGram": lambda stream, settings: _grams(stream, settings, edge=True),
    "synonym": _synonym,
    "synonym_graph": _synonym,
    "pattern_replace": _pattern_replace,
}


def _strings(value: Any) -> Sequence[str]:
    if isinstance(value, str):
        # The engines take one text with commas for a list.
        return [part.strip() for part in value.split(",")] if "=>" not in value else [value]
    return [str(item) for item in value] if isinstance(value, list) else []


def _unescaped(text: str) -> str:
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m.group(1), 16)), text)


def _int(value: Any, default: int) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        return default
