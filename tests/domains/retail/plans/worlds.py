"""Small helpers of these tests: planners on a shop, many plans at once, and what a plan looks like without values."""

from __future__ import annotations

import math
import random
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

from evalwright.domains.retail.plans import ShopPlanner
from evalwright.domains.retail.shop import Shop, make_world
from evalwright.synth.plan import Called, Plan, Said

COUNT = 300


@cache
def shop(lang: str = "en", mini: bool = False) -> Shop:
    return Shop(make_world(11, lang, most_items=2 if mini else 5), mini=mini)


def users(lang: str = "en", mini: bool = False) -> list[str]:
    return list(shop(lang, mini).world.users)


@cache
def planner(profile: str, lang: str = "en") -> ShopPlanner:
    return ShopPlanner(shop(lang, profile == "mini"), profile)


def make(profile: str, seed: int, lang: str = "en", **wish: Any) -> Plan | None:
    return planner(profile, lang).plan(random.Random(seed), f"plan-{seed}", users(lang, profile == "mini"), **wish)


@cache
def plans(profile: str, lang: str = "en") -> tuple[Plan, ...]:
    made = (make(profile, seed, lang) for seed in range(COUNT))
    return tuple(plan for plan in made if plan is not None)


def names(plan: Plan) -> tuple[str, ...]:
    return tuple(called.name for called in plan.calls())


def transitions(made: tuple[Plan, ...]) -> Counter[tuple[str, str]]:
    return Counter(pair for plan in made for pair in pairwise(names(plan)))


def effective(made: tuple[Plan, ...]) -> float:
    counts = Counter(map(names, made)).values()
    return math.exp(-sum(count / len(made) * math.log(count / len(made)) for count in counts))


def moves(plan: Plan, role: str) -> list[str]:
    return [move.name for step in plan.steps if isinstance(step, Said) and step.role == role for move in step.moves]


def structure(plan: Plan | None) -> Any:
    """Everything of a plan that must not depend on the language."""
    if plan is None:
        return None
    steps: list[Any] = []
    for step in plan.steps:
        if isinstance(step, Said):
            steps.append((step.role, [(move.name, sorted(move.slots)) for move in step.moves]))
        elif isinstance(step, Called):
            ids = {name: step.arguments[name] for name in step.arguments if name in _SHARED}
            steps.append((step.name, sorted(step.arguments), ids, step.result.ok))
    return steps, plan.intents, plan.tags


_SHARED = frozenset(("order_id", "item_ids", "new_item_ids", "payment_method_id", "product_id", "reason"))
