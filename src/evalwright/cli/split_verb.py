"""evalwright split: train and validation files that have nothing in common, with the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .output import json_option, result, say
from .paths import FileIn, FolderOut, Verb

if TYPE_CHECKING:
    from evalwright.data import Split


def _split_files() -> tuple[str, ...]:
    from evalwright.data import SPLIT_FILES

    return SPLIT_FILES


@click.command("split", cls=Verb, short_help="Split into train and validation files that share nothing.")
@click.argument("file", type=FileIn())
@click.option(
    "-o",
    "--out",
    type=FolderOut(_split_files),
    required=True,
    metavar="DIR",
    help="Folder for train.jsonl, valid.jsonl and leaks.json.",
)
@click.option("--valid-share", default=0.2, show_default=True, help="The share of the validation file.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same files.")
@click.option(
    "--entity-max-share",
    default=0.2,
    show_default=True,
    help="What stands in more conversations than this share is nobody's, and joins nothing.",
)
@click.option("--skip-bad-rows", is_flag=True, help="Leave broken rows out and name them, instead of stopping.")
@json_option
def command(
    file: str, out: str, valid_share: float, seed: int, entity_max_share: float, skip_bad_rows: bool, as_json: bool
) -> None:
    """Split FILE so that no user, order, plan or wording stands on both sides."""
    from evalwright.data import split

    done = split(
        file,
        out,
        valid_share=valid_share,
        seed=seed,
        entity_max_share=entity_max_share,
        skip_bad_rows=skip_bad_rows,
    )
    for row in done.bad_rows:
        say(f"left out: {row}")
    result(done.to_dict(), lambda: _words(done, out), as_json=as_json)


def _words(done: Split, out: str) -> str:
    lines = [
        f"{done.conversations} conversations -> {len(done.train)} train, {len(done.valid)} valid"
        f" ({done.reached_share:.1%}) in {out}",
        f"{done.groups} groups that share nothing, the largest of {done.largest_group}",
        "on both sides:  " + "  ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in done.leaks.items()),
    ]
    if done.common:
        shown = ", ".join(f"{name} ({count})" for name, count in list(done.common.items())[:5])
        lines.append(f"in too many conversations to be anybody's: {shown}")
    return "\n".join([*lines, *(f"remark: {text}" for text in done.remarks)])
