"""Sharing tools between lines: the same values as without, whatever stands in the lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalwright.chat import JsonError, loads_line
from evalwright.data import SharedTools

TOOLS = [
    {"type": "function", "function": {"name": f"tool_{number}", "description": "does it " * 20, "parameters": {}}}
    for number in range(8)
]
OTHERS = [*TOOLS[1:], TOOLS[0]]


def _line(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _item(number: int, tools: Any = TOOLS, **more: Any) -> dict[str, Any]:
    return {"id": str(number), "messages": [{"role": "user", "content": "你好"}], "tools": tools, **more}


@pytest.mark.parametrize(
    "records",
    [
        [_item(1), _item(2), _item(3)],
        [_item(1), _item(2, OTHERS), _item(3, OTHERS), _item(4)],
        [_item(1), _item(2, []), _item(3), {"id": "4"}, [TOOLS], 5, _item(6)],
        [_item(1), {"tools": None, "metadata": {"tools": TOOLS}}, {"metadata": {"tools": TOOLS}}],
        [_item(1), {"metadata": {"tools": TOOLS}, "tools": TOOLS}, {"item": _item(2)}],
        [_item(1), _item(2, metadata={"tools": TOOLS}), _item(3, note=json.dumps({"tools": TOOLS}))],
        [{"item": _item(1)}, {"item": _item(2)}],
    ],
)
def test_the_values_are_those_of_each_line_alone(records: list[Any]) -> None:
    reader = SharedTools()
    assert [reader.loads(_line(record)) for record in records] == records


def test_lines_with_the_same_tools_share_them() -> None:
    reader = SharedTools()
    first, second, third = (reader.loads(_line(item)) for item in (_item(1), _item(2), _item(3, OTHERS)))
    assert second["tools"] is first["tools"]
    assert third["tools"] == OTHERS


@pytest.mark.parametrize(
    "broken",
    [
        _line(_item(2)).replace(b'"id":"2"', b'"id":"2","id":"3"'),
        _line(_item(2)).replace(b'{"id"', b'{"tools":[],"id"'),
        _line(_item(2)).replace(b'"tools"', b'x"tools"'),
        _line(_item(2)).replace(b"}\n", b"\n"),
        _line(_item(2)).replace("你".encode(), b"\xff"),
    ],
)
def test_a_broken_line_is_refused_as_it_would_be_alone(broken: bytes) -> None:
    reader = SharedTools()
    reader.loads(_line(_item(1)))
    with pytest.raises((JsonError, UnicodeDecodeError)) as alone:
        loads_line(broken)
    with pytest.raises(type(alone.value)) as shared:
        reader.loads(broken)
    assert str(shared.value) == str(alone.value)
