"""The planner of the shop: from a generator of chance and the people of one side to a story that has been played.

Every call is executed on a fork as the story unfolds. A story that turns out too long, too short or not what was
wished for is drawn again, a few times; the same chance gives the same story, whatever was drawn before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, TypedDict

from evalwright.synth.domain_kit import Plan

from ..shop import Shop
from .constraints import Transition, Wish
from .coverage import Choice, choices_for, wish_for
from .goal import Goal
from .goal_sampling import draw_goal, draw_once_more
from .graph import transitions
from .identity import draw_identity, identify
from .intents import ALL, cost
from .offers import proved
from .opening import bring_up, settle_knowledge
from .orders import ask_about_somebody
from .profiles import profile_of
from .setting import Setting
from .small_talk import aside, close
from .story import Story

_USERS_TRIED = 12
_INTENTS_TRIED = 12
_ANYTHING = Wish()
Tags = Sequence[str]


class UserFacts(TypedDict):
    """The user's card: who they are, what they want, and which calls fail on the way."""

    user_id: str
    first_name: str
    last_name: str
    email: str
    zip: str
    wishes: list[dict[str, object]]
    faults: list[list[int | str]]


class ShopPlanner:
    """Draws stories for one shop in one profile. `without` switches variations off."""

    def __init__(self, shop_base: Shop, profile: str = "natural", without: Collection[str] = ()) -> None:
        self._setting = Setting(shop_base, profile_of(profile), without)
        tools = self._setting.tools
        weights = self._setting.profile.intents
        self._weights = {name: weights[name] for name in weights if ALL[name].needs <= tools}
        self._allowed = self.allowed_transitions()

    def plan(self, rng: Random, plan_id: str, users: Sequence[str], wish: Wish | None = None) -> Plan | None:
        """A story about one of these users; None where no story was found that is what was wished for."""
        wanted = wish or _ANYTHING
        choice = choices_for(wanted, self._weights)
        if not users or choice is None or not self._possible(wanted):
            return None
        wanted = self._with_target(rng, wanted)
        for _ in range(_tries(wanted)):
            story = self._tell(rng, users, wanted, choice)
            if story is None or not self._in_shape(story):
                continue
            plan = Plan(plan_id, story.end(), story.intents, list(story.tags), {}, list(story.entities), "", "")
            if wanted is _ANYTHING or wanted.met_by(plan):
                plan.facts, plan.hash_before, plan.hash_after = (
                    _plan_facts(story),
                    self._setting.hash,
                    story.shop.hash(),
                )
                plan.as_right = proved(self._setting.shop, plan, story.offers)
                return plan
        return None

    def allowed_transitions(self) -> frozenset[Transition]:
        """The pairs of tools that a story of this shop can call one after the other."""
        setting = self._setting
        chances = {tag: 0.0 if tag in setting.without else chance for tag, chance in setting.chances.items()}
        return transitions(setting.tools, chances, setting.profile.skips_details > 0)

    def steer(self, tools: Mapping[str, int], pairs: Mapping[Transition, int], intents: Mapping[str, int]) -> Wish:
        """What is lacking most, given how often each was seen."""
        return wish_for(tools, pairs, intents, self._weights, self._allowed)

    def _with_target(self, rng: Random, wish: Wish) -> Wish:
        """A length to aim at, in a profile that has one, where the wish names none."""
        profile = self._setting.profile
        steered = wish.intents or wish.tags or wish.tools or wish.transition
        if not profile.target_calls or steered or wish.messages is not None:
            return wish
        calls, texts = _weighted(rng, profile.target_calls), _weighted(rng, profile.target_texts)
        calls = wish.calls or calls
        return Wish(wish.intents, wish.tags, wish.tools, wish.transition, calls, 1 + 2 * calls + texts)

    def _possible(self, wish: Wish) -> bool:
        """Whether the profile has stories of the length that is wished for, and with these variations."""
        profile = self._setting.profile
        if not self._setting.without.isdisjoint(wish.tags):
            return False
        calls = wish.calls is None or profile.calls[0] <= wish.calls <= profile.calls[1]
        return calls and (wish.messages is None or profile.messages[0] <= wish.messages <= profile.messages[1])

    def _in_shape(self, story: Story) -> bool:
        """Whether a finished story is neither too short nor too long."""
        profile, calls, messages = self._setting.profile, story.calls, story.messages()
        if story.too_long() or (story.wish.messages is not None and story.room() != 0):
            return False
        return profile.calls[0] <= calls <= profile.calls[1] and profile.messages[0] <= messages <= profile.messages[1]

    def _tell(self, rng: Random, users: Sequence[str], wish: Wish, choice: Choice) -> Story | None:
        """One story from greeting to farewell."""
        intents, tags, count = self._draw_intents(rng, wish, choice)
        begun = self._begin_story(rng, users, wish, intents, tags)
        if begun is None:
            return None
        story, goal = begun
        _play_opening(story, goal)
        _play(story, goal)
        for number in range(1, count):
            if story.over or story.too_long() or (number >= len(intents) and self._enough(story)):
                break
            self._go_on(story, intents[number] if number < len(intents) else "")
        if not wish.intents and not story.over and (again := draw_once_more(story)):
            self._bring_up(story, again)
        if not story.over and not story.too_long():
            aside(story)
            ask_about_somebody(story)
            close(story)
        return story

    def _draw_intents(self, rng: Random, wish: Wish, choice: Choice) -> tuple[list[str], Tags, int]:
        """What comes first, what it needs, and how many wishes there shall be at most."""
        profile = self._setting.profile
        for _ in range(_INTENTS_TRIED):
            count = max(choice.least, 0 if wish.intents else _weighted(rng, profile.wishes))
            names, tags = choice.draw(rng)
            intents = [*names] or [_weighted(rng, self._weights)]
            if wish.calls is None:
                break
            while len(intents) < count:
                intents.append(_weighted(rng, self._weights))
            spare = wish.calls - cost(intents, skips=profile.skips_details > 0)
            if spare == 0 or (0 < spare <= 2 and rng.random() < 0.5):
                break
        return intents, tags, max(count, len(intents))

    def _enough(self, story: Story) -> bool:
        """Whether no further wish should be begun."""
        if story.wish.calls is not None:
            return story.calls >= story.wish.calls
        return story.messages() > self._setting.profile.enough

    def _begin_story(
        self, rng: Random, users: Sequence[str], wish: Wish, intents: Sequence[str], tags: Tags
    ) -> tuple[Story, Goal] | None:
        """Somebody who could want this."""
        for _ in range(_USERS_TRIED):
            user_id = users[int(rng.random() * len(users))]
            story = Story(self._setting, rng, user_id, users, wish, tags)
            if story.vary("all-at-once"):
                story.openness = 2
            elif story.vary("drop-by-drop"):
                story.openness = 0
            goal = draw_goal(story, intents[0])
            if goal is not None:
                story.skips = self._skips(story, intents)
                return story, goal
        return None

    def _skips(self, story: Story, intents: Sequence[str]) -> bool:
        """Whether the user's details are left unread: only where nothing from them is needed, and to be short."""
        share = self._setting.profile.skips_details
        if not share or any(ALL[name].reads_profile for name in intents):
            return False
        if story.wish.calls is None:
            return story.chance(share)
        return cost(intents, skips=False) > story.wish.calls or (story.chance(share) and story.wish.calls > 3)

    def _go_on(self, story: Story, intent: str) -> None:
        """A further wish, where there is one that this user could have now."""
        for _ in range(1 if intent else 3):
            name = intent or str(_weighted(story.rng, self._weights))
            goal = draw_once_more(story) if name == intent == "items" else None
            if goal is None:
                if name in story.intents:
                    continue
                tags = dict(story.tags)
                goal = draw_goal(story, name)
            if goal is not None:
                self._bring_up(story, goal)
                return
            story.tags = tags

    def _bring_up(self, story: Story, goal: Goal) -> None:
        story.tags["second-wish"] = None
        if story.chance(0.25):
            story.user("thanks")
        settle_knowledge(story, goal)
        bring_up(story, goal)
        _play(story, goal)


def _tries(wish: Wish) -> int:
    """How often a story is drawn before a wish is given up; a pair that does not come soon hardly ever can."""
    if wish == _ANYTHING:
        return 8
    return 40 if wish.transition is None else 16


def _play_opening(story: Story, goal: Goal) -> None:
    """The first message, and who it is from."""
    settle_knowledge(story, goal)
    kind = draw_identity(story)
    at_once = story.chance((0.0, 0.35, 1.0)[story.openness])
    if story.chance(0.45):
        story.user("greet")
    bring_up(story, goal)
    identify(story, goal, kind, at_once)


def _play(story: Story, goal: Goal) -> None:
    """The matter itself; afterwards the assistant has spoken."""
    story.intents.append(goal.intent)
    story.goals.append(goal)
    if goal.order_id:
        story.entities[goal.order_id] = None
    ALL[goal.intent].play(story, goal)
    story.troubled = False
    if not story.over and story.room() != 0 and story.chance(0.5):
        story.assistant("offer_more")


def _plan_facts(story: Story) -> UserFacts:
    """The user's card, and what went wrong on purpose, so that a replay can do it again."""
    me = story.setting.shop.user(story.user_id)
    return {
        "user_id": story.user_id,
        "first_name": me["name"]["first_name"],
        "last_name": me["name"]["last_name"],
        "email": me["email"],
        "zip": me["address"]["zip"],
        "wishes": [goal.card() for goal in story.goals],
        "faults": [list(fault) for fault in story.faults if fault[0] <= story.calls],
    }


def _weighted(rng: Random, shares: Mapping[Any, float]) -> Any:
    at = rng.random() * sum(shares.values())
    for value, share in shares.items():
        at -= share
        if at < 0:
            return value
    return next(reversed(list(shares)))
