"""What verbs share: the language of their words, and text files beside the main result."""

from __future__ import annotations

import click

from evalwright.text import LANGUAGES, spoken_language, use_language

LANGUAGE = "evalwright.language"
"""Where a context tells, also when it is closed, which language was spoken."""


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Speak this language as long as the verb runs: the one place where it is chosen."""
    ctx.meta[LANGUAGE] = value or spoken_language()
    ctx.with_resource(use_language(ctx.meta[LANGUAGE]))


lang_option = click.option("--lang", type=click.Choice(LANGUAGES), callback=_speak, is_eager=True, expose_value=False)


def write_text(path: str, text: str) -> None:
    """Write a file that appears whole or not at all (`-`: standard output)."""
    from evalwright.data import write_atomic

    with write_atomic(path) as out:
        out.write(text.encode("utf-8", "backslashreplace"))
