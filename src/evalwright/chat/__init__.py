"""What a conversation is, and the one reader for every way of writing it.

Everything after this room works on canonical messages, tools and calls; only this room knows dialects. It also owns
the strict JSON reader, because what counts as readable must be one decision, and the checks against tool schemas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .answers import NO_SAMPLE, Said, Sample, Usage, find_calls, first_choice, read_said
    from .calls import Call, Unreadable, exact, plain, read_call
    from .families.templates import family_of_template
    from .families.typed import parameters_by_name
    from .families.writing import write_calls
    from .fast_json import loads_line, loads_text, simple_arguments
    from .foreign import ChatFormat, foreign_names, foreign_writer, is_read_back, register_format
    from .reader import read_conversation, read_messages, read_tools
    from .schema import Toolbox, schema_fault, toolbox
    from .shapes.exchanges import read_answer
    from .strict_json import JsonError, has_lone_surrogate, loads, loads_exact, parser_fault
    from .text_calls import TextCalls, calls_in_text
    from .text_search import TextSearch, any_of, any_of_pattern
    from .tool_failure import failure_reason, is_failure
    from .tools import plain_tools
    from .types import (
        Arguments,
        ChatError,
        Conversation,
        FunctionDefinition,
        JsonObject,
        JsonSchema,
        Message,
        Tool,
        ToolCall,
        ToolDefinition,
        calls_of,
    )

__all__ = [
    "NO_SAMPLE",
    "Arguments",
    "Call",
    "ChatError",
    "ChatFormat",
    "Conversation",
    "FunctionDefinition",
    "JsonError",
    "JsonObject",
    "JsonSchema",
    "Message",
    "Said",
    "Sample",
    "TextCalls",
    "TextSearch",
    "Tool",
    "ToolCall",
    "ToolDefinition",
    "Toolbox",
    "Unreadable",
    "Usage",
    "any_of",
    "any_of_pattern",
    "calls_in_text",
    "calls_of",
    "exact",
    "failure_reason",
    "family_of_template",
    "find_calls",
    "first_choice",
    "foreign_names",
    "foreign_writer",
    "has_lone_surrogate",
    "is_failure",
    "is_read_back",
    "loads",
    "loads_exact",
    "loads_line",
    "loads_text",
    "parameters_by_name",
    "parser_fault",
    "plain",
    "plain_tools",
    "read_answer",
    "read_call",
    "read_conversation",
    "read_messages",
    "read_said",
    "read_tools",
    "register_format",
    "schema_fault",
    "simple_arguments",
    "toolbox",
    "write_calls",
]

_LATE = {
    "answers": "NO_SAMPLE Said Sample Usage find_calls first_choice read_said",
    "calls": "Call Unreadable exact plain read_call",
    "families.templates": "family_of_template",
    "families.typed": "parameters_by_name",
    "families.writing": "write_calls",
    "fast_json": "loads_line loads_text simple_arguments",
    "foreign": "ChatFormat foreign_names foreign_writer is_read_back register_format",
    "reader": "read_conversation read_messages read_tools",
    "schema": "Toolbox schema_fault toolbox",
    "shapes.exchanges": "read_answer",
    "strict_json": "JsonError has_lone_surrogate loads loads_exact parser_fault",
    "text_calls": "TextCalls calls_in_text",
    "text_search": "TextSearch any_of any_of_pattern",
    "tool_failure": "failure_reason is_failure",
    "tools": "plain_tools",
    "types": (
        "Arguments ChatError Conversation FunctionDefinition JsonObject JsonSchema Message Tool ToolCall "
        "ToolDefinition calls_of"
    ),
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
