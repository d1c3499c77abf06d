"""Traces of production as conversations: OpenTelemetry GenAI, OpenInference, Langfuse, LangSmith, OpenAI Agents.

In go files of spans in any order, out come the conversations that made them. Each shape has a reader of its own that
gives `Span`s; joining and assembling know nothing of shapes.
"""

from .recognise import is_trace
from .run import read_traces

__all__ = ["is_trace", "read_traces"]
