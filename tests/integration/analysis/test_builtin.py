"""The built-in language analyzers, taken apart on real engines."""

from __future__ import annotations

import pytest
from engines.pool import RunningEngine

from esneg.analysis import builtin
from esneg.analysis.cause import stages_of
from esneg.analysis.settings import AnalysisSettings
from esneg.analysis.stop_lists import stop_words
from esneg.errors import RequestFailed
from esneg.negation import for_analyzer, load

TRAPS = [
    "şi aceşti învăţaţi",
    "İstanbul IŞIK Ankara'da",
    "١٢٣ दो १२ ۱۲",
    "l'avion QU’il dell'arte d'Or",
    "t-athair n-aon h-aois",
    "straße Häuser fietsen eieren",
    "Ｆｕｌｌ ﾊﾝｶｸ",
]
"""What elision, folding, digits, hyphens, widths and overrides do something to."""


def texts_for(analyzer: str) -> list[str]:
    """Every sentence and word of the languages that it serves, and the words of its stop list."""
    texts = [*(stop_words(f"_{analyzer}_") or ()), *TRAPS]
    for language in map(load, for_analyzer(analyzer)):
        texts += [text for pair in language.minimal_pairs for text in (pair.affirmative, pair.negated)]
        texts += [*language.all_cues, *language.lexical_negatives]
    return texts


def names_of_stages(engine: RunningEngine, analyzer: str) -> list[str]:
    settings, texts = AnalysisSettings({}), texts_for(analyzer)
    return [
        stage.name for stage, _ in stages_of(engine.cluster, None, settings, {"analyzer": analyzer}, texts)
    ]


@pytest.mark.parametrize("analyzer", sorted(set(builtin.language_analyzers()) - {"serbian"}))
def test_a_language_analyzer_can_be_taken_apart_into_its_chain(engine: RunningEngine, analyzer: str) -> None:
    names = names_of_stages(engine, analyzer)
    assert names in [
        [component.name for component in chain.components] for chain in builtin.chains(analyzer, {})
    ]


def test_serbian_is_elasticsearchs_alone(engine: RunningEngine) -> None:
    if engine.cluster.info.engine == "elasticsearch" and engine.cluster.info.version_tuple >= (8,):
        assert "serbian_stop" in names_of_stages(engine, "serbian")
    else:
        with pytest.raises(RequestFailed, match="serbian"):
            names_of_stages(engine, "serbian")


def test_from_lucene_10_on_persian_has_a_stemmer(engine: RunningEngine) -> None:
    lucene = int(engine.cluster.info.lucene_version.partition(".")[0])
    assert ("persian_stem" in names_of_stages(engine, "persian")) == (lucene >= 10)
