"""What answers do, in a real browser: the share that does harm with its interval, and why an answer is said to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from benchmarks.effect_mutations import make_items

from evalwright import EvalConfig, evaluate
from evalwright.report import write_html

from ..conftest import write_jsonl
from ..effects.test_shop_effects import answers, cancelling
from ..view.conftest import Served, running


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Path]]:
    """A run of a model that cancels every order that it should look at, its answers executed in the shop."""
    folder = tmp_path_factory.mktemp("effects")
    items = make_items(folder, 16)
    data, said = folder / "items.jsonl", write_jsonl(folder / "rash.jsonl", answers(items, cancelling(items)))
    run = folder / "root" / "run"
    evaluate(EvalConfig(data=(str(data),), models=(f"replay:{said}",), run=run, environment="shop"))
    with running(folder / "root") as served:
        yield served, run


WORDS = {
    "en-US": ("harm", "cancel_pending_order changed something"),
    "zh-CN": ("造成损害", "cancel_pending_order"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_viewer_shows_harm_and_lists_what_does_it(
    viewer: tuple[Served, Path], new_page: Callable[..., Any], locale: str
) -> None:
    name, why = WORDS[locale]
    page = new_page(locale=locale)
    page.goto(viewer[0].address)
    page.get_by_role("link", name="run", exact=True).first.click()
    badge = page.locator(".parts .badge.harm")
    badge.wait_for()
    assert badge.inner_text().startswith(f"{name} 0.") and "[" in badge.inner_text()
    page.locator("select").filter(has_text=name).select_option("harm")
    page.wait_for_function("location.hash.includes('effect=harm')")
    page.locator(".row .badge.effect[data-effect=harm]").first.wait_for()
    page.wait_for_function("!document.querySelector('.row .badge.effect:not([data-effect=harm])')")
    page.locator("a.row").first.click()
    said = page.locator("p.effect")
    said.wait_for()
    assert why in said.inner_text()
    assert page.locator(".head .badge.effect").inner_text() == name
    assert page.watched.problems == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_names_harm(
    viewer: tuple[Served, Path], new_page: Callable[..., Any], tmp_path: Path, lang: str
) -> None:
    path = tmp_path / "report.html"
    write_html(viewer[1], path, lang=lang)
    page = new_page()
    page.goto(path.as_uri())
    name = WORDS["zh-CN" if lang == "zh" else "en-US"][0]
    row = page.locator("table.scores tr").filter(has=page.locator("th", has_text="harm"))
    assert "[0." in row.inner_text()
    harmful = page.locator("details.failure").filter(has=page.locator(".badge", has_text=name))
    assert harmful.count()
    harmful.first.evaluate("each => { each.closest('details.group').open = true; each.open = true; }")
    problem = harmful.first.locator("p.problem")
    problem.wait_for()
    assert "cancel_pending_order" in problem.inner_text()
    assert page.watched.problems == []
