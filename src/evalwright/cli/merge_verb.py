"""evalwright merge: put the parts of an evaluation together (`eval --part`), as if one process had asked everything."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import click

from .eval_verb import show_evaluation, verdict
from .forms import lang_option
from .output import json_option, say
from .paths import Verb


@click.command("merge", cls=Verb)
@click.argument("run", type=click.Path(path_type=Path))
@lang_option
@json_option
def command(run: Path, as_json: bool) -> int:
    """Put the parts of RUN together; nobody is asked."""
    from evalwright.run import evaluate, merged_evaluation

    config, folder = merged_evaluation(run)
    with chdir(folder if folder.is_dir() else "."):
        merged = evaluate(config, say)
        show_evaluation(merged, as_json=as_json)
        return verdict(merged, None)
