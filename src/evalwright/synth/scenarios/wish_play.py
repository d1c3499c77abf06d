"""One wish, played: facts are said or asked for, every call is executed, choices fall on what the calls gave.

A talk and an outline flow in; the talk has the steps afterwards. The words of the file are spoken by whoever may know
what is in them; what goes wrong for real is told in the file's words, or the draw is given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from evalwright.chat import failure_reason

from ..environment import Result
from .agreement import agree
from .choosing import choose, nothing_found
from .model import Choice, Step
from .no_change import refuse_no_change
from .opening import Opening, open_wish, settle_opening
from .outline import Outline
from .prose_refusals import may_say_no
from .references import references_in
from .said_words import asks_kindly
from .scope import MISSING, TOLD, known_result
from .stuck import StuckError
from .talk import Talk, label_of, stated
from .wrong_value import SaidFacts, say_it_wrong

Outcome = Literal["served", "declined", "ended"]
"""The user got what was wanted, decided against it, or could not have it."""
_MOST_ASKED = 3
"""Facts that are asked for in one message."""


class WishPlay:
    """Plays one wish of a conversation."""

    def __init__(self, talk: Talk, outline: Outline, *, first: bool, pleased: bool = False) -> None:
        """`first`: nothing was said before; `pleased`: what was wanted before was had."""
        self.talk, self.outline = talk, outline
        talk.calls_before = len(talk.transcript.calls)
        self._steps = outline.scenario.steps
        self._asked = 0
        self._asked_for: dict[str, str] = {}
        """By a question the fact that it asked for."""
        self._fault_at = self._drawn_fault() if first else -1
        self._opening: Opening = open_wish(talk, outline, first=first, pleased=pleased)
        self.said = SaidFacts(self._opening, list(self._opening.given))

    def play(self) -> Outcome:
        """Play it to its end, whatever that is."""
        outcome = self._play_steps()
        settle_opening(self.talk, self.outline, self._opening)
        self._note_how_facts_came()
        return outcome

    def _play_steps(self) -> Outcome:
        at = 0
        while at < len(self._steps):
            step = self._steps[at]
            self._ask_for(self.outline.needs[at])
            arguments = self.talk.arguments(step)
            if step.confirms.get(self.talk.lang) or self.talk.rules.confirmation(step.tool):
                agreed = agree(self.talk, self.outline, self._opening, at, arguments)
                if agreed is None:
                    return "declined"
                if agreed != at:
                    at = agreed
                    continue
                arguments = self.talk.arguments(step)
            if not self._take(at, step, arguments):
                return "served" if self.talk.over else "ended"
            at += 1
        self._tell_end()
        return "served"

    def _take(self, at: int, step: Step, arguments: dict[str, Any]) -> bool:
        """Make the call of a step and its choices; whether the wish can go on."""
        talk, name = self.talk, step.name or step.tool
        sources = self.outline.sources[at]
        talk.transcript.given.update(dict.fromkeys(self.outline.constants[at]))
        say_it_wrong(talk, self.outline, at, self.said)
        self.said.used.update(self.outline.uses[at])
        self._refuse_to_tell_again(at, step, arguments)
        refuse_no_change(talk, step, arguments)
        if at == self._fault_at and not talk.transcript.was_called(step.tool, arguments):
            self._fail_once(step, arguments)
        result = talk.transcript.call(step.tool, arguments, entity=bool(sources & talk.own), line=step.line)
        if not result.ok:
            return self._refused(step, result)
        doubted = not talk.file.path and not step.choices
        if doubted and may_say_no(result.value, step.tool, reads=talk.transcript.reads(step.tool)):
            raise StuckError("refused", step.line, tool=step.tool, error=result.content[:300])
        talk.scope.results[name] = known_result(result, talk.lang)
        if sources & talk.own:
            talk.own.add(name)
        missed = choose(talk, self.outline, self._opening, step)
        if missed is not None:
            return self._nothing_found(step, missed)
        return self._tell_step(at, step)

    def _refuse_to_tell_again(self, at: int, step: Step, arguments: dict[str, Any]) -> None:
        """Nobody asks for a whole result that this conversation holds already, nor for what was just changed."""
        if at < len(self._steps) - 1 or not self.talk.transcript.was_called(step.tool, arguments):
            return
        if self.talk.transcript.was_called(step.tool, arguments, before=self.talk.calls_before):
            raise StuckError("no_call", step.line)
        ways = (*step.tells.get(self.talk.lang, ()), *self.outline.scenario.tells.get(self.talk.lang, ()))
        whole = (step.name or step.tool, (TOLD,))
        if any((each.name, tuple(each.path)) == whole for way in ways for each in references_in(way)):
            raise StuckError("no_call", step.line)

    # What the user says.

    def _ask_for(self, names: Sequence[str]) -> None:
        """Have the user say what is missing."""
        talk = self.talk
        missing = self.outline.unsaid(names, talk.scope.said)
        while missing:
            now, missing = self._next_asked(missing)
            kindly = self._ask(now)
            if talk.may_wander():
                talk.wander(lambda now=now: self._ask(now, back=True))  # type: ignore[misc]
            told = [stated(talk, self.outline, name) for name in now]
            slots = {"mine": all(fact.mine for fact in told), "kindly": kindly}
            talk.say("user", "give", answers=told, single=len(told) == 1, several=len(told) > 1, **slots)
            for name, fact in zip(now, told, strict=True):
                self.said.stated.append(fact)
                talk.hear(self.outline.said_with(name))

    def _next_asked(self, missing: list[str]) -> tuple[list[str], list[str]]:
        for name in missing:
            if not self.outline.can_ask(name) or self.talk.scope.truth(name) is MISSING:
                fact = self.outline.facts[name]
                raise StuckError("cannot_ask", fact.line, name=name, lang=self.talk.lang)
        count = 1 if self._opening.one_by_one else _MOST_ASKED
        return missing[:count], missing[count:]

    def _ask(self, names: Sequence[str], *, back: bool = False) -> bool:
        """The assistant asks for facts, in the file's words or by their names; whether that asks for a favour."""
        talk, facts = self.talk, {name: self.outline.facts[name] for name in names}
        worded = [name for name in facts if self._has_own_question(name)]
        asks = [talk.words(facts[name].ask) for name in worded]
        labels = [(label_of(name), name.startswith("me.")) for name in facts if name not in worded]
        again = not back and (self._asked > 0 or self.said.corrected)
        wanted = self._opening.asks and not again and not back
        talk.say("assistant", "ask", asks=asks, labels=labels, again=again, back=back, wanted=wanted)
        self._asked += not back
        return all(asks_kindly(way.text, talk.lang) for saying in asks for way in saying.ways)

    def _has_own_question(self, name: str) -> bool:
        """Whether the file has words to ask for a fact that did not ask for another field of the same record."""
        ways = self.outline.facts[name].ask.get(self.talk.lang)
        return ways is not None and len(ways) > 0 and self._asked_for.setdefault(ways[0].text, name) == name

    def _note_how_facts_came(self) -> None:
        """Which way of telling facts this was, as it turned out."""
        variety, needed = self.talk.variety, self.outline.all_needed
        if self._asked:
            variety.play("missing-fact")
        if self._asked > 1 and self._opening.one_by_one:
            variety.play("drop-by-drop")
        elif not self._asked and (self._opening.given or set(self.outline.facts_in(self._opening.way)) & set(needed)):
            variety.play("all-at-once")

    # What the assistant does and says.

    def _drawn_fault(self) -> int:
        """Which call meets a passing trouble; none in most conversations."""
        if not self.talk.variety.may("fails-once"):
            return -1
        return self.talk.variety.random("fault").randrange(len(self._steps))

    def _fail_once(self, step: Step, arguments: dict[str, Any]) -> None:
        talk = self.talk
        talk.transcript.fail_on_purpose(step.tool, arguments, talk.memory.failures.passing_trouble(step.tool))
        talk.variety.play("fails-once")
        self._fault_at = -1
        if talk.transcript.reads(step.tool) and talk.variety.random("retry").random() < 0.5:
            talk.say("assistant", "retry")
            talk.say("user", "patience")

    def _refused(self, step: Step, result: Result) -> bool:
        talk = self.talk
        talk.memory.failures.learn(step.tool, result.content)
        reason = failure_reason(result.content) or result.content
        words = talk.words(step.fails, {"error": reason.strip()[:500]})
        if not words or not talk.variety.may("refused"):
            raise StuckError("refused", step.line, tool=step.tool, error=reason[:300])
        talk.variety.play("refused")
        talk.say("assistant", "fail", words=words)
        return False

    def _nothing_found(self, step: Step, missed: Choice) -> bool:
        talk = self.talk
        words = talk.words(step.none)
        if not words or not talk.variety.may("nothing-found"):
            raise nothing_found(talk, step, missed)
        talk.variety.play("nothing-found")
        talk.say("assistant", "none", words=words)
        return False

    def _tell_step(self, at: int, step: Step) -> bool:
        """What is said right after a call; the user says something before it goes on."""
        fixed = self.talk.rules.said_after(step.tool)
        if fixed is not None and fixed.sentences.get(self.talk.lang):
            sentence = self.talk.variety.random("sentence").choice(fixed.sentences[self.talk.lang])
            self.talk.say("assistant", "sentence", value=(sentence.removesuffix("。"),))  # which comes by itself
            self.talk.over = fixed.ends
            return not fixed.ends
        if not step.tells.get(self.talk.lang):
            return True
        words = self.talk.words(step.tells)
        if not words:
            raise self.talk.unsayable(step.tells, "tells", step.line)
        self.talk.say("assistant", "tell", words=words)
        last = at == len(self._steps) - 1 and not self.outline.scenario.tells.get(self.talk.lang)
        asks = at + 1 < len(self._steps) and self.outline.unsaid(self.outline.needs[at + 1], self.talk.scope.said)
        if not last and not asks:
            self.talk.say("user", "go_on")
        return True

    def _tell_end(self) -> None:
        scenario = self.outline.scenario
        self._ask_for(self.outline.needs_at_end)
        self.talk.transcript.note_answer()
        words = self.talk.words(scenario.tells)
        if words:
            self.talk.say("assistant", "tell", words=words, waited=self._has_waited())
        elif scenario.tells.get(self.talk.lang):
            raise self.talk.unsayable(scenario.tells, "tells", scenario.line)
        elif not self._steps[-1].tells.get(self.talk.lang):
            self.talk.say("assistant", "done")

    def _has_waited(self) -> bool:
        """Whether a call failed for a moment since this wish was brought up."""
        return any(int(fault[0]) > self.talk.calls_before for fault in self.talk.transcript.faults)
