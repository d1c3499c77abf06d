"""One conversation while it is played: what was said, what was returned, and where the next argument comes from.

Values come from the user's words, from an earlier result, or from the schema; a session never passes on anything
else. It writes moves, not words, and carries out every call on the spot.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from evalwright.chat import Arguments

from ..environment import Crash, Environment, Result, carried_out
from ..plan import Called, Move, Said, Step
from .backward_chaining import is_internal
from .names import is_new, is_other, words_of
from .parameters import Param, place
from .plausible import plausible
from .samples import sample, state_of
from .simulated import WHOLE, Share, SimulatedEnvironment
from .toolview import ToolView
from .value_extraction import Bundle, Found, bundles_in, values_in
from .value_flow import Flow, fits

Source = Literal["told", "user", "choice", "result", "schema", "composed"]
_MAX_CHOICE = 5
_OPTIONAL = 0.3


class StuckError(Exception):
    """A plan that cannot go on: another one is drawn."""


class Filled(NamedTuple):
    """One argument and where it comes from."""

    param: Param
    value: Any
    source: Source


@dataclass(slots=True)
class Session:
    """What has happened so far."""

    flow: Flow
    environment: Environment
    rng: random.Random
    bundle: Bundle
    lang: str
    share: Share = WHOLE
    steps: list[Step] = field(default_factory=list)
    told: Bundle = field(default_factory=dict)
    """Ids and the like that the user has said, by what they are."""
    wished: dict[tuple[str, tuple[str | int, ...]], Filled | None] = field(default_factory=dict)
    """Values settled for a call to come, so that they can be said before."""
    returned: list[tuple[str, list[Found]]] = field(default_factory=list)
    others: dict[str, Bundle] = field(default_factory=dict)
    """For each tool a record that it can find, where the story's own thing is of another sort."""
    labels: dict[str, str] = field(default_factory=dict)
    """The names of things by their ids, as they were returned."""
    seen: dict[str, None] = field(default_factory=dict)
    """People and the like that this conversation is about."""

    def say(self, role: Literal["user", "assistant"], *moves: Move) -> None:
        """One message; moves of one speaker in a row make one."""
        last = self.steps[-1] if self.steps else None
        if isinstance(last, Said) and last.role == role:
            self.steps[-1] = Said(role, [*last.moves, *moves])
        else:
            self.steps.append(Said(role, list(moves)))

    def call(self, view: ToolView, arguments: Arguments) -> Result:
        """Carry out a call and take in what it returns."""
        if self.flow.checks.problem(view.name, arguments) is not None:
            raise StuckError(view.name)
        result = carried_out(self.environment, view.name, arguments)
        if isinstance(result, Crash):
            raise StuckError(result.content)
        self.steps.append(Called(view.name, arguments, result))
        if result.ok:
            found = values_in(result.value, self.flow.about(view.name))
            self.returned.append((view.name, found))
            self._remember_story_ids((each.key, each.value) for each in found)
            self._learn_labels(result.value, 0)
        return result

    def fill(self, view: ToolView) -> list[Filled]:
        """The arguments of a call, each with its source."""
        made: list[Filled] = []
        for param in view.params:
            known = self.settle(view, param, made)
            if known is not None:
                made.append(known)
        return made

    def settle(self, view: ToolView, param: Param, made: Sequence[Filled] = ()) -> Filled | None:
        """The value of one parameter, settled once; None for an optional one that is left away."""
        key = (view.name, param.path)
        if key not in self.wished:
            if not param.required and not self._optional(view, param):
                self.wished[key] = None
                return None
            value, source = self._draw_parameter_value(view, param, made)
            if value is None and param.required:
                raise StuckError(f"{view.name}.{param.name}")
            filled = None if value is None else Filled(param, value, source)
            if source in ("result", "choice", "told"):
                return filled
            self.wished[key] = filled
        return self.wished[key]

    def resay(self, item: Filled, wrong: Any) -> bool:
        """Let the last message in which the user said a value say another one; whether there is one."""
        for at in range(len(self.steps) - 1, -1, -1):
            step = self.steps[at]
            if isinstance(step, Called) and item.value in step.arguments.values():
                return False  # it was right before
            if not isinstance(step, Said) or step.role != "user":
                continue
            for number, move in enumerate(step.moves):
                given = move.slots.get("given", [])
                if any(each is item for each in given):
                    said = [Filled(each.param, wrong, each.source) if each is item else each for each in given]
                    moves = list(step.moves)
                    moves[number] = Move(move.name, {**move.slots, "given": said})
                    self.steps[at] = Said("user", moves)
                    return True
        return False

    def label_of(self, value: Any) -> str | None:
        """What a returned value is called, where a name stood beside it."""
        return self.labels.get(str(value))

    def names_a_thing(self, param: Param) -> bool:
        """Whether a parameter says which thing is meant."""
        return self._natural(param) or is_internal(self.flow, param)

    def heard(self, items: list[Filled]) -> None:
        """The user has said these."""
        for item in items:
            if self.names_a_thing(item.param) and not isinstance(item.value, list) and not is_other(item.param.name):
                self.told[item.param.key] = item.value
        self._remember_story_ids((item.param.key, item.value) for item in items)

    def candidates(self, param: Param) -> list[Any]:
        """Values of this sort: from a tool that is about such things, else from what was returned last."""
        own = [each for each in self.returned if self.flow.kinds.target.get(each[0]) == param.kind]
        for _, found in [*reversed(own), *reversed(self.returned)]:
            values = list(dict.fromkeys(each.value for each in found if each.key == param.key))
            values = [value for value in values if fits(param, value)]
            if values:
                return values
        return []

    def _learn_labels(self, value: Any, depth: int) -> None:
        if depth > 4 or len(self.labels) > 200:
            return
        if isinstance(value, dict):
            name = next((each for key, each in value.items() if key in ("name", "title", "label")), None)
            for key, each in value.items():
                if isinstance(each, str | int) and isinstance(name, str) and words_of(str(key))[-1:] == ("id",):
                    self.labels.setdefault(str(each), name)
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            if isinstance(inner, dict | list):
                self._learn_labels(inner, depth + 1)

    def _remember_story_ids(self, values: Any) -> None:
        """Remember whose story this is."""
        for key, value in values:
            kind = self.flow.kinds.by_name.get(key.removesuffix("_id"))
            whose = kind is not None and (kind.is_person or kind.owner or kind.statuses)
            if (
                (key == "email" or (whose and key.endswith("_id")))
                and isinstance(value, str | int)
                and len(self.seen) < 60
            ):
                self.seen[str(value)] = None

    def _optional(self, view: ToolView, param: Param) -> bool:
        if any(isinstance(step, int) for step in param.path[:-1]) or len(param.path) > 1:
            return False
        return not is_internal(self.flow, param) and self.rng.random() < _OPTIONAL

    def _draw_parameter_value(self, view: ToolView, param: Param, made: Sequence[Filled]) -> tuple[Any, Source]:
        held = self._user_known_value(view, param)
        asks = view.act in ("list", "read", "compute") or self._natural(param)
        if param.options:
            return (held if asks and held in param.options and not param.many else self._draw_options(param)), "user"
        if is_internal(self.flow, param):
            return self._internal(param, made)
        if param.many:
            few = range(max(param.least, min(param.most, self.rng.choice((1, 2)))))
            made_up = [self._thought_of(view, param) for _ in few]
            return list(dict.fromkeys(each for each in made_up if each is not None)) or None, "user"
        if param.type == "string" and set(words_of(param.name)) & {"summary", "thought"}:
            return "", "composed"
        if self._natural(param) and fits(param, self.told.get(param.key)):
            return self.told[param.key], "told"
        if asks and fits(param, held):
            return held, "user"
        if self._natural(param) and (pool := self.flow.by_key.get(param.key)):
            return self.flow.bundles[self.rng.choice(pool)][param.key], "user"
        if not param.required and view.act in ("list", "read") and self.flow.kinds.target.get(view.name):
            return None, "user"
        city = next((item.value for item in made if item.param.key == "city"), None)
        if param.key in ("state", "province") and (state := state_of(city, self.lang)) is not None:
            return state, "user"
        return self._thought_of(view, param), "user"

    def _thought_of(self, view: ToolView, param: Param) -> Any:
        """A value that the user thinks of: where results are made up, anything that suits the name."""
        if self.environment.simulated:
            return sample(param, self.rng, self.lang, self.flow.about(view.name))
        return plausible(param, view, self.flow, self.rng, self.lang)

    def _user_known_value(self, view: ToolView, param: Param) -> Any:
        """What the user knows for this parameter: of the story's own thing, else of one that this tool can find."""
        for name in (param.name, param.key):
            if name in self.bundle:
                return self.bundle[name]
        if self.flow.kinds.target.get(view.name) is None:
            return None
        if view.name not in self.others:
            self.others[view.name] = self._other(view)
        return self.others[view.name].get(param.key)

    def _other(self, view: ToolView) -> Bundle:
        if isinstance(self.environment, SimulatedEnvironment):
            record = self.environment.draw(self.rng, view.name, self.share)
            found = bundles_in(record, self.flow.about(view.name)) if record is not None else []
            return found[0] if found else {}
        return self.flow.bundle(self.rng, [each.key for each in view.required])

    def _natural(self, param: Param) -> bool:
        kind = self.flow.kinds.by_name.get(param.key)
        return kind is not None and kind.natural and kind.key == param.name

    def _draw_options(self, param: Param) -> Any:
        if not param.many:
            return self.rng.choice(param.options)
        count = min(len(param.options), max(param.least, min(param.most, self.rng.choice((1, 2)))))
        return self.rng.sample(param.options, count)

    def _of_another(self, param: Param, made: Sequence[Filled]) -> Any:
        """The id of another one of the same sort, on the same side of the data; None where there is none."""
        own = {str(item.value) for item in made if item.param.key == param.key}
        own |= {str(held[param.key]) for held in (self.told, self.bundle) if param.key in held}
        there = self.flow.known_within(self.share) if self.flow.known else self.flow.bundles
        others = [each[param.key] for each in there if param.key in each and str(each[param.key]) not in own]
        fitting = [value for value in others if fits(param, value)]
        return self.rng.choice(fitting) if fitting else None

    def _internal(self, param: Param, made: Sequence[Filled]) -> tuple[Any, Source]:
        """An id: told already, among what was returned, or one that the user knows."""
        if is_other(param.name):
            return self._of_another(param, made), "user"
        new = is_new(param.name)
        twin = next((item for item in made if item.param.key == param.key and item.param.many == param.many), None)
        taken = (
            set(map(str, twin.value if isinstance(twin.value, list) else [twin.value])) if twin is not None else set()
        )
        if param.key in self.told and not new and not param.many:
            return self.told[param.key], "told"
        found = [value for value in self.candidates(param) if str(value) not in taken]
        count = len(twin.value) if twin is not None and param.many else 1
        if not found:
            held = self.bundle.get(param.key)
            usable = fits(param, held) and str(held) not in taken and count == 1
            return (([held] if param.many else held), "user") if usable else (None, "user")
        if param.many:
            wanted = count if twin is not None else min(len(found), self.rng.choice((1, 1, 2)))
            if wanted > len(found):
                raise StuckError(param.name)
            return self.rng.sample(found, max(wanted, 1)), "result" if len(found) == wanted else "choice"
        held = self.bundle.get(param.key)
        chosen = held if held in found and not new else self.rng.choice(found[:_MAX_CHOICE])
        return chosen, "result" if len(found) == 1 else "choice"


def arguments_of(items: list[Filled]) -> Arguments:
    """The arguments as a call passes them."""
    made: Arguments = {}
    for item in items:
        place(made, item.param.path, item.value)
    return made
