"""Help whose words come from the word files: of a verb, of its options, and those that click has in English alone.

They are looked up when help is shown, in the language of that moment, so that `--lang zh --help` is Chinese too. Only
a text that has to be wrapped loads more than click: Chinese is wrapped by columns, which click does not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from evalwright.text import in_words, localized, localized_section, recognised

Records = dict[str, tuple[str, str]]
"""By the name of an option: how it is written, and what it is for."""

_AS_IT_IS = "\b\n"
"""What click begins a paragraph with that it is not to wrap."""
_BRACKET = "  ["
_MARGIN = 2


class HelpPage(click.HelpFormatter):
    """A page of help whose lines fit, wide characters counted as the two columns that they take."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or localized("help.page.usage"))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{localized('help.page.heading', title=heading)}\n")

    def write_text(self, text: str) -> None:
        super().write_text(_wrapped(text, self.width - self.current_indent))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        listed = list(rows)
        first = min(max(len(name) for name, _ in listed), col_max) + col_spacing
        fitted = [(name, _wrapped(text, self.width - first - _MARGIN)) for name, text in listed]
        super().write_dl(fitted, col_max, col_spacing)


class _Context(click.Context):
    formatter_class = HelpPage


class Worded(click.Command):
    """A command whose help stands in the word files: `help.about.NAME`, and `help.of.NAME` for its options."""

    context_class = _Context

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(localized(f"help.about.{self.name}"))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """All options, one after another."""
        with formatter.section(localized("help.page.options")):
            formatter.write_dl(list(self.option_records(ctx).values()))

    def option_records(self, ctx: click.Context) -> Records:
        """Every option as it is shown, under the name that groups and word files know it by."""
        words = {**localized_section("help.of.every"), **localized_section("help.of").get(self.name or "", {})}
        records = {}
        for param in self.get_params(ctx):
            if isinstance(param, click.Option) and not param.hidden:
                name = "help" if "--help" in param.opts else str(param.name)
                param.help = words[name]
                if (record := param.get_help_record(ctx)) is not None:
                    records[name] = (record[0], in_words(recognised(record[1], "help.option")))
        return records


def in_our_words(error: click.ClickException) -> str:
    """What click says about a command line, in the language of the command where the word files know the sentence."""
    return _recognised_inside(" ".join(error.format_message().split()))


def _recognised_inside(text: str) -> str:
    found: Any = recognised(text, "usage")
    inner = getattr(found, "values", {})
    if "message" not in inner:
        return in_words(found)
    values = {**inner, "message": _recognised_inside(inner["message"])}
    return localized(found.key, **values)


def _wrapped(text: str, room: int) -> str:
    """The text as click wraps it, or already wrapped where it holds characters of two columns."""
    paragraphs = text.split("\n\n")
    if text.isascii() or max(map(_most_columns, paragraphs)) <= room:
        return text
    return "\n\n".join(_AS_IT_IS + "\n".join(_lines_of(paragraph, room)) for paragraph in paragraphs)


def _most_columns(text: str) -> int:
    """The columns of a text, or a few more: counted without loading what counts them exactly."""
    return len(text) + sum(not character.isascii() for character in text)


def _lines_of(paragraph: str, room: int) -> list[str]:
    """A paragraph in lines; the default of an option, which stands last in brackets, is not torn apart."""
    from evalwright.text import width, wrap

    text, bracket, default = paragraph.partition(_BRACKET)
    lines = wrap(text, room).lines
    if bracket and width(lines[-1] + bracket + default) <= room:
        return [*lines[:-1], lines[-1] + bracket + default]
    return [*lines, bracket.strip() + default] if bracket else lines
