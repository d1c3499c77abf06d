"""Steering: a wish is fulfilled or refused quickly, and coverage-guided drawing reaches what chance leaves out."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from evalwright.domains.retail.plans import INTENTS, VARIATIONS, ShopPlanner, Wish, messages_of
from evalwright.domains.retail.shop import TOOL_NAMES
from evalwright.errors import UsageError

from .worlds import make, names, planner, plans, shop, transitions, users


@pytest.mark.parametrize("intent", INTENTS)
def test_an_intent_can_be_wished_for(intent: str) -> None:
    plan = make("natural", 1, wish=Wish(intents=(intent,)))
    assert plan is not None and plan.intents == [intent]


@pytest.mark.parametrize("tag", VARIATIONS)
def test_a_variation_can_be_wished_for(tag: str) -> None:
    made = [make("natural", seed, wish=Wish(tags=(tag,))) for seed in range(3)]
    told = [plan for plan in made if plan is not None]
    assert told and all(tag in plan.tags for plan in told)


@pytest.mark.parametrize("tool", TOOL_NAMES)
def test_a_tool_can_be_wished_for(tool: str) -> None:
    plan = make("natural", 2, wish=Wish(tools=(tool,)))
    assert plan is not None and tool in names(plan)


def test_several_things_can_be_wished_for_at_once() -> None:
    wish = Wish(intents=("order_address", "cancel"), tags=("same-order", "by-name-zip"))
    plan = make("natural", 3, wish=wish)
    assert plan is not None and plan.intents == ["order_address", "cancel"]
    written = [called for called in plan.calls() if "pending" in called.name]
    assert len({called.arguments["order_id"] for called in written}) == 1


def test_a_second_change_of_the_same_items_is_refused() -> None:
    plan = make("natural", 4, wish=Wish(intents=("items", "items"), tags=("once",)))
    assert plan is not None
    assert names(plan).count("modify_pending_order_items") == 1


def test_a_transition_can_be_wished_for() -> None:
    pair = ("modify_pending_order_payment", "cancel_pending_order")
    made = [make("natural", seed, wish=Wish(transition=pair)) for seed in range(4)]
    told = [plan for plan in made if plan is not None]
    assert told and all(pair in pairwise(names(plan)) for plan in told)


@pytest.mark.parametrize("calls", [3, 4, 5, 6])
def test_a_number_of_calls_can_be_wished_for(calls: int) -> None:
    for profile in ("natural", "seed"):
        plan = make(profile, 5, wish=Wish(calls=calls))
        assert plan is not None and len(plan.calls()) == calls


def test_a_length_can_be_wished_for() -> None:
    plan = make("seed", 6, wish=Wish(calls=4, messages=17))
    assert plan is not None and (len(plan.calls()), messages_of(plan)) == (4, 17)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(intents=("no such intent",)),
        Wish(tools=("no such tool",)),
        Wish(calls=40),
        Wish(messages=200),
        Wish(tags=("same-method",), intents=("catalogue",)),
    ],
)
def test_what_cannot_be_is_refused(wish: Wish) -> None:
    assert make("natural", 7, wish=wish) is None


def test_a_variation_that_the_profile_never_plays_is_refused() -> None:
    assert make("curated", 8, wish=Wish(tags=("wrong-email",))) is None


def test_the_small_shop_has_no_exchanges() -> None:
    assert make("mini", 9, wish=Wish(intents=("exchange",))) is None


@pytest.mark.parametrize("profile", ["natural", "seed", "curated", "mini"])
def test_stories_follow_the_plan_graph(profile: str) -> None:
    assert set(transitions(plans(profile))) <= planner(profile).allowed_transitions()


def test_the_plan_graph_is_wide() -> None:
    assert len(planner("curated").allowed_transitions()) >= 45
    assert planner("curated").allowed_transitions() < planner("natural").allowed_transitions()


def test_steering_reaches_more_than_chance() -> None:
    steered = _steered(200)
    assert set(steered) <= planner("natural").allowed_transitions()
    assert len(steered) >= len(transitions(plans("natural")[:200])) + 10
    assert _steered(60) == _steered(60)


def _steered(count: int) -> Counter[tuple[str, str]]:
    tools: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    intents: Counter[str] = Counter()
    for seed in range(count):
        wish = planner("natural").steer(tools, pairs, intents)
        plan = make("natural", seed, wish=wish) or make("natural", seed)
        if plan is not None:
            tools.update(names(plan))
            pairs.update(pairwise(names(plan)))
            intents.update(plan.intents)
    return pairs


def test_an_unknown_profile_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no profile"):
        ShopPlanner(shop(), "fast")


def test_a_tiny_shop_still_gives_stories() -> None:
    few = users()[:3]
    made = [planner("natural").plan(random.Random(seed), "p", few) for seed in range(20)]
    assert sum(plan is not None for plan in made) >= 15
