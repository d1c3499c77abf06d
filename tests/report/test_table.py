"""The grid and the notes below it, as text."""

from __future__ import annotations

from typing import Any

from evalwright.report import render_notes, render_table, summarise
from evalwright.scoring import Metric
from evalwright.text import render_grid
from evalwright.text.visible_text import width

ACCURACY = Metric("accuracy", "rate")


def report(values: list[int], **more: Any) -> dict[str, Any]:
    reviews = [{"id": str(at), "score": {"accuracy": value}} for at, value in enumerate(values)]
    given: dict[str, Any] = {"model": "tiny", "dataset": "mcq", "metrics": [ACCURACY]}
    return summarise(reviews, **(given | {"subsets": ["example"]} | more))


def test_the_table_is_the_familiar_grid_with_the_interval_added() -> None:
    assert render_table([report([1] * 7 + [0] * 5)]) == (
        "+---------+-----------+----------+----------+-------+---------+---------+------------------+\n"
        "| Model   | Dataset   | Metric   | Subset   |   Num |   Score | Cat.0   | 95% CI           |\n"
        "+=========+===========+==========+==========+=======+=========+=========+==================+\n"
        "| tiny    | mcq       | accuracy | example  |    12 |  0.5833 | default | [0.2939, 0.8248] |\n"
        "+---------+-----------+----------+----------+-------+---------+---------+------------------+"
    )


def test_chinese_names_take_two_columns_each() -> None:
    table = render_table([report([1, 0], model="通义千问", subsets=["例子"])], lang="zh")
    assert table == (
        "+----------+----------+----------+--------+--------+--------+---------+------------------+\n"
        "| 模型     | 数据集   | 指标     | 子集   |   数量 |   得分 | 类别    | 95% 置信区间     |\n"
        "+==========+==========+==========+========+========+========+=========+==================+\n"
        "| 通义千问 | mcq      | accuracy | 例子   |      2 |    0.5 | default | [0.0031, 0.9969] |\n"
        "+----------+----------+----------+--------+--------+--------+---------+------------------+"
    )


def test_points_stand_in_one_line_over_all_reports() -> None:
    reports = [report([1, 0]), report([1]), report([], subsets=["none"]), report([1] * 7 + [0] * 5)]
    cells = [line.split("|")[6] for line in render_table(reports).split("\n")[3::2]]
    assert cells == ["  0.5    ", "  1      ", "  -      ", "  0.5833 "]


def test_every_line_has_the_same_width_whatever_the_names() -> None:
    hostile = ["\x1b[2Jwiped", "\u202eesrever", "a\nb", "e\u0301\u0301", "x" * 500, "表" * 300, "|+-"]
    table = render_table([report([1, 0], model=name, subsets=[name]) for name in hostile])
    assert len({width(line) for line in table.split("\n")}) == 1
    assert "\x1b" not in table
    assert "\u202e" not in table
    assert "\\x1b[2Jwiped" in table
    assert len(table.split("\n")) == 3 + 2 * len(hostile)
    assert max(width(line) for line in table.split("\n")) < 300


def test_errors_have_a_column_only_where_there_are_any() -> None:
    clean, broken = report([1]), report([1], failures=[{"id": "1", "kind": "timeout", "message": ""}])
    assert "Errors" not in render_table([clean])
    lines = render_table([clean, broken]).split("\n")
    assert lines[1].endswith("|   Errors |")
    assert lines[3].endswith("|        0 |")
    assert lines[5].endswith("|        1 |")


def test_a_report_without_scores_says_so() -> None:
    made = report([], metrics=[]) | {"num": 3}
    assert "| -        | -        |     3 |       - | default | -        |" in render_table([made])
    assert "no metric applies" in render_notes([made])


def test_a_grid_without_rows_is_its_header() -> None:
    assert render_grid(["A", "B"], []) == "+-----+-----+\n| A   | B   |\n+=====+=====+"


def test_a_grid_aligns_as_told() -> None:
    lines = render_grid(["Name", "Num"], [["a", "1"], ["long name", "22"]], "lr").split("\n")
    assert lines[1] == "| Name      |   Num |"
    assert lines[3] == "| a         |     1 |"


def test_notes_say_what_the_scores_rest_on_and_what_was_left_out() -> None:
    failures = [{"id": "9", "kind": "timeout", "message": ""}]
    made = report([1, 1, 1, 0], failures=failures, invalid=[{"line": 3}])
    assert render_notes([made]).split("\n") == [
        "tiny / mcq: records: 4, each counted as independent",
        "tiny / mcq: left out for want of an answer: 1; counted as wrong, the scores would be accuracy 0.6",
        "tiny / mcq: records that could not be used and were not asked: 1",
        "tiny / mcq, example: too few records for a reliable interval (4; 10 or more are needed)",
    ]


def test_notes_in_chinese() -> None:
    reviews = [{"id": str(at), "conversation_id": str(at // 2), "score": {"accuracy": 1}} for at in range(30)]
    made = summarise(
        reviews,
        model="千问",
        dataset="next_call",
        metrics=[ACCURACY],
        failures=[{"id": "x", "kind": "timeout", "message": ""}] * 2,
    )
    assert render_notes([made], "zh").split("\n") == [
        "千问 / next_call：30 个样本，来自 15 个对话",
        "千问 / next_call：2 个样本因没有回答而未计入；若按错误计，得分为 accuracy 0.9375",
        "千问 / next_call，accuracy：有失败（或有成功）的对话不足 5 个："
        "区间依据单薄（只保证 100 次中有 90 次包含真值，而不是 95 次）",
    ]


def test_hostile_names_in_notes_are_harmless() -> None:
    notes = render_notes([report([1], model="\x1b]0;owned\x07{0}{name.__class__}")])
    assert "\x1b" not in notes
    assert "\\x1b]0;owned\\x07{0}{name.__class__}" in notes
