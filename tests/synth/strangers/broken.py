"""Domains that do not keep to the protocol."""

from __future__ import annotations

from typing import Any

from .todo import Todo


class Broken(Todo):
    """Its tools raise, its users are no records, its rules name a tool that is not there."""

    def call(self, name: str, arguments: Any) -> Any:
        if name == "get_task":
            raise KeyError("no such thing")
        return super().call(name, arguments)

    def rules(self) -> Any:
        return {"writes": ["finish_task"]}


class Half:
    """Lacks most of what an environment has."""

    name = "half"
    simulated = False

    def tools(self) -> list[dict[str, Any]]:
        return []
