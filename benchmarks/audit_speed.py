"""How fast conversations are audited: every rule, in process on one core, beside plain JSON of the same bytes.

The file is the retail example again and again, each time with other ids. What people say stays, so every round but
the first is a near-duplicate, which costs as much as any other conversation. Three files: the rows as they are, rows
whose tools all differ, and rows without tools and calls. To measure a file of your own:
`python -m benchmarks.audit_speed FILE`; beside another commit: `benchmarks.two_commits`.
"""

from __future__ import annotations

import itertools
import json
import re
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.in_process import plain_json, speeds
from benchmarks.measure import ROOT

EXAMPLES = (ROOT / "examples" / "retail" / "train.jsonl", ROOT / "examples" / "retail" / "valid.jsonl")
_ID = re.compile(r"(?<![0-9A-Za-z])([#A-Z_a-z]*[A-Za-z_#])(\d{4,5})(?![0-9A-Za-z])")


def measure(folder: Path, kinds: Sequence[str] = (), *, quick: bool) -> None:
    """Print the speed on a file that is made for it."""
    for kind in KINDS:
        given = folder / f"{kind}.jsonl"
        write_kind(given, kind, 2_000_000 if quick else 20_000_000)
        measure_file(given, rounds=1 if quick else 3, kind=kind)


def measure_file(path: Path, *, rounds: int, kind: str = "a file") -> None:
    """Print the speed on this file; plain JSON is the standard library's."""
    from evalwright.workbench import audit

    before = _peak()
    first = audit(path)
    grown = _peak() - before
    works = {
        "audit, all rules": lambda: audit(path),
        "reading alone": lambda: _read(path),
        "json.loads + json.dumps": lambda: plain_json(path),
    }
    size = path.stat().st_size
    counts = f"{first.conversations:,} conversations, {first.calls:,} calls"
    title = f"audit, {kind}, {size / 1e6:.0f} MB: {counts}, {first.messages:,} messages, the items"
    speeds(title, size, first.messages, works, rounds)
    print(f"peak memory grew by {grown:.0f} MB")


def _read(path: Path) -> None:
    from evalwright.data import scan_rows

    for _ in scan_rows(path):
        pass


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def write_kind(out: Path, kind: str, size: int, rows: Path | None = None) -> None:
    """A file of one kind and at most about this size: of the rows of a file, else of the examples."""
    change = KINDS[kind]
    lines = _lines() if rows is None else rows.read_text("utf-8").splitlines(keepends=True)
    with out.open("w", encoding="utf-8") as stream:
        written = 0
        for number, line in enumerate(lines):
            written += stream.write(change(number, line))
            if written >= size:
                return


def _lines() -> Iterator[str]:
    """The examples for ever, every round with ids of its own."""
    lines = [line for path in EXAMPLES for line in path.read_text("utf-8").splitlines()]
    for number in itertools.count():
        for line in lines:
            own = line.replace('"id":"', f'"id":"{number}-', 1)
            yield _ID.sub(lambda match, by=7 * number: f"{match[1]}{int(match[2]) + by:05d}", own) + "\n"


def _as_it_is(number: int, line: str) -> str:
    return line


def _other_tools(number: int, line: str) -> str:
    """The row with tools of its own: every name and description is another than in all other rows."""
    record = json.loads(line)
    for tool in record["tools"]:
        tool["function"]["name"] += f"_{number}"
        tool["function"]["description"] += f" For case {number}."
    for message in record["messages"]:
        for call in message.get("tool_calls") or ():
            call["function"]["name"] += f"_{number}"
    return _written(record)


def _no_tools(number: int, line: str) -> str:
    """The row without tools, calls and results."""
    record = json.loads(line)
    del record["tools"]
    said = [message for message in record["messages"] if message["role"] != "tool" and not message.get("tool_calls")]
    return _written(record | {"messages": said})


def _written(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


KINDS: dict[str, Callable[[int, str], str]] = {
    "shop rows": _as_it_is,
    "tools all differ": _other_tools,
    "no tools": _no_tools,
}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure_file(Path(sys.argv[1]), rounds=3)
    else:
        with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
            measure(Path(scratch), quick=False)
