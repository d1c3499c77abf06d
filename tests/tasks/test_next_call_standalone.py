"""A hosted score is the local score: items with several right answers, drawn at random, graded by task and file."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from evalwright.scoring import MatchRules, standalone_grader
from evalwright.tasks import InvalidItemError, make_task
from tests.scoring.scoring_help import SHOP, call, text_call

RULES: list[Any] = [
    "casefold",
    "whitespace",
    "punctuation",
    "unordered",
    "bfcl",
    "number_type",
    {"permute_together": ["items", "old"]},
    {"any_of": ["b", 2, ["x", "y"], {"city": "Bern"}]},
    {"optional": True},
    "free_text",
    "expression",
    "ignore",
    {"tolerance": 0.5},
    ["casefold", {"any_of": ["B c"]}, {"optional": True}],
    "no_such_rule",
    {"tolerance": "wide"},
    7,
]
VALUES: list[Any] = ["a", "A", " a", "a.", "b", "", "1+1", "2", 2, 2.0, 2.4, None, True, ["x", "y"], ["y", "x"], []]
PARAMETERS = ["id", "limit", "note", "items", "old", "address", "address.city", "*"]


def drawn_call(draw: random.Random) -> dict[str, Any]:
    if draw.random() < 0.05:
        return text_call(draw.choice(["{", "", '{"id": "a", "id": "b"}', "[]"]))
    given = {key: draw.choice(VALUES) for key in ("id", "limit", "note", "items", "old") if draw.random() < 0.5}
    if draw.random() < 0.3:
        given["address"] = {"city": draw.choice(["Bern", "BERN", "Basel"])}
    return call(draw.choice(["order", "order", "order", "list", "nowhere"]), **given)


def drawn_rules(draw: random.Random, calls: int) -> Any:
    if draw.random() < 0.05:
        return draw.choice([[], {}, "casefold", [None], [[]], [{"id": "casefold"}] * (calls + 1)])
    sound = RULES if draw.random() < 0.1 else RULES[:-3]
    return [{draw.choice(PARAMETERS): draw.choice(sound) for _ in range(draw.randint(0, 3))} for _ in range(calls)]


def drawn_item(draw: random.Random, number: int) -> dict[str, Any]:
    due = [drawn_call(draw) for _ in range(draw.choice([0, 1, 1, 1, 2, 3]))]
    made = {"id": str(number), "tools": SHOP, "expected_output": {"role": "assistant", "tool_calls": due}}
    made["messages"] = [{"role": "user", "content": "a 2"}]
    if draw.random() < 0.6:
        made["argument_rules"] = drawn_rules(draw, len(due))
    if draw.random() < 0.6:
        made["acceptable"] = [drawn_alternative(draw) for _ in range(draw.randint(0, 3))]
    if draw.random() < 0.05:
        made["acceptable"] = draw.choice([{}, "any", [7], [{"tool_calls": None}], [{"tool_calls": []}] * 21])
    return made


def drawn_alternative(draw: random.Random) -> dict[str, Any]:
    calls = [drawn_call(draw) for _ in range(draw.choice([0, 1, 1, 2]))]
    made: dict[str, Any] = {"tool_calls": calls, "why": draw.choice(["same-kind", "\x1b[2J", "", None])}
    if draw.random() < 0.3:
        made["argument_rules"] = drawn_rules(draw, len(calls))
    return made


def drawn_sample(draw: random.Random, item: dict[str, Any]) -> dict[str, Any]:
    """Often what was expected, or an alternative, in another order or with another value; sometimes anything."""
    answers = [item["expected_output"]["tool_calls"]]
    if isinstance(item.get("acceptable"), list):
        answers += [each["tool_calls"] for each in item["acceptable"] if isinstance(each, dict) and each["tool_calls"]]
    made = list(draw.choice(answers))
    draw.shuffle(made)
    made = [drawn_call(draw) if draw.random() < 0.3 else each for each in made][: draw.choice([9, 9, 9, 1])]
    text, finish = draw.choice(["Hello.", "Hello.", " ", None]), draw.choice(["stop", None, "length", "content_filter"])
    return {"output_tools": made or draw.choice([None, []]), "output_text": text, "finish_reason": finish}


def told(score: float | None, verdict: str, details: dict[str, Any]) -> list[Any]:
    named = [details.get(key) for key in ("rules", "matched", "gold_alone", "expected", "given")]
    return [score, verdict, json.loads(json.dumps(named))]


def by_task(task: Any, item: dict[str, Any], sample: dict[str, Any]) -> list[Any]:
    try:
        review = task.review(task.read(item, item["id"]), sample)
    except InvalidItemError:
        return [None, "invalid_item"]
    return told(review["score"]["next_call_score"], review["verdict"], review["details"])


@pytest.mark.parametrize("mode", ["schema", "exact", "foundry"])
def test_items_with_several_right_answers_are_graded_alike_by_task_and_file(mode: str, count: int = 500) -> None:
    draw, seen = random.Random(count), Counter[str]()
    task = make_task("next_call", {"match": mode})
    space: dict[str, Any] = {"__name__": "grader"}
    exec(standalone_grader(MatchRules(mode=mode)), space)  # type: ignore[arg-type]
    for number in range(count):
        item = drawn_item(draw, number)
        sample = drawn_sample(draw, item)
        review = space["review"](sample, item)
        hosted = told(review["score"], review["verdict"], review["details"])
        local = by_task(task, item, sample)
        if mode == "foundry" and local[1] == "invalid_item":  # the reference grades against a call that nobody can read
            continue
        assert hosted[: len(local)] == local, (item, sample)
        assert space["grade"](sample, item) == (hosted[0] or 0.0)
        seen.update([hosted[1], *(key for key in ("matched", "gold_alone") if key in review["details"])])
    assert mode == "foundry" or min(seen[each] for each in ("exact", "wrong_arguments", "matched", "invalid_item")) > 5
