"""What people say next to each other fits: an answer its question, a yes what was asked, a second wish the first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evalwright import Result, register_domain, synthesise
from tests.conftest import read_jsonl

NAMES = [
    f"{first} {second}" for first in ("Ash", "Fern", "Long", "Mill", "Stone") for second in ("Barn", "Grove", "Lane")
]
PLACES = [
    f"{first}{second}" for first in ("枫林", "东篱", "南山", "翠竹", "云栖") for second in ("小院", "别苑", "老堂")
]
FILE = Path(__file__).with_name("gardens.yaml")


@register_domain("gardens-in-memory")
class Gardens:
    """Gardens with a level each, told in plain words."""

    name, simulated = "gardens-in-memory", False

    def __init__(self, spec: object = None) -> None:
        self.levels = dict.fromkeys([*NAMES, *PLACES], "medium")

    def tools(self) -> list[dict[str, Any]]:
        text, listed = {"type": "string"}, {"type": "string", "enum": ["low", "high"]}
        return [
            _tool("find_member", name=text, town=text),
            _tool("find_garden", name=text),
            _tool("set_level", name=text, level=listed),
            _tool("close_garden", name=text),
        ]

    def effect(self, name: str) -> str:
        return "read" if name.startswith("find") else "write"

    def policy(self, lang: str) -> str:
        return "You look after gardens. Ask before you change anything."

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        if name == "find_member":
            return Result(True, "a member since 2019")
        if arguments["name"] not in self.levels:
            return Result(True, "nothing")
        if name != "find_garden":
            self.levels[arguments["name"]] = arguments.get("level", "zero")
        return Result(True, f"level {self.levels[arguments['name']]}")

    def fork(self) -> Gardens:
        return Gardens()

    def hash(self) -> str:
        return json.dumps(self.levels)

    def close(self) -> None: ...


def _tool(name: str, /, **takes: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": takes, "required": list(takes)}
    return {"type": "function", "function": {"name": name, "description": name, "parameters": parameters}}


Rows = list[list[dict[str, Any]]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Rows]]:
    """The messages of rows, by language and side."""
    folder = tmp_path_factory.mktemp("joins")
    found: dict[str, dict[str, Rows]] = {}
    for lang in ("en", "zh"):
        out = folder / lang
        given = {"n": 200, "seed": 3, "lang": lang, "scenarios": FILE, "force": True}
        assert synthesise("gardens-in-memory", out=out, **given).made == 200
        found[lang] = {
            side: [row["messages"] for row in read_jsonl(out / f"{side}.jsonl")] for side in ("train", "valid")
        }
    return found


def replies(rows: dict[str, Rows], question: str) -> Iterator[str]:
    """What users say right after the assistant's message that ends with a question."""
    for row in (row for side in rows.values() for row in side):
        for before, after in pairwise(row):
            if after["role"] == "user" and re.search(question, str(before["content"] or "")):
                yield after["content"]


SURE = r"(?i)^(?:sure|of course|certainly|okay),? "


def test_a_plain_question_is_answered_and_a_favour_is_granted(made: dict[str, dict[str, Rows]]) -> None:
    which = [text for text in replies(made["en"], r"Which garden is it\?$") if not text.endswith("?")]
    assert len(which) > 10 and not any(re.match(SURE, text) for text in which)
    assert not any("is is about" in text for text in which)
    assert any(re.match(SURE, text) for text in replies(made["en"], r"have your name\?$"))
    assert not any(re.match("好的?，是", text) for text in replies(made["zh"], "是哪个花园？$"))


def test_what_nobody_asked_for_is_brought_up_and_the_person_comes_last(made: dict[str, dict[str, Rows]]) -> None:
    told = [
        row[1]["content"] for side in made["en"].values() for row in side if "a garden is doing." in row[1]["content"]
    ]
    brought_up = [text for text in told if any(name in text for name in NAMES)]
    assert brought_up and all(re.search(r"[Tt]his is about", text) for text in brought_up)
    wanted = [
        row[1]["content"] for side in made["en"].values() for row in side if "change a level" in row[1]["content"]
    ]
    both = [text for text in wanted if re.search(r"[Tt]his is about.*(?:'m|[Ii]m) [A-Z]", text)]
    assert both and not any(re.search(r"level\. *I'm .*[Tt]his is about", text) for text in wanted)


def test_a_yes_fits_the_question(made: dict[str, dict[str, Rows]]) -> None:
    assert any("correct" in text for text in replies(made["en"], r"Is that right\?$"))
    assert not any(
        re.search("correct|(?:s|looks) right", text) for text in replies(made["en"], r"[Ss]hall I close .*\?$")
    )
    assert any(re.match("对|是的|没错", text) for text in replies(made["zh"], "对吗？$"))
    assert not any(
        re.match("对的|对(?:[，。]|$)|是的|没错|看过了|核对", text) for text in replies(made["zh"], "要关闭.*吗？$")
    )


def test_the_last_of_several_questions_begins_with_and(made: dict[str, dict[str, Rows]]) -> None:
    asked = [
        text for side in made["en"].values() for row in side for text in _said(row) if re.search(r"name\? .*\?$", text)
    ]
    assert asked and all(re.search(r"\? And [a-z]", text) for text in asked)


def test_after_something_else_the_question_is_taken_up_again(made: dict[str, dict[str, Rows]]) -> None:
    for lang, taken_up in (("en", r"So, |[Bb]ack to |oming back|As I was"), ("zh", "刚才的事")):
        texts = [text for side in made[lang].values() for row in side for text in _said(row)]
        refused = [
            text
            for text in texts
            if re.search(r"(?:Is that right|hall I close .*)\?$|(?:对|要关闭.*)吗？$", text) and _declines(text)
        ]
        assert refused and all(re.search(taken_up, text) for text in refused)


def test_a_slip_is_told_in_the_words_of_the_file(made: dict[str, dict[str, Rows]]) -> None:
    texts = [text for row in made["en"]["train"] for text in _said(row)]
    assert any(re.search(r"I see no garden .* here\. .*\?$", text) for text in texts)


def test_nobody_asks_for_what_was_just_changed(made: dict[str, dict[str, Rows]]) -> None:
    second = 0
    for row in (row for side in made["en"].values() for row in side):
        calls = [call["function"] for message in row for call in message.get("tool_calls") or ()]
        changed = {json.loads(call["arguments"])["name"] for call in calls[:-1] if call["name"] == "set_level"}
        second += bool(changed) and calls[-1]["name"] == "find_garden"
        assert calls[-1]["name"] != "find_garden" or json.loads(calls[-1]["arguments"])["name"] not in changed
    assert second


def test_kinds_that_a_schema_lists_stand_on_both_sides(made: dict[str, dict[str, Rows]]) -> None:
    for side in made["en"].values():
        calls = [call["function"] for row in side for message in row for call in message.get("tool_calls") or ()]
        levels = [json.loads(call["arguments"])["level"] for call in calls if call["name"] == "set_level"]
        assert min(levels.count("low"), levels.count("high")) > len(levels) // 5


def _said(row: list[dict[str, Any]]) -> list[str]:
    return [str(message["content"]) for message in row if message["role"] == "assistant" and message["content"]]


def _declines(text: str) -> bool:
    return (
        re.search(r"outside|can't help|beyond|look up here|assist|帮不上|范围|帮您，|查不了|办不了", text) is not None
    )
