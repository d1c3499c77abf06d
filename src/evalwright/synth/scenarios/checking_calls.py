"""The calls of a scenario against the tools that there are: names, required arguments, constants and their types.

Only what is certain without a call is told: a reference may turn out to be anything, a template is always a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.chat import Toolbox, ToolDefinition, toolbox

from ..environment import Effect
from .findings import Findings, nearest_hint
from .model import Argument, Fact, Reference, Scenario, Step, Template
from .references import references_in
from .scope import MISSING, follow

NO_FACTS: Mapping[str, Fact] = {}
_MOST_VALUES = 200
"""Values of one list that are held against a schema."""


class CallCheck:
    """Checks calls against definitions."""

    def __init__(
        self,
        findings: Findings,
        tools: Sequence[ToolDefinition],
        effects: Mapping[str, Effect],
        values: Mapping[str, Fact] = NO_FACTS,
    ) -> None:
        """`values`: what the file itself lists, each of which a call may be made with."""
        self._findings, self._effects, self._values = findings, effects, values
        self.names = [str(tool["function"]["name"]) for tool in tools]
        box = toolbox(tools)
        self._schemas = {name: box.parameters(name) or {} for name in self.names}

    def has_tools_of(self, scenario: Scenario) -> bool:
        """Whether every tool of a scenario is there, so that its rules can be looked at."""
        return all(step.tool in self._schemas for step in scenario.steps)

    def check(self, step: Step, *, reads: bool = False) -> None:
        """What is wrong with one call; `reads`: it must be one that changes nothing."""
        if step.tool not in self._schemas:
            hint = nearest_hint(step.tool, self.names)
            self._findings.add(step.line, "unknown_tool", name=step.tool[:100], hint=hint)
            return
        if reads and self._effects.get(step.tool, "read") == "write":
            self._findings.add(step.line, "people_write", name=step.tool)
        schema = self._schemas[step.tool]
        properties = schema.get("properties")
        if not isinstance(properties, Mapping):
            properties = {}
        self._check_names(step, schema, properties)
        for name, value in step.arguments.items():
            if name in properties:
                self._check_value(step, name, value, schema)

    def _check_names(self, step: Step, schema: Mapping[str, Any], properties: Mapping[str, Any]) -> None:
        open_ended = schema.get("additionalProperties") not in (None, False) or "patternProperties" in schema
        for name in step.arguments:
            if name not in properties and not open_ended:
                hint = nearest_hint(name, properties)
                self._findings.add(step.line, "unknown_argument", tool=step.tool, name=name[:100], hint=hint)
        required = schema.get("required")
        for name in required if isinstance(required, list) else ():
            if name not in step.arguments:
                self._findings.add(step.line, "missing_argument", tool=step.tool, name=str(name)[:100])

    def _check_value(self, step: Step, name: str, value: Argument, schema: Mapping[str, Any]) -> None:
        """A constant as it is, a template as some text, each value of a list; other references are left to the call."""
        if isinstance(value, Template):
            if not _takes_text(schema["properties"][name]):
                self._findings.add(step.line, "text_argument", tool=step.tool, name=name)
        elif isinstance(value, Reference) and value.name in self._values:
            fact = self._values[value.name]
            listed = [each for values in fact.values.values() for each in values[:_MOST_VALUES]]
            self._tell_problem(step, fact.line, name, [follow(each, value.path) for each in listed], schema)
        elif not any(True for _ in references_in(value)):
            self._tell_problem(step, step.line, name, [value], schema)

    def _tell_problem(self, step: Step, line: int, name: str, values: Sequence[Any], schema: Mapping[str, Any]) -> None:
        """The first of these values that the tool would not take."""
        problems = (self._problem(name, value, schema) for value in values if value is not MISSING)
        problem = next((each for each in problems if each is not None), None)
        if problem is not None:
            self._findings.add(line, "bad_argument", tool=step.tool, problem=problem.rstrip("."))

    @staticmethod
    def _problem(name: str, value: Any, schema: Mapping[str, Any]) -> str | None:
        """What the schema says of one argument by itself."""
        alone = {key: inner for key, inner in schema.items() if key in ("$defs", "definitions")}
        definition = {
            "type": "function",
            "function": {
                "name": "one",
                "parameters": {**alone, "type": "object", "properties": {name: schema["properties"][name]}},
            },
        }
        box: Toolbox = toolbox([definition])
        return None if box.schema_error("one") else box.problem("one", {name: value})


def _takes_text(schema: Any) -> bool:
    """Whether a text may be given, as far as the type says."""
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    return kind is None or "string" in (kind if isinstance(kind, list) else [kind])
