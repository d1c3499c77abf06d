"""Real MCP servers that others wrote: which, where `make servers` puts them, and how each is started.

They lie in `.servers/`, apart from everything else: one Python environment and one folder of node packages. A stamp
for each server names the package that it stands for, so that installing again does only what is missing or changed.
Only the standard library is used, because this runs before anything is installed.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".servers"
PYTHON = PLACE / "python"
NODE = PLACE / "node"
MATERIAL = ROOT / "examples" / "servers" / "material.py"


@dataclass(frozen=True, slots=True)
class Server:
    """One server, as its registry knows it and as it is started."""

    name: str
    registry: Literal["npm", "pypi"]
    package: str
    """With its version: what is measured today can be measured again."""
    executable: str
    arguments: tuple[str, ...] = ()
    """`{place}` stands for what the server works on."""
    material: str | None = None
    """What it works on, as `examples/servers/material.py` names it."""
    variables: dict[str, str] = field(default_factory=dict)
    tools: tuple[str, ...] = ()
    """Some of its tools, to know it by."""

    @property
    def stamp(self) -> Path:
        """The file that says which package is installed."""
        return PLACE / f"{self.name}.installed"

    @property
    def program(self) -> Path:
        """What is started."""
        folder = PYTHON / "bin" if self.registry == "pypi" else NODE / "node_modules" / ".bin"
        return folder / self.executable

    def is_installed(self) -> bool:
        """Whether this package, in this version, is there."""
        stamped = self.stamp.is_file() and self.stamp.read_text(encoding="utf-8").strip() == self.package
        return stamped and self.program.exists()

    def source(self, place: Path) -> str:
        """The SOURCE that evalwright takes, for a server that works on this place."""
        given = {name: text.replace("{place}", str(place)) for name, text in self.variables.items()}
        words = [str(self.program), *(each.replace("{place}", str(place)) for each in self.arguments)]
        settings = "".join(f"{name}={shlex.quote(text)} " for name, text in given.items())
        return f"mcp+stdio:{settings}{shlex.join(words)}"


_SDK = "mcp==1.30.0"
"""The Python servers were written for the first line of the SDK; two of them do not start with the second."""
SERVERS = (
    Server(
        "everything",
        "npm",
        "@modelcontextprotocol/server-everything@2026.8.31",
        "mcp-server-everything",
        tools=("echo", "get-sum", "get-structured-content"),
    ),
    Server(
        "filesystem",
        "npm",
        "@modelcontextprotocol/server-filesystem@2026.8.31",
        "mcp-server-filesystem",
        ("{place}",),
        "folder",
        tools=("read_text_file", "list_directory", "write_file"),
    ),
    Server(
        "memory",
        "npm",
        "@modelcontextprotocol/server-memory@2026.8.31",
        "mcp-server-memory",
        (),
        "memory",
        {"MEMORY_FILE_PATH": "{place}"},
        tools=("read_graph", "search_nodes", "create_entities"),
    ),
    Server(
        "sequential-thinking",
        "npm",
        "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
        "mcp-server-sequential-thinking",
        tools=("sequentialthinking",),
    ),
    Server(
        "sqlite",
        "pypi",
        f"mcp-server-sqlite==2025.4.25 {_SDK}",
        "mcp-server-sqlite",
        ("--db-path", "{place}"),
        "database",
        tools=("read_query", "list_tables", "describe_table"),
    ),
    Server(
        "git",
        "pypi",
        f"mcp-server-git==2026.10.10 {_SDK}",
        "mcp-server-git",
        ("--repository", "{place}"),
        "repository",
        tools=("git_status", "git_log", "git_commit"),
    ),
    Server(
        "time",
        "pypi",
        f"mcp-server-time==2026.10.10 {_SDK}",
        "mcp-server-time",
        ("--local-timezone", "Europe/Lisbon"),
        tools=("get_current_time", "convert_time"),
    ),
    Server(
        "calculator",
        "pypi",
        f"mcp-server-calculator==0.2.1 {_SDK}",
        "mcp-server-calculator",
        tools=("calculate",),
    ),
)


def missing_servers() -> list[str]:
    """The names of the servers that are not installed."""
    return [server.name for server in SERVERS if not server.is_installed()]
