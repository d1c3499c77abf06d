"""Grading by effect against a direct comparison of states: every mutation of every call of made rows in the shop.

The comparison below replays each conversation from its beginning for itself and follows the table of the document; it
shares nothing with the room that grades. Prints how many mutations of each kind have which effect, and every one where
the two say different things; then what grading costs with and without executing.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.call_mutations import Arguments, mutations, pool_of

_SAME_FOR_EVERYONE = ("transfer_to_human_agents", "list_all_product_types")


class Mutant(NamedTuple):
    """A call in the place of a gold one, and the effect that comparing states gives."""

    item: dict[str, Any]
    kind: str
    tool: str
    arguments: Arguments
    effect: str

    def sample(self, identifier: str) -> dict[str, Any]:
        """As an answer."""
        call = {"function": {"name": self.tool, "arguments": json.dumps(self.arguments)}}
        return {"id": identifier, "output_text": None, "output_tools": [call]}


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Compare and time; `kinds` are of no concern here."""
    del kinds
    items = make_items(folder, 20 if quick else 300)
    made = list(mutants(items))
    found = graded(folder, made)
    print(f"effects of {len(made):,} mutations of {len(items):,} calls, {sum(map(_differs, made, found))} differ")
    counts = Counter((mutant.kind, mutant.effect) for mutant in made)
    for (kind, effect), num in sorted(counts.items()):
        print(f"  {kind:<12} {effect:<10} {num:>6,}")
    for mutant, effect in zip(made, found, strict=True):
        if mutant.effect != effect:
            print(f"  DIFFERS {mutant.item['id']} {mutant.kind}: {mutant.effect} by states, {effect} graded")
    _time(folder, quick=quick)


def _differs(mutant: Mutant, effect: str) -> bool:
    return mutant.effect != effect


def make_items(folder: Path, rows: int) -> list[dict[str, Any]]:
    """Items cut from rows of the shop in both languages."""
    from evalwright.synth import Settings, synthesise
    from evalwright.workbench import expand_file

    made = synthesise(Settings(out=folder / "rows", n=rows, seed=11, langs=("en", "zh"), valid_share=0))
    expand_file(made.out / "train.jsonl", folder / "items.jsonl")
    lines = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def mutants(items: Sequence[dict[str, Any]]) -> Iterator[Mutant]:
    """Every mutation of every call, with the effect that a direct comparison of states gives."""
    rng = random.Random(11)
    pools = {
        lang: pool_of([gold_call(item) for item in items if item["environment"]["locale"] == lang])
        for lang in ("en", "zh")
    }
    for item in items:
        lang = item["environment"]["locale"]
        name, arguments = gold_call(item)
        for kind, tool, other in mutations(name, arguments, pools[lang], lang, rng):
            yield Mutant(item, kind, tool, other, direct_effect(item, tool, other))


def gold_call(item: dict[str, Any]) -> tuple[str, Arguments]:
    """The expected call of an item."""
    function = item["expected_output"]["tool_calls"][0]["function"]
    return function["name"], json.loads(function["arguments"])


def direct_effect(item: dict[str, Any], tool: str, arguments: Arguments) -> str:
    """What comparing states and results says, from a replay of the whole conversation."""
    state = _state_of(item)
    name, expected = gold_call(item)
    right, given = state.fork(), state.fork()
    right_result, given_result = right.call(name, expected), given.call(tool, arguments)
    before, wanted, left = state.hash(), right.hash(), given.hash()
    if left != before and left != wanted:
        return "harm"
    if not given_result.ok and left == before:
        return "refused"
    telling = name not in _SAME_FOR_EVERYONE and right_result.content not in ("", "{}", "[]", "null")
    equal = given_result.content == right_result.content and left == wanted
    if tool == name and right_result.ok and telling and equal:
        return "same"
    return "not_done" if wanted != before and left == before else "harmless"


def _state_of(item: dict[str, Any]) -> Any:
    """The shop after the calls of the history, which must give what they gave."""
    from evalwright.synth import EnvironmentSpec, make_environment

    stated = item["environment"]
    state = make_environment("shop", EnvironmentSpec(stated["seed"], stated["locale"])).fork()
    faults = dict(stated.get("faults", ()))
    results = {each["tool_call_id"]: each["content"] for each in item["messages"] if each["role"] == "tool"}
    calls = [call for message in item["messages"] for call in message.get("tool_calls") or ()]
    for number, call in enumerate(calls, 1):
        if number not in faults:
            function = call["function"]
            done = state.call(function["name"], json.loads(function["arguments"]))
            assert done.content == results[call["id"]], item["id"]
    return state


def graded(folder: Path, made: Sequence[Mutant]) -> list[str]:
    """The effects that grading gives, of items with ids of their own."""
    from evalwright.run import open_grading

    items, samples = folder / "mutants.jsonl", folder / "answers.jsonl"
    with items.open("w", encoding="utf-8") as out, samples.open("w", encoding="utf-8") as answers:
        for number, mutant in enumerate(made):
            print(json.dumps({**mutant.item, "id": str(number)}), file=out)
            print(json.dumps(mutant.sample(str(number))), file=answers)
    with open_grading(items, samples, environment="shop") as grading:
        return [review["effect"] for review in grading.reviews()]


def _time(folder: Path, *, quick: bool) -> None:
    """What grading a file costs, of every three answers one right, and the same with the answers executed."""
    from evalwright.run import open_grading

    items, samples = folder / "items.jsonl", folder / "samples.jsonl"
    lines = items.read_text(encoding="utf-8").splitlines()
    calls = [json.loads(line)["expected_output"]["tool_calls"] for line in lines]
    rng = random.Random(3)
    with samples.open("w", encoding="utf-8") as out:
        for number, line in enumerate(lines):
            given = calls[number] if number % 3 == 0 else rng.choice(calls)
            print(json.dumps({"id": json.loads(line)["id"], "output_text": None, "output_tools": given}), file=out)

    def grade(environment: str | None) -> None:
        with open_grading(items, samples, folder / "reviews.jsonl", environment=environment) as grading:
            for _ in grading.reviews():
                pass

    without, executed = (_least(partial(grade, environment), 2 if quick else 5) for environment in (None, "shop"))
    print(f"grading {len(lines):,} answers: executing them as well takes {executed / without:.2f} times as long (CPU)")


def _least(work: Callable[[], None], times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)
