"""The turns of a conversation about one goal: wish, questions, choices, calls, summary, outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalwright.text import resource_json

from ..environment import Result
from ..plan import Called, Move, Slots
from .backward_chaining import MOST_CALLS, is_internal
from .names import changes, is_other
from .result_summary import told_of
from .sample_values import stock
from .session import Filled, Session, StuckError, arguments_of
from .toolview import ToolView

_WRONG, _DECLINES, _CHANGES, _DRIPS = 0.08, 0.07, 0.08, 0.3
_ENDS_EARLY = 0.35
OFF_TOPICS: dict[str, list[str]] = resource_json(__package__, "words/topics.json")
"""What people ask that has nothing to do with the tools, unless the tools speak of it."""
_MAX_CHOICE = 5


@dataclass(slots=True)
class Turns:
    """Plays one session."""

    session: Session
    tags: list[str] = field(default_factory=list)
    over: bool = False
    """Whether the conversation has been brought to an end."""
    _told: set[int] = field(default_factory=set)
    """The values that the user has said, each by its identity."""
    _asked: bool = False

    def reach(self, goal: ToolView, chain: list[str], *, first: bool) -> bool:
        """Play up to the goal and its outcome; whether the user may want something further."""
        session = self.session
        self._open_with_goal(goal, chain, first=first)
        for name in chain:
            view = session.flow.views[name]
            items = session.fill(view)
            items = self._settle(view, items)
            if view.effect == "write" and not self._agreed(view, items):
                return False
            result = self._call_maybe_mistyped(view, items)
            if not result.ok:
                return self._report_refusal(view, goal, items, result)
            if view is goal:
                self._report(view, items, result)
            elif len(session.returned) > MOST_CALLS or not any(
                each.key.endswith("_id") for each in session.returned[-1][1]
            ):
                raise StuckError("nothing to go on with")
        return True

    def close(self) -> None:
        """End the conversation, with a word or without."""
        session, rng = self.session, self.session.rng
        if self.over or rng.random() < _ENDS_EARLY:
            return
        session.say("user", Move("thanks") if rng.random() < 0.75 else Move("bye"))
        session.say("assistant", Move("bye"))

    def _open_with_goal(self, goal: ToolView, chain: list[str], *, first: bool) -> None:
        """The wish, with as much as the user says at once."""
        session, rng = self.session, self.session.rng
        back = self._asked = False
        sayable = [item for item in self._ahead(goal, chain) if item.source == "user"]
        share = rng.random()
        given = sayable if share < 0.45 else [] if share > 0.7 else [item for item in sayable if rng.random() < 0.5]
        if first and "irrelevant" in self.tags and rng.random() < 0.5:
            session.say("user", Move("ask.irrelevant", {"topic": rng.choice(off_topics(session.flow.views))}))
            session.say("assistant", Move("refuse.irrelevant", {}))
            back = True
        given = given[:6]
        if given and len(given) == len(sayable):
            self.tags.append("all-at-once")
        slots = {"tool": goal, "given": given, "first": first and not back, "back": back, "many": len(given) > 3}
        session.say("user", Move("want", slots))
        session.heard(given)
        self._told |= {id(item) for item in given}

    def _ahead(self, goal: ToolView, chain: list[str]) -> list[Filled]:
        """What the user will have to say for the goal, as far as it can be told before anything is looked up."""
        session = self.session
        made: list[Filled] = []
        helped = {key for name in chain[:-1] for key, makers in session.flow.producers.items() if name in makers}
        for param in goal.params:
            if is_internal(session.flow, param) and not param.options:
                looked_up = param.key in helped or param.key in session.told or is_other(param.name)
                if looked_up or param.many or not param.required:
                    continue
                held = session.bundle.get(param.key)
                if held is None or any(each.key == param.key for _, found in session.returned for each in found):
                    continue
                made.append(Filled(param, held, "user"))
                session.wished[goal.name, param.path] = made[-1]
        plain = [item for item in self._independent_values(goal) if item.source == "user"]
        return [*made, *plain]

    def _independent_values(self, goal: ToolView) -> list[Filled]:
        """The values of the goal that do not hang on any result."""
        session = self.session
        made: list[Filled] = []
        for param in goal.params:
            if is_internal(session.flow, param) and not param.options:
                continue
            filled = session.settle(goal, param, made)
            if filled is not None:
                made.append(filled)
        return made

    def _settle(self, view: ToolView, items: list[Filled]) -> list[Filled]:
        """Have the user say what only the user can say, and choose where there is a choice."""
        missing = [item for item in items if item.source == "user" and not self._is_said_by_user(item)]
        while missing:
            self.tags.append("asks-missing")
            drips = len(missing) > 1 and self.session.rng.random() < _DRIPS
            now = missing[:1] if drips else missing[:6]
            missing = missing[len(now) :]
            self._ask_for_values(view, now)
        for item in items:
            if item.source == "choice":
                self._choose(view, item)
        return [self._composed(view, item) if item.source == "composed" else item for item in items]

    def _is_said_by_user(self, item: Filled) -> bool:
        """Whether the user has said this value, for this call or as the thing that it is all about."""
        named = self.session.names_a_thing(item.param) and self.session.told.get(item.param.key) == item.value
        return id(item) in self._told or named

    def _ask_for_values(self, view: ToolView, items: list[Filled]) -> None:
        session = self.session
        slots = {"tool": view, "params": [item.param for item in items], "again": self._asked}
        self._asked = True
        session.say("assistant", Move("ask", slots))
        session.say("user", Move("give", {"given": items, "many": len(items) > 2, "single": len(items) == 1}))
        session.heard(items)
        self._told |= {id(item) for item in items}

    def _choose(self, view: ToolView, item: Filled) -> None:
        session = self.session
        self.tags.append("chooses")
        chosen = item.value if isinstance(item.value, list) else [item.value]
        offered = list(dict.fromkeys([*session.candidates(item.param)[:_MAX_CHOICE], *chosen]))
        options = [(value, session.label_of(value)) for value in offered]
        session.say("assistant", Move("ask.choice", {"param": item.param, "options": options}))
        session.say("user", Move("pick", {"given": [item], "param": item.param}))
        session.heard([item] if not isinstance(item.value, list) else [])

    def _composed(self, view: ToolView, item: Filled) -> Filled:
        """A summary for somebody else: in the user's own words."""
        words = stock(self.session.lang).summaries
        return Filled(item.param, words[self.session.rng.randrange(len(words))], "composed")

    def _agreed(self, view: ToolView, items: list[Filled]) -> bool:
        """Say what will be done and wait for a yes; whether it came."""
        session, rng = self.session, self.session.rng
        session.say("assistant", Move("summarise", {"tool": view, "given": list(items)}))
        share = rng.random()
        if share < _DECLINES:
            self.tags.append("declines")
            session.say("user", Move("no"))
            session.say("assistant", Move("unchanged"))
            self.over = rng.random() < 0.5
            return False
        changeable = [item for item in items if item.source == "user" and not is_internal(session.flow, item.param)]
        if share < _DECLINES + _CHANGES and changeable:
            self._change_mind(view, items, rng.choice(changeable))
        session.say("user", Move("yes"))
        return True

    def _change_mind(self, view: ToolView, items: list[Filled], old: Filled) -> None:
        session = self.session
        session.wished.pop((view.name, old.param.path), None)
        new = session.settle(view, old.param)
        if new is None or new.value == old.value or session.names_a_thing(old.param):
            session.wished[view.name, old.param.path] = old
            return
        self.tags.append("changes-mind")
        items[items.index(old)] = new
        session.say("user", Move("change", {"given": [new]}))
        session.say("assistant", Move("summarise", {"tool": view, "given": list(items), "again": True}))

    def _call_maybe_mistyped(self, view: ToolView, items: list[Filled]) -> Result:
        session, rng = self.session, self.session.rng
        typed = [item for item in items if item.source == "user" and id(item) in self._told and _can_mistype(item)]
        if view.effect == "read" and typed and rng.random() < _WRONG:
            self._mistype(view, items, rng.choice(typed))
        return session.call(view, arguments_of(items))

    def _mistype(self, view: ToolView, items: list[Filled], item: Filled) -> None:
        """The user said it wrong first: the tool finds nothing, the user corrects."""
        session = self.session
        wrong = _mistyped(str(item.value), session.rng)
        if not session.resay(item, wrong):
            return
        swapped = [Filled(each.param, wrong, each.source) if each is item else each for each in items]
        result = session.call(view, arguments_of(swapped))
        if result.ok:
            raise StuckError("a wrong value was taken")
        self.tags.append("wrong-value")
        session.say("assistant", Move("not_found", {"param": item.param, "value": wrong}))
        session.say("user", Move("correct", {"given": [item]}))

    def _report_refusal(self, view: ToolView, goal: ToolView, items: list[Filled], result: Result) -> bool:
        """A real refusal: told as it is, where it concerns what the user wants."""
        if view is not goal or self.session.rng.random() < 0.5:
            raise StuckError("refused")
        self.tags.append("tool-error")
        self.session.say("assistant", Move("failed", {"tool": view, "error": result.content.removeprefix("Error: ")}))
        self.session.say("user", Move("accept"))
        self.session.say("assistant", Move("bye.sorry"))
        self.over = True
        return False

    def _report(self, view: ToolView, items: list[Filled], result: Result) -> None:
        slots: Slots = {"tool": view, "given": items, **told_of(result.value, view, self.session.rng)}
        name = "done" if view.effect == "write" or changes(view.act) else "tell"
        called = [step for step in self.session.steps if isinstance(step, Called)]
        slots["offer"] = len(called) > 1
        self.session.say("assistant", Move(name, slots))


def _can_mistype(item: Filled) -> bool:
    return isinstance(item.value, str) and any(char.isdigit() for char in item.value) and not item.param.options


def _mistyped(text: str, rng: Any) -> str:
    """One digit is another one."""
    places = [at for at, char in enumerate(text) if char.isdigit()]
    at = rng.choice(places)
    return text[:at] + str((int(text[at]) + rng.randint(1, 9)) % 10) + text[at + 1 :]


def off_topics(views: Mapping[str, ToolView]) -> list[str]:
    """The topics that none of these tools is about."""
    told = " ".join(f"{view.name} {view.description[:500]}" for view in views.values()).lower()
    return [topic for topic, signs in OFF_TOPICS.items() if not any(sign in told for sign in signs)] or ["joke"]
