"""One question and one answer a record: Alpaca (`instruction`, `input`, `output`), query and response, prompt and
completion, with earlier turns in `history`.

Both ends must be there: a record without its answer is a fault of that record.
"""

from __future__ import annotations

from evalwright.text import phrase

from ..dialects.reading import Raw
from ..types import ChatError
from .fields import answer, earlier_turns, first_key, said_text, system_of, text_at, user, without

_ANSWERS = ("output", "response", "completion")
_QUERIES = ("query", "prompt", "question")
_OF_QUERY = {
    "query": ("response",),
    "prompt": ("completion", "response", "generation"),
    "question": ("response", "answer"),
}
_CHOICES = ("A", "B", "choices", "options", "function", "functions")
"""Keys of questions that are none of a conversation."""
_SYSTEM = ("system", "system_prompt")


def alpaca(record: Raw) -> Raw | None:
    """An instruction, what it is about, and the answer."""
    if "instruction" not in record:
        return None
    key = first_key(record, _ANSWERS)
    if key is None:
        raise ChatError("output", phrase("chat.no_answer"))
    asked = instruction_text(record)
    messages = [*system_of(record, *_SYSTEM), *earlier_turns(record), user(asked), answer(said_text(record, key))]
    return {"messages": messages, **without(record, "instruction", "input", "history", key, *_SYSTEM)}


def instruction_text(record: Raw) -> str:
    """The instruction, and on a line of its own what it is about, as training frameworks join them."""
    parts = [text_at(record, "instruction")]
    if record.get("input") is not None:
        parts.append(text_at(record, "input"))
    asked = "\n".join(part for part in parts if part)
    if not asked.strip():
        raise ChatError("instruction", phrase("chat.empty_text"))
    return asked


def query_and_response(record: Raw) -> Raw | None:
    """A question and its answer, under any of the usual names."""
    asked = first_key(record, _QUERIES)
    if asked is None or first_key(record, _CHOICES) is not None:
        return None
    key = first_key(record, _OF_QUERY[asked])
    if key is None:
        return None
    said = said_text(record, key)
    if isinstance(record[asked], list):
        messages = [*system_of(record, *_SYSTEM), *record[asked], answer(said)]
    else:
        messages = [*system_of(record, *_SYSTEM), *earlier_turns(record), user(said_text(record, asked)), answer(said)]
    return {"messages": messages, **without(record, asked, "history", key, *_SYSTEM)}
