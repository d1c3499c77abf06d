"""Importing traces: a file of shuffled OTLP lines with histories sent again in every span, its time and its memory.

python -m benchmarks.trace_import [SPANS]; 100,000 spans are about 1 GB. The file is made first, in the folder for
temporary files, and importing runs in a process of its own whose largest memory is what the kernel says.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SPANS = 100_000
_STEPS = 20
"""Spans of one conversation, each with all messages of those before it."""
_LINE = 4_000_000
"""Bytes of the longest lines."""
_TOOLS = [
    {
        "type": "function",
        "name": f"tool_{number}",
        "description": "Looks up what is asked for and gives what it found.",
        "parameters": {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}}},
    }
    for number in range(5)
]
_WORDS = ("order", "item", "price", "city", "street", "room", "booking", "return", "colour", "size", "weight", "date")


def main() -> None:
    spans = int(sys.argv[1]) if len(sys.argv) > 1 else SPANS
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "spans.jsonl", Path(folder) / "out.jsonl"
        _write_spans(source, spans)
        size = source.stat().st_size
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", _IMPORT, str(source), str(out)], check=True, capture_output=True, text=True
        )
        seconds = time.monotonic() - began
        told = json.loads(done.stdout)
        print(
            f"{told['spans']} spans, {size / 1e6:.0f} MB, lines up to {told['longest'] / 1e6:.1f} MB -> "
            f"{told['conversations']} conversations in {seconds:.1f} s ({size / 1e6 / seconds:.1f} MB/s; "
            f"CPU {told['cpu']:.1f} s: {size / 1e6 / told['cpu']:.1f} MB/s), largest memory {told['memory']:.0f} MB"
        )


_IMPORT = """
import json, resource, sys
from evalwright import import_files
done = import_files([sys.argv[1]], sys.argv[2])
used = resource.getrusage(resource.RUSAGE_SELF)
longest = max(len(line) for line in open(sys.argv[1], "rb"))
print(json.dumps({"spans": done.spans, "conversations": done.conversations, "memory": used.ru_maxrss / 1024,
                  "cpu": used.ru_utime + used.ru_stime, "longest": longest}))
"""


def _write_spans(path: Path, spans: int) -> None:
    """Write the file: conversations of ever longer histories, spans shuffled in blocks, many a line."""
    rng = random.Random(1)
    block: list[str] = []
    with path.open("w", encoding="utf-8") as stream:
        for number in range(-(-spans // _STEPS)):
            block += _spans_of(number, rng)
            if len(block) >= 2000:
                rng.shuffle(block)
                _write_lines(stream, block, rng)
                block = []
        _write_lines(stream, block, rng)


def _write_lines(stream: Any, spans: list[str], rng: random.Random) -> None:
    head, tail = '{"resourceSpans":[{"resource":{},"scopeSpans":[{"scope":{"name":"bench"},"spans":[', "]}]}]}\n"
    while spans:
        room, taken = rng.choice((20_000, 200_000, _LINE)), []
        while spans and room > len(spans[-1]):
            room -= len(spans[-1])
            taken.append(spans.pop())
        taken = taken or [spans.pop()]
        stream.write(head + ",".join(taken) + tail)


def _spans_of(number: int, rng: random.Random) -> Iterator[str]:
    messages: list[Any] = [_message("system", "You are a careful desk. " * 20)]
    for step in range(_STEPS):
        asked = " ".join(rng.choices(_WORDS, k=30))
        if step % 2 == 0:
            messages.append(_message("user", f"{asked} {number}"))
            call = {
                "type": "tool_call",
                "id": f"c{number}_{step}",
                "name": f"tool_{step % 5}",
                "arguments": {"query": asked, "limit": step},
            }
            answer = {"role": "assistant", "parts": [call], "finish_reason": "tool_call"}
        else:
            result = json.dumps({"found": [" ".join(rng.choices(_WORDS, k=12)) for _ in range(6)]})
            part = {"type": "tool_call_response", "id": f"c{number}_{step - 1}", "response": result}
            messages.append({"role": "tool", "parts": [part]})
            answer = {**_message("assistant", asked), "finish_reason": "stop"}
        yield json.dumps(_span(number, step, messages, answer))
        messages.append({"role": "assistant", "parts": answer["parts"]})


def _message(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def _span(number: int, step: int, messages: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "bench",
        "gen_ai.input.messages": json.dumps(messages),
        "gen_ai.output.messages": json.dumps([answer]),
        "gen_ai.tool.definitions": json.dumps(_TOOLS),
    }
    return {
        "traceId": f"{number:032x}",
        "spanId": f"{number * _STEPS + step:016x}",
        "name": "chat bench",
        "startTimeUnixNano": str(1_700_000_000_000_000_000 + number * 1000 + step),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
        "status": {},
    }


if __name__ == "__main__":
    main()
