"""Where a command names what its server works on, the fixed place is put in: the server then works on the copy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from evalwright.errors import UsageError

from ..sources import McpTarget
from .fixed_place import StatePart

_BEFORE, _AFTER = r"(?<![\w./~-])", r"(?![\w.~-])"


def on_the_copy(target: McpTarget, parts: Sequence[StatePart], named: Sequence[Sequence[str]] = ()) -> McpTarget:
    """The same server on the copies; UsageError where its command names one of the originals nowhere.

    `named`: for each part the texts by which a manifest's command names it.
    """
    for at, part in enumerate(parts):
        texts = [*(named[at] if at < len(named) else ()), *_ways_to_name(part.original)]
        pattern = _pattern(texts)
        moved = replace(
            target,
            command=tuple(_moved(word, pattern, part.place) for word in target.command),
            variables=tuple((name, _moved(value, pattern, part.place)) for name, value in target.variables),
        )
        if moved == target:
            raise UsageError.named("state.not_named", path=part.original, target=target)
        target = moved
    return target


def texts_that_name(target: McpTarget, part: StatePart) -> list[str]:
    """By which texts a command names a part: what has to be looked for where the part lies elsewhere."""
    words = [*target.command, *(value for _, value in target.variables)]
    pattern = _pattern(_ways_to_name(part.original))
    return sorted({found[0] for word in words for found in pattern.finditer(word)})


def _ways_to_name(original: Path) -> list[str]:
    ways = [str(original), str(original.absolute()), str(original.resolve())]
    return [way for way in dict.fromkeys(ways) if way not in (".", "/")]


def _pattern(texts: Iterable[str]) -> re.Pattern[str]:
    ways = sorted({re.escape(text.rstrip("/")) for text in texts if text.strip("/.")}, key=len, reverse=True)
    return re.compile(f"{_BEFORE}(?:{'|'.join(ways)}){_AFTER}" if ways else r"(?!)")


def _moved(text: str, pattern: re.Pattern[str], place: Path) -> str:
    return pattern.sub(lambda _: str(place), text)
