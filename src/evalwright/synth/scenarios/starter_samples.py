"""The beginning of what each tool gave, as comments of a starter file, to see fields and lines to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalwright.data import dumps
from evalwright.text import localized

from ..explore import ObservedCall, World

_MOST_TOOLS, _MOST_LINES = 20, 5
_LONGEST_LINE, _LONGEST_LONE_LINE = 100, 240


def sample_lines(world: World, tools: Iterable[str]) -> Iterator[str]:
    """For each of these tools that answered: a call, and how its answer begins."""
    answered: dict[str, ObservedCall] = {}
    for call in world.calls:
        if isinstance(call, ObservedCall) and call.ok and call.content.strip():
            answered.setdefault(call.tool, call)
    shown = [answered[tool] for tool in tools if tool in answered][:_MOST_TOOLS]
    if shown:
        yield ""
        yield from (f"# {line}" for line in localized("scenarios.starter.samples").split("\n"))
    for call in shown:
        yield f"#   {call.tool} {_cut(dumps(call.arguments).decode(), _LONGEST_LINE)}"
        yield from (f"#     {line}" for line in _beginning(call.content))


def _beginning(content: str) -> list[str]:
    """The first lines of an answer, without what would end a comment or steer a terminal."""
    lines = [line.rstrip() for line in content.split("\n") if line.strip()]
    longest = _LONGEST_LONE_LINE if len(lines) == 1 else _LONGEST_LINE
    shown = [_cut(_printable(line), longest) for line in lines[:_MOST_LINES]]
    return [*shown, "…"] if len(lines) > _MOST_LINES else shown


def _printable(line: str) -> str:
    return "".join(each if each.isprintable() else " " for each in line).rstrip()


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
