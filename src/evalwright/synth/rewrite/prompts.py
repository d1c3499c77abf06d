"""What models are told, in the language of the conversation: `words/prompts.en.json` and `words/prompts.zh.json`.

Data goes into messages whole, never into a template.
"""

from __future__ import annotations

import random
from typing import TypedDict

from evalwright.text import filled, resource_json

END = "[END]"
"""What the player of a user writes when the card is done; it never stays in a conversation."""


class Prompts(TypedDict):
    """What the files say."""

    rewrite: dict[str, str]
    """By role: how to write anew what it says."""
    manners: dict[str, list[str]]
    """By role: the manners in which it may be said."""
    play_user: str
    card: str
    begin: str


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


def card(lang: str, lines: list[str]) -> str:
    """The instruction for whoever plays the user, with what the user wants and knows."""
    told = _prompts(lang)
    return "\n".join([filled(told["play_user"], {"end": END}), "", told["card"], *(f"- {line}" for line in lines)])
