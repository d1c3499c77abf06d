"""Every page that is written, at three widths, light and dark, in both languages: nothing sticks out or collides."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.report import compare_models, comparison_page, matches, open_run, write_synthesis_page
from evalwright.report.html import write_html
from evalwright.report.html.synthesis import synthesis_page
from evalwright.workbench import audit, show

from ..conftest import write_jsonl
from ..report.html_help import call, make_run, review
from ..report.test_html import some_reviews

WIDTHS = (390, 1280, 1920)
LONG = "organisation-with-a-long-name/Qwen2.5-Coder-32B-Instruct-GPTQ-Int4-checkpoint"
SENTENCE = "x" * 200 + " <b>requires --enable-auto-tool-choice</b> 需要工具解析器"
OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((each) =>
  each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scroll, table"))
  .map((each) => each.outerHTML.slice(0, 80))"""
COLLISIONS = """() => {
  const found = [];
  for (const row of document.querySelectorAll("table.grid tr")) {
    const cells = [...row.children].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return { text: cell.textContent, box: range.getBoundingClientRect() };
    }).filter((cell) => cell.box.width);
    for (let at = 1; at < cells.length; at += 1) {
      const gap = cells[at].box.left - cells[at - 1].box.right;
      if (gap < 6) found.push(`${cells[at - 1].text}|${cells[at].text}: ${gap}`);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The addresses of all kinds of pages."""
    root = tmp_path_factory.mktemp("pages")
    failures = [{"id": f"f{at}#0", "kind": "http_400", "message": SENTENCE} for at in range(155)]
    many = {f"{LONG}-{at}000": some_reviews(at) for at in range(8)}
    chinese = [
        review(f"对话{at}#0", "wrong_arguments", call("查询订单", {"编号": "一" * 60}), call("查询订单", {}))
        for at in range(9)
    ]
    runs = {
        "two": make_run(root / "two", {"base": some_reviews(0), "tuned": some_reviews(3)}),
        "failed": make_run(root / "failed", {"m": []}, failures=failures),
        "some": make_run(root / "some", {"m": some_reviews(0), LONG: some_reviews(1)}, failures=failures[:9]),
        "three": make_run(root / "three", {"a": some_reviews(0), LONG: some_reviews(1), "千问-max": some_reviews(2)}),
        "one": make_run(root / "one", {"m": some_reviews(0)[:1]}),
        "many": make_run(root / "many", many),
        "chinese": make_run(root / "chinese", {"千问": chinese}, dataset="客服", subset="验证集"),
    }
    found = {}
    for name, run in runs.items():
        for lang in ("en", "zh"):
            found[f"{name}.{lang}"] = write_html(run, root / f"{name}.{lang}.html", lang).as_uri()
    for name in ("two", "many"):
        document = compare_models(matches([open_run(runs[name])]))
        comparison = document["comparisons"][0]
        comparison["fixed"] = [{**comparison["fixed"][0], "id": f"很长的编号-{LONG}-{at}"} for at in range(300)]
        for lang in ("en", "zh"):
            page = root / f"compare-{name}.{lang}.html"
            page.write_text(comparison_page(document, lang), encoding="utf-8")
            found[f"compare-{name}.{lang}"] = page.as_uri()
    return found | _data_pages(root)


def _data_pages(root: Path) -> dict[str, str]:
    """The pages of a made data set, of an audit and of a conversation."""
    folder = root / "made"
    folder.mkdir()
    tool_call = {"id": "c", "type": "function", "function": {"name": f"tool_{'x' * 70}", "arguments": '{"id": "#W1"}'}}
    messages = [{"role": "user", "content": "你好 " + "y" * 300}, {"role": "assistant", "tool_calls": [tool_call]}]
    data = write_jsonl(
        folder / "train.jsonl", [{"id": f"{LONG}-{at}", "messages": messages, "tools": []} for at in range(5)]
    )
    tools = {
        f"{name}_the_order_of_a_customer": 3 * at for at, name in enumerate(("get", "cancel", "change", "return"), 1)
    }
    steps = {f"{one} -> {other}": 2 for one in tools for other in tools}
    coverage = {"by_messages": {"2": 5}, "by_tool": tools, "by_transition": steps, "self_bleu_4": {"en": 0.4}}
    manifest = {"coverage": coverage, "files": {"train.jsonl": {"rows": 5}}, "notes": ["a note " * 30], "rejected": {}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = {"made.en": write_synthesis_page(folder).as_uri()}
    for name, text in (
        ("made.zh", "".join(synthesis_page(folder, "zh"))),
        ("audit.en", audit([data]).to_html()),
        ("show.en", show(data).to_html()),
    ):
        page = root / f"{name}.html"
        page.write_text(text, encoding="utf-8")
        found[name] = page.as_uri()
    return found


def test_no_page_is_wider_than_its_window(page: Any, pages: dict[str, str]) -> None:
    for name, address in pages.items():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                wide, inner = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
                assert wide <= inner == width, (name, scheme)
            assert page.evaluate(OUTSIDE) == [], (name, width)
        assert page.watched.problems == [], name


@pytest.mark.parametrize("width", WIDTHS)
def test_columns_of_a_comparison_never_touch(new_page: Callable[..., Any], pages: dict[str, str], width: int) -> None:
    page = new_page(width=width, height=800)
    for name in ("compare-two.en", "compare-two.zh", "compare-many.en", "made.en", "made.zh"):
        page.goto(pages[name])
        assert page.locator("table.grid").count() > 1
        if width > 700:
            assert page.evaluate(COLLISIONS) == [], name
        else:
            assert page.locator("table.grid thead:visible").count() == 0
            assert page.locator("table.grid td:visible").count() > 10


def test_on_a_wide_screen_the_report_uses_its_width(new_page: Callable[..., Any], pages: dict[str, str]) -> None:
    page = new_page(width=1920, height=1000)
    page.goto(pages["two.en"])
    places = page.locator("figure").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().left)")
    assert len({round(left) for left in places}) >= 3
    right = page.locator("main").evaluate("(main) => main.getBoundingClientRect().right")
    assert page.locator(".summary").evaluate("(each) => each.getBoundingClientRect().right") > 0.85 * right


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_scores_of_three_models_are_not_cut_off(
    new_page: Callable[..., Any], pages: dict[str, str], width: int
) -> None:
    page = new_page(width=width, height=800)
    for name in ("two.en", "three.en", "three.zh", "some.zh"):
        page.goto(pages[name])
        cut = page.locator(".scroll:has(table.scores)").evaluate_all(
            "(all) => all.map((each) => each.scrollWidth - each.clientWidth)"
        )
        assert cut and max(cut) <= 1, name


def test_failures_are_in_sight_and_their_links_open_them(page: Any, pages: dict[str, str]) -> None:
    page.goto(pages["two.en"])
    assert page.locator(".summary").bounding_box()["y"] < 900
    page.locator(".summary li a").first.click()
    group = page.locator("details.group[open]")
    group.wait_for()
    assert group.locator("details.failure:visible").count() > 0
    page.goto(pages["failed.en"])
    assert page.locator(".alarm").bounding_box()["y"] < 300
    assert "155 of 155 failed" in page.locator(".alarm").inner_text()
    assert page.watched.problems == []


def test_what_lies_in_more_groups_is_found_by_the_filter(page: Any, tmp_path: Path) -> None:
    wrong = [review(f"c{at}#0", "wrong_tool", call(f"tool_{at}", {}), call("other", {})) for at in range(30)]
    page.goto(write_html(make_run(tmp_path / "run", {"m": wrong})).as_uri())
    assert page.locator("details.group:visible").count() == 12
    page.locator("input[type=search]").fill("tool_29")
    assert page.locator("details.group:visible").count() == 1
