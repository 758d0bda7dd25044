"""An elision filter: a clitic that is a cue (French n') is no article."""

from __future__ import annotations

from esneg.repair.case import Case
from esneg.repair.draft import Draft, names_in
from esneg.repair.model import Unresolved
from esneg.repair.remedies.shield import shield

_DEFAULT_ARTICLES = ("l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu")
"""Lucene's FrenchAnalyzer.DEFAULT_ARTICLES, which the filter takes when it is given none."""


def repair_elision(draft: Draft, case: Case) -> Unresolved | None:
    """Takes the clitics out of the articles."""
    clitics = {clitic.rstrip("'") for clitic in case.language.clitics}
    articles = names_in(case.settings.get("articles")) or list(_DEFAULT_ARTICLES)
    kept = [article for article in articles if article.lower() not in clitics]
    if case.settings.get("articles_path") or len(kept) == len(articles):
        return shield(draft, case)
    why = f"a cue is no article: {', '.join(sorted(set(articles) - set(kept)))}"
    name = draft.own_component(case.analyzer, "filter", case.name, why)
    draft.set_component("filter", name, {**case.settings, "type": "elision", "articles": kept}, why)
    return None
