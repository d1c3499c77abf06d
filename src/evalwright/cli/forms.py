"""What the verbs that show runs share: the language of their words, and text files beside the main result."""

from __future__ import annotations

import click

lang_option = click.option(
    "--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="The language of the words."
)


def write_text(path: str, text: str) -> None:
    """Write a file that appears whole or not at all (`-`: standard output)."""
    from evalwright.data import write_atomic

    with write_atomic(path) as out:
        out.write(text.encode("utf-8", "backslashreplace"))
