"""`evalwright scenarios check` plays every scenario on the server: what only a call can show is named by line."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.conftest import ROOT, Run

SERVER = f"mcp+stdio:{sys.executable} {ROOT / 'tests' / 'synth' / 'notes_server.py'}"
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
        choose: {note: any}
      - get_note: {note_id: $note.note_id}
    tells: "It is called {get_note.title}."
  - name: delete a note
    wants: "I don't need the note on {note.title} any more, please delete it."
    knows: [note.title]
    steps:
      - list_notes:
        choose: {note: any}
      - delete_note: {note_id: $note.note_id}
        confirms: "Shall I delete the note {note.title}?"
    tells: "{note.title} is deleted."
"""


def check(evalwright: Run, folder: Path, text: str, *options: str) -> tuple[int, list[str]]:
    (folder / "s.yaml").write_text(text, encoding="utf-8")
    done = evalwright("scenarios", "check", "s.yaml", SERVER, *options)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_what_can_be_played_is_clean(evalwright: Run, tmp_path: Path) -> None:
    assert check(evalwright, tmp_path, GOOD, "--reset", "restart") == (0, ["2 scenarios in en: nothing is wrong."])


def test_changes_are_not_played_where_nothing_puts_them_back(evalwright: Run, tmp_path: Path) -> None:
    code, lines = check(evalwright, tmp_path, GOOD)
    assert code == 0
    assert lines[0].startswith("s.yaml:19: warning: delete a note was not played: delete_note changes things")


def test_what_a_call_shows_is_named_by_line(evalwright: Run, tmp_path: Path) -> None:
    wrong = GOOD.replace("$note.note_id}\n    tells", "$note.title}\n    tells")
    assert check(evalwright, tmp_path, wrong) == (
        1,
        [
            "s.yaml:11: get_note refused the call (there is no such note). "
            "Pass what it takes, or say in fails what is told then; if this is how it says yes, choose its line by a "
            "pattern, or repeat it in tells",
            "s.yaml:19: warning: delete a note was not played: delete_note changes things, and nobody named a way to "
            "put them back (--state, --reset restart). A change is seen in what tools that read give before and after "
            "it; --allow-writes plays it without",
            "2 scenarios in en: 1 error.",
        ],
    )
