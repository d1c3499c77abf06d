"""Pairs for preference training: the same prompt, the answer that is right, and one that is not.

The right answer is the conversation's last message; the wrong one must stand in its metadata under `rejected`, as a
message, a list of messages or a text. Nothing here makes up a wrong answer.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import ChatError, Conversation, read_messages
from evalwright.text import phrase, said_by

from .parts import Record, Unfit

_SHAPE = '{"role": "assistant", "content": "..."}'


def write_dpo(conversation: Conversation) -> Record:
    """The pair, with `prompt`, `chosen`, `rejected` and the tools."""
    *prompt, chosen = conversation.messages
    if chosen["role"] != "assistant" or not prompt:
        raise Unfit(phrase("convert.unfit.no_answer"))
    made: Record = {} if conversation.id is None else {"id": conversation.id}
    made |= {"prompt": prompt, "chosen": [chosen], "rejected": _rejected(conversation.metadata.get("rejected"))}
    if conversation.tools:
        made["tools"] = [tool.to_dict() for tool in conversation.tools]
    return made


def _rejected(given: Any) -> list[Any]:
    if not given:
        raise Unfit(phrase("convert.unfit.no_rejected", shape=phrase("convert.unfit.such_as", shape=_SHAPE)))
    if isinstance(given, str):
        return [{"role": "assistant", "content": given}]
    try:
        made = read_messages(given if isinstance(given, list) else [given])
    except ChatError as error:
        raise Unfit(phrase("convert.unfit.rejected_message", error=said_by(error))) from None
    if not made or made[0]["role"] != "assistant":
        raise Unfit(phrase("convert.unfit.rejected_role", shape=phrase("convert.unfit.such_as", shape=_SHAPE)))
    return list(made)
