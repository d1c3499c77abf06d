"""A model plays the user from a card of facts, a model plays the assistant with policy and tools; code decides.

All stories go forward together, one message a round, so that the server is never asked one by one. A conversation is
kept only if its goal is reached and every check holds; the others are counted by reason and played once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalwright.chat import Message
from evalwright.models import Request

from ..environment import Environment
from ..plan import Draft, Span, text_in
from ..row_types import Tools
from ..seeds import random_for
from .acceptance import Accept
from .asking import Asker, Tick
from .meaning import spans_of_values
from .prompts import card, chat_opened
from .story import DONE, Story, begin
from .tally import Tally

_USER = {"temperature": 0.8, "max_tokens": 1024}
_ASSISTANT = {"temperature": 0.3, "max_tokens": 2048, "parallel_tool_calls": False}
_TRIES = 2
"""How often a story is played at most."""

Play = Callable[[Draft], Environment]
"""Gives the environment that a story is played in, as it is at the beginning."""


def simulate(
    blueprints: Sequence[Draft],
    users: Asker,
    assistants: Asker,
    environment: Play,
    accept: Accept,
    seed: int,
    progress: Callable[[int], None],
    vocabulary: Mapping[str, str] | None = None,
) -> tuple[list[Draft | None], Tally]:
    """Play each story; a blueprint is a conversation that code has made of it. None: it could not be had."""
    made: list[Draft | None] = [None] * len(blueprints)
    tally = Tally("stories", {"model": assistants.describe(_ASSISTANT), "user_model": users.describe(_USER)})
    for attempt in range(_TRIES):
        for numbers in _groups([number for number, draft in enumerate(made) if draft is None], blueprints, environment):
            stories = [
                _begin_simulated_story(blueprints[number], environment, seed, attempt, vocabulary or {})
                for number in numbers
            ]
            _play(stories, users, assistants, lambda: progress(tally.kept))
            for number, story in zip(numbers, stories, strict=True):
                made[number] = _judged(number, story, accept, tally)
    return made, tally


def _groups(numbers: list[int], blueprints: Sequence[Draft], environment: Play) -> list[list[int]]:
    """The stories that are played at the same time: one by one where a server has one state for all."""
    if any(getattr(environment(blueprints[number]), "one_at_a_time", False) for number in numbers):
        return [[number] for number in numbers]
    return [numbers]


def _begin_simulated_story(
    blueprint: Draft, environment: Play, seed: int, attempt: int, vocabulary: Mapping[str, str]
) -> Story:
    own = random_for(seed, "simulate", blueprint.id, attempt).getrandbits(31)
    return begin(blueprint, environment(blueprint), own, vocabulary.get(blueprint.metadata["lang"], ""))


def _play(stories: list[Story], users: Asker, assistants: Asker, tick: Tick) -> None:
    """Go on, one message of each story a round, until all have ended."""
    while live := [story for story in stories if story.ended is None]:
        speaking = [story for story in live if story.user_is_next]
        for story, sample in zip(speaking, users.ask("users", [*map(_to_user, speaking)], tick), strict=True):
            story.hear_user(sample)
        answering = [story for story in live if story.ended is None]
        requests = [*map(_to_assistant, answering)]
        for story, sample in zip(answering, assistants.ask("assistants", requests, tick), strict=True):
            story.hear_assistant(sample)


def _to_user(story: Story) -> Request:
    """The conversation as the user sees it: no system message, no calls, roles exchanged."""
    seen: list[Message] = [
        {"role": "system", "content": card(story.lang, story.card)},
        {"role": "user", "content": chat_opened(story.lang)},
    ]
    for message in story.messages[1:]:
        if message["role"] == "user":
            seen.append({"role": "assistant", "content": message["content"]})
        elif message["role"] == "assistant" and message["content"]:
            seen.append({"role": "user", "content": message["content"]})
    return _request(story, seen, [], _USER)


def _to_assistant(story: Story) -> Request:
    return _request(story, list(story.messages), story.tools, _ASSISTANT)


def _request(story: Story, messages: list[Message], tools: Tools, settings: Mapping[str, Any]) -> Request:
    number = f"{story.blueprint.id}#{len(story.messages)}"
    return Request(number, messages, [dict(tool) for tool in tools], {**settings, "seed": story.seed})


def _judged(number: int, story: Story, accept: Accept, tally: Tally) -> Draft | None:
    """The conversation that is kept of a story, if any is."""
    tally.tried += 1
    reason = story.ended or DONE
    for messages in story.endings():
        draft = _draft(story.blueprint, messages)
        objections = accept(number, draft)
        if not objections:
            tally.kept += 1
            return draft
        reason = objections[0].reason if reason == DONE else reason
    tally.refused[reason] += 1
    return None


def _draft(blueprint: Draft, messages: list[Message]) -> Draft:
    metadata = blueprint.metadata | {"wording": "simulate", "tags": []}
    if "environment" in metadata:
        # A fault was injected where code told the story; here every call was executed. The tags were the plan's too.
        metadata["environment"] = metadata["environment"].copy()
        metadata["environment"].pop("faults", None)
    spoken = (at for at, message in enumerate(messages) if message["role"] in ("user", "assistant"))
    spans: dict[int, Sequence[Span]] = {
        at: spans_of_values(text_in(messages[at])) for at in spoken if messages[at]["content"]
    }
    return Draft(blueprint.id, messages, spans, metadata, blueprint.entities)
