"""A few small conversations with calls, and a tiny checkpoint to train on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...conftest import write_jsonl
from ..local.tiny import TOOL


def talk(number: int, **more: Any) -> dict[str, Any]:
    """A question, a call with a word before it, its result, an answer, thanks and a farewell."""
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": json.dumps({"id": number})}}
    return {
        "messages": [
            {"role": "system", "content": "Serve."},
            {"role": "user", "content": f"Find {number}"},
            {"role": "assistant", "content": "Looking.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": f"thing{number}"},
            {"role": "assistant", "content": f"It is thing{number}."},
            {"role": "user", "content": "Thanks"},
            {"role": "assistant", "content": "Bye!"},
        ],
        "tools": [TOOL],
        **more,
    }


def talks(path: Path, count: int = 12, start: int = 0) -> Path:
    """A file of so many."""
    return write_jsonl(path, [talk(number) for number in range(start, start + count)])
