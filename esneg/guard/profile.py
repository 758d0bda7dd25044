"""What the rules need to know of one text: read once, then compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from esneg.guard.denials import denials, known_opposites
from esneg.guard.lists import Lists, lists
from esneg.guard.quantities import Quantity, quantities
from esneg.guard.verdict import Kind
from esneg.negation import load
from esneg.negation.scope import grammar
from esneg.polarity_model.words import plain, stem, tokens

_NAME = re.compile(r"(?<![.!?:¿¡\"“(] )(?<!^)(?<![¿¡\"“(])\b[^\W\d_a-zà-ÿ][\w&]*\b")
# What no token holds and that matters all the same: "C#", "5 < 3", "-5 degrees", "a - b".
_SIGN = re.compile(r"[+<>=≤≥≠±×÷*^#@|~\\]|(?<![\w)])[-−](?=\d)|(?<= )[-−](?= )")


@dataclass(frozen=True)
class Profile:
    """One text, read.

    Attributes:
        text: as it came, without what only frames it ("Is it true that ...", "..., right?").
        plain: of that text.
        stems: stem -> the word, for words with content; "excluded" and "unpaid" are words here.
        order: the stems in their order.
        denying: stems that deny by themselves ("excluded"), for want of an antonym in the other text.
        bases: stem of a word with a negative affix -> stem of the word that it denies (unpaid -> paid).
        focus: stems that a live negation bears on.
        reached: stems in the scope of one.
        cues: the live negations' own words, for the evidence.
        tangled: whether two of them bear on one word ("No dogs are not allowed"), so that they may cancel out.
        modals: verbs of possibility, duty, future and past, each by its class.
        weighty: words and signs without content of their own that still matter ("all", "only", "+"), sorted.
        quantities: numbers with their units.
        quantity_words: what they are written as.
        times: words of time, each by its class.
        names: capitalised words inside a sentence, in lower case.
        asked: what a question asks for; "" where it asks for anything, "yes or no" where for neither.
        directions: preposition -> the word behind it.
    """

    text: str
    plain: str
    stems: Mapping[str, str]
    order: tuple[str, ...]
    denying: frozenset[str]
    bases: Mapping[str, str]
    focus: frozenset[str]
    reached: frozenset[str]
    cues: tuple[str, ...]
    tangled: bool
    modals: frozenset[str]
    weighty: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    quantity_words: frozenset[str]
    times: frozenset[str]
    names: frozenset[str]
    asked: str
    directions: Mapping[str, str]


@lru_cache(maxsize=10_000)
def profile(text: str, language: str, kind: Kind | None = None) -> Profile:
    """Reads one text.

    Args:
        text: a sentence or a few.
        language: a code of `esneg.negation.available`.
        kind: what it is; None: found out from it.

    Raises:
        UsageError: esneg has no data for the language.
    """
    known = lists(language)
    core = _core(text, known, kind)
    simple = plain(core)
    words = tokens(simple)
    denied = denials(core, words, language, kind)
    counts = _may_count(simple, words, known)
    amounts, amount_words = quantities(words if counts else (), known)
    asked, asking = _asked(words, core, known, kind)
    aside = amount_words | denied.cue_words | known.asked.keys()
    function = grammar(language).function_words | grammar(language).auxiliaries
    stems: dict[str, str] = {}
    order: list[str] = []
    # "Si no" may be "otherwise" or "if ... not": a text without it does not surely say the same.
    weighty = [*denied.hollow, *_SIGN.findall(simple)]
    full = load(language).contractions
    names = frozenset(m.casefold() for m in _NAME.findall(core)) if core != simple else frozenset[str]()
    times = {at: known.times[word] for at, word in enumerate(words) if word in known.times}
    times |= {at: word for at, word in enumerate(words) if _is_month(words, at, names, known)}
    modals = set()
    benign = known.benign - known.telling if asked == "statement" else known.benign
    for at, word in enumerate(words):
        if word in full:  # of "mustn't" the "not" is a cue; "must" stays
            word = full[word].split()[0]
        key = stem(word, language)
        if at in times:
            continue
        two = f"{word}-{words[at + 1]}" if at + 1 < len(words) else word
        if modal := known.modals.get(two) or known.modals.get(word):
            modals.add(modal)
        if word in denied.inside or (key in known_opposites(language) and word not in denied.cue_words):
            stems[key] = word
            order.append(key)
        elif word in known.asked and at not in asking:
            weighty.append(word)  # it joins clauses: "The hut opens when it rains."
        elif word in aside or word in benign:
            continue
        elif word in function or word in known.benign:
            weighty.append(word)
        else:
            stems[key] = word
            order.append(key)
    return Profile(
        text=core,
        plain=simple,
        stems=stems,
        order=tuple(order),
        denying=denied.denying,
        bases=dict(denied.bases),
        focus=frozenset(word for live in denied.live for word in live.focus),
        reached=frozenset(word for live in denied.live for word in live.reached),
        cues=tuple(live.cue for live in denied.live),
        tangled=any(x.focus & y.focus for x, y in combinations(denied.live, 2)),
        modals=frozenset(modals),
        weighty=tuple(sorted(weighty)),
        quantities=amounts,
        quantity_words=amount_words,
        times=frozenset(times.values()),
        names=names,
        asked=asked,
        directions=_directions(words, known),
    )


def _is_month(words: list[str], at: int, names: frozenset[str], known: Lists) -> bool:
    """Whether a word that may be a month is one here: "in May", "3 May"; "May I" is not."""
    if words[at] not in known.maybe_months:
        return False
    around = words[max(at - 1, 0) : at + 2]
    return words[at] in names or any(w.isdigit() or w in known.before_months for w in around)


def _may_count(simple: str, words: list[str], known: Lists) -> bool:
    return any(c.isdigit() for c in simple) or any(w in known.numbers for w in words)


def _core(text: str, known: Lists, kind: Kind | None) -> str:
    """The text without frame and tag; both are found on its lower-case form, which must be as long. A statement keeps
    its beginning: "I want to know if ..." frames no question there."""
    text = text.strip()
    low = text.lower().replace("’", "'")
    if len(low) != len(text):
        return text
    framed = known.frame.match(low) if known.frame and kind != "statement" else None
    start = framed.end() if framed else 0
    end = len(low.rstrip(" ?!."))
    if known.tag and (found := known.tag.search(low, start, end)) and found.start() - start > 8:
        return text[start : found.start()] + ("?" if text.endswith("?") else "")
    return text[start:] if len(text) - start > 3 else text


def _asked(words: list[str], core: str, known: Lists, kind: Kind | None) -> tuple[str, range]:
    """What is asked for, and at which places the words stand that ask for it."""
    none = range(0)
    asks = core.rstrip().endswith("?") or bool(words and (words[0] in known.asked or words[0] in known.wide))
    if kind == "statement" or (kind is None and not asks):
        return "statement", none
    for at, word in enumerate(words[:6]):
        two = f"{word} {words[at + 1]}" if at + 1 < len(words) else word
        if two in known.asked or word in known.asked:
            return known.asked.get(two) or known.asked[word], range(at, at + 1 + (two in known.asked))
        if word in known.wide:
            return "", none
    return "yes or no", none


def _directions(words: list[str], known: Lists) -> dict[str, str]:
    return {w: words[at + 1] for at, w in enumerate(words[:-1]) if w in known.directions}
