"""Whether everything that has to be said can be said: in every language, with the slots that give it a meaning.

A question before a change that names nothing of it, an answer that holds nothing of what was found, a fact that nobody
can ask for in Chinese: each would make rows that say nothing, so each is told by the line it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..environment import Effect
from ..rules import Rules
from .findings import Findings
from .model import Fact, Reference, Scenario, ScenarioFile, Step, Template, Words
from .references import references_in

_GROUPS = ("confirms", "tells", "offers", "picks", "none", "fails")
_NO_FALLBACK = ("zh",)
"""Languages in which nobody can ask for a fact by its name."""
_LOOKS_LIKE_CODE = re.compile(r".*[_\-./].*|.*[a-z][A-Z].*")


class WordCheck:
    """Checks what is said."""

    def __init__(
        self, findings: Findings, file: ScenarioFile, languages: tuple[str, ...], rules: Rules, tools: frozenset[str]
    ) -> None:
        self._findings, self._file, self._languages, self._rules = findings, file, languages, rules
        self._code_names = [name for name in tools if _LOOKS_LIKE_CODE.fullmatch(name)]

    def check_facts(self) -> None:
        """How values and what people know of themselves is said."""
        for fact in self._every_fact():
            for name, words in (("ask", fact.ask), ("say", fact.say)):
                self._check_languages(words, fact.line, f"{fact.name}: {name}")
            for way in _ways(fact.say):
                if not any(_fact_of(reference) == fact.name for reference in references_in(way)):
                    self._findings.add(way.line, "say_slot", name=fact.name, slot=_braced(fact.name))
                self._check_user_words(way)
            self._check_value_languages(fact)
        for lang in self._languages:
            if self._file.policy and lang not in self._file.policy:
                self._findings.add(1, "missing_language", what="policy", lang=lang)

    def check(self, scenario: Scenario, effects: Mapping[str, Effect]) -> None:
        """What is said in one scenario."""
        self._check_languages(scenario.wants, scenario.line, "wants", needed=True)
        self._check_languages(scenario.tells, scenario.line, "tells")
        for way in _ways(scenario.wants):
            self._check_user_words(way)
        for step in scenario.steps:
            for group in _GROUPS:
                self._check_languages(getattr(step, group), step.line, group)
            self._check_confirms(step)
            self._check_choice_words(step)
        self._check_told(scenario, effects)
        self._check_spoken_fields(scenario)
        self._check_asked(scenario)

    def _every_fact(self) -> Iterator[Fact]:
        yield from self._file.values.values()
        if self._file.people is not None:
            yield from self._file.people.facts

    def _check_languages(self, words: Words, line: int, what: str, *, needed: bool = False) -> None:
        """Words that are there in one language are there in all."""
        if not words and not needed:
            return
        at = min((way.line for way in _ways(words)), default=line)
        for lang in self._languages:
            if not words.get(lang):
                self._findings.add(at, "missing_language", what=what, lang=lang)

    def _check_value_languages(self, fact: Fact) -> None:
        if not fact.values or "" in fact.values:
            return
        for lang in self._languages:
            if lang not in fact.values:
                self._findings.add(fact.line, "missing_language", what=fact.name, lang=lang)

    def _check_user_words(self, way: Template) -> None:
        """People do not speak of functions."""
        for name in self._code_names:
            if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", way.text):
                self._findings.add(way.line, "tool_in_words", name=name)

    def _check_confirms(self, step: Step) -> None:
        rule = self._rules.confirmation(step.tool)
        if rule is None:
            return
        for lang in self._languages:
            if not step.confirms.get(lang):
                self._findings.add(step.line, "no_confirms", tool=step.tool, lang=lang)
        named = self._rules.arguments_to_name(step.tool, step.arguments)
        due = [slot for name in named for slot in references_in(step.arguments[name])]
        for way in _ways(step.confirms) if due else ():
            if not any(True for _ in references_in(way)):  # whether it is enough is seen in rows
                slots = ", ".join(dict.fromkeys(_braced(str(each)) for each in due[:3]))
                self._findings.add(way.line, "confirm_detail", names=", ".join(named), slots=slots)

    def _check_choice_words(self, step: Step) -> None:
        if bool(step.offers) != bool(step.picks):
            self._findings.add(step.line, "offers_picks")
        if (step.offers or step.none) and not step.choices:
            self._findings.add(step.line, "no_choice", words="offers" if step.offers else "none")
        names = {choice.name for choice in step.choices}
        for way in _ways(step.picks) if names else ():
            if not names.intersection(reference.name for reference in references_in(way)):
                self._findings.add(way.line, "picks_slot", names=", ".join(sorted(names)))
        for way in _ways(step.offers):
            if not any(True for _ in references_in(way)):
                self._findings.add(way.line, "offers_slot", name=step.name)

    def _check_told(self, scenario: Scenario, effects: Mapping[str, Effect]) -> None:
        """Whether the end says something, and after looking something up, what was found."""
        if not scenario.steps:
            return
        last = scenario.steps[-1]
        if self._rules.said_after(last.tool) is not None:
            return  # the rule says what is said
        if not scenario.tells and not last.tells:
            self._findings.add(scenario.line, "no_tells", name=scenario.name)
            return
        if any(effects.get(step.tool, "read") == "write" for step in scenario.steps):
            return
        found = {step.name for step in scenario.steps}
        found |= {choice.name for step in scenario.steps for choice in step.choices}
        told = [step.tells for step in scenario.steps] + [step.offers for step in scenario.steps]
        early = any(
            reference.name in found for words in told for way in _ways(words) for reference in references_in(way)
        )
        for way in () if early else _ways(scenario.tells):
            if all(reference.name == "me" or reference.name in self._file.values for reference in references_in(way)):
                self._findings.add(way.line, "tells_slot", names=", ".join(sorted(found)))

    def _check_spoken_fields(self, scenario: Scenario) -> None:
        """A field of a record that only a call needs has to be said by the user, and no words of the file say it."""
        for step in scenario.steps:
            for reference in references_in(dict(step.arguments)):
                fact = self._file.values.get(reference.name)
                if fact is None or not reference.path:
                    continue
                ways = [way for words in (scenario.wants, fact.say) for way in _ways(words)]
                said = {each.path for way in ways for each in references_in(way) if each.name == reference.name}
                if said and reference.path not in said:
                    told = {"name": str(reference), "slot": _braced(str(reference)), "value": reference.name}
                    self._findings.add(step.line, "unsaid_field", "warning", **told)

    def _check_asked(self, scenario: Scenario) -> None:
        """A fact that a call needs stands in the wish, or can be asked for."""
        facts = {fact.name: fact for fact in self._every_fact()}
        needed = {_fact_of(reference): step for step in reversed(scenario.steps) for reference in _needed(step)}
        for lang in _NO_FALLBACK:
            for name, step in needed.items():
                if name not in facts or facts[name].ask.get(lang) or lang not in self._languages:
                    continue
                for way in scenario.wants.get(lang, ()):
                    if not any(_fact_of(reference) == name for reference in _certain(way)):
                        self._findings.add(way.line, "no_ask", name=name, slot=_braced(name), line=step.line, lang=lang)


def _needed(step: Step) -> Iterator[Reference]:
    yield from references_in(dict(step.arguments))
    for choice in step.choices:
        for condition in choice.where:
            yield from references_in(condition.value)


def _certain(way: Template) -> Iterator[Reference]:
    """Slots that stand outside brackets: whichever alternative is taken, they are said."""
    return (part for part in way.parts if isinstance(part, Reference))


def _ways(words: Words) -> Iterator[Template]:
    for ways in words.values():
        yield from ways


def _fact_of(reference: Reference) -> str:
    return f"me.{reference.path[0]}" if reference.name == "me" and reference.path else reference.name


def _braced(name: str) -> str:
    return f"{{{name}}}"
