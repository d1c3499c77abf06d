"""ms-swift's messages: calls and results as messages of roles of their own, tools as JSON text, the worse answer of a
pair as `rejected_response`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from evalwright.chat import Conversation, Message, calls_of

from .parts import Record, call_text, text_of_content


def write_swift(conversation: Conversation) -> Record:
    """The record."""
    made: Record = {} if conversation.id is None else {"id": conversation.id}
    made["messages"] = [each for message in conversation.messages for each in _swift_messages(message)]
    if conversation.tools:
        made["tools"] = json.dumps([tool.to_dict() for tool in conversation.tools], ensure_ascii=False)
    metadata = dict(conversation.metadata)
    rejected = metadata.pop("rejected", None)
    if rejected and "chosen_from" not in metadata:
        made["rejected_response"] = rejected
    elif rejected:
        metadata["rejected"] = rejected
    return {**made, "metadata": metadata} if metadata else made


def _swift_messages(message: Message) -> Iterator[Record]:
    calls, text = calls_of(message), text_of_content(message.get("content"))
    if message["role"] == "tool":
        yield {"role": "tool_response", "content": text}
        return
    if text or not calls:
        yield {"role": message["role"], "content": text}
    for call in calls:
        yield {"role": "tool_call", "content": call_text(call)}
