"""evalwright demo: the whole path on the bundled examples, offline: conversations, items, two models, a report."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from evalwright.errors import InputError

from .output import say


@click.command("demo", short_help="Run the whole path offline on the bundled examples.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("outputs/demo"),
    show_default=True,
    metavar="DIR",
    help="Where everything goes.",
)
def command(out: Path) -> int:
    """Cut the bundled retail conversations into questions and compare two baselines on them.

    No model, key or network is needed; every step is a command that can be run alone.
    """
    from evalwright.data import expand_file
    from evalwright.report import describe_evaluation, evaluate
    from evalwright.tasks import EvalConfig

    from .eval_verb import verdict

    folder = examples_folder()
    train, valid, items = folder / "train.jsonl", folder / "valid.jsonl", out / "eval.jsonl"
    _step(f"evalwright expand {valid} -o {items}")
    done = expand_file(valid, items)
    say(f"{done.conversations} conversations in English and Chinese -> {done.items} questions, one per tool call")
    models = (f"baseline:majority:{train}", f"baseline:bigram:{train}")
    _step(f"evalwright eval {items} {' '.join(f'-m {model}' for model in models)} -o {out / 'run'}")
    evaluation = evaluate(EvalConfig(data=(str(items),), models=models, run=out / "run", show_progress=True))
    click.echo(describe_evaluation(evaluation))
    _step(f"evalwright compare {out / 'run'}")
    click.echo(_comparison(out / "run"))
    return verdict(evaluation, None, "next_call_exact")


def _comparison(run: Path) -> str:
    """Whether the second model is better than the first, in one sentence."""
    from evalwright.report import compare_models, comparison_sentence, matches, open_run

    return comparison_sentence(compare_models(matches([open_run(run)]))["comparisons"][0])


def _step(text: str) -> None:
    say(click.style(f"$ {text}", bold=True))


def examples_folder() -> Path:
    """The bundled conversations: inside an installed package, or beside the sources."""
    package = Path(str(files("evalwright")))
    for folder in (package / "_examples" / "retail", package.parents[1] / "examples" / "retail"):
        if folder.is_dir():
            return folder
    raise InputError("the bundled examples are missing", path=package, cure="Install evalwright again")
