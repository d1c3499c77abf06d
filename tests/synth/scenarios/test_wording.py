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


STATUSES = """\
rules: [{confirm: delete_note, unnamed: note_id, said_as: {title: {fields: title}}}]
scenarios:
  - name: take one down
    wants: {zh: ["“{note.title}”那张可以撤了。"]}
    knows: [note.title]
    steps:
      - {list_notes: {}, choose: {note: any of notes}}
      - {delete_note: {note_id: $note.note_id}, as: gone, confirms: {zh: ["要撤下“{note.title}”吗？"]}}
    tells: {zh: ["第{gone.where.row}排的“{gone.title}”撤了。"]}
said_as:
  title: {zh: {Milk: 牛奶, Rent: 房租, Dentist: 牙医, Bike: 单车, Roof: 屋顶, Piano: 钢琴}}
"""


def test_values_are_said_in_the_words_that_the_file_has_for_them(tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text(STATUSES, encoding="utf-8")
    made = synthesise(
        "pinboard", out=tmp_path / "made", n=6, seed=2, lang="zh", scenarios=tmp_path / "notes.yaml", force=True
    )
    assert made.made > 0
    for row in read_jsonl(tmp_path / "made" / "train.jsonl"):
        texts = [each["content"] for each in row["messages"][1:] if each["role"] != "tool" and each["content"]]
        assert any(re.search("牛奶|房租|牙医|单车|屋顶|钢琴", text) for text in texts)
        assert not any(re.search("Milk|Rent|Dentist|Bike|Roof|Piano", text) for text in texts)
        titles = [each["content"] for each in row["messages"] if each["role"] == "tool"]
        assert any(re.search("Milk|Rent|Dentist|Bike|Roof|Piano", text) for text in titles)


PRICES = """\
scenarios:
  - name: price
    wants: {en: ["How much is the {product.key}?"]}
    knows: [product.key]
    steps:
      - {list_all_product_types: {}, choose: {product: any of entries}}
      - {get_product_details: {product_id: $product.value}, choose: {one: any of variants where available = true}}
    tells: {en: "It is ${one.price}, which reads {one.price}."}
"""


def test_amounts_are_written_as_people_write_them(tmp_path: Path) -> None:
    (tmp_path / "prices.yaml").write_text(PRICES, encoding="utf-8")
    synthesise("shop", out=tmp_path / "made", n=40, seed=2, lang="en", scenarios=tmp_path / "prices.yaml", force=True)
    texts = [each["content"] or "" for row in read_jsonl(tmp_path / "made" / "train.jsonl") for each in row["messages"]]
    told = [found for text in texts if (found := re.search(r"is \$(\S+), which reads ([\d.]+\d)", text))]
    assert told and any(found[1] == f"{found[2]}0" for found in told)
    assert all(float(found[1]) == float(found[2]) and len(found[1].partition(".")[2]) in (0, 2) for found in told)
