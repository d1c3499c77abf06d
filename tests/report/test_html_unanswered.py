"""report.html over failed requests: they come first, by cause, and nothing says that all is well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright.report.html import write_html
from evalwright.rundir import RunDir

from .html_help import Element, call, make_run, parse, review

SENTENCE = '"auto" tool choice requires --enable-auto-tool-choice'


def failures(count: int, kind: str = "http_400", message: str = SENTENCE) -> list[dict[str, Any]]:
    return [{"id": f"c{at}#0", "kind": kind, "message": message} for at in range(count)]


def right(count: int) -> list[dict[str, Any]]:
    return [review(f"r{at}#0", "exact", call("f", {}), call("f", {})) for at in range(count)]


def change(run: Path, model: str = "m", **more: Any) -> None:
    """Let a report say more."""
    path = RunDir(run).report(model, "next_call")
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **more, "crc": None}), encoding="utf-8")


def alarm(page: Element) -> Element:
    (section,) = page.all("section", class_="alarm")
    return section


def test_a_run_without_an_answer_says_so_first_with_the_servers_sentence(tmp_path: Path) -> None:
    page = parse(write_html(make_run(tmp_path / "run", {"m": []}, failures=failures(155))))
    section = alarm(page)
    assert page.all("main")[0].children[0] is section
    assert "No request was answered: 155 of 155 failed" in section.text
    assert "155 ×" in section.text and SENTENCE in section.text
    assert "Nothing went wrong" not in page.text
    assert "Nothing was answered: 155 requests failed." in page.text


def test_right_answers_do_not_hide_failed_requests(tmp_path: Path) -> None:
    page = parse(write_html(make_run(tmp_path / "run", {"m": right(10)}, failures=failures(5))))
    assert "5 of 15 requests have no answer" in alarm(page).text
    assert "Nothing went wrong" not in page.text
    assert page.text.count("0 wrong · 5 without an answer") == 2


def test_all_is_well_only_where_it_is(tmp_path: Path) -> None:
    page = parse(write_html(make_run(tmp_path / "run", {"m": right(10)})))
    assert not page.all("section", class_="alarm")
    assert "Nothing went wrong." in page.text


def test_a_cause_that_struck_two_models_stands_once_and_names_both(tmp_path: Path) -> None:
    page = parse(write_html(make_run(tmp_path / "run", {"one": [], "two": []}, failures=failures(6))))
    (cause,) = alarm(page).all("li", class_="cause")
    assert cause.attributes["data-num"] == "12"
    assert [each.text.split() for each in cause.all("span", class_="struck")] == [["one", "6"], ["two", "6"]]


def test_the_cure_of_a_cause_is_shown_and_stays_text(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", {"m": []}, failures=failures(2))
    cure = "Start vLLM with <b>--enable-auto-tool-choice</b>"
    change(run, causes=[{"kind": "http_400", "message": "<img>", "count": 2, "ids": ["<a>"], "cure": cure}])
    section = alarm(parse(write_html(run)))
    assert cure in section.text and "<img>" in section.text and "<a>" in section.text
    assert not section.all("img")
    chinese = alarm(parse(write_html(run, run.parent / "zh.html", "zh")))
    assert "没有一个请求得到回答" in chinese.text and "解决办法" in chinese.text


def test_answers_are_counted_by_how_they_ended_where_the_report_says_it(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", {"m": right(10)})
    assert "How answers ended" not in parse(write_html(run)).text
    change(run, answers={"tool_calls": 7, "length": 2, "<b>odd": 1})
    page = parse(write_html(run))
    figure = next(each for each in page.all("figure") if "How answers ended" in each.text)
    assert [label.text for label in figure.all("div", class_="label")] == [
        "with a tool call", "cut off at the token limit", "<b>odd",
    ]  # fmt: skip
    assert [plot.number("num") for plot in figure.all("svg")] == [7, 2, 1]
    cure = next(each for each in page.all("li", class_="cure-note"))
    assert cure.text.startswith("→ Raise max_tokens"), "a cure is no note of its own"


def test_what_a_judge_left_open_is_said(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", {"m": right(3)})
    change(run, unjudged=3, invalid=1, invalid_items=[{"id": "x", "reason": "no gold"}])
    text = alarm(parse(write_html(run))).text
    assert "3 answers have no score: the judge gave no verdict" in text
    assert "1 record could not be asked" in text and "no gold" in text


def test_the_page_names_its_run_and_its_date(tmp_path: Path) -> None:
    run = make_run(tmp_path / "tuesday", {"m": right(3)})
    page = parse(write_html(run))
    assert page.all("h1")[0].text == "tuesday"
    assert page.all("title")[0].text == "tuesday · Evaluation report"
    assert not page.all("time")
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    config |= {"name": "<b>after training", "created": "2026-08-03T10:11:12+00:00"}
    (run / "config.json").write_text(json.dumps(config), encoding="utf-8")
    page = parse(write_html(run))
    assert page.all("h1")[0].text == "<b>after training"
    assert page.all("time")[0].text == "2026-08-03 10:11 UTC"


def test_failures_are_summed_up_beside_the_scores_with_links_that_lead_somewhere(tmp_path: Path) -> None:
    wrong = [review(f"w{at}#0", "wrong_tool", call(f"t{at % 7}", {}), call("g", {})) for at in range(40)]
    page = parse(write_html(make_run(tmp_path / "run", {"m": wrong})))
    (summary,) = page.all("div", class_="summary")
    assert "40 wrong" in summary.text
    targets = {each.attributes.get("id") for tag in ("details", "section") for each in page.all(tag)}
    assert {(each.attributes["href"] or "")[1:] for each in summary.all("a")} <= targets
    markup = page.all("main")[0].text
    assert markup.index("40 wrong") < markup.index("Score by tool")


def test_many_models_stand_in_rows(tmp_path: Path) -> None:
    names = [f"model-{at}" for at in range(5)]
    page = parse(write_html(make_run(tmp_path / "run", {name: right(3) for name in names})))
    (table,) = page.all("table", class_="scores")
    assert [row.all("th")[0].text for row in table.all("tbody")[0].all("tr")] == names
    assert len(table.all("td", class_="score")) == 20
