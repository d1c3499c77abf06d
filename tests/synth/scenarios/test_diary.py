"""Changes that change something, values in the words of a language, and what a schema leaves open: on a diary.

The diary takes an object of any fields, as servers of databases do, and a level that may be null.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalwright import synthesise
from evalwright.synth import EnvironmentSpec, Result, Settings, check_scenario_file, register_domain
from tests.conftest import read_jsonl

DAYS = ("2026-12-01", "2026-12-03", "2026-12-05")
TITLES = ["dentist", "piano", "haircut", "yoga", "choir", "market"]
FILE = """\
rules: [{confirm: change, unnamed: [table, number, level]}, {before: change, call: read}]
values:
  day: {of: [2026-12-01, 2026-12-03, 2026-12-05], ask: {en: Which day?}, say: {en: "On {day}."}}
  level: {of: [high, low], ask: {en: How important is it?}, say: {en: "It is {level}."}}
said_as:
  day: {en: {2026-12-01: December 1, 2026-12-03: December 3, 2026-12-05: December 5}}
  level: {en: {high: pressing, low: small}}
scenarios:
  - name: move
    wants: {en: ["Can the {entry.title} be on another day?", "Please move the {entry.title}."]}
    knows: [entry.title]
    steps:
      - {read: {table: rows}, as: rows, choose: {entry: any of rows}}
      - change: {table: rows, level: $level, data: {number: $entry.number, day: $day}}
        confirms: {en: "I'd move the {entry.title} from {entry.day} to {day}. Shall I?"}
    tells: {en: "The {entry.title} is on {day}."}
"""


@register_domain("diary")
class Diary:
    """Entries of a day each."""

    name, simulated = "diary", False

    def __init__(self, spec: EnvironmentSpec) -> None:
        self.rows = [{"number": at, "title": title, "day": DAYS[at % 3]} for at, title in enumerate(TITLES)]

    def tools(self) -> list[dict[str, Any]]:
        level = {"anyOf": [{"type": "string", "enum": ["high", "low"]}, {"type": "null"}]}
        table = {"type": "string"}
        takes = {"read": {"table": table}, "change": {"table": table, "level": level, "data": {"type": "object"}}}
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": name,
                    "parameters": {"type": "object", "properties": given, "required": list(given)},
                },
            }
            for name, given in takes.items()
        ]

    def effect(self, name: str) -> str:
        return "write" if name == "change" else "read"

    def policy(self, lang: str) -> str:
        return "You keep a diary."

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        if name == "change":
            self.rows[arguments["data"]["number"]]["day"] = arguments["data"]["day"]
        value = {"rows": self.rows} if name == "read" else {"changed": 1}
        return Result(True, json.dumps(value), copy.deepcopy(value))

    def fork(self) -> Diary:
        return copy.deepcopy(self)

    def hash(self) -> str:
        return json.dumps(self.rows)

    def close(self) -> None: ...


def test_a_word_may_be_a_name_and_fields_of_any_name_go_unnamed(tmp_path: Path) -> None:
    path = tmp_path / "diary.yaml"
    path.write_text(FILE, encoding="utf-8")
    assert [
        str(each.message) for each in check_scenario_file(path, Settings(out=tmp_path, source="diary")).findings
    ] == []
    # The same word without its sign, where it was never passed on as a word before, is a slip.
    path.write_text(FILE.replace("{table: rows, level: $level", "{table: entry, level: $level"), encoding="utf-8")
    found = check_scenario_file(path, Settings(out=tmp_path, source="diary")).findings
    assert [(each.severity, "entry is passed on as a word" in str(each.message)) for each in found] == [
        ("warning", True)
    ]


def test_nobody_asks_for_what_is_so_already_and_days_are_said_as_people_say_them(tmp_path: Path) -> None:
    (tmp_path / "diary.yaml").write_text(FILE, encoding="utf-8")
    synthesise("diary", out=tmp_path / "made", n=24, seed=1, lang="en", scenarios=tmp_path / "diary.yaml", force=True)
    rows = [row for side in ("train", "valid") for row in read_jsonl(tmp_path / "made" / f"{side}.jsonl")]
    asked = 0
    for row in rows:
        for message in row["messages"][1:]:
            text = message["content"] or ""
            if message["role"] == "user":
                assert not re.search("2026-|high|low", text), text
            if message["role"] == "assistant" and (found := re.search(r"from (December \d) to (December \d)", text)):
                asked += 1
                assert found[1] != found[2], text
    assert len(rows) == 24 and asked >= 20
    calls = [call for row in rows for each in row["messages"] for call in each.get("tool_calls") or ()]
    changes = [json.loads(each["function"]["arguments"]) for each in calls if each["function"]["name"] == "change"]
    assert {each["data"]["day"] for each in changes} <= set(DAYS)
    assert {each["level"] for each in changes} == {"high", "low"}  # as the schema lists them, and never mistyped
