"""Which shape of trace a row has, and the spans in it. Every reader gives the same `Span`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .genai import genai_span, speaks_genai
from .langfuse import (
    is_langfuse,
    is_langfuse_trace,
    langfuse_span,
    langfuse_telemetry_span,
    observations_of,
    speaks_langfuse,
)
from .langsmith import is_langsmith, langsmith_span
from .openai_agents import is_openai_agents, openai_agents_span
from .openinference import openinference_span, speaks_openinference
from .span import Span, SpanError
from .telemetry import Telemetry, is_telemetry, telemetry_of

_ROWS: tuple[tuple[Callable[[Any], bool], Callable[[JsonObject], Span | None]], ...] = (
    (is_openai_agents, openai_agents_span),
    (is_langsmith, langsmith_span),
    (is_langfuse, langfuse_span),
)


def is_trace(record: Any) -> bool:
    """Whether a row is of a trace."""
    return is_telemetry(record) or is_langfuse_trace(record) or any(knows(record) for knows, _ in _ROWS)


def spans_of(record: JsonObject, wanted: Container[int] | None = None) -> Iterator[tuple[int, Span | SpanError | None]]:
    """The spans of a row by their place, or those of `wanted`: what each holds, why it cannot be read, or None where
    nothing is said or done."""
    for knows, read in _ROWS:
        if knows(record):
            yield 0, _carefully(read, record)
            return
    if is_langfuse_trace(record):
        spans = [_carefully(langfuse_span, row) for row in observations_of(record)]
        _continue_each_other([each for each in spans if isinstance(each, Span) and each.kind == "chat"])
        yield from ((place, span) for place, span in enumerate(spans) if wanted is None or place in wanted)
    elif is_telemetry(record):
        for place, each in telemetry_of(record, wanted):
            yield place, _carefully(_by_convention, each)


def _continue_each_other(chats: list[Span]) -> None:
    """One conversation where some begin with a tool's result: then the client sent no more than what was new."""
    if any(span.messages and span.messages[0].get("role") == "tool" for span in chats):
        for span in chats:
            span.conversation = span.conversation or span.trace


def _by_convention(record: Telemetry) -> Span | None:
    if speaks_langfuse(record):
        return langfuse_telemetry_span(record)
    if speaks_openinference(record):
        return openinference_span(record)
    return genai_span(record) if speaks_genai(record) else None


def _carefully(read: Callable[[Any], Span | None], record: Any) -> Span | SpanError | None:
    try:
        made = read(record)
    except SpanError as error:
        return error
    except RecursionError:
        return SpanError(phrase("chat.too_deep"))
    except (
        TypeError,
        AttributeError,
        KeyError,
        IndexError,
        ValueError,
    ):  # a value of a kind that no instrumentor writes
        return SpanError(phrase("import.traces.misshapen"))
    if made is not None and made.error is not None and made.said and _is_empty(made.messages[-1]):
        made.messages.pop()
        made.said = 0
    return made


def _is_empty(message: JsonObject) -> bool:
    """Whether this stands where an answer was due and none came."""
    return not message.get("content") and not message.get("tool_calls")
