"""How help looks: verbs by the step of the path they serve, options by what they are about.

The groups stand here and beside each verb; their titles come from the word files. What is in no group is shown last, so
that nothing can be hidden by forgetting it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from evalwright.text import localized, localized_section

from .paths import Verb

Groups = Mapping[str, Sequence[str]]
"""By the name of a title, what stands under it."""

VERB_GROUPS: Groups = {
    "try": ("demo",),
    "make": ("tools", "explore", "scenarios", "synth", "verify", "host", "shop", "phrases"),
    "look": ("audit", "stats", "show"),
    "prepare": ("import", "curate", "split", "convert"),
    "ask": ("expand", "eval", "serve", "grade", "grader"),
    "understand": ("report", "compare", "plan", "view", "merge", "repair"),
    "train": ("finetune",),
}
_OTHER = "other"
_NAMES_AT_MOST = 28
"""A longer option has its help on the next line."""
_SHORT_LIST = 36
"""Options up to which there is room for an empty line before them."""
_OTHER_NAMES = re.compile(r", --[\w-]+")


def grouped(names: Iterable[str], groups: Groups) -> Iterator[tuple[str, list[str]]]:
    """The title and the names of every group that has any; then all others."""
    left = dict.fromkeys(names)
    for title, members in groups.items():
        found = [name for name in members if name in left]
        for name in found:
            del left[name]
        if found:
            yield title, found
    if left:
        yield _OTHER, list(left)


def write_verbs(formatter: click.HelpFormatter, verbs: Sequence[str]) -> None:
    """All verbs with their one line each, in one column over all groups."""
    lines = localized_section("help.lines")
    longest = max(map(len, verbs))
    for title, names in grouped(verbs, VERB_GROUPS):
        with formatter.section(localized(f"help.verbs.{title}")):
            formatter.write_dl([(name.ljust(longest), lines[name]) for name in names])


class GroupedCommand(Verb):
    """A verb with many options, which its help shows in groups."""

    def __init__(self, *args: Any, groups: Groups, elsewhere: Sequence[str] = (), **more: Any) -> None:
        """`elsewhere`: options that the help of another verb shows, as the words about this one say."""
        super().__init__(*args, **more)
        self.groups, self.elsewhere = groups, elsewhere

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options under their titles, close together: all of them should fit a screen."""
        records = {name: each for name, each in self.option_records(ctx).items() if name not in self.elsewhere}
        if len(records) <= _SHORT_LIST:
            formatter.write_paragraph()
        longest = max(len(record[0]) for record in records.values() if len(record[0]) <= _NAMES_AT_MOST)
        for title, names in grouped(records, self.groups):
            formatter.write_heading(localized(f"help.options.{title}"))
            formatter.indent()
            rows = [(_first_name(records[name][0]).ljust(longest), records[name][1]) for name in names]
            formatter.write_dl(rows, col_max=longest)
            formatter.dedent()


def _first_name(names: str) -> str:
    """The names of an option; of several that are too long together, the first."""
    return names if len(names) <= _NAMES_AT_MOST else _OTHER_NAMES.sub("", names)
