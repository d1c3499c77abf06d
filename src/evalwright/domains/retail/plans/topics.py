"""Reasons that fit the matter: nobody says that the colour is wrong and then asks for another size.

The names of options are the only words that the planner looks at; each set holds every name of one meaning in every
locale, so that both tell the same story.
"""

from __future__ import annotations

from ..dialogue_acts import TOPICS
from .goal import Goal, first_wanted
from .story import Story

_COLOURS = frozenset(("color", "颜色"))
_SIZES = frozenset(("size", "尺码", "尺寸", "waist", "腰围"))
_ROOM = frozenset(("width", "桌宽", "height", "高度", "diameter", "直径"))


def fitting_topics(goal: Goal) -> list[str]:
    """Why these items are returned or exchanged."""
    if goal.intent == "return":
        fits = any(_SIZES & item["options"].keys() for item in goal.items)
        return [topic for topic in TOPICS["story.return"] if fits or topic != "does_not_fit"]
    if not goal.new:
        return ["prefers_other"]
    changed = {name for wanted in first_wanted(goal) for name in wanted["options"]}
    topics = ["prefers_other"]
    for names, topic in ((_COLOURS, "wrong_colour"), (_SIZES, "wrong_size"), (_ROOM, "does_not_fit_in")):
        if names & changed and len(goal.items) == 1:
            topics.append(topic)
    return topics


def payment_topics(story: Story, goal: Goal) -> list[str]:
    """Why an order shall be paid otherwise."""
    wanted = goal.poor_method or goal.method
    if wanted and wanted["source"] == "gift_card":
        topics = ["uses_up_gift_card", "wrong_default"]
    else:
        topics = ["keeps_records", "wrong_default"]
    history = story.order(goal.order_id)["payment_history"]
    if goal.outcome == "done" and str(history[0]["payment_method_id"]).startswith("credit_card"):
        topics.append("card_expired")
    return topics
