"""Answers in plain words that say no, though no protocol and no field does: by the words that people say no with.

A short line of text flows in, a judgement flows out. It is strict where something would be told as done or found: a
doubtful answer is none that a conversation is made of.
"""

from __future__ import annotations

import re
from typing import Any

from evalwright.text import resource_json

from ..generic.names import participle, words_of
from .model import ScenarioFile
from .references import references_in

_WORDS: dict[str, list[str]] = resource_json(__package__, "words/refusals.json")
_SAYS_NO, _DOUBTFUL = (re.compile("|".join(_WORDS[name]), re.I) for name in ("says_no", "doubtful"))
LONGEST_REFUSAL = 200
"""Characters of an answer that may say no and nothing else."""


def says_no(value: Any) -> bool:
    """Whether an answer is one line of text that says that something is not there or cannot be had."""
    return _is_line(value) and _SAYS_NO.search(value) is not None


def is_doubtful(value: Any) -> bool:
    """Whether an answer is one line of text that may well say that nothing was done."""
    return _is_line(value) and _DOUBTFUL.search(value) is not None


def may_say_no(value: Any, tool: str, *, reads: bool) -> bool:
    """Whether an answer in plain words may be a refusal; of a tool that changes things, doubt is enough.

    That something is as the tool makes it is no doubt: `Ticket 7 is now closed`, of what closes tickets.
    """
    return says_no(value) or (not reads and is_doubtful(value) and is_doubtful(_without_deed(value, tool)))


def _without_deed(text: str, tool: str) -> str:
    """An answer without the word that says that it is done."""
    done = "|".join(re.escape(participle(word)) for word in words_of(tool))
    return re.sub(rf"\b(?:{done})\b", "done", text, flags=re.I) if done else text


def tools_of_few_words(file: ScenarioFile) -> frozenset[str]:
    """The tools of a file whose answers it neither reads nor repeats: nothing but their words shows that they said no.

    Whoever chooses from an answer has said how it reads, and whoever repeats it tells what it says.
    """
    read: set[str] = set()
    for scenario in file.scenarios:
        said = [scenario.tells, *(step.tells for step in scenario.steps)]
        slots = {(each.name, tuple(each.path)) for words in said for each in references_in(words)}
        for step in scenario.steps:
            name = step.name or step.tool
            if step.choices or slots & {(name, ("text",)), (name, ("told",)), (name, ())}:
                read.add(step.tool)
    return frozenset(step.tool for scenario in file.scenarios for step in scenario.steps) - read


def _is_line(value: Any) -> bool:
    """Whether it is one short line of words, and not a list or an object that is written as text."""
    said = value.strip() if isinstance(value, str) else ""
    return 0 < len(said) <= LONGEST_REFUSAL and "\n" not in said and said[0] not in "[{("
