"""The fifteen tools as a model sees them: names, parameters, and what they do in English and in Chinese.

Each tool is written once in `tools.json`: its effect, its parameters by name, and its descriptions. The words for a
parameter are shared by all tools that take it, so that the same thing is always described the same way.
"""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from evalwright.chat import JsonSchema, ToolDefinition
from evalwright.synth.domain_kit import Effect

from .arguments import Parameters
from .files import shop_json


class ToolEntry(TypedDict):
    """A tool in `tools.json`."""

    effect: Effect
    parameters: list[str]
    en: str
    zh: str


class ParameterEntry(TypedDict):
    """A parameter in `tools.json`."""

    schema: JsonSchema
    may_be_empty: NotRequired[bool]
    en: str
    zh: str


class ToolText(NamedTuple):
    """One tool, described."""

    effect: Effect
    parameters: tuple[str, ...]
    en: str
    zh: str


def _tool(told: ToolEntry) -> ToolText:
    return ToolText(told["effect"], tuple(told["parameters"]), told["en"], told["zh"])


_PARAMETERS: dict[str, ParameterEntry] = shop_json("tools.json")["parameters"]

TOOLS: dict[str, ToolText] = {name: _tool(told) for name, told in shop_json("tools.json")["tools"].items()}
"""All tools, by name."""

REASONS: tuple[str, ...] = tuple(_PARAMETERS["reason"]["schema"]["enum"])
"""Why an order may be cancelled."""


def parameters_of(name: str) -> Parameters:
    """What a tool takes, for the check of arguments."""
    return {each: _parameter_kind(_PARAMETERS[each]) for each in TOOLS[name].parameters}


def _parameter_kind(parameter: ParameterEntry) -> str:
    if parameter["schema"]["type"] == "array":
        return "list"
    return "text" if parameter.get("may_be_empty") else "line"


def definition(name: str, locale: str) -> ToolDefinition:
    """The OpenAI definition of a tool, described in the language of the locale."""
    tool = TOOLS[name]
    properties = {each: _property(each, locale) for each in tool.parameters}
    return tool_definition(name, tool.en if locale == "en" else tool.zh, properties)


def tool_definition(name: str, description: str, properties: dict[str, JsonSchema]) -> ToolDefinition:
    """A definition that takes these properties, all of them, and nothing else."""
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _property(parameter: str, locale: str) -> JsonSchema:
    return bare_property(parameter) | {"description": _PARAMETERS[parameter]["en" if locale == "en" else "zh"]}


def bare_property(parameter: str) -> JsonSchema:
    """The schema of a parameter without a word about it; the caller's own."""
    schema = _PARAMETERS[parameter]["schema"]
    return {name: each.copy() if isinstance(each, dict | list) else each for name, each in schema.items()}
