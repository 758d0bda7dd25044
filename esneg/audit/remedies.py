"""What to do about a stage that loses cues, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from esneg.analysis.cause import LossStage


def remedy_for(loss: LossStage, analyzer: str, lost: Sequence[str]) -> str:
    """The smallest change that keeps the lost cues.

    Args:
        loss: the stage that loses them.
        analyzer: the analyzer that it belongs to.
        lost: the cues, as texts have them.
    """
    describe = _BY_TYPE.get(str(loss.settings.get("type", "")), _any)
    return describe(loss, analyzer, ", ".join(lost), min((len(cue) for cue in lost), default=1))


def _stop(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return (
        f"give analyzer '{analyzer}' a stop filter with an explicit list that leaves out: {lost} "
        '(or "stopwords": "_none_")'
    )


def _length(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return f"lower \"min\" of length filter '{loss.name}' to {shortest} or less, so that it keeps: {lost}"


def _ngram(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return (
        f'set "preserve_original": true on \'{loss.name}\', or "min_gram" to {shortest} or less: '
        f"shorter words yield no gram at all ({lost})"
    )


def _synonym(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return f"take the rules that hold a cue ({lost}) out of synonym filter '{loss.name}'"


def _pattern(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return f"narrow {loss.kind.replace('_', ' ')} '{loss.name}' so that it leaves these alone: {lost}"


def _keep(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return f"add to the words that '{loss.name}' keeps: {lost}"


def _any(loss: LossStage, analyzer: str, lost: str, shortest: int) -> str:
    return f"change or remove {loss.kind.replace('_', ' ')} '{loss.name}', which loses: {lost}"


_BY_TYPE: dict[str, Callable[[LossStage, str, str, int], str]] = {
    "stop": _stop,
    "length": _length,
    "ngram": _ngram,
    "nGram": _ngram,
    "edge_ngram": _ngram,
    "edgeNGram": _ngram,
    "synonym": _synonym,
    "synonym_graph": _synonym,
    "mapping": _pattern,
    "pattern_replace": _pattern,
    "keep": _keep,
}
