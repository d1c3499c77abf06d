"""Scenario files on a server of plain words: nothing is listed, and a no is a sentence like any other."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

from evalwright import synthesise, verify
from evalwright.synth import Settings, check_scenario_file

from ...servers.kit import ROOT

KENNEL = f"mcp+stdio:{sys.executable} {ROOT / 'tests' / 'synth' / 'kennel_server.py'}"
FILE = """\
rules:
  - confirm: cancel_stay
    unnamed: stay_id
people:
  list: [PEOPLE]
  know: [phone]
scenarios:
  - name: cancel a stay
    wants:
      - "I have to cancel the stay of {dog.name}. My number is {me.phone}."
      - "{me.phone} here: {dog.name} stays at home, so please cancel the booking."
    knows: [dog.name]
    steps:
      - find_stay: {phone: $me.phone}
        choose: {dog: 'only of "  - {name} (a dog) in room {room}"'}
      - cancel_stay: {stay_id: $find_stay.Stay}
        confirms: "{dog.name} is booked into room {dog.room}. Shall I cancel the stay?"
        fails: "That is too late: the stay has begun."
    tells: "The stay of {dog.name} is cancelled."
""".replace("PEOPLE", ", ".join(f"{{phone: 555-{3100 + 37 * number}}}" for number in range(12)))


def written(folder: Path, text: str) -> Path:
    path = folder / "kennel.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def found(path: Path, reset: str) -> list[tuple[int, str, str]]:
    checked = check_scenario_file(path, Settings(source=KENNEL, out=path.parent, reset=reset, langs=("en",)))
    return [(each.line, each.kind, f"{each.message}. {each.cure}") for each in checked.findings]


def test_a_way_back_is_proved_by_the_reads_of_a_scenario(tmp_path: Path) -> None:
    assert found(written(tmp_path, FILE), "restart") == []


def test_a_no_in_plain_words_is_told_as_a_no(tmp_path: Path) -> None:
    file = written(tmp_path, FILE)
    made = synthesise(KENNEL, out=tmp_path / "out", n=6, scenarios=file, reset="restart")
    rows = [json.loads(line) for line in (tmp_path / "out" / "train.jsonl").read_text("utf-8").splitlines()]
    answers = {
        (after["content"], said["content"])
        for row in rows
        for after, said in pairwise(row["messages"])
        if after["role"] == "tool" and "cancelled" in after["content"]
    }
    refused = [said for answer, said in answers if "cannot" in answer]
    assert refused and all(said.startswith("That is too late") for said in refused)
    assert all("is cancelled" in said for answer, said in answers if answer.endswith("is cancelled."))
    assert made.made == 6 and verify(tmp_path / "out", run=True).ok


def test_the_line_that_comes_nearest_to_a_pattern_is_shown(tmp_path: Path) -> None:
    file = written(tmp_path, FILE.replace("in room {room}", "in kennel {room}"))
    [(line, kind, text)] = found(file, "restart")
    assert (line, kind) == (15, "no_line_fits")
    assert "(a dog) in room " in text


def test_what_is_not_played_names_the_word_that_would_help(tmp_path: Path) -> None:
    [(line, kind, text)] = found(written(tmp_path, FILE), "none")
    assert (line, kind) == (16, "not_played")
    assert "say --read cancel_stay if it only reads" in text and "--reset restart" in text
