"""What verbs say: one JSON document on standard output with --json, else words for people; all else on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import click

from evalwright.secrecy import redacted, redacted_tree

_FRAMES = ("+-", "+=", "| ")
"""How the lines of a grid begin."""
_LEAST = 10

json_option = click.option("--json", "as_json", is_flag=True)


def say(text: str) -> None:
    """A remark, on standard error, so that standard output holds nothing but the result."""
    click.echo(redacted(text), err=True)


def result(document: Mapping[str, Any], words: Callable[[], str], *, as_json: bool, to_stderr: bool = False) -> None:
    """The result of a verb: the document, or the same in words."""
    from evalwright.data import dumps_pretty, read_documents

    if as_json:
        read = read_documents()
        told = {**document, "read": read} if read else document
        sys.stdout.buffer.write(dumps_pretty(redacted_tree(told)))
        sys.stdout.buffer.flush()
    else:
        show_words(redacted(words()), to_stderr=to_stderr)


def say_what_was_read() -> None:
    """A remark on every file that was no plain file of lines: what it was taken for, and for how many rows."""
    from evalwright.data import read_documents
    from evalwright.text import listed, localized, phrase

    for read in read_documents():
        kinds = [phrase("read.dialect", dialect=name, num=num) for name, num in read["dialects"].items()]
        key = "read.file_of" if kinds else "read.file"
        say(localized(key, path=read["file"], container=read["container"], dialects=listed(kinds)))


def show_words(text: str, *, to_stderr: bool = False) -> None:
    """A text for people; on a terminal its lines end where a word ends. Tables were fitted by who made them."""
    room = columns(to_stderr=to_stderr)
    if room is not None:
        text = "\n".join(part for line in text.split("\n") for part in _folded(line, room))
    click.echo(text, err=to_stderr)


def columns(*, to_stderr: bool = False) -> int | None:
    """The columns of the terminal that the result goes to; None for a pipe or a file, which have none."""
    from evalwright.text import terminal_columns

    return terminal_columns(sys.stderr if to_stderr else sys.stdout)


def _folded(line: str, room: int) -> list[str]:
    """The line in as many as it takes, the later ones set in; a path stays in one piece, for it will be copied."""
    from evalwright.text import width, wrap

    if width(line) <= room or line.startswith(_FRAMES):
        return [line]
    inset = line[: len(line) - len(line.lstrip(" "))]
    first, *rest = wrap(line[len(inset) :], max(room - len(inset) - 2, _LEAST), whole_words=True).lines
    return [inset + first, *(f"{inset}  {part}" for part in rest)]
