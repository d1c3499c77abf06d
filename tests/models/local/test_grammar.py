"""The grammar of calls: llama.cpp takes it, and it holds every tool and nothing of the schemas' own names."""

from __future__ import annotations

from typing import Any

import llama_cpp
import pytest

from evalwright.models import AnswerError
from evalwright.models.local.grammar import calls_grammar


def tool(name: str, parameters: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


SCHEMAS: list[Any] = [
    None,
    {},
    {"type": "object", "properties": {"a": {"type": "string"}, "b": {"enum": ["x", 1]}}, "required": ["a"]},
    {
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/p"}},
        "$defs": {"p": {"type": "array", "items": {"type": "integer"}}},
    },
    {"type": "object", "properties": {'é "q" [x]': {"type": ["string", "null"]}}},
]


def test_the_grammar_of_several_tools_is_taken() -> None:
    text = calls_grammar([tool(f'n"{number}', schema) for number, schema in enumerate(SCHEMAS)])
    assert llama_cpp.LlamaGrammar.from_string(text, verbose=False)
    assert all(f"t{number}-root ::= " in text for number in range(len(SCHEMAS)))


def test_without_tools_there_is_only_text() -> None:
    assert "call" not in calls_grammar([])


@pytest.mark.parametrize(
    "schema", [{"$ref": "http://127.0.0.1:9/x.json"}, {"$ref": "#/nowhere"}, {"type": "object", "properties": 5}]
)
def test_a_schema_that_cannot_be_put_into_it_is_an_error_of_the_item(schema: Any) -> None:
    with pytest.raises(AnswerError) as caught:
        calls_grammar([tool("f", schema)])
    assert caught.value.kind == "grammar"
