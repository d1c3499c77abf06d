"""What is told of a result: names in a row, facts one below the other, a text as it stands, and never nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.synth import told

PETS = [{"id": number, "name": f"Pet {number}", "status": "sold"} for number in range(12)]
GRAPH = {
    "entities": [{"name": "Ruth", "kind": "person", "notes": ["bakes", "sings"]}],
    "links": [{"from": "Ruth", "to": "Tom"}],
}

TELLINGS: list[tuple[Any, str]] = [
    ({"query": "fo", "count": 2, "results": [{"name": "foot"}, {"name": "fortnight"}]}, "foot and fortnight"),
    (
        {"status": "task_deleted", "message": "Task 4 is gone.\n\nProgress:\n| ID | Title |\n|----|-------|\n"},
        "Task 4 is gone.",
    ),
    ({"items": [], "next_page": None, "total": 4}, "total: 4"),
    (
        [{"no": 1, "track": {"name": "Tides", "disc": 2}}, {"no": 2, "track": {"a": 1, "b": 2, "c": 3, "d": 4}}],
        "- Tides (disc: 2; no: 1)\n- no: 2; track: …",
    ),
    ([{"name": "members"}, {"name": "books"}, {"name": "loans"}], "members, books and loans"),
    ("[{'name': 'members'}, {'name': 'books'}]", "members and books"),
    ({"content": "[FILE] a.txt\n[DIR] notes"}, "- a.txt (file)\n- notes (dir)"),
    ({"content": "Buy milk\nand eggs\n"}, "Buy milk\nand eggs"),
    (PETS, "".join(f"- Pet {number}\n" for number in range(8)) + "… (12 in all)"),
    ({"id": 7, "name": "Rex", "tags": ["calm", "young"]}, "- id: 7\n- name: Rex\n- tags: calm and young"),
    (GRAPH, "- entities:\n  - Ruth (kind: person; notes: bakes, sings)\n- links:\n  - from: Ruth; to: Tom"),
    ({"data": {"items": [{"sku": "A1", "name": "Bolt"}]}, "meta": {"total": 1}}, "- sku: A1\n- name: Bolt"),
    ({"status": "ok", "item": "Lamp", "stock": 7}, "- item: Lamp\n- stock: 7"),
    ({"id": 3, "name": {"first_name": "Ada", "last_name": "Holm"}}, "- id: 3\n- name: Ada Holm"),
    (
        {"name": "Mug", "variants": {"17": {"options": {"colour": "red"}, "price": 4}}},
        "- name: Mug\n- variants:\n  - 17 (options: red; price: 4)",
    ),
    ({"id": 1, "spec": {"size": 2, "parts": [{"name": "lid"}]}}, "- id: 1\n- spec:\n  - size: 2\n  - parts: lid"),
    (
        {"items": [{"no": "a1", "title": "Tides"}, {"no": "a2", "title": "Fees"}], "next_cursor": "c2", "total": 14},
        "- Tides (no: a1)\n- Fees (no: a2)\n… (14 in all)",
    ),
    (
        [{"id": number, "name": "web"} for number in range(7)],
        "\n".join(f"- web (id: {number})" for number in range(7)),
    ),
    (
        [{"project": {"key": "A", "title": "Site", "parts": [{"x": 1}]}}, {"project": {"key": "B", "title": "App"}}],
        "- Site (key: A; parts: …)\n- App (key: B)",
    ),
    ([{"a": 1, "b": 2, "c": 3, "d": 4, "e": 0}] * 2, "- a: 1; b: 2; c: 3; d: 4; e: 0\n- a: 1; b: 2; c: 3; d: 4; e: 0"),
    (
        {"keys": [{"name": "Laptop"}, {"name": "Desk"}], "links": {"next": "https://a.test/2"}, "meta": {"total": 5}},
        "- Laptop\n- Desk\n… (5 in all)",
    ),
    ([{"due": "2024-03-18"}, {"due": "2024-03-11"}], "2024-03-18 and 2024-03-11"),
    (
        [{"name": f"Shelf {number}", "books": number} for number in range(9)],
        "".join(f"- Shelf {number} (books: {number})\n" for number in range(8)) + "… (9 in all)",
    ),
    (
        [{"item": {"name": "Sun", "hits": 3}, "ref": 0}, {"item": {"name": "Sea"}, "ref": 4}],
        "- Sun (hits: 3; ref: 0)\n- Sea (ref: 4)",
    ),
    (
        {"status": "tasks_listed", "message": "Two left.\n\nList:\n| id |\n|----|\n| 1 |", "tasks": ["Box", "Tape"]},
        "- message: Two left.\n- tasks: Box and Tape",
    ),
    ({"status": "tasks_listed", "message": "List:\n| id |\n| 1 |", "tasks": ["Box", "Tape"]}, "Box and Tape"),
    ({"id": 7, "status": "in_transit", "parcels": ["A1"]}, "- id: 7\n- status: in_transit\n- parcels: A1"),
    ("mobile-app,website", "mobile-app and website"),
    ("Lisbon, Portugal", "Lisbon, Portugal"),
    ("- Dr. Kaya", "Dr. Kaya"),
    (86, "86"),
    (False, "no"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), TELLINGS, ids=[text[:20] for _, text in TELLINGS])
def test_a_result_is_told_in_as_many_words_as_one_would_read(value: Any, text: str) -> None:
    found = told(value)
    assert found is not None and found.text == text
    assert found.block is ("\n" in text)


def test_a_list_that_is_written_as_text_says_no_no() -> None:
    found = told("[{'name': 'sorry', 'default': None}, {'name': 'unknown', 'default': None}]")
    assert found is not None and found.text == "sorry and unknown"


@pytest.mark.parametrize(
    "value",
    [
        "We looked everywhere but there doesn't seem to be a class named Yoga on our timetable.",
        "Hmm, that person is not one of ours I'm afraid.",
        "Regrettably Core 30 is fully booked this week.",
        "抱歉，没有查到这位医生。",
    ],
)
def test_a_line_that_says_no_is_nothing_to_tell(value: str) -> None:
    assert told(value) is None
    assert told(f"Dear all,\n{value}") is not None, "a letter may say it"


@pytest.mark.parametrize(
    "value", ["", "\n", [], {}, None, {"items": []}, "Staged changes:\n", "None.", "No visits found", "暂无记录"]
)
def test_a_result_that_says_nothing_is_not_told(value: Any) -> None:
    assert told(value) is None


def test_a_long_text_is_told_from_its_beginning_and_says_that_it_goes_on() -> None:
    found = told("\n".join(f"line {number}" for number in range(900)))
    assert found is not None
    assert found.text.startswith("line 0\nline 1\n") and found.text.endswith("\n…") and len(found.text) < 1_600


def test_chinese_joins_as_chinese_does() -> None:
    found = told({"名称": "红豆面包", "标签": ["甜", "热"]}, "zh")
    assert found is not None and found.text == "- 名称：红豆面包\n- 标签：甜和热"


def test_usual_fields_have_chinese_names_and_others_keep_their_own() -> None:
    found = told({"id": 3, "created_at": "2030-01-02", "dueDate": "2030-02-01", "flux": 4}, "zh")
    assert found is not None
    assert found.text == "- 编号：3\n- 创建时间：2030-01-02\n- 截止日期：2030-02-01\n- flux：4"


def test_a_field_that_only_counts_the_things_is_left_out() -> None:
    columns = [{"at": number, "name": name, "type": "TEXT"} for number, name in enumerate(("id", "city", "joined"))]
    found = told(columns)
    assert found is not None and found.text == "- id (text)\n- city (text)\n- joined (text)"
    shuffled = told([columns[1], columns[0], columns[2]])
    assert shuffled is not None and "at: 1" in shuffled.text, "what is no mere count is told"


def test_an_empty_page_says_nothing() -> None:
    assert told({"success": True, "data": {"items": [], "next_page_token": None, "total": 0}}) is None


UUID = "3f2a9c1e-0b7d-4e8a-9f21-6c5d4b3a2e10"


def test_pages_and_ids_that_only_programs_read_are_not_told() -> None:
    bill = {"uuid": UUID, "amount": "12.50", "period": "2030-01"}
    found = told({"invoices": [bill, {**bill, "amount": "9.00"}], "links": {"next": "https://example.com/2"}})
    assert found is not None and UUID not in found.text and "example.com" not in found.text
    assert "amount: 12.50" in found.text and "amount: 9.00" in found.text


def test_an_id_is_told_where_there_is_hardly_anything_else() -> None:
    found = told({"uuid": UUID, "state": "open"})
    assert found is not None and UUID in found.text


def test_a_thing_beside_the_news_that_the_call_worked_is_told_as_it_is() -> None:
    card = {"id": 1, "title": "Paint the fence", "column": "todo"}
    assert told({"success": True, "card": card}) == told(card)


def test_what_sort_a_thing_is_stands_alone_behind_its_name() -> None:
    found = told([{"name": "todo.txt", "type": "file"}, {"name": "notes", "type": "directory"}])
    assert found is not None and "todo.txt (file)" in found.text and "type:" not in found.text


def test_many_things_with_long_texts_are_told_by_their_names() -> None:
    dishes = [{"name": f"dish {number}", "description": "long " * 30 + str(number)} for number in range(9)]
    found = told(dishes)
    assert found is not None and "dish 1" in found.text and "long" not in found.text


def test_a_line_of_a_list_stays_short_enough_to_read() -> None:
    wide = [{"name": f"set {at}", **{f"field_{key}": "not set " * 5 for key in range(8)}} for at in range(2)]
    found = told(wide)
    assert found is not None and all(len(line) < 300 and line.endswith("…)") for line in found.text.split("\n"))
