"""Marks in a real browser: set on an answer, there after a restart, and the score of the next grade is another one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evalwright import EvalConfig, evaluate

from ..conftest import Run, write_jsonl
from ..run.test_marks import ITEMS, call
from ..view.conftest import Served, running


def made_run(place: Path) -> None:
    write_jsonl(place / "items.jsonl", ITEMS)
    said = [{"id": each["id"], "output_text": None, "output_tools": [call("B")]} for each in ITEMS[:3]]
    said.append({"id": "four", "output_text": "Which order do you mean?", "output_tools": []})
    samples = write_jsonl(place / "said.jsonl", said)
    config = EvalConfig(data=(str(place / "items.jsonl"),), models=(f"replay:{samples}",), run=place / "run")
    evaluate(config)


def opened(page: Any, viewer: Served, item: str) -> None:
    run = viewer.json("/api/all")["runs"][0]["id"]
    page.goto(f"{viewer.address}#/item/{run}/0?key={item}")
    page.locator("main:not([aria-busy]) .marks h2").wait_for(timeout=10_000)


def exact(done: Any) -> float:
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["metrics"]
    return float(next(row["score"] for row in rows if row["metric"] == "next_call_exact"))


def test_a_mark_is_set_survives_a_restart_and_changes_the_next_score(
    tmp_path: Path, new_page: Callable[..., Any], evalwright: Run
) -> None:
    made_run(tmp_path)
    page = new_page()
    with running(tmp_path) as viewer:
        opened(page, viewer, "one")
        page.get_by_label("Why (optional)").fill("both orders are unread <b>now</b>")
        page.get_by_role("button", name="This answer is right too").click()
        page.locator(".marks .own li").wait_for()
        assert 'read({"order":"B"})' in page.locator(".marks .own li").inner_text()
        opened(page, viewer, "two")
        page.get_by_role("button", name="Unfair item").click()
        page.locator(".marks .own li").wait_for()
        page.get_by_role("button", name="Take back").click()
        page.locator(".marks .own").wait_for(state="detached")
        opened(page, viewer, "four")
        page.get_by_role("button", name="The gold is wrong").click()
        page.locator(".marks .own li").wait_for()
    with running(tmp_path) as again:
        opened(page, again, "one")
        kept = page.locator(".marks .own li").inner_text()
        assert kept.startswith("right too") and "both orders are unread <b>now</b>" in kept
        assert page.watched.others(viewer.address, again.address) == [] and page.watched.problems == []
    grading = ("grade", tmp_path / "items.jsonl", tmp_path / "said.jsonl", "--json")
    marked = evalwright(*grading, "--marks", tmp_path / "marks.jsonl")
    assert (exact(evalwright(*grading)), exact(marked)) == (0.0, 0.25)
    named = "2 marks of marks.jsonl used (1 also right, 1 gold wrong, 0 unfair)"
    assert named in json.loads(marked.stdout)["notes"]


def test_marks_are_offered_in_chinese_and_a_refusal_is_shown(tmp_path: Path, new_page: Callable[..., Any]) -> None:
    made_run(tmp_path)
    (tmp_path / "marks.jsonl").mkdir()
    page = new_page(width=360, locale="zh-CN")
    with running(tmp_path) as viewer:
        opened(page, viewer, "one")
        page.get_by_role("button", name="这个回答也正确").click()
        page.locator(".marks .refused", has_text="不是普通文件").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
