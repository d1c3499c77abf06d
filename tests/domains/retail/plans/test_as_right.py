"""What a plan says to be as right as its calls: executed here once more, apart from the planner that proved it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from .worlds import Called, Plan, Shop, plans, shop


@pytest.fixture(params=["natural", "seed", "curated", "mini"])
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _told(profile: str) -> Iterator[tuple[Plan, int, Any]]:
    for plan in plans(profile):
        for number, as_right in plan.as_right.items():
            yield plan, number, as_right


def _world(profile: str) -> Shop:
    return shop("en", mini=profile == "mini")


def _results(world: Shop, calls: Sequence[Called]) -> list[str]:
    return [world.call(each.name, each.arguments).content for each in calls]


def _played(plan: Plan) -> list[tuple[int, Called]]:
    """The calls that did something: without those that failed by chance."""
    failed = {number for number, _ in plan.facts["faults"]}
    return [(number, each) for number, each in enumerate(plan.calls(), 1) if number not in failed]


def test_an_alternative_changes_nothing_and_the_story_ends_as_it_did(profile: str) -> None:
    tried = 0
    for plan, number, as_right in _told(profile):
        for other in as_right.calls:
            world = _world(profile).fork()
            before = [each for at, each in _played(plan) if at < number]
            after = [each for at, each in _played(plan) if at >= number]
            assert _results(world, before) == [each.result.content for each in before]
            state = world.hash()
            assert world.effect(other.name) == "read" and world.call(other.name, other.arguments).ok
            assert world.hash() == state
            assert _results(world, after) == [each.result.content for each in after]
            assert world.hash() == plan.hash_after
            tried += 1
    assert tried >= 10


def test_an_alternative_is_another_call_that_was_not_made_before(profile: str) -> None:
    for plan, number, as_right in _told(profile):
        earlier = [(each.name, each.arguments) for at, each in _played(plan) if at < number]
        due = plan.calls()[number - 1]
        for other in as_right.calls:
            assert (other.name, other.arguments) not in [*earlier, (due.name, due.arguments)]


def test_lists_of_a_change_may_be_turned_round_and_nothing_else_of_it_is_free() -> None:
    free = 0
    for plan, number, as_right in _told("natural"):
        due = plan.calls()[number - 1]
        if shop("en").effect(due.name) != "write":
            continue
        assert not as_right.calls and not as_right.in_words and set(as_right.rules) == {"item_ids"}
        turned = {name: each[::-1] if isinstance(each, list) else each for name, each in due.arguments.items()}
        states = []
        for arguments in (due.arguments, turned):
            world = shop("en").fork()
            _results(world, [each for at, each in _played(plan) if at < number])
            assert world.call(due.name, arguments).ok
            states.append(world.hash())
        assert states[0] == states[1]
        free += 1
    assert free >= 5
