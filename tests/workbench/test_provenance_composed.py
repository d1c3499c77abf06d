"""Values that are put together: joined paths, composed queries, options of a description, constants of a file."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from benchmarks.composed_rows import composed_rows
from benchmarks.inventions import invented

from evalwright.synth import Settings, synthesise
from evalwright.workbench import audit, show

from ..conftest import ROOT

GROUNDING = ["ungrounded-argument", "ungrounded-part", "given-value"]
LISTING = "[DIR] notes\n[FILE] todo.txt\n[FILE] plan-2024.md"


def row(said: str, result: str, passed: dict[str, Any], schema: dict[str, Any] | None = None, **more: Any) -> Any:
    def calls(name: str, arguments: dict[str, Any], number: str) -> dict[str, Any]:
        function = {"name": name, "arguments": json.dumps(arguments)}
        return {"role": "assistant", "content": None, "tool_calls": [{"id": number, "function": function}]}

    messages = [
        {"role": "user", "content": said},
        calls("look", {}, "1"),
        {"role": "tool", "tool_call_id": "1", "content": result},
        calls("act", passed, "2"),
        {"role": "tool", "tool_call_id": "2", "content": "ok"},
        {"role": "assistant", "content": "Well."},
    ]
    parameters = {"type": "object", "properties": schema or {}}
    tools = [{"type": "function", "function": {"name": name, "parameters": parameters}} for name in ("look", "act")]
    return {"messages": messages, "tools": tools, **more}


def found(record: Any) -> list[str]:
    return [finding.rule for finding in audit(record, rules=GROUNDING).findings]


def source(record: Any) -> Any:
    """What `show` says of the last value that is passed."""
    return show(record).to_dict()["steps"][3]["calls"][0]["arguments"][-1]["source"]


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("Look into /data/notes please", "/data/notes/todo.txt"),
        ("Look into /data please", "/data/notes/plan-2024.md"),
        ("Look into /data please", "/data/./notes/todo.txt"),
        ("Look into C:\\work please", "C:\\work\\notes\\todo.txt"),
        ("我的文件在/home/mia，看看吧", "/home/mia/notes/todo.txt"),
        ("https://host.example/api please", "https://host.example/api/notes/todo.txt"),
    ],
)
def test_a_joined_path_has_the_places_of_its_parts(said: str, path: str) -> None:
    record = row(said, LISTING, {"path": path})
    assert found(record) == []
    told = source(record)
    assert told["transform"] == "joined path"
    assert told["words"].startswith("user message 0 and the result of look")
    assert told["parts"][0]["message"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "/data/notes/other.txt",
        "/data/notes/todo",
        "/data/note/todo.txt",
        "/date/notes/todo.txt",
        "/data/notes/plan-2023.md",
        "/data/notes/2024.md",
        "/data/notes/todo.txt.bak",
        "/etc/passwd",
    ],
)
def test_a_path_with_an_invented_part_has_none(path: str) -> None:
    assert found(row("Look into /data/notes please", LISTING, {"path": path})) == ["ungrounded-argument"]


TABLES = json.dumps([{"table": "order_items", "columns": ["order_no", "sku", "quantity"]}])


@pytest.mark.parametrize(
    "query",
    [
        "SELECT sku, quantity FROM order_items WHERE order_no = 'A-77'",
        "select count(*) as total from order_items oi where oi.order_no = 'A-77' limit 5",
        "SELECT SUM(quantity) FROM order_items WHERE sku LIKE '%lamp%' AND quantity > 25 ORDER BY sku DESC",
        "UPDATE order_items SET quantity = 25 WHERE order_no = 'A-77'",
        'SELECT "sku" FROM "order_items"',
    ],
)
@pytest.mark.parametrize("name", ["query", "statement"])
def test_a_query_of_known_things_is_composed(query: str, name: str) -> None:
    record = row("The lamps of A-77, more than 25 of them", TABLES, {name: query})
    assert found(record) == []
    assert source(record)["transform"] == "composed by template"


@pytest.mark.parametrize(
    ("query", "unknown"),
    [
        ("SELECT sku FROM invoices WHERE order_no = 'A-77' AND quantity > 25", ["invoices"]),
        ("SELECT sku FROM order_items WHERE order_no = 'B-78' AND quantity > 25", ["B-78"]),
        ("SELECT sku FROM order_items WHERE order_no = 'A-77' AND quantity > 31", ["31"]),
        ("SELECT price, colour FROM order_items WHERE order_no = 'A-77'", ["price", "colour"]),
    ],
)
def test_what_a_query_invents_is_named(query: str, unknown: list[str]) -> None:
    record = row("The lamps of A-77, more than 25 of them", TABLES, {"query": query})
    assert found(record) == ["ungrounded-part"]
    assert source(record)["unknown"] == unknown


def test_words_for_a_search_box_are_composed() -> None:
    record = row("Open bugs of acme/site please", "[]", {"q": "repo:acme/site is:open label:bugs"})
    assert found(record) == []
    assert found(row("Open bugs please", "[]", {"q": "repo:acme/site is:open label:bugs"})) == ["ungrounded-argument"]
    assert found(row("Quarter past ten", "[]", {"at": "10:15"})) == ["ungrounded-argument"]


def test_an_invented_id_in_a_free_text_is_named() -> None:
    said = "Please pass my order #W1234567 on to a person"
    told = "The customer asks for a person because of order {}, which is late."
    assert found(row(said, "[]", {"summary": told.format("#W1234567")})) == []
    assert found(row(said, "[]", {"summary": told.format("#W7654321")})) == ["ungrounded-part"]


def test_an_option_of_a_description_has_a_source_and_an_example_has_none() -> None:
    described = {"unit": {"type": "string", "description": "The unit, either celsius or kelvin. An id such as K-1234"}}
    assert found(row("Warm?", "[]", {"unit": "kelvin"}, described)) == []
    assert source(row("Warm?", "[]", {"unit": "kelvin"}, described))["path"] == "description"
    assert found(row("Warm?", "[]", {"unit": "K-1234"}, described)) == ["ungrounded-argument"]


def test_what_the_scenario_file_gave_is_reported_as_given() -> None:
    given = {"given": ["metric", 7, "SELECT title FROM {table} WHERE shelf = 9", "Call {name} back soon"]}
    assert found(row("Hi", "[]", {"unit": "metric"}, metadata=given)) == ["given-value"]
    assert found(row("Hi", "[]", {"count": 7}, metadata=given)) == ["given-value"]
    assert found(row("Hi", "[]", {"count": 8}, metadata=given)) == ["ungrounded-argument"]
    assert source(row("Hi", "[]", {"unit": "metric"}, metadata=given))["words"] == "the scenario file"


def test_what_fills_a_slot_of_the_file_must_come_from_the_conversation() -> None:
    given = {"given": ["SELECT title FROM {table} WHERE shelf = 9", "Call {name} back soon"]}
    query = "SELECT title FROM {} WHERE shelf = 9"
    assert found(row("Which books?", '["books"]', {"query": query.format("books")}, metadata=given)) == ["given-value"]
    assert found(row("Which books?", '["books"]', {"query": query.format("lamps")}, metadata=given)) == [
        "ungrounded-part"
    ]
    assert found(row("I am Ann", "[]", {"label": "Call Ann back soon"}, metadata=given)) == ["given-value"]
    invented_name = row("I am Ann", "[]", {"label": "Call Zoe back soon"}, metadata=given)
    assert found(invented_name) == ["ungrounded-argument"]


def test_a_list_that_is_none_gives_nothing() -> None:
    for given in (None, "metric", {"a": 1}, [[], {}, None]):
        assert found(row("Hi", "[]", {"unit": "metric"}, metadata={"given": given})) == ["ungrounded-argument"]


def test_hostile_values_take_no_time() -> None:
    started = time.process_time()
    for value in (
        "/a" * 200,
        "select " * 500,
        "select a from " + "b," * 1_500,
        "a:b " * 900,
        "'" * 3_999,
        "x1234" * 700,
    ):
        found(
            row("/a b c" * 2_000, "a b/a" * 2_000, {"value": value}, metadata={"given": ["{a}" * 300, "{a} {b} " * 99]})
        )
    assert time.process_time() - started < 5


def test_inventions_are_found(tmp_path: Any) -> None:
    rows = [json.loads(line) for line in (ROOT / "examples" / "retail" / "train.jsonl").read_text("utf-8").splitlines()]
    made = synthesise(Settings(out=tmp_path / "shop", source="shop", n=40, seed=2))
    rows += [json.loads(line) for line in (made.out / "train.jsonl").read_text("utf-8").splitlines()]
    for records in composed_rows(40).values():
        rows += records
    false, injected, missed = invented(rows)
    assert false == 0
    assert injected > 200
    assert len(missed) <= 0.01 * injected, missed
