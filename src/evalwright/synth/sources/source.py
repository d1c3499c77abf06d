"""What is known of a set of tools, wherever they come from: the one value that every reader here makes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard

from evalwright.chat import FunctionDefinition, JsonSchema, ToolDefinition
from evalwright.text import phrase

from ..environment import Effect
from .effects import guess_effect
from .mcp_session import McpTarget
from .operation import Operation

Evidence = Literal["user", "annotation", "method", "domain", "words"]
"""Why a tool is taken to read or to write: who said so, strongest first; `words` is a guess from its name."""
Kind = Literal["tools", "openapi", "mcp-stdio", "mcp-http"] | str
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_MAX_NAME = 64


@dataclass(slots=True)
class ToolSource:
    """Tools, what they are said to do, and what it takes to execute them."""

    text: str
    """The source as it was given."""
    kind: Kind
    """`tools`, `openapi`, `mcp-stdio`, `mcp-http`, or the name of an environment."""
    tools: list[ToolDefinition] = field(default_factory=list)
    """OpenAI definitions."""
    policy: str = ""
    effects: dict[str, Effect] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)
    """Tools whose effect nobody stated: it was guessed from the name."""
    output_schemas: dict[str, JsonSchema] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """What was left out or changed, each with its place."""
    operations: dict[str, Operation] = field(default_factory=dict)
    """For OpenAPI: how each tool is requested."""
    target: McpTarget | None = None
    """For MCP: where the server is."""
    remote_names: dict[str, str] = field(default_factory=dict)
    """For MCP: the server's own name of each tool."""
    evidence: dict[str, Evidence] = field(default_factory=dict)
    """For each tool who said what it does."""

    faults: dict[str, str] = field(default_factory=dict)
    """Tools whose schema cannot be used, and why."""
    parts: list[ToolSource] = field(default_factory=list)
    """The sources that this one is joined of, where it is."""

    def names(self) -> list[str]:
        """The names of the tools, in order."""
        return [tool["function"]["name"] for tool in self.tools]

    def keep(self, wanted: Collection[str]) -> None:
        """Leave out every other tool, with all that is known of it."""
        self.tools[:] = [tool for tool in self.tools if tool["function"]["name"] in wanted]
        for about in self._known():
            for name in [name for name in about if name not in wanted]:
                del about[name]
        self.guessed &= set(wanted)
        for part in self.parts:
            part.keep(wanted)

    def rename(self, name: str, new: str) -> None:
        """Call a tool otherwise; its server still knows it by its own name."""
        for tool in self.tools:
            if tool["function"]["name"] == name:
                tool["function"]["name"] = new
        for about in self._known():
            if name in about:
                about[new] = about.pop(name)
        if name in self.guessed:
            self.guessed = self.guessed - {name} | {new}

    def _known(self) -> list[dict[str, Any]]:
        """All that is known of tools, by their names."""
        return [self.effects, self.evidence, self.output_schemas, self.operations, self.remote_names, self.faults]

    def add(self, name: str, description: str, parameters: Mapping[str, Any]) -> FunctionDefinition:
        """One more tool; given back, so that more can be said of it."""
        function: FunctionDefinition = {"name": name}
        if description:
            function["description"] = description
        function["parameters"] = dict(parameters)
        self.tools.append({"type": "function", "function": function})
        return function

    def set_effect(self, name: str, stated: Effect | None, own_name: str = "", *, by: Evidence = "annotation") -> None:
        """What a tool does, as stated, else as its name suggests: its own one, where it is called otherwise here."""
        told = self._function_called(name)
        guess = guess_effect(own_name or name, told.get("parameters"), str(told.get("description") or ""))
        # Whoever states "read only" has no word for a tool that does not even look, such as a calculator.
        self.effects[name] = guess if stated is None or (stated, guess) == ("read", "none") else stated
        self.evidence[name] = by if stated is not None else "words"
        if stated is None:
            self.guessed.add(name)

    def _function_called(self, name: str) -> Mapping[str, Any]:
        functions = (tool["function"] for tool in reversed(self.tools))  # it was added a moment ago
        return next((each for each in functions if each["name"] == name), {})

    def free_name(self, wanted: str) -> str:
        """The name in the characters that every API takes, and not taken yet."""
        safe = _UNSAFE.search(wanted) is None
        base = (wanted if safe else _UNSAFE.sub("_", wanted).strip("_"))[:_MAX_NAME] or "tool"
        name, count = base, 2
        while name in self.effects:
            name, count = f"{base[: _MAX_NAME - 5]}_{count}", count + 1
        return name


def is_definition(tool: object) -> TypeGuard[ToolDefinition]:
    """Whether somebody's data defines a tool that has a name."""
    function = tool.get("function") if isinstance(tool, dict) else None
    return isinstance(function, dict) and bool(function.get("name"))


def renamed(own_name: str, name: str) -> str:
    """The note on a tool whose own name is not kept."""
    return phrase("synth.note.own_name", own_name=own_name[:80], name=name)


NO_PARAMETERS: JsonSchema = {"type": "object", "properties": {}}
"""The schema of a tool that says nothing of its parameters."""
