from dataclasses import replace

from fakes.findings import FINDING, report

from esneg.audit.basis_model import ProbedLanguage
from esneg.audit.policy import Policy, Suppression, judge
from esneg.reports.languages import language_rows

ENGLISH = ProbedLanguage("en", "English", 14, ("not", "isn't", "isn\u2019t"))


def test_a_language_has_its_cues_with_what_some_analysis_loses_and_the_apostrophes_are_one() -> None:
    finding = replace(FINDING, lost_cues=("isn\u2019t",))
    (row,) = language_rows(report(finding, probed=(ENGLISH,)))
    assert row.cues == (("not", False), ("isn't", True))
    assert row.analyzers == ("english",)


def test_what_is_suppressed_is_lost_all_the_same() -> None:
    judged = judge(report(FINDING, probed=(ENGLISH,)), Policy(suppressions=(Suppression("so"),)))
    (row,) = language_rows(judged)
    assert row.cues[0] == ("not", True)


def test_a_rule_that_loses_no_pair_strikes_nothing_out() -> None:
    (row,) = language_rows(report(replace(FINDING, rule="NEG005"), probed=(ENGLISH,)))
    assert row.cues == (("not", False), ("isn't", False))
