"""Which tools of a source are taken, and what the user says that they do.

A pattern that fits no tool is a mistake, said with the name that may have been meant: a typing error must not leave
a tool in that was to be left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase

from evalwright.errors import UsageError
from evalwright.text import listed, phrase

from ..environment import Effect
from ..source_access import SourceAccess
from .source import ToolSource

_SHOWN = 12


def choose_tools(source: ToolSource, access: SourceAccess) -> ToolSource:
    """The source with the effects that the user states and with the tools that are wanted, in place."""
    stated: tuple[tuple[str, tuple[str, ...], Effect], ...] = (
        ("--read", access.read, "read"),
        ("--write", access.write, "write"),
    )
    for flag, patterns, effect in stated:
        for name in _fitting(source, flag, patterns):
            source.effects[name], source.evidence[name] = effect, "user"
            source.guessed.discard(name)
    wanted = _fitting(source, "--include", access.include) if access.include else set(source.names())
    wanted -= _fitting(source, "--exclude", access.exclude)
    if access.read_only:
        wanted = _reading(source, wanted)
    if not wanted:
        raise UsageError.named("source.none_chosen", text=source.text[:200])
    source.keep(wanted)
    return source


def _fitting(source: ToolSource, flag: str, patterns: Iterable[str]) -> set[str]:
    """The tools that any of the patterns fits, by their names here or at their server."""
    found: set[str] = set()
    names = source.names()
    for pattern in patterns:
        fits = {name for name in names if _fits_any(pattern, (name, source.remote_names.get(name, name)))}
        if not fits:
            near = get_close_matches(pattern, names, n=1) or names[:_SHOWN]
            raise UsageError.named("source.no_fit", flag=flag, pattern=repr(pattern[:80]), near=listed(near))
        found |= fits
    return found


def _fits_any(pattern: str, names: Iterable[str]) -> bool:
    return any(fnmatchcase(name.casefold(), pattern.casefold()) for name in names)


def _reading(source: ToolSource, wanted: set[str]) -> set[str]:
    """Those that change nothing; said where only their names say so."""
    kept = {name for name in wanted if source.effects.get(name, "write") != "write"}
    if len(kept) < len(wanted):
        left = [name for name in source.names() if name in wanted - kept]
        source.notes.append(phrase("synth.note.writes_left_out", num=len(left), names=_some(left)))
    guessed = [name for name in source.names() if name in kept & source.guessed]
    if guessed:
        source.notes.append(phrase("synth.note.reads_by_name", num=len(guessed), names=_some(guessed)))
    return kept


def _some(names: list[str]) -> str:
    shown = listed(names[:_SHOWN])
    return phrase("common.and_more", shown=shown, num=len(names) - _SHOWN) if len(names) > _SHOWN else shown
