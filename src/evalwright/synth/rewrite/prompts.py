"""What models are told, in the language of the conversation: `words/prompts.en.json` and `words/prompts.zh.json`.

Data goes into messages whole, never into a template. What is wrong with an answer is told in a sentence for its reason,
with what the checks found beside it.
"""

from __future__ import annotations

import random
from typing import TypedDict

from evalwright.text import filled, resource_json

END = "[END]"
"""What the player of a user writes when the card is done; it never stays in a conversation."""
_SHOWN = 400
"""So many characters of what was refused are shown again."""


class Prompts(TypedDict):
    """What the files say."""

    rewrite: dict[str, str]
    """By role: how to write anew what it says."""
    manners: dict[str, list[str]]
    """By role: the manners in which it may be said."""
    play_user: str
    card: str
    begin: str
    play_assistant: str
    refused: str
    earlier: str
    again: str
    found: str
    reasons: dict[str, str]
    """By reason: what was wrong, and what helps."""
    other_reason: str


def _prompts(lang: str) -> Prompts:
    told: Prompts = resource_json(__package__, f"words/prompts.{lang}.json")
    return told


def chat_opened(lang: str) -> str:
    """What the player of the user hears before anybody has spoken."""
    return _prompts(lang)["begin"]


def rewriting(lang: str, role: str, rng: random.Random) -> str:
    """The instruction for rewriting what one of the two says, in one of the manners."""
    told = _prompts(lang)
    return f"{told['rewrite'][role]}\n{rng.choice(told['manners'][role])}"


def rewriting_again(lang: str, reason: str, found: str, said: str) -> str:
    """What is said beside the instruction where the first rewriting was refused."""
    return _with_quote(_prompts(lang)["again"], lang, reason, found, said)


def card(lang: str, lines: list[str]) -> str:
    """The instruction for whoever plays the user, with what the user wants and knows."""
    told = _prompts(lang)
    return "\n".join([filled(told["play_user"], {"end": END}), "", told["card"], *(f"- {line}" for line in lines)])


def assistant_told(lang: str, policy: str) -> str:
    """The policy, and how whoever plays the assistant should answer."""
    return f"{policy}\n\n{_prompts(lang)['play_assistant']}"


def refused_message(lang: str, reason: str, found: str, said: str) -> str:
    """What a player is told whose last message was refused."""
    return _with_quote(_prompts(lang)["refused"], lang, reason, found, said)


def earlier_refusal(lang: str, reason: str, found: str) -> str:
    """What a player is told of the first time that a story was played."""
    return f"{_prompts(lang)['earlier']} {_why(lang, reason, found)}"


def _with_quote(told: str, lang: str, reason: str, found: str, said: str) -> str:
    shown = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}..."
    return f"{told} {_why(lang, reason, found)}\n{shown}".rstrip()


def _why(lang: str, reason: str, found: str) -> str:
    told = _prompts(lang)
    sentence = told["reasons"].get(reason) or f"{told['other_reason']} {reason}."
    return f"{sentence} {told['found']} {found[:_SHOWN]}" if found else sentence
