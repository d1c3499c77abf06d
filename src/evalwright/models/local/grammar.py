"""A grammar that allows only plain text or valid calls of the tools at hand, for llama.cpp.

Each tool's schema becomes rules of its own; the calls are written the Hermes way. Plain text is text without `<`, so
that nothing can begin like a call and go on otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.text import phrase

from ..protocol import AnswerError

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[A-Za-z][A-Za-z0-9_-]*')
_ROOT = 'root ::= text | call ("\\n" call)*\ntext ::= [^<]+\ncall ::= "<tool_call>\\n" function "\\n</tool_call>"\n'


def calls_grammar(tools: Sequence[Mapping[str, Any]]) -> str:
    """The grammar in llama.cpp's notation; AnswerError where a schema cannot be put into it."""
    if not tools:
        return "root ::= text\ntext ::= [^<]+\n"
    functions = [tool.get("function", tool) for tool in tools]
    rules = [_arguments(function.get("parameters"), f"t{number}-") for number, function in enumerate(functions)]
    alternatives = " | ".join(f"function{number}" for number in range(len(functions)))
    calls = [
        f"function{number} ::= {_literal(_opening(function['name']))} t{number}-root {_literal('}')}\n"
        for number, function in enumerate(functions)
    ]
    return f"{_ROOT}function ::= {alternatives}\n{''.join(calls)}{''.join(rules)}"


def _opening(name: str) -> str:
    return f'{{"name": {json.dumps(name, ensure_ascii=False)}, "arguments": '


def _arguments(schema: Any, prefix: str) -> str:
    """The rules of one tool's arguments, their names made its own."""
    from llama_cpp.llama_grammar import json_schema_to_gbnf

    wanted = schema if isinstance(schema, dict) and schema else {"type": "object", "properties": {}}
    try:
        rules = json_schema_to_gbnf(json.dumps(wanted))
    except Exception as error:  # the converter asserts, recurses and indexes as it likes
        reason = " ".join(str(error).split())[:200]
        raise AnswerError("grammar", phrase("failures.grammar", reason=reason)) from None
    return "".join(f"{_renamed(line, prefix)}\n" for line in rules.splitlines() if line.strip())


def _renamed(line: str, prefix: str) -> str:
    return _TOKEN.sub(lambda found: found[0] if found[0][0] in '"[' else prefix + found[0], line)


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
