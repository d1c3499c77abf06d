"""A question of the Berkeley Function-Calling Leaderboard (BFCL) as an item.

In flow a row of a category's file and the row of its possible answers; out comes an item with OpenAI's tools, one
expected call for each possible answer, and the rules that say what else is right. Rows are data from elsewhere: what
has another shape, or is of a kind that has no calls to compare (several turns, Java, JavaScript), is a ValueError with
a sentence.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject, read_messages
from evalwright.data import own_id
from evalwright.text import phrase

from .bfcl_answers import AnswerRules, read_possible_answer

_TYPE_NAMES = {
    "integer": "integer",
    "float": "number",
    "number": "number",
    "double": "number",
    "string": "string",
    "any": "string",
    "boolean": "boolean",
    "bool": "boolean",
    "array": "array",
    "list": "array",
    "tuple": "array",
    "dict": "object",
    "object": "object",
}
_OTHER_LANGUAGES = ("java", "javascript", "simple_java", "simple_javascript")
_SCHEMA_DEEPEST = 20


def category_of(identifier: str) -> str:
    """The category that an id names: `live_simple` of `live_simple_4-3-0`."""
    return identifier.rpartition("_")[0]


def is_bfcl_question(value: Any) -> bool:
    """Whether a row is a question."""
    return isinstance(value, dict) and "question" in value and "function" in value


def bfcl_item(record: JsonObject, answers: object) -> JsonObject:
    """The item of a question; `answers`: its `ground_truth`, None where its category has none."""
    identifier = own_id(record)
    if identifier is None:
        raise ValueError(phrase("import.bfcl.no_id"))
    category = category_of(identifier)
    if category in _OTHER_LANGUAGES:
        raise ValueError(phrase("import.bfcl.language", category=category))
    functions = _functions_of(record)
    item: JsonObject = {
        "id": identifier,
        "messages": _messages_of(record["question"]),
        "tools": [_tool_of(function) for function in functions],
    }
    return item | _expected(category, functions, answers) | {"metadata": {"source": "BFCL", "category": category}}


def _messages_of(question: object) -> list[Any]:
    """The messages of the one turn; older files have the user's words alone."""
    if isinstance(question, str):
        question = [[{"role": "user", "content": question}]]
    if not isinstance(question, list) or not question:
        raise ValueError(phrase("import.bfcl.question"))
    if len(question) > 1 and all(isinstance(turn, list) for turn in question):
        raise ValueError(phrase("import.bfcl.turns", num=len(question)))
    return read_messages(question[0] if isinstance(question[0], list) else question)


def _functions_of(record: JsonObject) -> list[JsonObject]:
    functions = record["function"]
    functions = [functions] if isinstance(functions, dict) else functions
    if not isinstance(functions, list):
        raise ValueError(phrase("import.bfcl.functions"))
    for function in functions:
        parameters = function.get("parameters") if isinstance(function, dict) else None
        properties = parameters.get("properties") if isinstance(parameters, dict) else None
        if not isinstance(properties, dict) or not isinstance(function.get("name"), str) or not function["name"]:
            raise ValueError(phrase("import.bfcl.functions"))
        if not all(isinstance(each, dict) for each in properties.values()):
            raise ValueError(phrase("import.bfcl.functions"))
    return functions


def tool_name(function: str) -> str:
    """The name that a tool has in requests, which take no dots."""
    return function.replace(".", "_")


def _tool_of(function: JsonObject) -> JsonObject:
    """OpenAI's shape of a function document."""
    made = {"name": tool_name(function["name"]), "parameters": _schema_of(function["parameters"], 0)}
    if isinstance(function.get("description"), str):
        made["description"] = function["description"]
    return {"type": "function", "function": made}


def _schema_of(value: JsonObject, depth: int) -> JsonObject:
    """JSON Schema of a parameter: the same but for the names of types, and for `required` that is no list."""
    if depth > _SCHEMA_DEEPEST:
        raise ValueError(phrase("import.bfcl.functions"))
    made = {key: each for key, each in value.items() if key != "required" or isinstance(each, list)}
    if "type" in made:
        kind = made["type"]
        if not isinstance(kind, str) or kind not in _TYPE_NAMES:
            raise ValueError(phrase("import.bfcl.type", type=repr(kind)[:80]))
        made["type"] = _TYPE_NAMES[kind]
    if isinstance(made.get("items"), dict):
        made["items"] = _schema_of(made["items"], depth + 1)
    if isinstance(made.get("properties"), dict):
        inner = ((key, each) for key, each in made["properties"].items() if isinstance(each, dict))
        made["properties"] = {key: _schema_of(each, depth + 1) for key, each in inner}
    return made


def _expected(category: str, functions: list[JsonObject], answers: object) -> JsonObject:
    """The calls that are due, their rules, and why the answers themselves cannot be right."""
    if "irrelevance" in category:
        return {"expected_output": {"role": "assistant", "tool_calls": []}}
    if "relevance" in category:
        raise ValueError(phrase("import.bfcl.relevance", category=category))
    if answers is None:
        raise ValueError(phrase("import.bfcl.no_answers"))
    if not isinstance(answers, list) or not answers:
        raise ValueError(phrase("import.bfcl.answers"))
    read = [_answer_of(each, functions) for each in answers]
    calls = [
        {
            "type": "function",
            "id": f"call_{number}",
            "function": {"name": each.name, "arguments": each.arguments_text()},
        }
        for number, each in enumerate(read, 1)
    ]
    made: JsonObject = {
        "expected_output": {"role": "assistant", "tool_calls": calls},
        "argument_rules": [each.rules for each in read],
    }
    never = next((each.never_right for each in read if each.never_right), None)
    return made if never is None else made | {"unfair": never}


def _answer_of(answer: object, functions: list[JsonObject]) -> AnswerRules:
    if not isinstance(answer, dict) or len(answer) != 1:
        raise ValueError(phrase("import.bfcl.answers"))
    ((name, values),) = answer.items()
    function = next((each for each in functions if each["name"] == name), None)
    if function is None:
        raise ValueError(phrase("import.bfcl.unknown_function", name=repr(name)[:80]))
    if not isinstance(values, dict) or not all(isinstance(each, list) for each in values.values()):
        raise ValueError(phrase("import.bfcl.answers"))
    return read_possible_answer(tool_name(name), function["parameters"], values)
