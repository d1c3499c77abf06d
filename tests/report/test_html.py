"""report.html: its numbers are those of the reports, it asks for nothing outside itself, and equal runs are equal."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.report.html import write_html
from evalwright.report.html.failures import fair_share
from evalwright.rundir import RunDir
from evalwright.scoring import Metric
from evalwright.tasks import make_task
from evalwright.text import localized_section

from .html_help import Element, call, island, make_run, parse, read_report, review

TOOLS = ("find_user", "get_order", "cancel_order")


def some_reviews(shift: int) -> list[dict[str, Any]]:
    """Sixty answers of a model that is wrong in several ways."""
    made = []
    for at in range(60):
        expected = call(TOOLS[at % 3], {"id": f"X{at}"})
        turn = (at + shift) % 7
        verdict = "exact" if turn < 4 else "wrong_arguments" if turn < 6 else "wrong_tool"
        given = {"exact": expected, "wrong_arguments": call(TOOLS[at % 3], {"id": "Y"})}.get(verdict)
        made.append(
            review(f"c{at // 5}#{at % 5}", verdict, expected, given or call(TOOLS[(at + 1) % 3], {}), call_index=at % 5)
        )
    return made


def item(identifier: str, number: int) -> dict[str, Any]:
    return {
        "id": identifier,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": f"My order is X{number}, not Y."},
        ],
        "tools": [],
        "expected_output": {"role": "assistant", "tool_calls": []},
    }


@pytest.fixture
def run(tmp_path: Path) -> Path:
    reviews = {"base": some_reviews(0), "tuned": some_reviews(3)}
    items = [item(each["id"], at) for at, each in enumerate(reviews["base"])]
    usage = {"usage": {"prompt_tokens": 10, "completion_tokens": 4}, "latency_ms": 12.5}
    return make_run(tmp_path / "run", reviews, items=items, sample=lambda at: usage)


def marks(figure: Element, tag: str) -> list[tuple[float | None, ...]]:
    names = ("model", "score", "low", "high", "num")
    return [tuple(each.number(name) for name in names) for each in figure.all(tag) if "data-score" in each.attributes]


def expected_marks(run: Path, by: str) -> list[tuple[Any, ...]]:
    return [
        (model, row["score"]["next_call_exact"], *row["ci95"]["next_call_exact"], row["num"])
        for model, name in enumerate(("base", "tuned"))
        for row in read_report(run, name)["breakdown"][by]
    ]


def test_the_headline_has_every_score_with_its_interval(run: Path) -> None:
    page = parse(write_html(run))
    shown = [
        tuple(cell.number(n) for n in ("model", "score", "low", "high", "num"))
        for cell in page.all("td", class_="score")
    ]
    reported = [
        (model, row["score"], *row["ci95"], row["num"])
        for model, name in enumerate(("base", "tuned"))
        for row in read_report(run, name)["metrics"]
    ]
    assert sorted(shown) == sorted(reported)
    assert len(shown) == 8


@pytest.mark.parametrize(("by", "tag"), [("tool", "svg"), ("position", "circle")])
def test_a_picture_shows_the_numbers_of_the_report(run: Path, by: str, tag: str) -> None:
    (figure,) = parse(write_html(run)).all("figure", class_=f"by-{by}")
    assert sorted(marks(figure, tag)) == sorted(expected_marks(run, by))


def test_tools_stand_beside_their_numbers(run: Path) -> None:
    (figure,) = parse(write_html(run)).all("figure", class_="by-tool")
    for row in figure.all("div", class_="row")[:-1]:
        (label,) = row.all("div", class_="label")
        numbers = [plot.number("score") for plot in row.all("svg")]
        reports = [read_report(run, name)["breakdown"]["tool"] for name in ("base", "tuned")]
        assert numbers == [
            next(each["score"]["next_call_exact"] for each in report if each["tool"] == label.text)
            for report in reports
        ]


def test_the_heat_map_adds_up_to_the_items_of_each_tool(run: Path) -> None:
    figures = parse(write_html(run)).all("figure", class_="heat")
    for figure, name in zip(figures, ("base", "tuned"), strict=True):
        (drawing,) = figure.all("svg")
        rows: Counter[int] = Counter()
        for cell in drawing.all("rect"):
            rows[int(cell.attributes["data-row"] or "")] += int(cell.attributes["data-num"] or "")
        assert sorted(rows.values()) == sorted(each["num"] for each in read_report(run, name)["breakdown"]["tool"])
        right = sum(int(cell.attributes["data-num"] or "") for cell in drawing.all("rect", class_="right"))
        accuracy = next(row for row in read_report(run, name)["metrics"] if row["metric"] == "tool_name_accuracy")
        assert right == round(accuracy["score"] * accuracy["num"])


def test_verdicts_and_groups_of_failures_have_the_counts_of_the_report(run: Path) -> None:
    page = parse(write_html(run))
    (figure,) = page.all("figure", class_="verdicts")
    reported = [
        (model, row["num"])
        for model, name in enumerate(("base", "tuned"))
        for row in read_report(run, name)["breakdown"]["verdict"]
    ]
    assert sorted((plot.number("model"), plot.number("num")) for plot in figure.all("svg")) == sorted(reported)
    wrong = [
        sum(int(each.attributes["data-num"] or "") for each in section.all("span", class_="count"))
        for section in page.all("section", class_="failed-model")
    ]
    exact = [
        next(row["num"] for row in read_report(run, name)["breakdown"]["verdict"] if row["verdict"] == "exact")
        for name in ("base", "tuned")
    ]
    assert wrong == [60 - num for num in exact]


def test_two_models_are_compared_in_a_sentence(run: Path) -> None:
    (section,) = parse(write_html(run)).all("section", class_="comparison")
    assert "tuned" in section.text
    assert "base" in section.text
    assert "next_call_exact" in section.text


def test_a_failure_carries_the_difference_and_the_conversation_with_the_source(run: Path) -> None:
    page = parse(write_html(run))
    data = island(page)
    found = next(each for each in page.all("details", class_="failure") if "c0#4" in each.text)
    failure = data["failures"][int(found.attributes["data-n"] or "")]
    assert failure["differences"] == [["id", "different", '"X4"', '"Y"', "", ""]]
    shown = [data["messages"][place] for place in failure["messages"]]
    assert [(role, text) for role, text, _, _ in shown] == [("system", "Be brief."), ("user", "My order is X4, not Y.")]
    assert failure["marks"] == [[1, "X4", "expected"], [1, "Y", "given"]]
    assert failure["others"][0][0] == 1
    texts = [text for _, text, _, _ in data["messages"]]
    assert texts.count("Be brief.") == 1


def test_changed_data_gives_no_conversation(run: Path) -> None:
    before = island(parse(write_html(run)))
    assert before["messages"]
    (run.parent / "run-data.jsonl").write_text('{"id": "c0#4", "messages": []}\n', encoding="utf-8")
    after = island(parse(write_html(run)))
    assert after["messages"] == []
    assert len(after["failures"]) == len(before["failures"])


def test_the_policy_allows_the_page_its_own_style_and_script_and_nothing_else(run: Path) -> None:
    page = parse(write_html(run))
    policy = next(each for each in page.all("meta") if each.attributes.get("http-equiv") == "Content-Security-Policy")
    (style,) = page.all("style")
    (script,) = [each for each in page.all("script") if "type" not in each.attributes]
    hashes = [base64.b64encode(hashlib.sha256(each.text.encode()).digest()).decode() for each in (style, script)]
    wanted = f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; img-src data:"
    assert (policy.attributes["content"] or "").startswith(wanted)
    assert not [each for tag in ("img", "iframe", "object", "base", "form") for each in page.all(tag)]
    assert all(re.fullmatch(r"#(failures|f\d+(-\d+)?)", each.attributes["href"] or "") for each in page.all("a"))
    assert [each.attributes["href"] for each in page.all("link")] == ["data:,"]
    assert "innerHTML" not in script.text
    assert "http" not in style.text + script.text
    assert "url(" not in style.text


def test_equal_runs_have_equal_pages_whatever_their_latency(tmp_path: Path) -> None:
    pages = []
    for name, latency in (("one", 5.0), ("two", 700.0)):
        sample = {"usage": {"prompt_tokens": 3, "completion_tokens": 2}, "latency_ms": latency}
        made = make_run(tmp_path / name / "run", {"base": some_reviews(0)}, sample=lambda at, sample=sample: sample)
        pages.append(write_html(made).read_bytes())
    assert pages[0] == pages[1]


def test_latency_is_shown_in_a_section_of_its_own_when_asked_for(run: Path) -> None:
    plain = write_html(run).read_text(encoding="utf-8")
    page = parse(write_html(run, run.parent / "timed.html", latency=True))
    (section,) = page.all("section", id="latency")
    assert {plot.number("score") for plot in section.all("svg")} == {12.5}
    timed = (run.parent / "timed.html").read_text(encoding="utf-8")
    start = timed.index('<section id="latency">')
    end = timed.index("</section>\n", start) + len("</section>\n")
    assert timed[:start] + timed[end:] == plain


def test_tokens_are_those_of_the_predictions(run: Path) -> None:
    (section,) = parse(write_html(run)).all("section", id="tokens")
    assert [plot.number("score") for plot in section.all("svg")] == [10, 10, 4, 4]
    assert "600 prompt and 240 reply tokens in 60 answers" in section.text


def test_both_languages_have_every_word() -> None:
    def keys(words: Any) -> Any:
        return {key: keys(value) for key, value in words.items()} if isinstance(words, dict) else None

    assert keys(localized_section("page", "en")) == keys(localized_section("page", "zh"))


def test_a_page_in_chinese_says_so(run: Path) -> None:
    page = parse(write_html(run, run.parent / "zh.html", "zh"))
    (root,) = page.all("html")
    assert root.attributes["lang"] == "zh-Hans"
    assert "错在哪里" in page.text
    with pytest.raises(UsageError, match="no language"):
        write_html(run, lang="fr")


@pytest.mark.parametrize(
    ("counts", "room", "share"), [([], 10, 0), ([3, 4], 10, 4), ([1, 100, 100], 21, 10), ([5] * 50, 10, 1)]
)
def test_room_is_shared_fairly(counts: list[int], room: int, share: int) -> None:
    assert fair_share(counts, room) == share


def test_choices_open_answers_and_function_calls_show_what_their_reviews_hold(tmp_path: Path) -> None:
    choice = {"expected": ["B"], "given": [], "how": "no letter", "reply": "I cannot say"}
    answer = {"reference": ["nine o'clock"], "answer": "ten", "notes": []}
    calls = {
        "calls": [{"function": {"name": "f", "arguments": '{"a": 1}'}}],
        "problem": "a: 1 is not text",
        "reply": None,
    }
    cases = [
        ("general_mcq", {"AverageAccuracy": 0.0}, "no_choice", choice),
        ("general_qa", {"Rouge-L-F": 0.1}, "scored", answer),
        ("general_fc", {"passed": 0.0}, "invalid_call", calls),
    ]
    found = {}
    for task, score, verdict, details in cases:
        made = [{"id": "0", "score": score, "verdict": verdict, "reason": "because", "details": details}]
        metrics = [each for each in make_task(task, {}).metrics if each.of(score)] or [Metric("x", "rate")]
        run = make_run(tmp_path / task, {"m": made}, task=task, dataset=task, metrics=metrics)
        found[task] = island(parse(write_html(run)))["failures"][0]
    assert found["general_mcq"]["choice"] == {"expected": "B", "given": "", "how": "no letter"}
    assert found["general_mcq"]["reply"] == "I cannot say"
    assert (found["general_qa"]["references"], found["general_qa"]["answer"]) == (["nine o'clock"], "ten")
    assert found["general_fc"]["problem"] == "a: 1 is not text"
    assert found["general_fc"]["given"] == 'f {"a": 1}'


def test_long_texts_are_cut_with_a_mark(tmp_path: Path) -> None:
    made = review("c#0", "wrong_arguments", call("f", {"a": "x" * 10_000}), call("f", {"a": "y"}))
    failure = island(parse(write_html(make_run(tmp_path / "run", {"m": [made]}))))["failures"][0]
    assert failure["expected"].endswith("… [+8010]")
    assert len(json.dumps(failure)) < 4000


def test_answers_to_earlier_settings_are_not_counted(run: Path) -> None:
    path = RunDir(run).predictions("base", "next_call", "eval")
    earlier = {"id": "c0#0", "digest": "old", "sample": {"usage": {"prompt_tokens": 9999, "completion_tokens": 9999}}}
    path.write_text(json.dumps(earlier) + "\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    (section,) = parse(write_html(run)).all("section", id="tokens")
    assert "base: 600 prompt and 240 reply tokens in 60 answers" in section.text
