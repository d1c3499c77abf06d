"""What templates and graders may look at: the item, and the answer in the shape of hosted services.

Our samples hold `output_text` and `output_tools`; hosted graders also know `output_json` (the text read as JSON) and
`choices` (the reply as the server gave it). Both are made when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import NO_SAMPLE, JsonError, JsonObject, loads

_MAX_JSON = 1_000_000


class SampleView(dict[str, Any]):
    """An answer as templates see it."""

    def __init__(self, sample: Mapping[str, Any]) -> None:
        super().__init__(() if NO_SAMPLE in (sample.get("notes") or ()) else sample)
        if not self:  # a row without an answer: whatever is named of it is missing
            return
        if self.get("output_text") is None:  # who only called tools said nothing
            self["output_text"] = ""
        if self.get("output_tools") is None:
            self["output_tools"] = []

    def __missing__(self, name: str) -> Any:
        if name not in _MADE or not self:
            raise KeyError(name)
        self[name] = made = _MADE[name](self)
        return made

    def whole(self) -> JsonObject:
        """The same with all that can be made of it, for a grader that may look at anything."""
        return {**{name: self[name] for name in _MADE}, **self} if self else {}


def variables_of(item: Any, sample: Mapping[str, Any]) -> JsonObject:
    """The two names that templates know."""
    return {"item": item, "sample": sample if isinstance(sample, SampleView) else SampleView(sample)}


def _output_json(view: SampleView) -> Any:
    """The answer's text read as JSON; None where it is none."""
    text = view["output_text"]
    if not isinstance(text, str) or len(text) > _MAX_JSON:
        return None
    try:
        return loads(text)
    except JsonError:
        return None


def _choices(view: SampleView) -> list[JsonObject]:
    """The reply of a server that would have said this."""
    message: JsonObject = {"role": "assistant", "content": view["output_text"]}
    if view["output_tools"]:
        message["tool_calls"] = view["output_tools"]
    return [{"index": 0, "message": message, "finish_reason": view.get("finish_reason")}]


_MADE = {"output_json": _output_json, "choices": _choices}
