"""What goes around the matter: a word of sympathy, questions off the point, refusals that are not taken, farewells."""

from __future__ import annotations

from typing import Any

from .story import Story
from .transfer import hand_over


def acknowledge(story: Story) -> None:
    """The assistant shows that it has heard: sorry where there was trouble, else now and then a word."""
    just_now, story.heard = story.heard, False
    if story.troubled:
        story.troubled = False
        story.assistant("sympathise")
    elif story.chance(0.35) and not just_now:
        story.heard = True
        named = story.profile is not None and story.chance(0.5)
        story.assistant("acknowledge", **({"first_name": story.me()["name"]["first_name"]} if named else {}))


def ask(story: Story, name: str, **slots: Any) -> None:
    """The assistant asks for something; the user may wander off once, and is asked again."""
    story.assistant(name, **slots)
    if story.vary("irrelevant"):
        _wander(story)
        story.assistant(name, **slots)


def _wander(story: Story) -> None:
    topic = story.topic("ask.irrelevant")
    story.user("ask.irrelevant", topic=topic)
    story.assistant("refuse.irrelevant", topic=topic)


def refuse(story: Story, name: str, **slots: Any) -> None:
    """A no, which the user may not take at first. It ends with the assistant's message, or with a hand-over."""
    acknowledge_trouble(story)
    story.assistant(name, **slots)
    if not story.vary("insists"):
        return
    story.user("insist")
    if story.has("transfer_to_human_agents") and story.vary("gives-up-on-us"):
        story.user("want.human", topic="complaint", first=False)
        hand_over(story, "complaint")
        return
    story.assistant(name, **slots)


def acknowledge_trouble(story: Story) -> None:
    """Sympathy before a no, where there was trouble."""
    if story.troubled:
        acknowledge(story)


def aside(story: Story) -> None:
    """Something off the point, when all is done."""
    if story.room() not in (0, 2) and story.vary("irrelevant"):
        _wander(story)
        story.assistant("offer_more")


def close(story: Story) -> None:
    """The farewell, or none where the last message says it all."""
    offered = story.said("offer_more")
    if not offered and (story.room() == 0 or not (story.room() == 2 or story.chance(story.setting.profile.chatty))):
        return
    for move in story.pick(_OFFERED if offered else _REFUSED if story.declined() else _SERVED):
        story.user(move)
    for move in story.pick(_FAREWELLS):
        story.assistant(move)


_OFFERED = (
    ("nothing_else",),
    ("nothing_else", "thanks"),
    ("nothing_else", "bye"),
    ("nothing_else", "thanks", "bye"),
    ("thanks", "nothing_else"),
    ("thanks", "bye"),
)
_REFUSED = (("accept", "thanks"), ("accept", "bye"), ("accept",), ("accept", "nothing_else"))
_SERVED = (("thanks",), ("thanks", "bye"), ("thanks", "nothing_else"))
_FAREWELLS = (("welcome",), ("welcome", "bye"), ("bye",), ("welcome", "bye"))
