"""Preference data: the same prompt with a better and a worse answer. The conversation is the prompt with the better
one; the worse one stands in its metadata under `rejected`, where `convert --to dpo` finds it.

`chosen_from` beside it says with which message the better answer begins, where that is not the last one.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..dialects.reading import Raw
from ..types import ChatError
from .fields import answer, earlier_turns, first_key, said_text, system_of, user, without
from .instructions import instruction_text

_LISTS = ("messages", "conversations", "conversation")
_PROMPTS = ("prompt", "question", "query", "input")
_SYSTEM = ("system", "system_prompt")


def chosen_and_rejected(record: Raw) -> Raw:
    """`chosen` and `rejected`: texts, messages, or whole conversations that differ at their end."""
    chosen, rejected = (_answer_messages(record, key) for key in ("chosen", "rejected"))
    prompt, used = _prompt_of(record)
    if prompt is None and (isinstance(record["chosen"], str) or isinstance(record["rejected"], str)):
        raise ChatError("prompt", phrase("chat.no_prompt"))
    if prompt is None or (len(chosen) > 1 and _is_whole(chosen)):
        prompt, chosen, rejected = _common_beginning(chosen, rejected)
        prompt = [*system_of(record, *_SYSTEM), *prompt]
    return _preference_record(record, prompt, chosen, rejected, "chosen", "rejected", *used, *_SYSTEM)


def two_conversations(record: Raw) -> Raw:
    """`chosen_messages` and `rejected_messages`, each a whole conversation."""
    both = [_answer_messages(record, key) for key in ("chosen_messages", "rejected_messages")]
    prompt, chosen, rejected = _common_beginning(*both)
    return _preference_record(record, prompt, chosen, rejected, "chosen_messages", "rejected_messages")


def two_responses(record: Raw) -> Raw:
    """`chosen_response` and `rejected_response` beside an instruction or a prompt."""
    prompt, used = _prompt_of(record)
    if prompt is None:
        raise ChatError("instruction", phrase("chat.no_prompt"))
    chosen, rejected = (_answer_messages(record, key) for key in ("chosen_response", "rejected_response"))
    return _preference_record(record, prompt, chosen, rejected, "chosen_response", "rejected_response", *used, *_SYSTEM)


def openai_pair(record: Raw) -> Raw:
    """OpenAI's and Azure's: `input` with messages and tools, `preferred_output`, `non_preferred_output`."""
    given = record.get("input")
    if not isinstance(given, dict) or not isinstance(given.get("messages"), list):
        raise ChatError("input.messages", phrase("chat.not_list"))
    chosen, rejected = (_answer_messages(record, key) for key in ("preferred_output", "non_preferred_output"))
    made = _preference_record(
        record, given["messages"], chosen, rejected, "input", "preferred_output", "non_preferred_output"
    )
    return {**made, **{key: value for key, value in given.items() if key not in made}}


def swift_pair(record: Raw) -> Raw:
    """ms-swift's: `messages` with the better answer, and `rejected_response`, a text or messages."""
    messages = record["messages"]
    if not isinstance(messages, list) or not messages:
        raise ChatError("messages", phrase("chat.not_list"))
    rejected = _answer_messages(record, "rejected_response")
    return _preference_record(record, messages[:-1], messages[-1:], rejected, "messages", "rejected_response")


def labelled(record: Raw) -> Raw | None:
    """KTO's: one answer, and under `label` whether it is wanted; the label stays with the record."""
    return record if isinstance(record["label"], bool) else None


def _prompt_of(record: Raw) -> tuple[list[Any] | None, tuple[str, ...]]:
    """The messages before the answer, and the keys that they stood under; None where the record has no prompt."""
    key = first_key(record, _LISTS)
    if key is not None:
        if not isinstance(record[key], list):
            raise ChatError(key, phrase("chat.not_list"))
        return [*system_of(record, *_SYSTEM), *record[key]], (key,)
    before = [*system_of(record, *_SYSTEM), *earlier_turns(record)]
    if "instruction" in record:
        return [*before, user(instruction_text(record))], ("instruction", "input", "history")
    key = first_key(record, _PROMPTS)
    if key is None:
        return None, ()
    if isinstance(record[key], list):
        return [*before, *record[key]], (key, "history")
    return [*before, user(said_text(record, key))], (key, "history")


def _answer_messages(record: Raw, key: str) -> list[Any]:
    """An answer as messages."""
    value = record[key]
    if isinstance(value, str):
        return [answer(said_text(record, key))]
    made = value if isinstance(value, list) else [value]
    if not made or not all(isinstance(each, dict) for each in made):
        raise ChatError(key, phrase("chat.no_answer"))
    return made


def _is_whole(messages: list[Any]) -> bool:
    """Whether messages begin with somebody else than the model."""
    first = messages[0]
    return first.get("role", first.get("from")) not in ("assistant", "gpt", "function_call", "tool_call")


def _common_beginning(one: list[Any], other: list[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """What two conversations begin with, and how each goes on; both must go on."""
    count = 0
    for first, second in zip(one[:-1], other[:-1], strict=False):
        if first != second:
            break
        count += 1
    if not count:
        raise ChatError("rejected", phrase("chat.no_common_prompt"))
    return one[:count], one[count:], other[count:]


def _preference_record(record: Raw, prompt: list[Any], chosen: list[Any], rejected: list[Any], *used: str) -> Raw:
    metadata = record.get("metadata")
    kept: Raw = dict(metadata) if isinstance(metadata, dict) else {}
    kept["rejected"] = rejected
    if len(chosen) > 1:
        kept["chosen_from"] = len(prompt)
    return {"messages": [*prompt, *chosen], **without(record, *used, "metadata"), "metadata": kept}
