"""What is known of a set of tools, wherever they come from: the one value that every reader here makes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard

from evalwright.chat import FunctionDefinition, JsonSchema, ToolDefinition
from evalwright.text import phrase

from ..environment import Effect
from .effects import guess_effect
from .mcp_session import McpTarget
from .operation import Operation

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

    def names(self) -> list[str]:
        """The names of the tools, in order."""
        return [tool["function"]["name"] for tool in self.tools]

    def add(self, name: str, description: str, parameters: Mapping[str, Any]) -> FunctionDefinition:
        """One more tool; given back, so that more can be said of it."""
        function: FunctionDefinition = {"name": name}
        if description:
            function["description"] = description
        function["parameters"] = dict(parameters)
        self.tools.append({"type": "function", "function": function})
        return function

    def set_effect(self, name: str, stated: Effect | None, own_name: str = "") -> None:
        """What a tool does, as stated, else as its name suggests: its own one, where it is called otherwise here."""
        guess = guess_effect(own_name or name)
        # Whoever states "read only" has no word for a tool that does not even look, such as a calculator.
        self.effects[name] = guess if stated is None or (stated, guess) == ("read", "none") else stated
        if stated is None:
            self.guessed.add(name)

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
