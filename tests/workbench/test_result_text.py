"""Text answers of tools: what they hold, and the address of every value, which provenance gives too."""

from __future__ import annotations

import time
from typing import Any

import pytest

from evalwright.workbench import Provenance, read_result_text

TEXTS: list[tuple[str, str, Any, list[str]]] = [
    ("P-1001\nP-1002", "lines", ["P-1001", "P-1002"], ["L1", "L2"]),
    ("/data/a.txt\n/data/b c.txt", "lines", ["/data/a.txt", "/data/b c.txt"], ["L1", "L2"]),
    ("[FILE] notes.txt\n[DIR] photos", "list",
     [{"type": "FILE", "name": "notes.txt"}, {"type": "DIR", "name": "photos"}],
     ["L1.F1", "L1.F2", "L2.F1", "L2.F2"]),
    ("Parcels:\n- P-1001: blue\n- P-1002: red", "list",
     [{"id": "P-1001", "description": "blue"}, {"id": "P-1002", "description": "red"}],
     ["L2.F1", "L2.F2", "L3.F1", "L3.F2"]),
    ("1. Alpha (id: 7)\n2. Beta (id: 8)", "list", [{"name": "Alpha", "id": "7"}, {"name": "Beta", "id": "8"}],
     ["L1.F1", "L1.F2", "L2.F1", "L2.F2"]),
    ("1. Box P-1\n   Status: x\n2. Box P-2\n   Status: y", "list",
     [{"name": "Box P-1", "Status": "x"}, {"name": "Box P-2", "Status": "y"}], ["L1", "L2.F2", "L3", "L4.F2"]),
    ("- Yoga: Tue with Ari\n- Core 30: Thu with Lena", "list",
     [{"name": "Yoga", "description": "Tue with Ari"}, {"name": "Core 30", "description": "Thu with Lena"}],
     ["L1", "L1", "L2", "L2"]),
    ("home (3 items)\nwork (2 items)", "lines",
     [{"name": "home", "description": "3 items"}, {"name": "work", "description": "2 items"}],
     ["L1", "L1", "L2", "L2"]),
    ("1. [ ] Milk (id: t_1)\n2. [x] Bread (id: t_2)", "list",
     [{"name": "Milk", "id": "t_1"}, {"name": "Bread", "id": "t_2"}], ["L1.F1", "L1.F2", "L2.F1", "L2.F2"]),
    ("| ID | Status |\n|---|---|\n| P-1 | on the van |\n| P-2 | |", "records",
     [{"ID": "P-1", "Status": "on the van"}, {"ID": "P-2"}], ["L3.F1", "L3.F2", "L4.F1"]),
    ("id,town\n1,Hill\n2,\"Mill\"", "records", [{"id": "1", "town": "Hill"}, {"id": "2", "town": "Mill"}],
     ["L2.F1", "L2.F2", "L3.F1", "L3.F2"]),
    ("PID   CMD\n12    bash\n13    sh", "records", [{"PID": "12", "CMD": "bash"}, {"PID": "13", "CMD": "sh"}],
     ["L2.F1", "L2.F2", "L3.F1", "L3.F2"]),
    ("订单：A1001\n状态：运输中", "record", {"订单": "A1001", "状态": "运输中"}, ["L1.F2", "L2.F2"]),
    ("ID: 1\nName: A\n\nID: 2\nName: B", "records", [{"ID": "1", "Name": "A"}, {"ID": "2", "Name": "B"}],
     ["L1.F2", "L2.F2", "L4.F2", "L5.F2"]),
    ("Allowed directories:\n/srv/files", "lines", ["/srv/files"], ["L2"]),
    ("Note:\nall is well", "prose", ..., []),
    ("Dear all,\nhow are you?\nSee http://example.org at 12:30.", "prose", ..., []),
    ("Buy milk and eggs", "prose", ..., []),
    ("", "prose", ..., []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shape", "value", "addresses"), TEXTS)
def test_a_text_is_read_for_what_it_holds(text: str, shape: str, value: Any, addresses: list[str]) -> None:
    read = read_result_text(text)
    assert (read.shape, read.value) == (shape, text if value is ... else value)
    assert [cell.address for cell in read.cells()] == addresses


@pytest.mark.parametrize(("text", "shape", "value", "addresses"), TEXTS)
def test_every_value_stands_where_its_address_says(text: str, shape: str, value: Any, addresses: list[str]) -> None:
    read = read_result_text(text)
    for cell in read.cells():
        assert text[cell.start :].startswith(cell.value) and read.address_at(cell.start) == cell.address


@pytest.mark.parametrize(
    ("text", "value", "path"),
    [
        ("Parcels:\n- P-1001: blue\n- P-1002: red", "P-1002", "L3.F1"),
        ("/data/a.txt\n/data/b.txt\n/data/c.txt", "/data/c.txt", "L3"),
        ("ID: 1\nWeight: 17", 17, "L2.F2"),
        ("Ring twice.\nAsk for Mrs Hill, please.", "Mrs Hill", "L2"),
        ("Your parcel is P-1002.", "P-1002", None),
        ('{"rows": [{"id": "P-1002"}]}', "P-1002", "$.rows[0].id"),
    ],
)
def test_provenance_gives_a_value_of_a_text_the_same_address(text: str, value: object, path: str | None) -> None:
    messages: list[Any] = [
        {"role": "user", "content": "Hello"},
        {"role": "tool", "tool_call_id": "c", "content": text},
    ]
    source = Provenance(messages).trace(value)
    assert (source.kind, source.message, source.path, source.transform) == ("result", 1, path, None)


def test_a_long_or_hostile_text_takes_no_time() -> None:
    begun = time.monotonic()
    for text in (
        "a: " * 300_000,
        "- x\n" * 200_000,
        "|" * 500_000,
        ("  " * 2_000 + "x\n") * 100,
        "A-" * 200_000,
        "\n" * 500_000,
    ):
        read = read_result_text(text)
        assert len(read.rows) <= 2_000
        read.address_at(len(text) - 1)
    assert time.monotonic() - begun < 5


LITERALS = [
    ("[{'name': 'books', 'copies': 2, 'at': None}]", [{"name": "books", "copies": 2, "at": None}]),
    (
        "[{'title': \"The Baker's Year\", 'price': 4.5, 'new': True}]",
        [{"title": "The Baker's Year", "price": 4.5, "new": True}],
    ),
    ('{"name": "docs", "children": [{"name": "a\\u00e9.txt"}]}', {"name": "docs", "children": [{"name": "aé.txt"}]}),
    ("['a', 'b']", ["a", "b"]),
    ("[(1, 'x'), (2, 'y')]", [[1, "x"], [2, "y"]]),
    ("[]", []),
]


@pytest.mark.parametrize(("text", "value"), LITERALS)
def test_what_a_program_printed_is_read_as_what_it_stands_for(text: str, value: object) -> None:
    assert read_result_text(text).value == value


def test_what_a_program_printed_keeps_its_places() -> None:
    text = "[{'id': 7, 'title': 'Slow train'},\n {'id': 8, 'title': 'Salt'}]"
    read = read_result_text(text)
    assert (read.shape, [[(cell.name, cell.value) for cell in row] for row in read.rows]) == (
        "records",
        [[("id", "7"), ("title", "Slow train")], [("id", "8"), ("title", "Salt")]],
    )
    assert all(text.startswith(cell.value, cell.start) for cell in read.cells())
    assert read.rows[1][1].address.startswith("L2")


NO_LITERALS = ["[1, 2", "{", "[__import__('os')]", "[" * 5_000, "[1 2]", "{1: 2}", "[a]", "['a' 'b']", "[1], 2"]


@pytest.mark.parametrize("text", NO_LITERALS)
def test_what_only_begins_like_a_list_is_no_list(text: str) -> None:
    assert read_result_text(text).value == text


def test_a_table_may_have_a_title_and_a_count_around_it() -> None:
    rule = "+-----+------+"
    text = f"Products\n{rule}\n| sku | name |\n{rule}\n| A1  | Lamp |\n| B2  | Desk |\n{rule}\n2 rows"
    assert read_result_text(text).value == [{"sku": "A1", "name": "Lamp"}, {"sku": "B2", "name": "Desk"}]


def test_what_stands_in_bold_letters_is_what_an_item_is_called() -> None:
    text = "# Recipes\n\n- **Lentil Soup** (soup) – 35 min\n- **Shakshuka:** breakfast"
    told = [
        {"name": "Lentil Soup", "description": "(soup) – 35 min"},
        {"name": "Shakshuka", "description": "breakfast"},
    ]
    assert read_result_text(text).value == told
    assert [text[cell.start :].startswith(cell.value) for cell in read_result_text(text).cells()] == [True] * 4
