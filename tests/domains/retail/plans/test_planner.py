"""What every story must be: played in order, by the policy, of moves of the list, the same for the same chance."""

from __future__ import annotations

import random

import pytest

from evalwright.domains.retail.dialogue_acts import ASSISTANT_MOVES, USER_MOVES
from evalwright.domains.retail.plans import PROFILES, VARIATIONS, ShopPlanner, messages_of
from evalwright.domains.retail.shop import TOOL_NAMES
from evalwright.synth.plan import Called, Plan, Said

from .worlds import COUNT, effective, make, moves, names, planner, plans, shop, structure, transitions, users

FINDS = ("find_user_id_by_email", "find_user_id_by_name_zip")
OPEN = (*FINDS, "list_all_product_types", "get_product_details", "calculate", "transfer_to_human_agents")


@pytest.fixture(params=list(PROFILES))
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_nearly_every_draw_gives_a_story(profile: str) -> None:
    assert len(plans(profile)) >= COUNT * 0.98


def test_a_story_begins_with_the_user_ends_with_the_assistant_and_nobody_speaks_twice(profile: str) -> None:
    for plan in plans(profile):
        first, last = plan.steps[0], plan.steps[-1]
        assert isinstance(first, Said) and first.role == "user"
        assert isinstance(last, Said) and last.role == "assistant"
        for step, after in zip(plan.steps, plan.steps[1:], strict=False):
            if isinstance(step, Said) and isinstance(after, Said):
                assert step.role != after.role
            if isinstance(step, Said) and step.role == "assistant":
                assert not isinstance(after, Called), "a call must follow the user's words or another call"


def test_every_move_is_on_the_list_with_the_slots_it_needs(profile: str) -> None:
    for plan in plans(profile):
        for step in plan.steps:
            if not isinstance(step, Said):
                continue
            assert step.moves
            for move in step.moves:
                spec = (USER_MOVES if step.role == "user" else ASSISTANT_MOVES)[move.name]
                assert set(spec.needs) <= set(move.slots) <= {*spec.needs, *spec.may}
                assert all(value is not None for value in move.slots.values())


def test_no_message_says_the_same_thing_twice(profile: str) -> None:
    repeatable = {"ask.wanted"}  # one question for each item
    for plan in plans(profile):
        for step in plan.steps:
            if isinstance(step, Said):
                said = [move.name for move in step.moves if move.name not in repeatable]
                assert len(said) == len(set(said))
                assert not {"offer_more", "bye"} <= set(said)


def test_the_user_is_found_before_anything_private_is_read_or_changed(profile: str) -> None:
    for plan in plans(profile):
        found = False
        for called in plan.calls():
            found = found or (called.name in FINDS and called.result.ok)
            assert found or called.name in FINDS


def test_details_are_read_directly_after_the_search(profile: str) -> None:
    for plan in plans(profile):
        calls = [called for called in plan.calls() if called.result.ok]
        found = next(at for at, called in enumerate(calls) if called.name in FINDS)
        if profile not in ("seed", "mini"):
            assert calls[found + 1].name == "get_user_details"


def test_only_one_user_is_served(profile: str) -> None:
    for plan in plans(profile):
        served = plan.facts["user_id"]
        for called in plan.calls():
            assert called.arguments.get("user_id", served) == served
            if "order_id" in called.arguments and _writes(called) and called.result.ok:
                assert shop(mini=profile == "mini").order(called.arguments["order_id"])["user_id"] == served


def test_a_change_follows_a_summary_with_the_same_values_and_a_yes(profile: str) -> None:
    for plan in plans(profile):
        said = [step for step in plan.steps if isinstance(step, Said)]
        for at, step in enumerate(plan.steps):
            if not isinstance(step, Called) or not _writes(step):
                continue
            before = [each for each in plan.steps[:at] if isinstance(each, Said)]
            yes, summary = before[-1], before[-2]
            assert yes in said and [move.name for move in yes.moves] == ["confirm.yes"]
            slots = next(move.slots for move in summary.moves if move.name.startswith("summarise."))
            _assert_same(step, slots)


def _assert_same(called: Called, slots: dict[str, object]) -> None:
    given = called.arguments
    order, method, address = slots.get("order"), slots.get("method"), slots.get("address")
    if "order_id" in given:
        assert isinstance(order, dict) and order["order_id"] == given["order_id"]
    if "payment_method_id" in given:
        assert isinstance(method, dict) and method["id"] == given["payment_method_id"]
    if "address1" in given:
        assert isinstance(address, dict) and address == {name: given[name] for name in address}
    if "reason" in given:
        assert slots["reason"] == given["reason"]
    if "new_item_ids" in given:
        changes = slots["changes"]
        assert isinstance(changes, list)
        assert [change["new"]["item_id"] for change in changes] == given["new_item_ids"]
        assert [change["old"]["item_id"] for change in changes] == given["item_ids"]
    elif "item_ids" in given:
        items = slots["items"]
        assert isinstance(items, list) and [item["item_id"] for item in items] == given["item_ids"]


def _writes(called: Called) -> bool:
    return shop().effect(called.name) == "write"


def test_a_hand_over_is_followed_by_its_sentence_and_nothing_else(profile: str) -> None:
    for plan in plans(profile):
        done = [at for at, step in enumerate(plan.steps) if _hands_over(step)]
        for at in done:
            last = plan.steps[-1]
            assert at == len(plan.steps) - 2
            assert isinstance(last, Said) and [move.name for move in last.moves] == ["transfer"]
        assert ("hand-over" in plan.tags) == bool(done)


def _hands_over(step: object) -> bool:
    return isinstance(step, Called) and step.name == "transfer_to_human_agents" and step.result.ok


def test_nothing_is_told_of_an_order_of_somebody_else(profile: str) -> None:
    met = 0
    for plan in plans(profile):
        for step in plan.steps:
            for move in step.moves if isinstance(step, Said) and step.role == "assistant" else ():
                if move.name == "refuse.not_yours":
                    met += 1
                    owner = shop(mini=profile == "mini").order(move.slots["order_id"])["user_id"]
                    assert owner != plan.facts["user_id"]
                    assert owner in plan.entities and move.slots["order_id"] in plan.entities
                for order in (move.slots.get("order"), *move.slots.get("orders", ())):
                    if order is not None:
                        assert order["order_id"] in shop(mini=profile == "mini").user(plan.facts["user_id"])["orders"]
    assert met


def test_the_calls_played_again_give_the_same_results_and_the_same_state(profile: str) -> None:
    base = shop(mini=profile == "mini")
    for plan in plans(profile):
        again = base.fork(faults=[(number, sentence) for number, sentence in plan.facts["faults"]])
        assert again.hash() == plan.hash_before
        for called in plan.calls():
            assert again.call(called.name, called.arguments) == called.result
        assert again.hash() == plan.hash_after


def test_a_story_that_changes_something_says_so_and_no_other_does(profile: str) -> None:
    for plan in plans(profile):
        wrote = any(_writes(called) and called.result.ok for called in plan.calls())
        assert wrote == any(name.startswith("done.") for name in moves(plan, "assistant"))
        assert wrote == (plan.hash_before != plan.hash_after)


def test_an_error_is_met_only_where_it_was_meant(profile: str) -> None:
    reasons = {"wrong-email", "no-such-order", "tool-fails"}
    for plan in plans(profile):
        if any(not called.result.ok for called in plan.calls()):
            assert reasons & set(plan.tags), plan.tags


def test_the_same_chance_gives_the_same_story(profile: str) -> None:
    for seed in (3, 4, 5):
        assert make(profile, seed) == make(profile, seed)
        fresh = ShopPlanner(shop(mini=profile == "mini"), profile)
        again = fresh.plan(random.Random(seed), f"plan-{seed}", users(mini=profile == "mini"))
        assert again == make(profile, seed)


def test_english_and_chinese_are_the_same_story(profile: str) -> None:
    for seed in range(120):
        assert structure(make(profile, seed)) == structure(make(profile, seed, "zh"))


def test_lengths_stay_within_the_profile(profile: str) -> None:
    shape = PROFILES[profile]
    for plan in plans(profile):
        assert shape.calls[0] <= len(plan.calls()) <= shape.calls[1]
        assert shape.messages[0] <= messages_of(plan) <= shape.messages[1]


@pytest.mark.parametrize(("name", "pairs", "sequences"), [("natural", 40, 100), ("curated", 35, 60), ("seed", 40, 60)])
def test_stories_are_many_and_use_every_tool(name: str, pairs: int, sequences: int) -> None:
    made = plans(name)
    assert {tool for plan in made for tool in names(plan)} == set(TOOL_NAMES)
    assert len(transitions(made)) >= pairs
    assert effective(made) >= sequences


def test_the_small_shop_is_told_with_its_six_tools() -> None:
    assert {tool for plan in plans("mini") for tool in names(plan)} == planner_tools()


def planner_tools() -> set[str]:
    return {tool["function"]["name"] for tool in shop(mini=True).tools()}


def test_the_seed_profile_has_the_lengths_of_the_published_data() -> None:
    made = plans("seed")
    assert abs(sum(map(messages_of, made)) / len(made) - 16.47) <= 0.25
    assert abs(sum(len(plan.calls()) for plan in made) / len(made) - 3.93) <= 0.1
    assert min(len(plan.calls()) for plan in made) == 3


def test_every_variation_occurs() -> None:
    seen = {tag for plan in plans("natural") for tag in plan.tags}
    assert seen == set(VARIATIONS)


def test_tags_are_true() -> None:
    for plan in plans("natural"):
        user, tags = moves(plan, "user"), set(plan.tags)
        assert ("wrong-email" in tags) == ("not_found.user" in moves(plan, "assistant"))
        assert ("irrelevant" in tags) == ("ask.irrelevant" in user)
        assert ("refund-time" in tags) == ("ask.refund_time" in user)
        assert ("which-order" in tags) == ("pick.order" in user)
        assert ("mind-address" in tags) == ("mind.address" in user)
        assert ("tool-fails" in tags) == bool(plan.facts["faults"])
        assert ("second-wish" in tags) == (len(plan.intents) > 1)


def test_users_of_one_side_are_never_mixed_with_others() -> None:
    side = users()[:100]
    allowed = set(side) | {order for user in side for order in shop().user(user)["orders"]}
    for seed in range(100):
        plan = planner("natural").plan(random.Random(seed), "p", side)
        assert plan is not None and set(plan.entities) <= allowed


def test_nobody_to_serve_is_no_story() -> None:
    assert planner("natural").plan(random.Random(1), "p", []) is None


def test_a_variation_can_be_switched_off() -> None:
    quiet = ShopPlanner(shop(), "natural", without=["irrelevant", "wrong-email", "tool-fails"])
    made = [quiet.plan(random.Random(seed), "p", users()) for seed in range(150)]
    seen = {tag for plan in made if isinstance(plan, Plan) for tag in plan.tags}
    assert not seen & {"irrelevant", "wrong-email", "tool-fails"}
    assert "declines" in seen
