"""evalwright demo: the whole path, offline: conversations are made, proved, cut into questions, asked and compared."""

from __future__ import annotations

from pathlib import Path

import click

from evalwright.text import localized

from .forms import lang_option
from .output import columns, say, show_words
from .paths import FolderOut, Verb

_CONVERSATIONS, _SEED = 150, 7


@click.command("demo", cls=Verb)
@click.option("-o", "--out", type=FolderOut(as_path=True), metavar="DIR")
@click.option("--llm", is_flag=True)
@lang_option
def command(out: Path | None, llm: bool) -> int:
    """Make conversations in the bundled domain, cut them into questions and compare two baselines on them."""
    if llm:
        from .demo_llm import run as run_llm

        return run_llm(out or Path("outputs/demo-llm"))
    out = out or Path("outputs/demo")
    from evalwright.data import declare_outputs
    from evalwright.run import EvalConfig, describe_evaluation, evaluate
    from evalwright.workbench import expand_file

    from .eval_verb import verdict

    data, items, run = out / "data", out / "eval.jsonl", out / "run"
    declare_outputs(items, folders=[out])
    _make(data)
    step("expand", data / "valid.jsonl", "-o", items)
    done = expand_file(data / "valid.jsonl", items)
    say(localized("demo.questions", conversations=done.conversations, items=done.items))
    models = tuple(baseline(which, data) for which in ("majority", "bigram"))
    step("eval", items, *(f"-m {model}" for model in models), "-o", run)
    evaluation = evaluate(EvalConfig(data=(str(items),), models=models, run=run, show_progress=True, replace=True))
    show_words(describe_evaluation(evaluation, columns=columns()))
    step("compare", run)
    show_words(_demo_comparison(run))
    return verdict(evaluation, None)


def _make(data: Path) -> None:
    """Conversations in both languages, and the proof that they are true."""
    from evalwright.domains.retail import NAME
    from evalwright.report import write_synthesis_page
    from evalwright.synth import Settings, prove, synthesise

    from .synth_verb import words_about
    from .verify_verb import words_of_proof

    step("synth", NAME, "-n", _CONVERSATIONS, "--seed", _SEED, "--lang", "en,zh", "-o", data)
    made = synthesise(Settings(out=data, source=NAME, n=_CONVERSATIONS, seed=_SEED, langs=("en", "zh")))
    show_words(words_about(made, write_synthesis_page(data)))
    step("verify", data)
    show_words(words_of_proof(prove(data)))


def _demo_comparison(run: Path) -> str:
    """Whether the second model is better than the first, in one sentence."""
    from evalwright.report import compare_models, comparison_sentence, matches, open_run

    return comparison_sentence(compare_models(matches([open_run(run)]))["comparisons"][0])


def baseline(which: str, data: Path) -> str:
    """The name of a baseline that has seen the training part of this data."""
    return ":".join(("baseline", which, str(data / "train.jsonl")))


def step(*words: object) -> None:
    """Say which command does the step that follows."""
    say(click.style(" ".join(map(str, ("$", "evalwright", *words))), bold=True))
