"""A model plays the user from a card of facts, a model plays the assistant with policy and tools; code decides.

All stories go forward together, one message a round, so that the server is never asked one by one; where a server has
one state for all, one after the other. A conversation is kept only if its goal is reached and every check holds. What
is wrong goes back to the player who said it; a story that was given up is played once more, with the reason told.
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
from .acceptance import NO_ANSWER, Accept, Objection
from .asking import Asker, Tick
from .meaning import spans_of_values
from .precheck import Precheck
from .prompts import assistant_told, card, chat_opened, earlier_refusal, refused_message
from .story import DONE, Complaint, Story, begin, played_metadata
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
    prechecks: Mapping[str, Precheck],
    vocabulary: Mapping[str, str] | None = None,
) -> tuple[list[Draft | None], Tally]:
    """Play each story; a blueprint is a conversation that code has made of it. None: it could not be had."""
    made: list[Draft | None] = [None] * len(blueprints)
    earlier: dict[int, Complaint] = {}
    tally = Tally("stories", {"model": assistants.describe(_ASSISTANT), "user_model": users.describe(_USER)})

    def opened(number: int, attempt: int) -> Story:
        blueprint = blueprints[number]
        place, lang = environment(blueprint), str(blueprint.metadata["lang"])
        own = random_for(seed, "simulate", blueprint.id, attempt).getrandbits(31)
        words = (vocabulary or {}).get(lang, "")
        return begin(blueprint, place, own, prechecks[lang], words, earlier.get(number))

    for attempt in range(_TRIES):
        for numbers in _groups([number for number, draft in enumerate(made) if draft is None], blueprints, environment):
            stories = [opened(number, attempt) for number in numbers]
            _play(stories, users, assistants, lambda: progress(tally.kept))
            for number, story in zip(numbers, stories, strict=True):
                judged = _judged(number, story, accept, tally)
                if isinstance(judged, Draft):
                    made[number] = judged
                elif judged.reason != NO_ANSWER:
                    earlier[number] = judged
    return made, tally


def _groups(numbers: list[int], blueprints: Sequence[Draft], environment: Play) -> list[list[int]]:
    """The stories that are played at the same time: one by one where a server has one state for all."""
    if any(getattr(environment(blueprints[number]), "one_at_a_time", False) for number in numbers):
        return [[number] for number in numbers]
    return [numbers]


def _play(stories: list[Story], users: Asker, assistants: Asker, tick: Tick) -> None:
    """Go on, one message of each story a round, until all have ended."""
    while live := [story for story in stories if story.ended is None]:
        speaking = [story for story in live if story.user_is_next]
        for story, sample in zip(speaking, users.ask("users", [*map(_to_user, speaking)], tick), strict=True):
            story.hear_user(sample)
        answering = [story for story in live if story.ended is None and not story.user_is_next]
        requests = [*map(_to_assistant, answering)]
        for story, sample in zip(answering, assistants.ask("assistants", requests, tick), strict=True):
            story.hear_assistant(sample)


def _to_user(story: Story) -> Request:
    """The conversation as the user sees it: no system message, no calls, roles exchanged."""
    seen: list[Message] = [
        {"role": "system", "content": _with_complaints(card(story.lang, story.card), story, "user")},
        {"role": "user", "content": chat_opened(story.lang)},
    ]
    for message in story.messages[1:]:
        if message["role"] == "user":
            seen.append({"role": "assistant", "content": message["content"]})
        elif message["role"] == "assistant" and message["content"]:
            seen.append({"role": "user", "content": message["content"]})
    return _request(story, seen, [], _USER)


def _to_assistant(story: Story) -> Request:
    """The conversation as it is; how such a player should answer stands in the request, never in a row."""
    told = assistant_told(story.lang, text_in(story.messages[0]))
    first: Message = {"role": "system", "content": _with_complaints(told, story, "assistant")}
    return _request(story, [first, *story.messages[1:]], story.tools, _ASSISTANT)


def _with_complaints(told: str, story: Story, role: str) -> str:
    """What a player is told, and what was wrong with what it said."""
    parts = [told]
    if story.earlier is not None and story.earlier.role in (role, ""):
        parts.append(earlier_refusal(story.lang, story.earlier.reason, story.earlier.why))
    if story.complaint is not None:
        parts.append(refused_message(story.lang, story.complaint.reason, story.complaint.why, story.complaint.said))
    return "\n\n".join(parts)


def _request(story: Story, messages: list[Message], tools: Tools, settings: Mapping[str, Any]) -> Request:
    number = f"{story.blueprint.id}#{len(story.messages)}"
    return Request(number, messages, [dict(tool) for tool in tools], {**settings, "seed": story.seed})


def _judged(number: int, story: Story, accept: Accept, tally: Tally) -> Draft | Complaint:
    """The conversation that is kept of a story; else why none is."""
    tally.tried += 1
    complaint = story.complaint or Complaint("", story.ended or DONE, "", "")
    for messages in story.endings():
        draft = _played_draft(story, messages)
        objections = accept(number, draft)
        if not objections:
            tally.kept += 1
            tally.mended += story.mended or story.earlier is not None
            return draft
        if complaint.reason == DONE:
            complaint = _complaint_of(objections[0], messages)
    tally.refused[complaint.reason] += 1
    return complaint


def _complaint_of(objection: Objection, messages: Sequence[Message]) -> Complaint:
    at = objection.message
    role = messages[at]["role"] if at is not None and at < len(messages) else ""
    return Complaint(role if role in ("user", "assistant") else "", objection.reason, objection.text, "")


def _played_draft(story: Story, messages: list[Message]) -> Draft:
    calls = sum(message["role"] == "tool" for message in messages)
    metadata = played_metadata(story.blueprint.metadata, story.results[:calls], story.faults)
    spoken = (at for at, message in enumerate(messages) if message["role"] in ("user", "assistant"))
    spans: dict[int, Sequence[Span]] = {
        at: spans_of_values(text_in(messages[at])) for at in spoken if messages[at]["content"]
    }
    return Draft(story.blueprint.id, messages, spans, metadata, story.blueprint.entities)
