"""Templates of messages: what a model is asked, or a judge, with the values of a row put in.

Hosted services write a message as `{role, content}`, also with `type: message`; content is text, a part or a list of
parts. Out come messages of the chat protocol: parts of text, images and sound in its shape, one part of text as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonObject, Message

from .errors import CriteriaError
from .template import Template, Variables

ROLES = ("system", "developer", "user", "assistant", "tool")
_MAX_MESSAGES = 1000
_TEXTS = ("input_text", "output_text", "text")


class MessageTemplates:
    """A list of messages with places for values."""

    def __init__(self, given: Any, param: str) -> None:
        """Read them; CriteriaError with the field at fault."""
        if not isinstance(given, list) or not given or len(given) > _MAX_MESSAGES:
            raise CriteriaError.named("criteria.messages", param=param, most=_MAX_MESSAGES)
        self._messages = [_message(each, f"{param}[{number}]") for number, each in enumerate(given)]

    def fill(self, variables: Variables) -> list[Message]:
        """The messages of a row; MissingVariableError where it lacks something."""
        made: Any = [
            {**message, "content": _filled(message["content"], variables)} if "content" in message else dict(message)
            for message in self._messages
        ]
        messages: list[Message] = made
        return messages

    @property
    def templates(self) -> list[Template]:
        """Every text in them."""
        found: list[Template] = []
        _collect([message.get("content") for message in self._messages], found)
        return found


def _message(given: Any, param: str) -> JsonObject:
    if not isinstance(given, Mapping) or given.get("type", "message") != "message":
        raise CriteriaError.named("criteria.message", param=param)
    if given.get("role") not in ROLES:
        raise CriteriaError.named("criteria.role", param=f"{param}.role", given=repr(given.get("role"))[:60])
    made = {name: value for name, value in given.items() if name != "type"}
    if "content" in made:
        made["content"] = _content(made["content"], f"{param}.content")
    return made


def _content(given: Any, param: str) -> Any:
    if given is None:
        return None
    if isinstance(given, str):
        return Template(given, param)
    if isinstance(given, Mapping):
        return _one_or_parts([_part(given, param)])
    if isinstance(given, list) and given:
        return _one_or_parts([_part(each, f"{param}[{number}]") for number, each in enumerate(given)])
    raise CriteriaError.named("criteria.content", param=param)


def _one_or_parts(parts: list[JsonObject]) -> Any:
    """One part of text is text, which every server takes."""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def _part(given: Any, param: str) -> JsonObject:
    """A part of a message in the shape of the chat protocol, its texts as templates."""
    if isinstance(given, str):
        return {"type": "text", "text": Template(given, param)}
    kind = given.get("type") if isinstance(given, Mapping) else None
    if kind in _TEXTS and isinstance(given.get("text"), str):
        return {"type": "text", "text": Template(given["text"], f"{param}.text")}
    if kind in ("input_image", "image_url"):
        inner = given.get("image_url")
        url, more = (inner.get("url"), inner) if isinstance(inner, Mapping) else (inner, given)
        if isinstance(url, str):
            detail = {"detail": more["detail"]} if isinstance(more.get("detail"), str) else {}
            return {"type": "image_url", "image_url": {"url": Template(url, f"{param}.image_url"), **detail}}
    if kind == "input_audio":
        sound = given.get("input_audio", given)
        if isinstance(sound, Mapping) and isinstance(sound.get("data"), str):
            data = Template(sound["data"], f"{param}.data")
            return {"type": "input_audio", "input_audio": {"data": data, "format": str(sound.get("format", "wav"))}}
    raise CriteriaError.named("criteria.content", param=param)


def _filled(value: Any, variables: Variables) -> Any:
    if isinstance(value, Template):
        return value.fill(variables)
    if isinstance(value, list):
        return [_filled(each, variables) for each in value]
    if isinstance(value, dict):
        return {name: _filled(each, variables) for name, each in value.items()}
    return value


def _collect(value: Any, found: list[Template]) -> None:
    if isinstance(value, Template):
        found.append(value)
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            _collect(each, found)
