"""A model plays the user from a card of facts, a model plays the assistant with policy and tools; code decides.

The environment executes every call. Whether the story is over is read off the state and the calls, never off what a
model says: it is over when the state is the one that the plan leads to, or, where nothing was to change, when what was
to be looked up has been looked up. A conversation is kept only if every check holds; the others are counted by reason.
All stories go forward together, one message a round, so that the server is never asked one by one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import Call, plain, read_call
from evalwright.models import Request, Sample

from ..assemble import call_messages
from ..environment import Environment
from ..script import Called, Draft
from .asking import Asker
from .prompts import BEGIN, CARD, PLAY_USER

_MAX_MESSAGES = 40
_MAX_CALLS_IN_A_ROW = 8
_MAX_TEXT = 4_000
_USER = {"temperature": 0.8, "max_tokens": 300}
_ASSISTANT = {"temperature": 0.3, "max_tokens": 600}
_VALUE_LIKE = re.compile(r"#\w+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{4,}|\w+_\d+")

Objects = Callable[[Draft], str | None]
"""Why a finished conversation must not be kept; None where all checks hold."""
Call_ = tuple[str, str]


@dataclass(slots=True)
class Simulated:
    """What became of the stories that models played."""

    drafts: list[Draft | None]
    """For each story the conversation that was kept, or None."""
    tried: int = 0
    kept: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, object]:
        """The numbers, as JSON data."""
        share = round(self.kept / self.tried, 4) if self.tried else None
        return {
            "tried": self.tried,
            "kept": self.kept,
            "kept_share": share,
            "refused": dict(sorted(self.refused.items())),
        }


@dataclass(slots=True)
class _Story:
    """One conversation on its way."""

    blueprint: Draft
    environment: Environment
    tools: list[dict[str, Any]]
    seed: int
    messages: list[dict[str, Any]] = field(default_factory=list)
    calls: int = 0
    in_a_row: int = 0
    made: set[Call_] = field(default_factory=set)
    ended: str | None = None
    """`done`, or why it was given up."""

    @property
    def lang(self) -> str:
        return str(self.blueprint.metadata["lang"])

    @property
    def user_is_next(self) -> bool:
        return self.messages[-1]["role"] in ("system", "assistant")


def simulate(
    blueprints: Sequence[Draft],
    users: Asker,
    assistants: Asker,
    environment: Callable[[Draft], Environment],
    objects: Objects,
    *,
    seed: int,
    tries: int = 2,
) -> Simulated:
    """Play each story, at most `tries` times; a blueprint is a conversation that code has made of it."""
    done = Simulated([None] * len(blueprints))
    for attempt in range(tries):
        open_ones = [number for number, draft in enumerate(done.drafts) if draft is None]
        stories = {number: _begin(blueprints[number], environment, seed, number, attempt) for number in open_ones}
        _play(list(stories.values()), users, assistants)
        for number, story in stories.items():
            done.tried += 1
            reason, draft = _judged(story, objects)
            if draft is None:
                done.refused[reason] += 1
            else:
                done.drafts[number] = draft
                done.kept += 1
    return done


def _begin(
    blueprint: Draft, environment: Callable[[Draft], Environment], seed: int, number: int, attempt: int
) -> _Story:
    own = (seed * 1_000_003 + number * 101 + attempt) % 2**31
    base = environment(blueprint)
    story = _Story(blueprint, base.fork(), base.tools(), own)
    story.messages.append(blueprint.messages[0])
    return story


def _play(stories: list[_Story], users: Asker, assistants: Asker) -> None:
    """Go on, one message of each story a round, until all have ended."""
    for turn in range(2 * _MAX_MESSAGES):
        live = [story for story in stories if story.ended is None]
        if not live:
            return
        speaking = [story for story in live if story.user_is_next]
        for story, sample in zip(
            speaking, users.ask(f"users {turn}", [_user_request(story) for story in speaking]), strict=True
        ):
            _hear_user(story, sample)
        answering = [story for story in live if story.ended is None and not story.user_is_next]
        requests = [_assistant_request(story) for story in answering]
        for story, sample in zip(answering, assistants.ask(f"assistants {turn}", requests), strict=True):
            _hear_assistant(story, sample)
    for story in stories:
        story.ended = story.ended or "too-long"


def _user_request(story: _Story) -> Request:
    """The conversation as the user sees it: no system message, no calls, roles exchanged."""
    own = [m["content"] for m in story.blueprint.messages if m["role"] == "user"]
    card = "\n".join([PLAY_USER[story.lang], "", CARD[story.lang], *(f"- {line}" for line in own)])
    seen = [{"role": "system", "content": card}, {"role": "user", "content": BEGIN[story.lang]}]
    for message in story.messages[1:]:
        if message["role"] == "user":
            seen.append({"role": "assistant", "content": message["content"]})
        elif message["role"] == "assistant" and message["content"]:
            seen.append({"role": "user", "content": message["content"]})
    settings = {**_USER, "seed": story.seed}
    return Request(f"{story.blueprint.id}#{len(story.messages)}", seen, [], settings)  # type: ignore[arg-type]


def _assistant_request(story: _Story) -> Request:
    settings = {**_ASSISTANT, "seed": story.seed, "parallel_tool_calls": False}
    number = f"{story.blueprint.id}#{len(story.messages)}"
    return Request(number, list(story.messages), story.tools, settings)  # type: ignore[arg-type]


def _hear_user(story: _Story, sample: Sample | None) -> None:
    if sample is None:
        story.ended = "no-answer"
        return
    text = (sample.get("output_text") or "").strip()
    if not text or len(text) > _MAX_TEXT or sample.get("output_tools"):
        story.ended = "user-rubbish"
    elif _invents(story, text):
        story.ended = "user-invents"
    else:
        story.messages.append({"role": "user", "content": text})
        _bound(story)


def _invents(story: _Story, text: str) -> bool:
    """Whether the user says a value that is neither on the card nor was told."""
    known = " ".join(
        str(message["content"])
        for message in (*story.blueprint.messages[1:], *story.messages[1:])
        if message["role"] in ("user", "assistant")
    ).casefold()
    return any(value.casefold() not in known for value in _VALUE_LIKE.findall(text))


def _hear_assistant(story: _Story, sample: Sample | None) -> None:
    if sample is None:
        story.ended = "no-answer"
        return
    calls = sample.get("output_tools") or []
    text = (sample.get("output_text") or "").strip()
    if calls:
        _execute(story, calls)
    elif not text or len(text) > _MAX_TEXT or sample.get("finish_reason") == "length":
        story.ended = "assistant-rubbish"
    else:
        story.in_a_row = 0
        story.messages.append({"role": "assistant", "content": text})
        if _is_over(story):
            story.ended = "done"
    _bound(story)


def _execute(story: _Story, calls: list[Any]) -> None:
    if len(calls) > 1:
        story.ended = "several-calls"
        return
    try:
        call = read_call(calls[0])
    except (KeyError, TypeError, ValueError):
        story.ended = "unreadable-call"
        return
    if not isinstance(call, Call) or not isinstance(call.arguments, dict):
        story.ended = "unreadable-call"
        return
    story.calls += 1
    story.in_a_row += 1
    arguments = plain(call.arguments)
    result = story.environment.call(call.name, arguments)
    made = call_messages(Called(call.name, arguments, result), f"call_{story.calls:04d}")
    story.messages += made
    story.made.add(_key(made[0]))
    if story.in_a_row > _MAX_CALLS_IN_A_ROW:
        story.ended = "calls-without-end"


def _is_over(story: _Story) -> bool:
    """Whether the plan's goal is reached, by the state and the calls."""
    told = story.blueprint.metadata.get("environment", {})
    if story.environment.hash() != told.get("hash_after"):
        return False
    if told.get("hash_after") != told.get("hash"):
        return True
    return _needed(story.blueprint) <= story.made


def _needed(blueprint: Draft) -> set[Call_]:
    """The calls of the plan that gave something; one that was refused need not be made."""
    failed = {m["tool_call_id"] for m in blueprint.messages if m["role"] == "tool" and m["content"].startswith("Error")}
    made = [m for m in blueprint.messages if m.get("tool_calls") and m["tool_calls"][0]["id"] not in failed]
    return {_key(message) for message in made if message["tool_calls"][0]["function"]["name"] not in _FREE}


_FREE = frozenset({"calculate", "transfer_to_human_agents"})
"""Whose arguments are words of the assistant's own."""


def _key(message: dict[str, Any]) -> Call_:
    function = message["tool_calls"][0]["function"]
    return function["name"], function["arguments"]


def _bound(story: _Story) -> None:
    if story.ended is None and len(story.messages) >= _MAX_MESSAGES:
        story.ended = "too-long"


def _judged(story: _Story, objects: Objects) -> tuple[str, Draft | None]:
    if story.ended != "done":
        return story.ended or "too-long", None
    blueprint = story.blueprint
    told = dict(blueprint.metadata.get("environment", {}))
    told.pop("faults", None)
    told["hash_after"] = story.environment.hash()
    # The variations were the plan's; what the players did with it is told by the messages alone.
    metadata = blueprint.metadata | {"wording": "simulate", "tags": [], "environment": told}
    draft = Draft(blueprint.id, story.messages, {}, metadata, blueprint.entities)
    reason = objects(draft)
    return (reason, None) if reason is not None else ("", draft)
