"""`verify --against`: logged calls of tools that read are made again, those of others are counted and never made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main
from evalwright.synth import EnvironmentSpec, Result, register_domain, verify_against

CALLED: list[str] = []


@register_domain("today")
class Today:
    """A server whose prices have changed since, and whose search is as it was."""

    name = "today"
    simulated = False

    def __init__(self, spec: EnvironmentSpec) -> None: ...

    def tools(self) -> Sequence[Mapping[str, Any]]:
        named = ("search", "price", "broken", "buy")
        return [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in named]

    def effect(self, name: str) -> Any:
        return "write" if name == "buy" else "read"

    def policy(self, lang: str) -> str:
        return ""

    def fork(self) -> Today:
        return self

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        CALLED.append(name)
        if name == "broken":
            return Result(False, "Error: out of order")
        return Result(True, '{"found": ["a",  "b"]}' if name == "search" else '{"price": 12}')

    def hash(self) -> str:
        return ""

    def close(self) -> None: ...


def _log(path: Path, *calls: tuple[str, str | None]) -> Path:
    made: list[Any] = [{"role": "user", "content": "Go."}]
    for number, (name, result) in enumerate(calls):
        function = {"name": name, "arguments": '{"q": 1}'}
        made.append(
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
            }
        )
        if result is not None:
            made.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    path.write_text(json.dumps({"messages": made, "tools": []}) + "\n", encoding="utf-8")
    return path


def test_which_calls_still_give_the_same_is_told_by_tool(tmp_path: Path) -> None:
    CALLED.clear()
    same, price = '{"found":["a","b"]}', '{"price": 10}'
    calls = [
        ("search", same),
        ("search", same),
        ("price", price),
        ("broken", price),
        ("buy", "{}"),
        ("sold", "{}"),
        ("search", None),
    ]
    done = verify_against("today", [_log(tmp_path / "log.jsonl", *calls)])
    assert done.tools == {
        "search": {"same": 2, "no_result": 1},
        "price": {"other": 1},
        "broken": {"fails_now": 1},
        "buy": {"not_called": 1},
        "sold": {"gone": 1},
    }
    assert sorted(CALLED) == ["broken", "price", "search"], "each once, and nothing that changes anything"
    assert [each["tool"] for each in done.differences] == ["price", "broken"] and not done.ok


def test_the_verb_says_it_and_exits_with_1_on_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = _log(tmp_path / "log.jsonl", ("search", '{"found": ["a", "b"]}'), ("price", '{"price": 10}'), ("buy", "{}"))
    assert _exit_code("--against", "today", str(log)) == 1
    told = capsys.readouterr().out
    assert "1 of 2 calls" in told and '{"price": 12}' in told
    good = _log(tmp_path / "good.jsonl", ("search", '{"found": ["a", "b"]}'))
    assert _exit_code("--against", "today", str(good)) == 0


def test_without_a_source_one_directory_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert _exit_code("one", "other") == 2
    assert "--against SOURCE" in capsys.readouterr().err


def _exit_code(*options: str) -> Any:
    with pytest.raises(SystemExit) as ended:
        main(["verify", *options])
    return ended.value.code
