"""What a resume costs that owes one item in a hundred: `python -m benchmarks.resume_owing [N] [mcq|small]`.

Answers come from a file that lacks every hundredth, so that a run is never complete and is asked for again. Printed is
the processor time of the first run, of a resume that finds its seal, and of one without, which grades everything.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import run, table
from benchmarks.view_cold import eval_command, write_questions

_LEFT_OUT = 100
_INCOMPLETE = (3,)


def measure_number(folder: Path, number: int, kind: str) -> None:
    """Print the times for this many items."""
    command = _mcq(folder, number) if kind == "mcq" else _items(folder, number)
    made = folder / "root" / "run"
    first, again = run(command, codes=_INCOMPLETE), run(command, codes=_INCOMPLETE)
    (made / ".seal").unlink()
    whole = run(command, codes=_INCOMPLETE)
    rows = [
        ("first run", f"{first.cpu:.1f} s"),
        ("resume, all graded", f"{whole.cpu:.1f} s"),
        ("resume, only what is new", f"{again.cpu:.1f} s"),
    ]
    table(f"{number:,} items ({kind}), one in {_LEFT_OUT} without an answer", ("", "CPU time"), rows)


def _mcq(folder: Path, number: int) -> tuple[str, ...]:
    write_questions(folder, number)
    answers = folder / "answers.jsonl"
    lines = answers.read_text("utf-8").splitlines(keepends=True)
    answers.write_text("".join(line for at, line in enumerate(lines) if at % _LEFT_OUT), "utf-8")
    return eval_command(folder / "root" / "run")


def _items(folder: Path, number: int) -> tuple[str, ...]:
    items, answers = folder / "items.jsonl", folder / "answers.jsonl"
    run((sys.executable, "-m", "benchmarks.make_items", "small", str(number), str(items)))
    with items.open("rb") as lines, answers.open("w", encoding="utf-8") as out:
        for at, line in enumerate(lines):
            item = json.loads(line)
            calls = item["expected_output"]["tool_calls"] if at % 3 else None
            if at % _LEFT_OUT:
                print(json.dumps({"id": item["id"], "sample": {"output_text": None, "output_tools": calls}}), file=out)
    return tuple(
        str(items) if word.endswith("questions.csv") else word for word in eval_command(folder / "root" / "run")
    )


if __name__ == "__main__":
    count, which = [*sys.argv[1:], *["200000", "mcq"][len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        measure_number(Path(scratch), int(count), which)
