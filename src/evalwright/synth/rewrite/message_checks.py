"""Why a message of a player must not stand in a conversation, whoever says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalwright.models import Sample

from ..plan import text_in
from .acceptance import NO_ANSWER, Objection
from .invented import invented_by_assistant, invented_by_user
from .language_detection import in_language
from .meaning import claims_done, out_of_character
from .topics import off_topic

if TYPE_CHECKING:
    from .story import Story

END_MARK = re.compile(r"[\[【]\s*END\s*[\]】]", re.IGNORECASE)
_MOST_CHARACTERS = 4_000
_WORDS_TO_TELL_A_LANGUAGE = 4
_LONG_ENOUGH_TO_REPEAT = 24


def trouble_with(story: Story, sample: Sample | None, text: str, role: str) -> Objection | None:
    """What is wrong with a text; None where nothing is found."""
    if sample is None:
        return Objection(NO_ANSWER)
    if not text or len(text) > _MOST_CHARACTERS or sample.get("finish_reason") == "length":
        return Objection(f"{role}-rubbish")
    known = "\n".join(text_in(message) for message in (*story.blueprint.messages[1:], *story.messages))
    if sample.get("output_tools") or END_MARK.search(text) or out_of_character(text, known):
        return Objection(f"{role}-out-of-character")
    if (name := _tool_named(story, text)) is not None:
        return Objection(f"{role}-out-of-character", text=name)
    if not in_language(text, story.lang, known, least=_WORDS_TO_TELL_A_LANGUAGE):
        return Objection("other-language")
    if off_topic(text, known, story.lang, story.vocabulary):
        return Objection(f"{role}-rubbish")
    before = next((m["content"] for m in reversed(story.messages) if m["role"] == role and m["content"]), "")
    if text == before and len(text) >= _LONG_ENOUGH_TO_REPEAT:
        return Objection("goes-round")
    return _of_the_user(story, text) if role == "user" else _of_the_assistant(story, text)


def _of_the_user(story: Story, text: str) -> Objection | None:
    told = (text_in(message) for message in story.messages[1:] if message["role"] in ("user", "assistant"))
    value = invented_by_user(text, "\n".join([*story.card, *told]))
    return None if value is None else Objection("user-invents", text=value)


def _of_the_assistant(story: Story, text: str) -> Objection | None:
    if not story.has_written and claims_done(text):
        return Objection("said-but-not-done")
    heard = [text_in(message) for message in story.messages if message["role"] != "assistant"]
    results = [result.content for result in story.results]
    value = invented_by_assistant(text, "\n".join([*heard, story.tool_texts, story.vocabulary]), results)
    return None if value is None else Objection("assistant-invents", text=value)


def _tool_named(story: Story, text: str) -> str | None:
    """A tool that is called by its name, where that is no word of a language."""
    names = (str(tool["function"]["name"]) for tool in story.tools)
    return next((name for name in names if ("_" in name or "-" in name) and name in text), None)
