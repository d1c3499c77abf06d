"""What an MCP tool answered, as a result of ours.

The text blocks are what a model would read, so they are the content; the structured part is the value. Nothing is
added: not the server's log, not its metadata, not a description of a picture that text cannot carry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalwright.chat import JsonError, loads
from evalwright.data import dumps

from ..environment import Result, judged

if TYPE_CHECKING:
    from mcp_types import CallToolResult

MAX_RESULT = 1_000_000
"""Bytes of one result; a conversation with a longer one could not be sent to any model."""


def refusal(sentence: str) -> Result:
    """A call that was not carried out, for a reason of our own."""
    return Result(ok=False, content=f"Error: {' '.join(sentence.split())}")


def result_of(answer: CallToolResult) -> Result:
    """The answer's text and value; too large an answer, or one without text or value, is an error.

    An error of the server's own stays as it was sent, like any other answer.
    """
    texts = [text for text in map(_text_of, answer.content) if text is not None]
    text = "\n".join(texts)
    if len(text.encode("utf-8", "replace")) > MAX_RESULT:
        return refusal("the result is larger than 1 MB")
    if answer.is_error:
        return Result(ok=False, content=text) if text.strip() else refusal("the tool gave no reason")
    if answer.structured_content is not None:
        return _structured(texts, text, answer.structured_content)
    if answer.content and not texts:
        kinds = sorted({block.type for block in answer.content})
        return refusal(f"the result is {', '.join(kinds)} content, which has no text")
    return judged(Result(ok=True, content=text, value=_value_of(text)))


def _text_of(block: Any) -> str | None:
    """The text of one content block; None for pictures, sounds and links."""
    if block.type == "text":
        return str(block.text)
    inner = getattr(block.resource, "text", None) if block.type == "resource" else None
    return inner if isinstance(inner, str) else None


def _structured(texts: list[str], text: str, value: Any) -> Result:
    written = dumps(value)
    if len(written) > MAX_RESULT:
        return refusal("the result is larger than 1 MB")
    if not texts:
        return judged(Result(ok=True, content=written.decode(), value=value))
    if isinstance(value, dict) and list(value) == ["result"] and value["result"] in (text, _value_of(text)):
        # Older protocols carry objects alone, so servers wrap a list or a number; the text is the bare one.
        value = value["result"]
    return judged(Result(ok=True, content=text, value=value))


def _value_of(text: str) -> Any:
    """What a text stands for: its JSON where it is JSON, else the text."""
    try:
        return loads(text)
    except JsonError:
        return text
