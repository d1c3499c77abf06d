"""Rows are written as if each had tools of its own, though tools that are shared are written once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalwright.data import dumps
from evalwright.synth.checks import row_digest
from evalwright.synth.row_lines import RowLines

TOOLS: list[Any] = [{"type": "function", "function": {"name": "查询", "parameters": {"b": 1, "a": [1.5, None]}}}]


def row(number: int, **other: Any) -> dict[str, Any]:
    messages = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": f"你好 {number}"}]
    return {"id": f"row-{number}", "messages": messages, "tools": TOOLS, "metadata": {"n": number}} | other


@pytest.mark.parametrize(
    "record",
    [
        row(1),
        row(2, tools=[]),
        row(3, tools=None),
        {"id": "no tools", "messages": []},
        row(4, metadata={"large": 2**80}),  # which orjson does not write
        row(5, tools=[{"largest": 2**80}]),
    ],
    ids=lambda record: record["id"],
)
def test_line_and_fingerprint_are_those_of_the_row_alone(record: dict[str, Any]) -> None:
    lines = RowLines()
    for _ in range(2):
        assert lines.written(record) == (dumps(record), row_digest(record))


def test_other_lists_of_tools_are_not_mistaken_for_one_another() -> None:
    lines = RowLines()
    lists = [[{"name": f"tool {number}"}] for number in range(10)]
    for tools in (*lists, *lists):
        line, digest = lines.written(row(0, tools=tools))
        assert json.loads(line)["tools"] == tools
        assert digest == row_digest(row(0, tools=tools))
