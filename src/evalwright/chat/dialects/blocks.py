"""Anthropic's content blocks (`tool_use`, `tool_result`, `thinking`), and Azure agents' way of writing the same.

One message may hold several things: results come out as messages of their own, in the order they stand in, and the
text around them stays with the speaker.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..types import ChatError
from .parts import LLAMAFACTORY, checked_parts
from .reading import Raw, Reading, assistant, clean_id, joined, named_call, result_content
from .swift import call_values

_CALLS = ("tool_use", "tool_call")
_THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
_THOUGHT_FIELDS = ("thinking", "value", "reasoning", "content", "text")
_MARKS = frozenset({*_CALLS, *_THOUGHTS, "tool_result"})
_TEXT = frozenset({"text"})


def speaks(raw: Raw) -> bool:
    """Whether the message's content is a list with a block that only this dialect has."""
    content = raw.get("content")
    return isinstance(content, list) and any(
        isinstance(block, dict) and isinstance(kind := block.get("type"), str) and kind in _MARKS for block in content
    )


def read(raw: Raw, role: str, path: str, reading: Reading) -> list[Raw]:
    """The canonical messages for one message of blocks."""
    if not any(isinstance(block, dict) and isinstance(block.get("value"), str) for block in raw["content"]):
        reading.see("anthropic")
    blocks: list[Raw] = []
    for index, block in enumerate(raw["content"]):
        if not isinstance(block, dict):
            raise ChatError(f"{path}.content[{index}]", phrase("chat.not_object"))
        blocks.append(block)
    kept = {key: value for key, value in raw.items() if key not in ("role", "content")}
    if role == "assistant":
        return [_read_assistant(blocks, kept, path, reading)]
    return _read_results(blocks, role, kept, path)


def _read_assistant(blocks: list[Raw], kept: Raw, path: str, reading: Reading) -> Raw:
    calls, thoughts, said = [], [], []
    for index, block in enumerate(blocks):
        where = f"{path}.content[{index}]"
        if block.get("type") in _CALLS:
            calls += _block_calls(block, where, reading)
        elif block.get("type") in _THOUGHTS:
            thoughts.append(next((block[key] for key in _THOUGHT_FIELDS if isinstance(block.get(key), str)), None))
        else:
            said.append(block)
    reasoning = "\n".join(thought for thought in thoughts if isinstance(thought, str))
    kept.pop("tool_calls", None)
    words = checked_parts(said, f"{path}.content", reading) if said else ""
    return assistant(words if isinstance(words, str) else _join_text_blocks(words), calls, reasoning, **kept)


def _block_calls(block: Raw, path: str, reading: Reading) -> list[Raw]:
    """The call of a block; LLaMA-Factory has calls as JSON text under `value`."""
    if "value" in block and "name" not in block:
        reading.see(LLAMAFACTORY)
        return call_values(block["value"], f"{path}.value")
    call_id = block.get("id", block.get("tool_call_id"))
    return [named_call(call_id, block.get("name"), block.get("input", block.get("arguments")), path)]


def _read_results(blocks: list[Raw], role: str, kept: Raw, path: str) -> list[Raw]:
    made: list[Raw] = []
    said: list[Raw] = []
    for index, block in enumerate(blocks):
        if block.get("type") != "tool_result":
            said.append(block)
            continue
        if said:
            made.append({**kept, "role": role, "content": _join_text_blocks(said)})
            said = []
        made.append(_tool_result_message(block, kept if role == "tool" else {}, f"{path}.content[{index}]"))
    if said:
        made.append({**kept, "role": role, "content": _join_text_blocks(said)})
    return made


def _tool_result_message(block: Raw, kept: Raw, path: str) -> Raw:
    call_id = clean_id(block.get("tool_use_id", kept.get("tool_call_id")))
    content = result_content(block.get("content", block.get("tool_result")), path)
    made: Raw = {**kept, "role": "tool", "content": content}
    made.pop("tool_call_id", None)
    if call_id is not None:
        made["tool_call_id"] = call_id
    if block.get("is_error") is True:
        made["is_error"] = True
    return made


def _join_text_blocks(blocks: list[Raw]) -> str | list[Any]:
    text = joined(blocks, _TEXT, "\n")
    return blocks if text is None else text
