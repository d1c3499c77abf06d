"""Conversations in which the assistant joins paths and composes queries from what it read: a folder and a database.

Made here from a seed, with the words that the real servers use; what is passed is put together from what tools returned
and users said, so that a check of where arguments come from has something true to look at.
"""

from __future__ import annotations

import json
import random
from typing import Any

Record = dict[str, Any]
Turn = tuple[str, Any]

_FOLDERS = ("notes", "recipes", "invoices", "letters", "drafts", "reports")
_FILES = (
    "todo.txt",
    "shopping.md",
    "plan-2024.txt",
    "minutes.md",
    "bread.txt",
    "budget_q3.csv",
    "README.md",
    "ideas.txt",
)
_TABLES = {
    "products": ("sku", "title", "price", "stock"),
    "customers": ("customer_id", "full_name", "city"),
    "order_items": ("order_no", "sku", "quantity"),
}
_CITIES = ("Lisbon", "Bergen", "Porto", "Graz", "Tartu")


def composed_rows(number: int) -> dict[str, list[Record]]:
    """Sets of such conversations, by name."""
    rng = random.Random(number)
    return {
        "joined paths": [_files(rng, index) for index in range(number)],
        "composed queries": [_database(rng, index) for index in range(number)],
    }


def _files(rng: random.Random, index: int) -> Record:
    base, folder = rng.choice(("/data", "/home/mia", "/srv/share", "C:\\work")), rng.choice(_FOLDERS)
    slash = "\\" if "\\" in base else "/"
    names = rng.sample(_FILES, 3)
    listing = "\n".join([f"[DIR] {folder}", *(f"[FILE] {name}" for name in names)])
    chosen, other = names[0], names[1]
    turns: list[Turn] = [
        ("user", f"What is in {base}{slash}{folder}?"),
        ("list_directory", ({"path": f"{base}{slash}{folder}"}, listing)),
        ("assistant", f"There are {', '.join(names)}."),
        ("user", f"Read me {chosen}, and copy it to {other}.bak next to it."),
        ("read_text_file", ({"path": f"{base}{slash}{folder}{slash}{chosen}"}, "Buy milk")),
        (
            "copy_file",
            (
                {
                    "source": f"{base}{slash}{folder}{slash}{chosen}",
                    "destination": f"{base}{slash}{folder}{slash}{other}.bak",
                },
                "Copied",
            ),
        ),
        ("assistant", "It says: Buy milk. The copy is there."),
    ]
    return _record(
        f"files-{index}",
        turns,
        {"list_directory": ["path"], "read_text_file": ["path"], "copy_file": ["source", "destination"]},
    )


def _database(rng: random.Random, index: int) -> Record:
    table = rng.choice(list(_TABLES))
    columns = _TABLES[table]
    city, price = rng.choice(_CITIES), rng.randint(11, 97) * 5
    described = json.dumps([{"name": name, "type": "TEXT"} for name in columns])
    wish, query = rng.choice(
        [
            (
                f"Which {columns[1]} are from {city}?",
                f"SELECT {columns[0]}, {columns[1]} FROM {table} WHERE {columns[-1]} = '{city}'",
            ),
            (
                f"How many have {columns[-1]} over {price}?",
                f"SELECT COUNT(*) FROM {table} WHERE {columns[-1]} > {price}",
            ),
            (
                f"Set {columns[1]} to {city} for no. {price}.",
                f"UPDATE {table} SET {columns[1]} = '{city}' WHERE {columns[0]} = {price}",
            ),
        ]
    )
    turns: list[Turn] = [
        ("user", f"I have a question about my database. {wish}"),
        ("list_tables", ({}, json.dumps([{"name": name} for name in _TABLES]))),
        ("describe_table", ({"table_name": table}, described)),
        ("read_query", ({"query": query}, '[{"count": 4}]')),
        ("assistant", "The answer is 4."),
    ]
    return _record(
        f"database-{index}", turns, {"list_tables": [], "describe_table": ["table_name"], "read_query": ["query"]}
    )


def _record(name: str, turns: list[Turn], tools: dict[str, list[str]]) -> Record:
    messages: list[dict[str, Any]] = []
    for number, (who, what) in enumerate(turns):
        if who in ("user", "assistant"):
            messages.append({"role": who, "content": what})
            continue
        function = {"name": who, "arguments": json.dumps(what[0])}
        call = {"id": f"call_{number}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": what[1]})
    declared = [
        {
            "type": "function",
            "function": {
                "name": tool,
                "parameters": {"type": "object", "properties": {each: {"type": "string"} for each in parameters}},
            },
        }
        for tool, parameters in tools.items()
    ]
    return {"id": name, "messages": messages, "tools": declared}
