"""The options of every verb that works on the server of a SOURCE: how its state is put back, and how it is explored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .paths import FileIn

_Command = TypeVar("_Command", bound=Callable[..., Any])
_OPTIONS = (
    click.option("--base-url", metavar="U"),
    click.option("--allow-writes", is_flag=True),
    click.option("--reset", default="auto", show_default=True, metavar="HOW"),
    click.option("--reset-path", metavar="P"),
    click.option("--reset-run", metavar="COMMAND"),
    click.option("--state", multiple=True, type=FileIn(), metavar="PATH"),
    click.option("--known", type=FileIn(as_path=True), metavar="F"),
    click.option("--probe/--no-probe", default=True),
    click.option("--explore-calls", type=int, metavar="N"),
    click.option("--explore-seconds", type=float, default=300.0, show_default=True, metavar="S"),
    click.option("--explore-bytes", type=int, default=10_000_000, show_default=True, metavar="N"),
)
STATE_GROUP = ("base_url", "known", "state", "reset", "reset_run", "reset_path", "allow_writes")
TOOL_CHOICE = ("include", "exclude", "read_only", "read", "write", "call_timeout", "start_timeout")
EXPLORE_GROUP = ("probe", "explore_calls", "explore_seconds", "explore_bytes")


def source_options(command: _Command) -> _Command:
    """Add these options to a verb."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
