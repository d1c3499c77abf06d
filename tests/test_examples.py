"""The retail example set is what its README says it is.

Reads the files in `examples/retail` with nothing but the standard library, so that these checks do not
lean on the code they serve as material for. Most tests run once per file or once per conversation.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

RETAIL = Path(__file__).resolve().parent.parent / "examples" / "retail"
Row = dict[str, Any]


def read(name: str) -> list[Row]:
    return [json.loads(line) for line in (RETAIL / name).read_text(encoding="utf-8").splitlines()]


FILES: dict[str, list[Row]] = {name: read(f"{name}.jsonl") for name in ("train", "valid")}
ROWS: list[Row] = [row for rows in FILES.values() for row in rows]
TOOLS: list[Row] = json.loads((RETAIL / "tools.json").read_text(encoding="utf-8"))
SCHEMAS: dict[str, Row] = {tool["function"]["name"]: tool["function"]["parameters"] for tool in TOOLS}
NAMES = {
    "calculate", "cancel_pending_order", "exchange_delivered_order_items", "find_user_id_by_email",
    "find_user_id_by_name_zip", "get_order_details", "get_product_details", "get_user_details",
    "list_all_product_types", "modify_pending_order_address", "modify_pending_order_items",
    "modify_pending_order_payment", "modify_user_address", "return_delivered_order_items",
    "transfer_to_human_agents",
}  # fmt: skip
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])


def calls(row: Row) -> list[Row]:
    return [call for message in row["messages"] for call in message.get("tool_calls", [])]


def sequence(row: Row) -> tuple[str, ...]:
    return tuple(call["function"]["name"] for call in calls(row))


def arguments(call: Row) -> Row:
    parsed = json.loads(call["function"]["arguments"])
    assert isinstance(parsed, dict)
    return parsed


def leaves(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from leaves(part)
    else:
        yield str(value)


def occurs(value: str, text: str) -> bool:
    """Whether `text` holds `value` as a whole token.

    Chinese has no spaces, so a neighbouring Chinese character ends a Latin token ("邮编310012"), and a
    Chinese value has no edges of its own (the family name in "林小梅").
    """
    before = r"(?<![A-Za-z0-9_])" if value[:1].isascii() else ""
    after = r"(?![A-Za-z0-9_])" if value[-1:].isascii() else ""
    return bool(value) and re.search(before + re.escape(value) + after, text) is not None


def to_be_grounded(name: str, arguments: Row) -> Iterator[tuple[str, str]]:
    """The values of one call that must have been seen before, each with its parameter."""
    for key, value in arguments.items():
        allowed = SCHEMAS[name]["properties"][key].get("enum", [])
        if key == "summary":
            continue
        found = re.findall(r"\d+(?:\.\d+)?", value) if key == "expression" else leaves(value)
        yield from ((key, leaf) for leaf in found if leaf not in allowed)


def ungrounded(row: Row) -> list[str]:
    seen, missing = "", []
    for message in row["messages"]:
        for call in message.get("tool_calls", []):
            name = call["function"]["name"]
            pairs = to_be_grounded(name, arguments(call))
            missing += [f"{name}.{key} = {leaf!r}" for key, leaf in pairs if not occurs(leaf, seen)]
        # What the assistant itself said is no source: it must not be able to ground its own invention.
        if message["role"] in ("user", "tool"):
            seen += message["content"] + "\n"
    return missing


def user_text(row: Row) -> str:
    return "\n".join(message["content"] for message in row["messages"] if message["role"] == "user")


def opening(row: Row) -> str:
    return next(str(message["content"]) for message in row["messages"] if message["role"] == "user")


def first_sentence(text: str) -> str:
    return re.split(r"(?<=[!?。！？])|(?<=\.)\s", text, maxsplit=1)[0].strip().lower()


def test_the_files_hold_enough_of_both_languages_and_stay_small() -> None:
    assert len(FILES["train"]) >= 36
    assert len(FILES["valid"]) >= 16
    for rows in FILES.values():
        chinese = sum(row["metadata"]["language"] == "zh" for row in rows)
        assert 0.4 <= chinese / len(rows) <= 0.6
    assert sum((RETAIL / f"{name}.jsonl").stat().st_size for name in FILES) < 1_500_000


def test_the_readme_states_the_true_counts() -> None:
    readme = (RETAIL / "README.md").read_text(encoding="utf-8")
    for name, rows in FILES.items():
        line = next(line for line in readme.splitlines() if line.startswith(f"| `{name}.jsonl`"))
        assert f"{len(rows)} conversations" in line
        assert f"{sum(len(calls(row)) for row in rows)} tool calls" in line


def test_there_are_fifteen_tools_with_closed_schemas() -> None:
    assert len(TOOLS) == 15
    assert set(SCHEMAS) == NAMES
    for tool in TOOLS:
        assert tool["type"] == "function"
        assert tool["function"]["description"]
        schema = tool["function"]["parameters"]
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


def test_every_tool_is_used_in_train_and_nearly_every_one_in_valid() -> None:
    used = {name: {tool for row in rows for tool in sequence(row)} for name, rows in FILES.items()}
    assert used["train"] == NAMES
    assert len(used["valid"]) >= 13


def test_call_sequences_vary() -> None:
    lengths = [len(calls(row)) for row in ROWS if calls(row)]
    assert len({sequence(row) for row in ROWS}) >= 20
    assert min(lengths) >= 3
    assert max(lengths) <= 8
    assert sum(not calls(row) for row in FILES["train"]) == 2


def test_some_calls_are_parallel_and_some_results_are_errors() -> None:
    messages = [message for row in ROWS for message in row["messages"]]
    assert sum(len(message.get("tool_calls", [])) > 1 for message in messages) >= 3
    errors = [m for m in messages if m["role"] == "tool" and "error" in json.loads(m["content"])]
    assert len(errors) >= 2


def test_ids_are_unique() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("kind", ["user id", "order id", "e-mail", "opening", "first sentence"])
def test_nothing_of_a_customer_is_in_both_files(kind: str) -> None:
    patterns = {
        "user id": r"\b[a-z]+_[a-z]+_\d{4}\b",
        "order id": r"#[A-Z]\d{5}",
        "e-mail": r"[\w.]+@[\w.]+\w",
    }

    def marks(row: Row) -> list[str]:
        if kind == "opening":
            return [opening(row).strip().lower()]
        if kind == "first sentence":
            return [first_sentence(opening(row))]
        text = "\n".join(m["content"] or "" for m in row["messages"] if m["role"] != "system")
        return re.findall(patterns[kind], text, flags=re.ASCII)

    train, valid = ({mark for row in rows for mark in marks(row)} for rows in FILES.values())
    assert train
    assert valid
    assert not train & valid


def test_no_two_conversations_open_alike() -> None:
    assert len({first_sentence(opening(row)) for row in ROWS}) == len(ROWS)


@each_row
def test_a_conversation_has_the_canonical_shape(row: Row) -> None:
    assert list(row) == ["id", "messages", "tools", "metadata"]
    assert row["tools"] == TOOLS
    assert row["metadata"]["scenario"]
    first, second, *_, last = row["messages"]
    assert first["role"] == "system"
    assert len(first["content"]) < 1200
    assert second["role"] == "user"
    assert last["role"] == "assistant"
    assert last["content"].strip()
    assert "tool_calls" not in last


@each_row
def test_the_language_is_the_one_stated(row: Row) -> None:
    chinese = re.search(r"[\u4e00-\u9fff]", user_text(row)) is not None
    assert row["metadata"]["language"] == ("zh" if chinese else "en")
    assert f"-{row['metadata']['language']}-" in row["id"]


@each_row
def test_each_call_is_answered_once_directly_after_its_message(row: Row) -> None:
    waiting: list[str] = []
    asked: list[str] = []
    for message in row["messages"]:
        if message["role"] == "tool":
            assert message["tool_call_id"] == waiting.pop(0)
            json.loads(message["content"])
            continue
        assert not waiting
        waiting = [call["id"] for call in message.get("tool_calls", [])]
        asked += waiting
    assert not waiting
    assert len(set(asked)) == len(asked)


@each_row
def test_each_call_fits_its_schema(row: Row) -> None:
    for call in calls(row):
        schema = SCHEMAS[call["function"]["name"]]
        given = arguments(call)
        assert list(given) == schema["required"]
        for key, value in given.items():
            rule = schema["properties"][key]
            assert isinstance(value, list if rule["type"] == "array" else str)
            assert value
            assert value in rule.get("enum", [value])


@each_row
def test_every_argument_was_seen_before(row: Row) -> None:
    assert ungrounded(row) == []


@each_row
def test_the_customer_is_found_first_and_the_profile_read_next(row: Row) -> None:
    names = sequence(row)
    catalogue = {"list_all_product_types", "get_product_details"}
    private = [name for name in names if name not in catalogue]
    finds = [i for i, name in enumerate(private) if name.startswith("find_user_id_by_")]
    if names:
        assert finds == list(range(len(finds)))
        assert finds
        assert private[len(finds)] == "get_user_details"


@each_row
def test_the_customer_speaks_before_every_change(row: Row) -> None:
    """A change follows a customer's message, or another change agreed to in that same message."""
    changing = re.compile("cancel|modify|exchange|return")
    agreed = False
    for message in row["messages"]:
        for call in message.get("tool_calls", []):
            change = changing.match(call["function"]["name"]) is not None
            assert agreed or not change
            agreed = agreed and change
        agreed = agreed or message["role"] == "user"


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("1234", "zip 01234", False),
        ("#E40118", "order #E401187", False),
        ("#E40118", "that is #E40118.", True),
        ("310012", "邮编310012，", True),
        ("林", "我叫林小梅", True),
        ("66", "临园路 166 号", False),
        ("", "anything", False),
    ],
)
def test_a_value_counts_only_as_a_whole_token(value: str, text: str, expected: bool) -> None:
    assert occurs(value, text) is expected


def test_an_invented_argument_would_be_noticed() -> None:
    call = {"function": {"name": "get_order_details", "arguments": '{"order_id": "#E00001"}'}}
    row = {"messages": [{"role": "user", "content": "#E00002"}, {"role": "assistant", "tool_calls": [call]}]}
    assert ungrounded(row) == ["get_order_details.order_id = '#E00001'"]
