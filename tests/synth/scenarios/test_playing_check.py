"""What only playing a scenario can show, each named by the line of its step."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth import EnvironmentSpec, Result, Settings, check_scenario_file, register_domain


def tool(name: str, *needs: str) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {each: {"type": "string"} for each in needs}, "required": list(needs)}
    return {"type": "function", "function": {"name": name, "description": name, "parameters": parameters}}


@register_domain("pinboard")
class Pinboard:
    """Notes that can be read and taken down."""

    name, simulated = "pinboard", False

    def __init__(self, spec: EnvironmentSpec) -> None:
        titles = ("Milk", "Rent", "Dentist", "Bike", "Roof", "Piano")
        self.notes = {f"N{1000 + number}": title for number, title in enumerate(titles)}

    def tools(self) -> list[dict[str, Any]]:
        return [tool("list_notes"), tool("get_note", "note_id"), tool("delete_note", "note_id")]

    def effect(self, name: str) -> str:
        return "write" if name == "delete_note" else "read"

    def policy(self, lang: str) -> str:
        return "You look after a pinboard."

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        if name == "list_notes":
            value: Any = {"notes": [{"note_id": key, "title": title} for key, title in self.notes.items()]}
        elif arguments["note_id"] not in self.notes:
            return Result(False, "Error: there is no such note")
        else:
            value = {"note_id": arguments["note_id"], "title": self.notes[arguments["note_id"]], "where": {"row": 1}}
            if name == "delete_note":
                del self.notes[arguments["note_id"]]
        return Result(True, json.dumps(value), value)

    def fork(self) -> Pinboard:
        return copy.deepcopy(self)

    def hash(self) -> str:
        return json.dumps(self.notes)

    def close(self) -> None: ...


GOOD = """\
rules:
  - confirm: delete_note
    unnamed: note_id
scenarios:
  - name: read a note
    wants: "What does my note on {note.title} say?"
    knows: [note.title]
    steps:
      - list_notes:
        choose: {note: any of notes}
      - get_note: {note_id: $note.note_id}
    tells: "It is called {get_note.title}."
  - name: delete a note
    wants: "I don't need the note on {note.title} any more, please delete it."
    knows: [note.title]
    steps:
      - list_notes:
        choose: {note: any of notes}
      - delete_note: {note_id: $note.note_id}
        confirms: "Shall I delete the note {note.title}?"
    tells: "{note.title} is deleted."
"""
READ = "any of notes}\n      - get"


def check(folder: Path, text: str) -> list[tuple[int, str, str]]:
    path = folder / "s.yaml"
    path.write_text(text, encoding="utf-8")
    done = check_scenario_file(path, Settings(out=folder, source="pinboard"))
    return [(found.line, found.kind, str(found.message)) for found in done.findings]


def test_what_comes_to_its_end_is_clean(tmp_path: Path) -> None:
    assert check(tmp_path, GOOD) == []


MISTAKES = [
    ("$note.note_id}\n    tells", "$note.title}\n    tells", 11, "refused", "there is no such note"),
    ("$note.note_id}\n    tells", "N9999}\n    tells", 11, "refused", "there is no such note"),
    ("$note.note_id}\n    tells", "$note.key}\n    tells", 11, "no_field", "note.key is not there, but note_id"),
    (READ, READ.replace("notes}", "notes where title = Gold}"), 10, "no_such_value", "in title; there were “"),
    (READ, READ.replace("notes}", "notes where titel = Gold}"), 10, "no_field", "note.titel is not there, but note_id"),
    (READ, READ.replace("any of notes", "any of pages"), 10, "no_field", "list_notes.pages is not there, but notes"),
    (READ, READ.replace("any", "only"), 10, "not_only", "6 things fit"),
    ("{get_note.title}.", "{get_note.colour}.", 12, "no_field", "get_note.colour is not there, but note_id, title"),
    ("{get_note.title}.", "{get_note.where}.", 12, "unsayable_words", "get_note.where cannot be said in tells"),
]


@pytest.mark.parametrize(("old", "new", "line", "kind", "words"), MISTAKES, ids=range(len(MISTAKES)))
def test_what_a_call_shows_is_named_by_line(
    tmp_path: Path, old: str, new: str, line: int, kind: str, words: str
) -> None:
    assert old in GOOD
    (found,) = check(tmp_path, GOOD.replace(old, new, 1))
    assert found[:2] == (line, kind) and words in found[2]


def test_a_question_that_does_not_name_the_details_is_named_by_its_step(tmp_path: Path) -> None:
    strict = GOOD.replace("    unnamed: note_id\n", "")
    assert check(tmp_path, strict) == []
    (found,) = check(tmp_path, strict.replace("the note {note.title}?", "one of {list_notes.notes.count} notes?"))
    assert found[:2] == (18, "row_refused") and "does not name" in found[2]


def test_a_rule_that_no_conversation_keeps_is_named(tmp_path: Path) -> None:
    rule = "  - before: delete_note\n    call: get_note\n    same: note_id\n"
    steps = "any of notes}\n      - get_note: {note_id: $note.note_id}\n      - delete_note:"
    asked = GOOD.replace("scenarios:\n", f"{rule}scenarios:\n").replace("any of notes}\n      - delete_note:", steps)
    assert check(tmp_path, asked) == []
    other = steps.replace("$note.note_id", "N1001").replace("notes}", "notes where title != Rent}")
    (found,) = check(tmp_path, asked.replace(steps, other))
    assert found[:2] == (23, "row_refused") and "policy-broken" in found[2]


def test_a_scenario_that_is_wrong_already_is_not_played(tmp_path: Path) -> None:
    wrong = GOOD.replace("get_note: {note_id: $note.note_id}", "get_note: {note: $note.title}")
    assert [found[:2] for found in check(tmp_path, wrong)] == [(11, "unknown_argument"), (11, "missing_argument")]
