"""Pairs for preference training: the same prompt, the answer that is right, and one that is not.

The right answer is the conversation's last message, or all from `metadata.chosen_from` on; the wrong one must stand in
its metadata under `rejected`, as a message, a list of messages or a text. Nothing here makes up a wrong answer.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import ChatError, Conversation, read_messages
from evalwright.text import phrase, said_by

from .parts import Record, Unfit

_SHAPE = '{"role": "assistant", "content": "..."}'


def write_dpo(conversation: Conversation) -> Record:
    """The pair, with `prompt`, `chosen`, `rejected` and the tools."""
    prompt, chosen, rejected = _pair_of(conversation)
    made: Record = {} if conversation.id is None else {"id": conversation.id}
    made |= {"prompt": prompt, "chosen": chosen, "rejected": rejected}
    if conversation.tools:
        made["tools"] = [tool.to_dict() for tool in conversation.tools]
    return made


def write_openai_dpo(conversation: Conversation) -> Record:
    """The same as OpenAI and Azure take it: `input`, `preferred_output`, `non_preferred_output`."""
    prompt, chosen, rejected = _pair_of(conversation)
    given: Record = {"messages": prompt}
    if conversation.tools:
        given["tools"] = [tool.to_dict() for tool in conversation.tools]
        parallel = conversation.parallel_tool_calls
        given["parallel_tool_calls"] = True if parallel is None else parallel
    return {"input": given, "preferred_output": chosen, "non_preferred_output": rejected}


def _pair_of(conversation: Conversation) -> tuple[list[Any], list[Any], list[Any]]:
    """The prompt, the right answer and the wrong one."""
    start = conversation.metadata.get("chosen_from")
    messages: list[Any] = list(conversation.messages)
    at = start if isinstance(start, int) and 0 < start < len(messages) else len(messages) - 1
    if messages[at]["role"] != "assistant" or not at:
        raise Unfit(phrase("convert.unfit.no_answer"))
    return messages[:at], messages[at:], _rejected(conversation.metadata.get("rejected"))


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
