"""A stand-in for a model that drafts scenarios: for each piece it is asked for, it says what a test wrote down."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from ..rewrite.player import Body, Reply

Script = Mapping[str, Sequence[str] | Callable[[int], str]]
"""By piece (`list_notes > get_note, picked`, `fact email`, `rules`): the answers, try by try; the last one stays."""

_STEP = re.compile(r"^      - ([\w-]+):", re.M)
_FACT = re.compile(r"^(?:values:\n  ([\w-]+):|people:\n  know:\n    ([\w-]+):)", re.M)


class Author:
    """Answers requests of a draft by a script, and keeps what it was asked."""

    def __init__(self, script: Script, otherwise: str = "I like turtles.") -> None:
        self.script, self.otherwise = script, otherwise
        self.asked: dict[str, list[Body]] = defaultdict(list)

    def __call__(self, body: Body) -> Reply:
        name = piece_of(body)
        self.asked[name].append(body)
        answers = self.script.get(name, [self.otherwise])
        number = len(self.asked[name]) - 1
        text = answers(number) if callable(answers) else answers[min(number, len(answers) - 1)]
        return {"content": text}

    def findings(self, name: str, number: int = 1) -> str:
        """What it was told of its first answers for a piece."""
        return str(self.asked[name][number]["messages"][-1]["content"])


def piece_of(body: Body) -> str:
    """Which piece a request asks for."""
    task = str(body["messages"][1]["content"])
    if steps := _STEP.findall(task):
        return " > ".join(steps) + (", picked" if "        offers:" in task else "")
    if found := _FACT.search(task):
        return f"fact {found[1] or found[2]}"
    return "rules"
