"""How a played conversation sounds: nothing is taken for said that nobody said, and words fit those beside them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from evalwright import synthesise
from tests.conftest import read_jsonl

from .test_playing_check import Pinboard

FILE = """\
rules: [{confirm: delete_note, unnamed: note_id}]
people:
  list: [{name: Ada Holm, city: Cork}, {name: Ben Ortiz, city: Lima}, {name: Cleo Grant, city: Bern}]
  know:
    name: {ask: {en: Who is it?}, say: {en: ["It's {me.name}.", "I am {me.name}."]}}
    city: {ask: {en: Where are you?}, say: {en: ["From {me.city}."]}}
values:
  note: {of: [N1000, N1001, N1002, N1003, N1004, N1005], ask: {en: Which note?}, say: {en: "The note “{note}”."}}
scenarios:
  - name: read one
    wants: {en: ["What is on one of the notes?", "What does “{note}” say?"]}
    steps: [{get_note: {note_id: $note}, fails: {en: "There is none."}}]
    tells: {en: "For {me.name} in {me.city}: {get_note.title}."}
  - name: take one down
    wants: {en: ["I've done what one of the notes says.", "I've done “{note}”."]}
    steps:
      - {get_note: {note_id: $note}, as: first}
      - {delete_note: {note_id: $note}, confirms: {en: "Shall I take “{first.title}” down?"}}
    tells: {en: "Done, {me.name} of {me.city}."}
"""


def rows_of(folder: Path) -> list[list[dict[str, Any]]]:
    (folder / "notes.yaml").write_text(FILE, encoding="utf-8")
    assert Pinboard.name == "pinboard"
    made = synthesise(
        "pinboard", out=folder / "made", n=120, seed=5, lang="en", scenarios=folder / "notes.yaml", force=True
    )
    assert made.made == 120
    return [row["messages"] for side in ("train", "valid") for row in read_jsonl(folder / "made" / f"{side}.jsonl")]


def test_words_fit_what_they_stand_beside(tmp_path: Path) -> None:
    rows = rows_of(tmp_path)
    openings = [row[1]["content"] for row in rows]
    assert len(openings) == 120
    for row in rows:
        _is_said_before_it_is_passed_on(row)
    told = [text for text in openings if "I've done" in text or "ive done" in text.lower()]
    assert told and not any(re.search(r"urgent|favou?r|help me|make my day|figure|rush", text) for text in told)
    # What a file puts into quotes stays in quotes when it is said again.
    changes = [text for row in rows for text in _texts(row[3:], "user") if re.search(r"N100\d", text)]
    assert changes and all(re.search(r"“N100\d”", text) for text in changes if "N100" in text)


def _is_said_before_it_is_passed_on(row: list[dict[str, Any]]) -> None:
    """Every note that a call names was named by the user in the same wish: since the last answer at the end of one."""
    for at, message in enumerate(row):
        for call in message.get("tool_calls") or ():
            note = json.loads(call["function"]["arguments"])["note_id"]
            ends = [n for n in range(at) if re.search(r"^(?:.*\. )?(?:For|Done,) ", str(row[n].get("content") or ""))]
            since = row[(ends[-1] if ends else 0) : at]
            assert any(note in text for text in _texts(since, "user")), (note, row)


def _texts(messages: list[dict[str, Any]], role: str) -> list[str]:
    return [str(each["content"]) for each in messages if each["role"] == role]
