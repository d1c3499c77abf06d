"""The page of a comparison: what the document says, and nothing that data could smuggle in."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from evalwright.report import compare_models, comparison_page, comparison_sentence, matches, open_run

from ..conftest import Run
from ..warm_process import WarmProcess
from .hostile import HOSTILE


class Elements(HTMLParser):
    """Every element of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(page: str) -> Elements:
    found = Elements()
    found.feed(page)
    return found


@pytest.fixture(scope="module")
def run(warm: WarmProcess, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    assert warm.run(["demo", "-o", "demo"], cwd=folder, env=warm.environment, timeout=120).returncode == 0
    return folder / "demo" / "run"


def test_the_page_says_what_the_document_says(run: Path, evalwright: Run, tmp_path: Path) -> None:
    document = compare_models(matches([open_run(run)]))
    done = evalwright("compare", run, "--html", "page.html")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page == comparison_page(document)
    found = parsed(page)
    assert comparison_sentence(document["comparisons"][0]) in found.text
    assert "default-src 'none'" in page and "http" not in page.replace("http-equiv", "")
    assert "模型比较" in comparison_page(document, "zh")


def test_hostile_names_and_reasons_stay_text(run: Path) -> None:
    document = compare_models(matches([open_run(run)]))
    plain = parsed(comparison_page(document))
    comparison = document["comparisons"][0]
    for number, text in enumerate(HOSTILE):
        for item in (comparison["fixed"][number % len(comparison["fixed"])],):
            item |= {"id": text, "reason_a": text, "verdict_b": text}
        comparison["tool"][number % len(comparison["tool"])]["tool"] = text
        comparison["a"]["label"] = text
        found = parsed(comparison_page(document))
        assert (found.seen, found.attributes) == (plain.seen, plain.attributes), text


def test_in_chinese_verdicts_are_chinese_and_many_changes_are_folded(run: Path) -> None:
    document = compare_models(matches([open_run(run)]))
    comparison = document["comparisons"][0]
    comparison["fixed"] = [{**comparison["fixed"][0], "id": f"item-{at}"} for at in range(300)]
    page = comparison_page(document, "zh")
    assert "选错工具" in page and "wrong_tool" not in page
    found = parsed(page)
    assert "另有 250 个" in found.text and "item-299" in found.text
    assert page.index("item-49") < page.index("<details>") < page.index("item-50<")
