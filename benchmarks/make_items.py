"""Item files of any length: the retail example cut by `expand`, repeated with ids of its own for every line.

`retail` items are what `expand` makes (about 10 kB, 15 tools); `small` ones are the last user's words, the tool that
is due and one other (about 1 kB). Written by a process of its own, so that the measuring one stays small:

    python -m benchmarks.make_items KIND COUNT OUT
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT

CONVERSATIONS = ROOT / "examples" / "retail" / "valid.jsonl"
KINDS = ("retail", "small")


def write_items(kind: str, count: int, out: Path) -> None:
    """Write so many items."""
    parts = [_parts(record if kind == "retail" else _small(record)) for record in _expanded()]
    with out.open("wb") as stream:
        for number, (conversation, index, rest) in enumerate(itertools.islice(_for_ever(parts), count)):
            identifier = f"{conversation}-{number // len(parts)}"
            head = f'{{"id":"{identifier}#{index}","conversation_id":"{identifier}","call_index":{index},'
            stream.write(head.encode() + rest)


def _expanded() -> Iterator[dict[str, Any]]:
    from evalwright.workbench import expand_file

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "items.jsonl"
        expand_file(CONVERSATIONS, out)
        yield from map(json.loads, out.read_text("utf-8").splitlines())


def _parts(record: dict[str, Any]) -> tuple[str, int, bytes]:
    """The conversation, the place in it, and the line without its ids."""
    rest = {key: record[key] for key in ("messages", "tools", "expected_output")}
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"))
    return record["conversation_id"], record["call_index"], text[1:].encode() + b"\n"


def _small(record: dict[str, Any]) -> dict[str, Any]:
    due = record["expected_output"]["tool_calls"][0]["function"]["name"]
    tools = sorted(record["tools"], key=lambda tool: (tool["function"]["name"] != due, len(json.dumps(tool))))
    said = [message for message in record["messages"] if message["role"] == "user"]
    return {**record, "messages": said[-1:], "tools": tools[:2]}


def _for_ever(parts: list[tuple[str, int, bytes]]) -> Iterator[tuple[str, int, bytes]]:
    return itertools.chain.from_iterable(itertools.repeat(parts))


if __name__ == "__main__":
    write_items(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
