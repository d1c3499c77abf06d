"""Text as it reads once its escapes are undone, with the way back: which characters of the original each one was.

Servers repeat what they were sent inside JSON, addresses and pages, so a value may come back as `\\u0073k`, `%73k`,
`\\/` or `&#115;k`, and in several layers of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote

_ESCAPE = re.compile(
    r"\\+u[dD][89abAB][0-9a-fA-F]{2}\\+u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|\\+u[0-9a-fA-F]{4}"
    r"|\\+x[0-9a-fA-F]{2}"
    r"|\\+[/\"']"
    r"|\\\\"
    r"|(?:%(?:25)*[89a-fA-F][0-9a-fA-F])+"
    r"|%(?:25)*[0-7][0-9a-fA-F]"
    r"|&\#(?:[xX][0-9a-fA-F]{1,6}|[0-9]{1,7});"
    r"|&(?:amp|lt|gt|quot|apos);"
)


@dataclass(frozen=True, slots=True)
class Unescaped:
    """A text without its escapes."""

    text: str
    starts: list[int]
    """Where in `text` the meaning of each escape begins."""
    spans: list[tuple[int, int, int]]
    """For each escape: how long its meaning is, and where it begins and ends in the original."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original that these were."""
        return self._original_span(start)[0], self._original_span(end - 1)[1]

    def _original_span(self, position: int) -> tuple[int, int]:
        index = bisect_right(self.starts, position) - 1
        if index < 0:
            return position, position + 1
        length, begin, end = self.spans[index]
        past = position - self.starts[index] - length
        return (begin, end) if past < 0 else (end + past, end + past + 1)


def unescaped(text: str) -> Unescaped | None:
    """The text without its escapes; None where it has none."""
    parts: list[str] = []
    starts: list[int] = []
    spans: list[tuple[int, int, int]] = []
    position = length = 0
    for found in _ESCAPE.finditer(text):
        meaning = _meaning(found[0])
        parts += [text[position : found.start()], meaning]
        length += found.start() - position
        starts.append(length)
        spans.append((len(meaning), found.start(), found.end()))
        length += len(meaning)
        position = found.end()
    return Unescaped("".join([*parts, text[position:]]), starts, spans) if spans else None


def _meaning(escape: str) -> str:
    if escape[0] == "%":
        return unquote(re.sub(r"%(?:25)+(?=[0-9a-fA-F]{2})", "%", escape), errors="replace")
    if escape[0] == "&":
        return unescape(escape)
    plain = escape.lstrip("\\")
    if not plain:
        return "\\"
    if plain[0] not in "ux":
        return plain
    units = [int(unit, 16) for unit in re.findall(r"\\+[ux]([0-9a-fA-F]+)", escape)]
    return b"".join(unit.to_bytes(2, "big") for unit in units).decode("utf-16-be", "replace")
