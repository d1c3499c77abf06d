"""Whether what a draft has people say is what people say: in its language, in bounds, and with nothing made up.

Sentences of a draft are words only, never formats; but a number, a name or a claim that a model wrote into one would be
told in every conversation as if somebody had found it out. Values stand in slots, where code fills them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from evalwright.data import dumps

from ..explore import World
from ..rewrite.invented import invented_by_assistant, invented_by_user
from ..rewrite.language_detection import in_language
from ..rewrite.meaning import out_of_character
from ..scenarios.findings import Findings
from ..scenarios.model import Alternatives, Fact, Scenario, Template, Words

_MOST_WAYS = 12
_LONGEST = 400
_SLOT = "□"
_USER, _ASSISTANT = "user", "assistant"
_BY_STEP = {"confirms": _ASSISTANT, "tells": _ASSISTANT, "offers": _ASSISTANT, "none": _ASSISTANT, "fails": _ASSISTANT}
_BY_STEP |= {"picks": _USER}


class WordGuard:
    """Judges the words of drafts against what the source says of itself."""

    def __init__(self, world: World) -> None:
        tools = dumps([tool["function"] for tool in world.source.tools]).decode()
        self._known = f"{tools} {world.source.policy or ''}".replace("_", " ")

    def check_scenario(self, scenario: Scenario, findings: Findings) -> None:
        """Name everything that is wrong with what is said in a scenario."""
        self._check(scenario.wants, _USER, scenario.line, findings)
        self._check(scenario.tells, _ASSISTANT, scenario.line, findings)
        for step in scenario.steps:
            for group, role in _BY_STEP.items():
                self._check(getattr(step, group), role, step.line, findings)

    def check_facts(self, facts: Iterable[Fact], findings: Findings) -> None:
        """Name everything that is wrong with how facts are asked for and said."""
        for fact in facts:
            self._check(fact.ask, _ASSISTANT, fact.line, findings)
            self._check(fact.say, _USER, fact.line, findings)

    def _check(self, words: Words, role: str, line: int, findings: Findings) -> None:
        for lang, ways in words.items():
            if len(ways) > _MOST_WAYS:
                findings.add(ways[_MOST_WAYS].line or line, "draft_many", most=_MOST_WAYS)
            for way in ways[:_MOST_WAYS]:
                kind, values = self._fault_in_saying(way, lang, role)
                if kind:
                    findings.add(way.line or line, kind, **values)

    def _fault_in_saying(self, way: Template, lang: str, role: str) -> tuple[str, Mapping[str, object]]:
        if len(way.text) > _LONGEST:
            return "draft_long", {"most": _LONGEST}
        said = " ".join("".join(_words_of_way(way)).split())
        if not in_language(said.replace(_SLOT, ""), lang, self._known, least=3):
            return "draft_language", {"lang": lang, "text": way.text[:100]}
        if out_of_character(said):
            return "draft_character", {"text": way.text[:100]}
        known = self._known
        value = invented_by_user(said, known) if role == _USER else invented_by_assistant(said, known, ())
        return ("draft_invented", {"value": value}) if value is not None else ("", {})


def _words_of_way(template: Template) -> Iterator[str]:
    """The words of a text, all its alternatives among them, with a mark for each slot."""
    for part in template.parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Alternatives):
            for way in part.ways:
                yield " "
                yield from _words_of_way(way)
            yield " "
        else:
            yield _SLOT
