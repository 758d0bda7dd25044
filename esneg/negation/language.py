"""The shape of one language's negation data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class MinimalPair:
    """Two sentences that differ in a negation cue alone, and so say opposite things.

    An analysis under which both give the same tokens has lost the cue (design.md, decision 2: collapse).

    Attributes:
        cue: the cue that makes the difference, as it stands in ``negated``.
        kind: what the cue is: "clausal" (not), "determiner" (no), "preposition" (without), "adverb" (never),
            "quantifier" (none, nobody), "conjunction" (nor), "contraction" (n't), "clitic" (French n'),
            "prefix" (non-), "suffix" (Turkish -sız). A postposition counts as a preposition.
        affirmative: the sentence without the cue.
        negated: the sentence with it.
    """

    cue: str
    kind: str
    affirmative: str
    negated: str


@dataclass(frozen=True)
class Language:
    """One language's negation.

    Attributes:
        code: ISO 639-1 (639-3 where there is none), such as "en".
        name: its English name.
        spaces: whether words stand apart; without (Chinese, Japanese, Thai) a cue is found inside a run of text.
        analyzers: the engines' language analyzers that serve it ("english"), built in or from the engines' own
            plugins ("kuromoji"); may be empty.
        stemmers: the names that the engines' ``stemmer`` and ``snowball`` filters know its stemmers by.
        stop_lists: the names of the engines' stop lists for it ("_english_").
        filters: the engines' token filters that are made for it ("porter_stem").
        cues: kind of cue to the cues of that kind, in lower case.
        clitics: cues that lean on the next word, with the plain apostrophe (French "n'").
        affixes: cues inside a word, with a hyphen where the word goes on ("ne-", "-sız").
        contractions: contracted form to its full form, both in lower case, with the plain apostrophe.
        pseudo_negations: phrases that hold a cue and negate nothing ("not only").
        lexical_negatives: words that deny without a cue ("excluded", "lacks").
        lookalikes: cue to words of another meaning that a stemmer may make the same of it ("nicht", "Nichte").
        minimal_pairs: the sentences that probe an analysis.
        sources: where the lists come from.
    """

    code: str
    name: str
    spaces: bool = True
    analyzers: tuple[str, ...] = ()
    stemmers: tuple[str, ...] = ()
    stop_lists: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    cues: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clitics: tuple[str, ...] = ()
    affixes: tuple[str, ...] = ()
    contractions: Mapping[str, str] = field(default_factory=dict)
    pseudo_negations: tuple[str, ...] = ()
    lexical_negatives: tuple[str, ...] = ()
    lookalikes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    minimal_pairs: tuple[MinimalPair, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def engine_names(self) -> tuple[str, ...]:
        """Every name of the engines that stands for this language."""
        return (*self.analyzers, *self.stemmers, *self.stop_lists, *self.filters)

    @property
    def all_cues(self) -> tuple[str, ...]:
        """Every cue once, in the order of the data file."""
        return tuple(dict.fromkeys(cue for cues in self.cues.values() for cue in cues))
