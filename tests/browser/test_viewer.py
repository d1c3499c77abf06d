"""The viewer in a real browser: list, filter, items, comparison, keys, a run that goes on, many items, hostile text."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.rundir import RunDir
from evalwright.view.item_keys import item_key

from ..report.hostile import HOSTILE
from ..view.conftest import Served, running
from ..view.runs import item, make_run, prediction, review, write, write_many

TAGS = """html head meta title link script body a header main div nav span h1 h2 h3 p section table thead tbody tr th td
ol li label input select option form button details summary pre code dl dt dd del ins strong"""
ALIEN = """(names) => {
  const tags = names.split(/\\s+/);
  const leading = ["href", "src", "action", "formaction", "srcdoc", "data", "poster", "background"];
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    if (!tags.includes(element.tagName.toLowerCase())) found.push(element.tagName);
    for (const each of element.attributes) {
      const out = leading.includes(each.name) && !/^(#|\\/static\\/|data:,$)/.test(each.value);
      const styled = each.name === "style" && !/^width: [\\d.]+%;$/.test(each.value);
      if (each.name.startsWith("on") || out || styled) found.push(`${each.name}=${each.value}`);
    }
  }
  if (document.pwned) found.push("pwned");
  return found;
}"""


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Two models on twelve items: the second fixes three, breaks one; and a file of conversations."""
    root = tmp_path_factory.mktemp("viewer") / "root"
    ids = [f"talk-{number // 3}#{number % 3}" for number in range(12)]
    old = [review(each, right=at > 4, tool="get_order" if at % 2 else "find_user") for at, each in enumerate(ids)]
    new = [
        review(each, right=at not in (0, 1, 11), tool="get_order" if at % 2 else "find_user")
        for at, each in enumerate(ids)
    ]
    make_run(
        root / "run", {"base": old, "tuned": new}, data=[item(each, f"Question {each}: where is #E1?") for each in ids]
    )
    record = item("invented", "hello")
    messages = [
        *record["messages"],
        record.pop("expected_output"),
        {"role": "tool", "tool_call_id": "c", "content": '{"status": "sent"}'},
        {"role": "assistant", "content": "It was sent."},
    ]
    write(root / "talk.jsonl", [{**record, "messages": messages}, {**record, "id": "second", "messages": messages}])
    with running(root) as served:
        yield served


def identifiers(viewer: Served) -> tuple[str, str]:
    listed = viewer.json("/api/all")
    return listed["runs"][0]["id"], listed["files"][0]["id"]


def assert_clean(page: Any, viewer: Served) -> None:
    assert page.watched.problems == []
    assert page.watched.others(f"http://127.0.0.1:{viewer.port}/") == []


def texts(page: Any, selector: str) -> list[str]:
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


def ready(page: Any) -> None:
    """Wait until a view is drawn."""
    page.locator("main:not([aria-busy]) h1, main .problem").first.wait_for(timeout=10_000)
    assert page.locator("main > .problem").count() == 0, page.locator("main").inner_text()


def wait_until(page: Any, holds: Callable[[], bool]) -> None:
    """Ask again until it holds; the page's own policy forbids to evaluate a text in it."""
    deadline = time.monotonic() + 10
    while not holds() and time.monotonic() < deadline:
        page.wait_for_timeout(30)
    assert holds()


def test_from_the_list_to_an_item(page: Any, viewer: Served) -> None:
    page.goto(viewer.address)
    page.get_by_role("link", name="tuned").click()
    page.locator("[data-row]").first.wait_for()
    assert page.locator("[data-row]").count() == 12
    page.locator("[data-row] a").first.click()
    page.get_by_role("heading", name="talk-0#0").wait_for()
    different = page.locator("tr.different")
    assert texts(different.first, "code") == ['"#E1"', '"#E2"']
    assert "Question talk-0#0" in page.locator(".message.user").inner_text()
    page.get_by_text("Raw JSON: Review").click()
    assert '"verdict": "wrong_arguments"' in page.locator("pre.json").first.inner_text()
    assert_clean(page, viewer)


def test_the_request_can_be_copied(new_page: Callable[..., Any], viewer: Served) -> None:
    run, _ = identifiers(viewer)
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{viewer.address}#/item/{run}/1?key=talk-0%231")
    page.get_by_role("button", name="Copy as curl").click()
    page.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("curl http://127.0.0.1:1/v1/chat/completions") and "Question talk-0#1" in copied
    assert_clean(page, viewer)


def test_filters_narrow_the_list_and_stay_in_the_address(page: Any, viewer: Served) -> None:
    run, _ = identifiers(viewer)
    page.goto(f"{viewer.address}#/run/{run}/1")
    page.locator("select[name=verdict]").select_option("wrong_arguments")
    page.get_by_text("3 of 12 items").wait_for()
    page.locator("select[name=tool]").select_option("get_order")
    page.get_by_text("2 of 12 items").wait_for()
    assert texts(page, "[data-row] .id") == ["talk-0#1", "talk-3#2"]
    page.reload()
    page.get_by_text("2 of 12 items").wait_for()
    page.locator("select[name=verdict]").select_option("")
    page.locator("select[name=tool]").select_option("")
    page.locator("input[name=max]").fill("0.6")
    page.get_by_text("3 of 12 items").wait_for()
    page.locator("input[name=max]").fill("")
    page.locator("input[name=q]").fill("TALK-2#")
    page.get_by_text("3 of 12 items").wait_for()
    page.locator("input[name=q]").fill("")
    page.get_by_text("12 items", exact=True).wait_for()
    page.locator("select[name=sort]").select_option("score")
    wait_until(page, lambda: texts(page, "[data-row] .id")[2:3] == ["talk-3#2"])
    assert_clean(page, viewer)


def test_a_comparison_is_stepped_through_with_keys(page: Any, viewer: Served) -> None:
    page.goto(viewer.address)
    page.get_by_label("Compare: base").check()
    page.get_by_label("Compare: tuned").click()
    page.locator(".tab.fixed").wait_for()
    assert texts(page, ".tab") == [
        "fixed 3",
        "broken 1",
        "both wrong 2",
        "different answers 4",
        "both right 6",
        "all 12",
    ]
    page.get_by_text("tuned against base").or_(page.get_by_text("tuned is")).first.wait_for()
    page.locator(".sentence .verdict").wait_for()
    assert "base" in page.locator(".sentence").inner_text()
    assert texts(page, "[data-row] .id") == ["talk-3#2"]
    page.locator(".tab.fixed").click()
    wait_until(page, lambda: page.locator("[data-row]").count() == 3)
    page.keyboard.press("j")
    page.locator(".detail h2", has_text="talk-0#2").wait_for()
    page.keyboard.press("j")
    page.locator(".detail h2", has_text="talk-1#0").wait_for()
    assert page.locator(".detail .sides > section").count() == 2
    page.keyboard.press("k")
    page.locator(".detail h2", has_text="talk-0#2").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("talk-1#1")
    wait_until(page, lambda: page.locator("[data-row]").count() == 1)
    assert_clean(page, viewer)


def test_keys_in_the_list_and_the_item(page: Any, viewer: Served) -> None:
    run, _ = identifiers(viewer)
    page.goto(f"{viewer.address}#/run/{run}/0")
    page.locator("[data-row]").first.wait_for()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert texts(page, ".here .id") == ["talk-0#1"]
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="talk-0#1").wait_for()
    page.keyboard.press("j")
    page.get_by_role("heading", name="talk-0#2").wait_for()
    page.keyboard.press("k")
    page.get_by_role("heading", name="talk-0#1").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-row]").first.wait_for()
    page.keyboard.press("/")
    page.keyboard.type("jk")
    assert page.locator("input[name=q]").input_value() == "jk"
    page.get_by_text("Nothing matches.").wait_for()
    assert_clean(page, viewer)


def test_a_conversation_with_its_findings_and_sources(page: Any, viewer: Served) -> None:
    _, file = identifiers(viewer)
    page.goto(f"{viewer.address}#/file/{file}")
    page.locator("[data-row] a").first.click()
    page.get_by_role("heading", name="invented").wait_for()
    assert page.locator(".source.nowhere").inner_text() == "from nowhere"
    assert "ungrounded-argument" in page.locator(".findings").inner_text()
    page.keyboard.press("j")
    page.get_by_role("heading", name="second").wait_for()
    assert_clean(page, viewer)


def test_a_run_that_goes_on_is_followed(page: Any, tmp_path: Path) -> None:
    root = tmp_path / "root"
    run = make_run(
        root / "run", {"m": None}, predictions={"m": [prediction("0")]}, data=[item(str(each)) for each in range(5)]
    )
    journal = RunDir(run).predictions("m", "next_call", "eval")
    with running(root) as viewer:
        page.goto(viewer.address)
        page.get_by_role("link", name="run", exact=True).click()
        page.get_by_text("1 of 5 answered").first.wait_for()
        with journal.open("a") as out:
            out.write(json.dumps(prediction("1")) + "\n" + json.dumps(prediction("2")) + "\n")
        page.get_by_text("3 of 5 answered").first.wait_for()
        page.locator("[data-row] .id").nth(2).wait_for()
        assert texts(page, "[data-row] .id") == ["0", "1", "2"]
        write(RunDir(run).reviews("m", "next_call", "eval"), [review(str(each)) for each in range(5)])
        page.get_by_text("5 items").wait_for()
        page.get_by_text("finished").wait_for()
        assert_clean(page, viewer)


@pytest.mark.parametrize("dark", [False, True])
def test_a_narrow_screen_needs_no_sideways_scrolling(new_page: Callable[..., Any], viewer: Served, dark: bool) -> None:
    run, file = identifiers(viewer)
    page = new_page(width=360, height=740, dark=dark, locale="zh-CN" if dark else "en-US")
    for view in (
        "/",
        f"/run/{run}/1",
        f"/item/{run}/1?key=talk-0%231",
        f"/compare/{run}.0/{run}.1?kind=fixed",
        f"/file/{file}",
        f"/conversation/{file}/0",
    ):
        page.goto(f"{viewer.address}#{view}")
        ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, view
    assert page.evaluate("document.documentElement.lang") == ("zh" if dark else "en")
    assert_clean(page, viewer)


def test_a_hundred_thousand_items(page: Any, tmp_path: Path) -> None:
    run = make_run(tmp_path / "root" / "run", {"m": []})
    write_many(RunDir(run).reviews("m", "next_call", "eval"), 100_000)
    with running(tmp_path / "root") as viewer:
        entry = viewer.json("/api/all")["runs"][0]["id"]
        started = time.perf_counter()
        page.goto(f"{viewer.address}#/run/{entry}/0")
        page.locator("[data-row]").first.wait_for()
        first = time.perf_counter() - started
        page.get_by_text("100,000 items").wait_for()
        started = time.perf_counter()
        page.locator("select[name=verdict]").select_option("wrong_arguments")
        page.get_by_text("10,000 of 100,000 items").wait_for()
        filtered = time.perf_counter() - started
        page.get_by_role("button", name="Next").click()
        page.get_by_text("page 2 of 200").wait_for()
        page.locator("select[name=verdict]").select_option("")
        page.locator("input[name=q]").fill("needle im")
        page.get_by_text("1 of 100,000 items").wait_for()
        print(f"\nin the browser: first rows {first * 1000:.0f} ms after the address, filter {filtered * 1000:.0f} ms")
        assert first < 3 and filtered < 3
        assert_clean(page, viewer)


def hostile_item(number: int, text: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A review, an answer and a record, with the text in every field of each."""
    name = f"{number} {text}"
    call = {"id": text, "type": text, "function": {"name": text, "arguments": json.dumps({text: text, "list": [text]})}}
    difference = {
        "path": text,
        "kind": text,
        "expected": text,
        "given": text,
        "expected_source": text,
        "given_source": text,
    }
    one = {"name": text, "arguments": {text: text, "list": [text], "deep": {text: [text]}}}
    graded = review(name, tool=text, reason=text, verdict=text, conversation_id=text)
    graded["details"] = {
        "expected": [one],
        "given": [one, {"name": text, "arguments": text}],
        "arguments": [difference],
        "rules": [text],
    }
    graded["score"] |= {text: 0.5}
    sample = {
        "output_text": text,
        "output_tools": [call],
        "finish_reason": text,
        "usage": {text: text},
        "latency_ms": 1,
    }
    record = {
        "id": name,
        "messages": [
            {"role": "system", "content": text},
            {"role": "user", "content": text},
            {
                "role": "assistant",
                "content": text,
                "tool_calls": [
                    {
                        "id": "c",
                        "type": "function",
                        "function": {"name": text or "f", "arguments": json.dumps({text: text})},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "c", "content": text},
        ],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "f",
                    "description": text,
                    "parameters": {"type": "object", "properties": {text: {"type": "string", "description": text}}},
                },
            }
        ],
        "expected_output": {
            "role": "assistant",
            "tool_calls": [
                {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps({text: text})}}
            ],
        },
    }
    return graded, {"id": name, "digest": "00", "sample": sample}, record


def test_hostile_text_stays_text(page: Any, tmp_path: Path) -> None:
    made = [hostile_item(number, text) for number, text in enumerate(HOSTILE[:300])]
    reviews, answers, records = ([each[at] for each in made] for at in range(3))
    models = {HOSTILE[0]: reviews, HOSTILE[1]: [{**each, "verdict": "exact"} for each in reviews]}
    root = tmp_path / "root"
    run = make_run(
        root / "<img src=x onerror=document.pwned=1>", models, predictions=dict.fromkeys(models, answers), data=records
    )
    metrics = [
        {"metric": text, "subset": "eval", "num": text, "score": text, "ci95": [text, text], "kind": text}
        for text in HOSTILE[:20]
    ]
    metrics.append(
        {"metric": "next_call_exact", "subset": "eval", "num": 300, "score": 0.5, "ci95": [0.4, 0.6], "kind": "rate"}
    )
    for model in models:
        write(RunDir(run).report(model, "next_call"), [{"metrics": metrics, "errors": 3}])
    write(root / "<svg onload=document.pwned=1>.jsonl", records)
    with running(root) as viewer:
        listed = viewer.json("/api/all")
        entry, file = (
            listed["runs"][0]["id"],
            next(each["id"] for each in listed["files"] if each["name"].startswith("<svg")),
        )
        views = [
            "/",
            *(f"/run/{entry}/0?size=200&page={number}" for number in (0, 1)),
            f"/compare/{entry}.0/{entry}.1?kind=all&size=200",
        ]
        views += [f"/run/{entry}/0?of=predictions&size=200", *(f"/file/{file}?page={number}" for number in (0, 5, 11))]
        for view in views:
            page.goto(f"{viewer.address}#{view}")
            ready(page)
            assert page.evaluate(ALIEN, TAGS) == [], view
        for number in range(0, 300, 12):
            for parts in (
                ["item", entry, "0", {"key": item_key(f"{number} {HOSTILE[number]}")}],
                ["conversation", file, str(number), {}],
            ):
                address = page.evaluate(
                    "([name, a, b, fields]) => `#/${name}/${a}/${b}?${new URLSearchParams(fields)}`", parts
                )
                page.goto(f"{viewer.address}{address}")
                ready(page)
                page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
                assert page.evaluate(ALIEN, TAGS) == [], address
        assert page.watched.others(f"http://127.0.0.1:{viewer.port}/") == []
        assert [each for each in page.watched.problems if "Failed to load resource" not in each] == []
