"""The copy of what a server works on, made before the server is started at all, and how a manifest tells it.

A server that was asked for its tools on the original might have written to it already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.chat import JsonObject
from evalwright.errors import UsageError

from .source_access import SourceAccess
from .sources import McpTarget, target_of
from .state import FixedPlace, on_the_copy, state_parts, texts_that_name


def copied_state(
    source: str, access: SourceAccess, paths: Sequence[str], told: Sequence[Mapping[str, Any]] = ()
) -> tuple[FixedPlace | None, McpTarget | None]:
    """Copies of these paths, and the server of a source on them; nothing of either where no path is named.

    `told`: what a manifest says of each part, so that it has the place that it had when the rows were made.
    """
    if not paths:
        return None, None
    target = target_of(source, access)
    if target is None or not target.command:
        raise UsageError.named("state.needs_command", source=source[:200])
    names = [str(each.get("name", "")) for each in told]
    named = [[text for text in each.get("named", ()) if isinstance(text, str)] for each in told]
    place = FixedPlace(state_parts(paths, names))
    try:
        return place, on_the_copy(target, place.parts, named)
    except BaseException:
        place.close()
        raise


def state_facts(source: str, access: SourceAccess, place: FixedPlace | None) -> list[JsonObject]:
    """What a manifest says of each part: how it was named, what it is called at its place, and what it held."""
    target = target_of(source, access) if place is not None else None
    if place is None or target is None:
        return []
    digests = place.digests()
    return [
        {
            "path": str(part.original),
            "name": part.name,
            "named": texts_that_name(target, part),
            "digest": digests[part.name],
        }
        for part in place.parts
    ]
