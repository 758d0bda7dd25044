import runpy
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_committed_page_is_the_generated_one() -> None:
    page = ROOT / "docs" / "rules.md"
    before = page.read_text("utf-8")
    runpy.run_path(str(ROOT / "scripts" / "rule-docs"))
    after = page.read_text("utf-8")
    page.write_text(before, "utf-8")
    assert after == before, "run scripts/rule-docs and commit docs/rules.md"
