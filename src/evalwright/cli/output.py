"""What verbs say: one JSON document on standard output with --json, else words for people; all else on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from evalwright.secrecy import redacted, redacted_tree

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")


def say(text: str) -> None:
    """A remark, on standard error, so that standard output holds nothing but the result."""
    click.echo(redacted(text), err=True)


def result(document: dict[str, Any], words: Callable[[], str], *, as_json: bool, to_stderr: bool = False) -> None:
    """The result of a verb: the document, or the same in words."""
    from evalwright.data import dumps_pretty

    if as_json:
        sys.stdout.buffer.write(dumps_pretty(redacted_tree(document)))
        sys.stdout.buffer.flush()
    else:
        click.echo(redacted(words()), err=to_stderr)
