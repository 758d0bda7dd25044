"""A stored search template asks in a way that loses cues, whatever the fields do.

**Anti-pattern.** An ``analyzer`` named in the query that drops cues; ``stop_words`` of a ``more_like_this`` with
cues in them; ``fuzziness``, which finds "now" and "nor" for "not"; ``query_string``, to which NOT and "-" are
operators and not words of the question::

    {"query": {"match": {"body": {"query": "{{q}}", "analyzer": "english"}}}}

**Better.** No analyzer in the query (the field's own is used), no cues among the stop words, ``"fuzziness": 0`` for
the leg that has to see negation, ``match`` or ``simple_query_string`` for what people type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from esneg.analysis.stages import run
from esneg.analysis.tokens import graph
from esneg.audit.model import Evidence, Finding
from esneg.audit.probe_texts import texts_of
from esneg.audit.rules.base import ClusterView, Rule
from esneg.audit.rules.stored import stored_finding
from esneg.errors import RequestFailed
from esneg.negation import load

# Templates hold mustache and need not be JSON until they are filled in, so they are read as text.
_ANALYZER = re.compile(r'"analyzer"\s*:\s*"([^"{}]+)"')
_STOP_WORDS = re.compile(r'"stop_words"\s*:\s*\[([^\]]*)\]')
_FUZZINESS = re.compile(r'"fuzziness"\s*:\s*"?([\w:,]+)"?')
_QUERY_STRING = re.compile(r'"query_string"\s*:')


def check(view: ClusterView) -> Iterator[Finding]:
    """Yields findings for every stored search template."""
    answer = view.cluster.request(
        "GET", "/_cluster/state/metadata", params={"filter_path": "metadata.stored_scripts"}
    )
    scripts: Mapping[str, Any] = answer.get("metadata", {}).get("stored_scripts", {})
    for name, script in scripts.items():
        if script.get("lang") == "mustache":
            yield from _template(view, name, str(script.get("source", "")))


def _template(view: ClusterView, name: str, source: str) -> Iterator[Finding]:
    for analyzer in dict.fromkeys(_ANALYZER.findall(source)):
        yield from _named_analyzer(view, name, analyzer)
    for words in _STOP_WORDS.findall(source):
        cues = {cue for code in view.languages for cue in load(code).all_cues}
        if held := [word for word in re.findall(r'"([^"]+)"', words) if word.lower() in cues]:
            yield _finding(
                name,
                ("query", "more_like_this.stop_words", {"stop_words": held}),
                "documents that say the opposite count as alike",
                f"take {', '.join(held)} out of stop_words",
                lost=held,
            )
    for fuzziness in dict.fromkeys(_FUZZINESS.findall(source)):
        if fuzziness != "0":
            yield _finding(
                name,
                ("query", "fuzziness", {"fuzziness": fuzziness}),
                'one edit turns "not" into "now", "nor" and "net": the cue finds documents that do not hold it',
                'set "fuzziness": 0, or a prefix_length of 3, on the clause that has to see negation',
            )
    if _QUERY_STRING.search(source):
        yield _finding(
            name,
            ("query", "query_string", {}),
            'NOT and "-" in what a user types are operators here and not words: documents that hold the next word '
            "are excluded, those that deny it among them",
            "use match or simple_query_string for what people type",
        )


def _named_analyzer(view: ClusterView, name: str, analyzer: str) -> Iterator[Finding]:
    for code in view.languages:
        pairs = texts_of(code).pairs
        texts = [text for pair in pairs for text in (pair.affirmative, pair.negated)]
        try:
            streams = run(view.cluster, None, {"analyzer": analyzer}, texts)
        except RequestFailed:
            # An analyzer of some index, which is audited there.
            return
        lost = [n for n in range(len(pairs)) if graph(streams[2 * n]) == graph(streams[2 * n + 1])]
        if lost:
            first = lost[0]
            yield _finding(
                name,
                ("query", "analyzer", {"analyzer": analyzer}),
                "a question and its opposite run the same query, even on a field that keeps cues",
                'take "analyzer" out of the query: the field\'s own is used then',
                lost=list(dict.fromkeys(pairs[n].cue for n in lost)),
                language=code,
                evidence=Evidence(
                    pairs[first].affirmative,
                    pairs[first].negated,
                    tuple(token.text for token in streams[2 * first]),
                    tuple(token.text for token in streams[2 * first + 1]),
                ),
            )
            return


def _finding(
    name: str, cause: tuple[str, str, Mapping[str, Any]], consequence: str, remedy: str, **rest: Any
) -> Finding:
    return stored_finding(
        rule=RULE.id,
        severity=RULE.severity,
        subject="stored script",
        name=name,
        side="search",
        cause=cause,
        consequence=consequence,
        remedy=remedy,
        **rest,
    )


RULE = Rule("NEG012", "search template", "warning", cluster=check)
