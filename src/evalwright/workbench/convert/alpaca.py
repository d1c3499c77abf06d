"""Alpaca: one question and one answer, with earlier ones in `history`. Calls and results have no place in it."""

from __future__ import annotations

from evalwright.chat import Conversation, calls_of
from evalwright.text import phrase

from .parts import Record, Unfit, head, split_system, text_of_content


def write_alpaca(conversation: Conversation) -> Record:
    """The record; Unfit where people and model do not take turns, or anything was called."""
    system, turns = split_system(conversation.messages)
    roles = [message["role"] for message in turns]
    if not turns or roles != ["user", "assistant"] * (len(turns) // 2) or any(calls_of(turn) for turn in turns):
        raise Unfit(phrase("convert.unfit.no_turns"))
    texts = [text_of_content(message.get("content")) for message in turns]
    made: Record = {"instruction": texts[-2], "input": "", "output": texts[-1]}
    if len(texts) > 2:
        made["history"] = [texts[at : at + 2] for at in range(0, len(texts) - 2, 2)]
    return {**head(conversation), **made, "system": system} if system else {**head(conversation), **made}
