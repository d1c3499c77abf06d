"""evalwright split: train and validation files that have nothing in common, with the proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.text import listed, localized

from .forms import lang_option
from .output import json_option, result, say
from .paths import FileIn, FolderOut, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.executor import Executor
    from evalwright.workbench import Split


def _split_files() -> tuple[str, ...]:
    from evalwright.workbench import SPLIT_FILES

    return SPLIT_FILES


@click.command("split", cls=Verb)
@click.argument("file", type=FileIn())
@click.option("-o", "--out", type=FolderOut(_split_files), required=True, metavar="DIR")
@click.option("--valid-share", default=0.2, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--entity-max-share", default=0.2, show_default=True)
@click.option("--group-by", metavar="FIELD")
@click.option("--skip-bad-rows", is_flag=True)
@workers_options
@lang_option
@json_option
def command(
    file: str,
    out: str,
    valid_share: float,
    seed: int,
    entity_max_share: float,
    group_by: str | None,
    skip_bad_rows: bool,
    as_json: bool,
    workers: Executor,
) -> None:
    """Split FILE so that no user, order, plan or wording stands on both sides."""
    from evalwright.workbench import SPLIT_FILES, split

    *sides, proof = (Path(out) / name for name in SPLIT_FILES)
    if any(side.exists() for side in sides) and not proof.exists():
        say(localized("split.cut_off", out=out))
    done = split(
        file,
        out,
        valid_share=valid_share,
        seed=seed,
        entity_max_share=entity_max_share,
        group_by=group_by,
        skip_bad_rows=skip_bad_rows,
        workers=workers,
    )
    for row in done.bad_rows:
        say(localized("common.left_out", row=row.words()))
    result(done.to_dict(), lambda: _split_summary(done, out), as_json=as_json)


def _split_summary(done: Split, out: str) -> str:
    sides = {"conversations": done.conversations, "train": len(done.train), "valid": len(done.valid)}
    leaks = "  ".join(f"{localized('split.kinds.' + kind)} {count}" for kind, count in done.leaks.items())
    lines = [
        localized("split.done", share=f"{done.reached_share:.1%}", out=out, **sides),
        localized("split.groups", groups=done.groups, largest=done.largest_group),
        localized("split.leaks", leaks=leaks),
    ]
    if done.common:
        shown = listed(f"{name} ({count})" for name, count in list(done.common.items())[:5])
        lines.append(localized("split.common", shown=shown))
    return "\n".join([*lines, *(localized("split.remark", text=text) for text in done.remarks)])
