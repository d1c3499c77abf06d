"""Before anything is changed: the details summed up, and the user's yes, no, or second thoughts."""

from __future__ import annotations

from collections.abc import Callable

from .goal import Goal, wanted_fully
from .goal_sampling_changes import difference, other_variant, wishes_of
from .goal_sampling_methods import covers, needed, other_method
from .story import Story

Summarise = Callable[[], None]


def confirmed(story: Story, goal: Goal, summarise: Summarise) -> bool:
    """Whether the user says yes in the end. After a no the assistant has said that nothing was changed."""
    summarise()
    for change in (_mind_variant, _mind_address, _mind_method):
        if change(story, goal):
            summarise()
    if story.vary("declines"):
        story.user("confirm.no" if story.chance(0.5) else "mind.drop")
        story.assistant("unchanged")
        return False
    story.user("confirm.yes")
    return True


def _mind_variant(story: Story, goal: Goal) -> bool:
    if not goal.new:
        return False
    other = other_variant(story, goal)
    if other is None:
        return False
    before = goal.new[0]
    goal.new[0] = other
    if not covers(story, goal.method, difference(goal)) or not story.vary("mind-variant"):
        goal.new[0] = before
        return False
    goal.wanted = wishes_of(goal)
    story.user("mind.wanted", wanted=[wanted_fully(other)])
    return True


def _mind_address(story: Story, goal: Goal) -> bool:
    if not goal.address or not story.vary("mind-address"):
        return False
    goal.address = story.setting.new_address(story.rng)
    story.user("mind.address", address=goal.address)
    return True


def _mind_method(story: Story, goal: Goal) -> bool:
    if goal.intent not in ("items", "exchange", "return", "payment"):
        return False
    other = other_method(story, goal)
    if other is None or not covers(story, other, needed(goal, story.order(goal.order_id))):
        return False
    if not story.vary("mind-method"):
        return False
    goal.method = other
    story.user("mind.method", method=other)
    return True
