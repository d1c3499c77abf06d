"""Several sources as one: the tools of all of them, under names that differ, so that one conversation may use them.

Each part stays a source of its own, with the names that its tools have in the whole, because each is executed by
somebody else.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from evalwright.errors import UsageError
from evalwright.text import phrase

from ..environment import environment_names
from ..source_access import SourceAccess
from .condensed_notes import condensed
from .process_environment import split_environment
from .read import STDIO, read_source
from .source import ToolSource
from .tool_choice import choose_tools

SEVERAL = "several"
_STARTERS = re.compile(r"(?:python|node|deno|bun|npx|uvx|uv|pipx|docker|podman|sh|bash|env|ruby|java)[\d.]*")
_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_MAX_NAME = 64


def read_sources(texts: Sequence[str], access: SourceAccess) -> ToolSource:
    """The tools of one source or of several; UsageError or InputError with the cure where there are none."""
    if len(texts) == 1:
        return read_source(texts[0], access)
    access.expect_addressed(texts, [text for text in texts if text.lower().startswith(("http://", "https://"))])
    whole = join_sources([read_source(text, access.for_part(text)) for text in texts])
    return choose_tools(whole, access)


def join_sources(parts: Sequence[ToolSource]) -> ToolSource:
    """One source with the tools of all parts; a name that is taken gets the name of its source before it."""
    whole = ToolSource(" + ".join(part.text for part in parts), SEVERAL, parts=list(parts))
    for part in parts:
        if part.kind in environment_names():
            raise UsageError.named("source.domain_alone", name=part.kind)
        for name in part.names():
            free = _free_name(whole, part, name)
            if free != name:
                whole.notes.append(phrase("synth.note.two_of_a_name", name=name, text=part.text[:80], free=free))
                part.rename(name, free)
        _take_in(whole, part)
    whole.policy = "\n\n".join(dict.fromkeys(part.policy for part in parts if part.policy))
    whole.notes[:] = condensed([*(note for part in parts for note in part.notes), *whole.notes])
    return whole


def _free_name(whole: ToolSource, part: ToolSource, name: str) -> str:
    if name not in whole.effects:
        return name
    longer = f"{source_label(part.text)}_{name}"[:_MAX_NAME]
    return whole.free_name(longer if longer not in part.effects else name)


def _take_in(whole: ToolSource, part: ToolSource) -> None:
    whole.tools += part.tools
    whole.effects |= part.effects
    whole.guessed |= part.guessed
    whole.evidence |= part.evidence
    whole.output_schemas |= part.output_schemas
    whole.operations |= part.operations
    whole.remote_names |= part.remote_names
    whole.faults |= part.faults


def source_label(text: str) -> str:
    """A short name for a source: its file's, its host's, or that of the program that is started."""
    if text.startswith(STDIO):
        _, command = split_environment(tuple(shlex.split(text[len(STDIO) :])))
        words = [PurePosixPath(word).stem for word in command if not word.startswith("-") and "=" not in word]
        name = next((word for word in words if not _STARTERS.fullmatch(word)), words[0] if words else "")
    elif "://" in text:
        name = urlsplit(text).hostname or ""
    else:
        name = PurePosixPath(text).stem
    return _UNSAFE.sub("_", name).strip("_")[:24] or "tool"
