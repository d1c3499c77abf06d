"""What a conversation itself says to be as right as a call: whoever planned it knew, and wrote it into the metadata.

`metadata.alternatives` holds, by the id of a call, its tool and the fields of an item. They are taken only where that
call is still the one they were written for; anything of another form is left alone, for a data set may hold anything.
"""

from __future__ import annotations

from evalwright.chat import Call, Conversation, JsonObject, ToolCall, read_call

ALTERNATIVES = "alternatives"
_LISTS = ("acceptable", "argument_rules")


def knows_its_plan(conversation: Conversation) -> bool:
    """Whether a conversation tells what else is right, so that nothing has to be inferred."""
    return isinstance(conversation.metadata.get(ALTERNATIVES), dict)


def planned_fields(conversation: Conversation, call: ToolCall) -> JsonObject:
    """The fields of the item of one call; none where it is the only right one."""
    told = conversation.metadata[ALTERNATIVES].get(call.get("id"))
    made = read_call(call)
    if not isinstance(told, dict) or not isinstance(made, Call) or told.get("tool") != made.name:
        return {}
    lists = {key: told[key] for key in _LISTS if isinstance(told.get(key), list) and told[key]}
    return lists | ({"open": True} if told.get("open") is True else {})
