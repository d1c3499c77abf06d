"""The viewer's runs in a real browser: how they stand, searching and sorting, the Skip link, keys on a fresh link."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.rundir import RunDir

from ..view.conftest import Served, running
from ..view.runs import item, make_run, prediction, write
from ..view.test_run_state import SENTENCE, failed, graded_run
from .test_viewer import assert_clean, ready, texts, wait_until

LONG = "organisation-with-a-long-name/Qwen2.5-Coder-32B-Instruct-GPTQ-Int4-checkpoint-4000"
WIDTHS = (390, 1280, 1920)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that failed, one that is incomplete, one that is whole, one that goes on, and a file."""
    root = tmp_path_factory.mktemp("runs") / "root"
    graded_run(root / "all-failed", 0, 155, model="vllm")
    graded_run(root / "some-failed", 20, 5, model=LONG)
    graded_run(root / "whole", 30, 0, model="qwen", wrong=10)
    make_run(
        root / "live",
        {"m": None},
        predictions={"m": [prediction("0"), failed("1")]},
        data=[item(str(at)) for at in range(8)],
    )
    write(root / "数据.jsonl", [item(f"对话-{at}", "你好，我的订单 #E1 在哪里？") for at in range(3)])
    return root


@pytest.fixture(scope="module")
def viewer(root: Path) -> Iterator[Served]:
    with running(root) as served:
        yield served


def run_ids(viewer: Served) -> dict[str, str]:
    return {run["name"]: run["id"] for run in viewer.json("/api/all")["runs"]}


def test_a_run_without_an_answer_is_no_green_finished(page: Any, viewer: Served) -> None:
    page.goto(viewer.address)
    card = page.locator(".card").filter(has_text="all-failed")
    badge = card.locator(".badge.bad")
    badge.wait_for()
    assert badge.inner_text() == "failed: 155 of 155 without an answer"
    assert card.locator(".badge.good").count() == 0
    card.get_by_role("link", name="all-failed").click()
    page.locator(".alarm").wait_for()
    said = page.locator(".alarm").inner_text()
    assert "155 of 155 without an answer" in said and "155 ×" in said and SENTENCE in said
    assert page.get_by_text("Nothing matches.").count() == 0
    assert page.locator("[data-row]").count() == 50
    assert SENTENCE in page.locator("[data-row] .reason").first.inner_text()
    assert_clean(page, viewer)


def test_a_run_that_goes_on_shows_a_provisional_score(page: Any, tmp_path: Path) -> None:
    root = tmp_path / "root"
    run = make_run(
        root / "run", {"m": None}, predictions={"m": [prediction("0")]}, data=[item(str(at)) for at in range(5)]
    )
    with running(root) as viewer:
        page.goto(viewer.address)
        page.locator(".live .number", has_text="1.000").wait_for()
        page.get_by_text("so far, 1 of 5 answered").wait_for()
        page.get_by_role("link", name="run", exact=True).click()
        page.get_by_text("so far, 1 of 5 answered").wait_for()
        wrong = {**prediction("1"), "sample": {"output_text": "no", "output_tools": None}}
        with RunDir(run).predictions("m", "next_call", "eval").open("a") as out:
            out.write(json.dumps(wrong) + "\n" + json.dumps(failed("2")) + "\n")
        page.locator(".live .number", has_text="0.500").wait_for()
        page.get_by_text("2 of 5 answered · 1 request failed").wait_for()
        assert_clean(page, viewer)


def test_runs_are_searched_and_sorted_and_the_address_keeps_it(page: Any, viewer: Served) -> None:
    page.goto(viewer.address)
    page.locator(".card").first.wait_for()
    page.locator("select[name=sort]").select_option("name")
    wait_until(page, lambda: texts(page, ".card h3") == ["all-failed", "live", "some-failed", "whole"])
    page.locator("select[name=sort]").select_option("score")
    wait_until(page, lambda: texts(page, ".card h3")[:2] == ["some-failed", "whole"])
    page.locator("input[name=q]").fill("QWEN")
    wait_until(page, lambda: texts(page, ".card h3") == ["some-failed", "whole"])
    page.get_by_text("2 of 4 runs").wait_for()
    page.reload()
    wait_until(page, lambda: texts(page, ".card h3") == ["some-failed", "whole"])
    page.locator("input[name=q]").fill("nobody")
    page.get_by_text("No run matches.").wait_for()
    assert_clean(page, viewer)


@pytest.mark.parametrize("view", ["/", "/run/{}/0", "/item/{}/0?key=r3"])
def test_the_skip_link_leads_to_the_content(page: Any, viewer: Served, view: str) -> None:
    address = f"{viewer.address}#{view.format(run_ids(viewer)['whole'])}"
    page.goto(address)
    ready(page)
    before = page.locator("main").inner_text()
    page.keyboard.press("Tab")
    assert page.locator(".skip").evaluate("(link) => link === document.activeElement")
    assert page.locator(".skip").inner_text() == "Skip to the content"
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.locator("main").inner_text() == before
    assert page.url == address
    page.goto(f"{viewer.address}#main")
    ready(page)
    assert page.locator(".problem").count() == 0
    assert_clean(page, viewer)


def test_j_and_k_step_through_the_file_on_a_fresh_link(page: Any, viewer: Served) -> None:
    page.goto(f"{viewer.address}#/item/{run_ids(viewer)['whole']}/0?key=r3")
    page.get_by_role("heading", name="r3").wait_for()
    for key, expected in (("j", "r4"), ("j", "r5"), ("k", "r4"), ("k", "r3"), ("k", "r2")):
        page.keyboard.press(key)
        page.get_by_role("heading", name=expected, exact=True).wait_for()
    assert_clean(page, viewer)


def test_a_refused_comparison_shows_the_reason_and_no_counts(page: Any, viewer: Served) -> None:
    ids = run_ids(viewer)
    page.goto(f"{viewer.address}#/compare/{ids['whole']}.0/{ids['some-failed']}.0")
    page.locator(".sentence .problem").wait_for()
    assert "no item" in page.locator(".sentence").inner_text()
    assert page.locator(".tab").count() == 0
    assert page.locator("[data-row]").count() == 0
    assert_clean(page, viewer)


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_no_view_is_wider_than_its_window(new_page: Callable[..., Any], viewer: Served, locale: str) -> None:
    ids = run_ids(viewer)
    file = viewer.json("/api/all")["files"][0]["id"]
    views = ["/", *(f"/run/{ids[name]}/0" for name in ("all-failed", "some-failed", "live"))]
    views += [f"/item/{ids['some-failed']}/0?key=f1", f"/item/{ids['whole']}/0?key=w1", f"/file/{file}"]
    views += [f"/conversation/{file}/0", f"/compare/{ids['whole']}.0/{ids['whole']}.0?kind=both_wrong"]
    page = new_page(locale=locale)
    for view in views:
        page.goto(f"{viewer.address}#{view}")
        ready(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                wide, inner = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
                assert wide <= inner == width, (view, scheme)
    assert_clean(page, viewer)


ENGLISH = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const place = walker.currentNode.parentElement;
    if (place.closest("pre, code, .reason, .said, .why, .text, .tool, .id, option[value]:not([value=''])")) continue;
    found.push(...walker.currentNode.textContent.split(/[^A-Za-z_.-]+/).filter((word) => /^[A-Za-z]{3,}$/.test(word)));
  }
  return [...new Set(found)];
}"""


def test_in_chinese_no_label_is_english(
    new_page: Callable[..., Any], viewer: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ids = run_ids(viewer)
    page = new_page(locale="zh-CN")
    names = {"root", "evalwright", "live", "whole", "qwen", "vllm", "eval", "curl", "JSON", "jsonl", "Enter", "Esc"}
    names |= {"NAME", "hermes", "llama", "mistral", "vLLM"}  # what one types
    names |= set(re.split(r"\W", LONG)) | {"Qwen"}
    names |= {"grade", "FILE", "runs", *tmp_path_factory.getbasetemp().parts}  # of marks
    for view in ("/", f"/run/{ids['some-failed']}/0", f"/run/{ids['live']}/0", f"/item/{ids['whole']}/0?key=w1"):
        page.goto(f"{viewer.address}#{view}")
        ready(page)
        assert set(page.evaluate(ENGLISH)) - names == set(), view


def test_a_whole_run_raises_no_alarm(page: Any, viewer: Served) -> None:
    page.goto(f"{viewer.address}#/run/{run_ids(viewer)['whole']}/0")
    page.get_by_text("40 items").wait_for()
    page.locator(".badge.good", has_text="finished").wait_for()
    assert page.locator(".alarm").count() == 0
