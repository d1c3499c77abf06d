"""The shop as an environment: it answers calls, and each conversation has a state of its own.

A call is checked, carried out on the state, and answered as JSON text with the value it stands for; the value is read
from the text when it is asked for, so that nobody who changes it changes the shop. Nothing that a caller can write
raises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import orjson

from evalwright.chat import JsonSchema, ToolDefinition
from evalwright.errors import UsageError
from evalwright.synth.domain_kit import Effect, Result

from .arguments import check_arguments
from .definitions import TOOLS
from .records import Differences, Order, Product, User
from .refusal import Refusal, shown
from .rules import shop_rules
from .state import State
from .tools import DISPATCH
from .variants import FULL, MINI, Face
from .world import World

if TYPE_CHECKING:
    from evalwright.synth.domain_kit import Generator, Settings

Faults = Sequence[tuple[int, str]]
"""Calls that fail by chance: the number of the call, counted from 1, and the error sentence it answers."""

_MAX_KNOWN = 200


class _Answer(Result):
    """What a call gave: its value is read from the text whenever it is asked for, since few ask."""

    __slots__ = ()

    def __init__(self, content: str) -> None:
        object.__setattr__(self, "ok", True)
        object.__setattr__(self, "content", content)

    @property
    def value(self) -> Any:
        return orjson.loads(self.content)

    def __eq__(self, other: object) -> bool:
        """Equal to any result that says the same, whoever gave it."""
        return isinstance(other, Result) and (other.ok, other.content, other.value) == (True, self.content, self.value)

    __hash__ = Result.__hash__


class Shop:
    """A world, what has been changed in it, and the tools to see and change it."""

    simulated = False

    def __init__(self, world: World, mini: bool = False) -> None:
        self._start(State(world), MINI if mini else FULL, ())

    def _start(self, state: State, face: Face, faults: Faults) -> None:
        self._state = state
        self._face = face
        self.faults = tuple([(number, sentence) for number, sentence in faults])
        self._fault_of = dict(self.faults)
        self._calls = 0
        self.name = face.name
        self.refused: str | None = None
        """The kind of refusal that the last call met; None where it succeeded or failed by chance."""

    @property
    def world(self) -> World:
        """What the state lies over; never changed."""
        return self._state.world

    @property
    def locale(self) -> str:
        """The language of names, products and descriptions."""
        return self.world.locale

    @property
    def mini(self) -> bool:
        """Whether this is the small shop."""
        return self._face is MINI

    def tools(self) -> list[ToolDefinition]:
        """OpenAI definitions, described in the language of the locale."""
        return [self._face.define(name, self.locale) for name in self._face.tools]

    def output_schemas(self) -> dict[str, JsonSchema]:
        """What each tool answers, as JSON Schema."""
        return {name: self._face.outputs[name] for name in self._face.tools}

    def effect(self, name: str) -> Effect:
        """What a tool does to the state; a tool that is not there does nothing."""
        return TOOLS[name].effect if name in self._face.outputs else "none"

    def policy(self, lang: str) -> str:
        """The system prompt; UsageError for a language that the shop does not speak."""
        if lang not in self._face.policy:
            raise UsageError.named("synth.shop_policy", lang=repr(lang))
        return self._face.policy[lang]

    def rules(self) -> list[dict[str, Any]]:
        """The policy as data, as far as it is about the tools of this shop."""
        return shop_rules(self._face.tools)

    def generator(self, settings: Settings) -> Generator:
        """Whoever makes conversations in the shop: it has a planner and words of its own."""
        from ..generator import RetailGenerator

        return RetailGenerator(settings)

    def fork(self, faults: Faults = ()) -> Shop:
        """The same state, to be changed apart from this one; its calls are counted from 1 and may fail as told."""
        made = object.__new__(Shop)
        made._start(self._state.fork(), self._face, faults)
        return made

    def user(self, user_id: str) -> User:
        """The user as it is now, to read; KeyError where there is none."""
        found = self._state.user(user_id)
        if found is None:
            raise KeyError(user_id)
        return found

    def order(self, order_id: str) -> Order:
        """The order as it is now, to read; KeyError where there is none."""
        found = self._state.order(order_id)
        if found is None:
            raise KeyError(order_id)
        return found

    def product(self, product_id: str) -> Product:
        """The product, to read; KeyError where there is none."""
        return self.world.products[product_id]

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Execute one call: a value, or a sentence that begins with `Error: ` and a state as it was."""
        self._calls += 1
        self.refused = None
        if self._calls in self._fault_of:
            return Result(False, self._fault_of[self._calls])
        try:
            text = self._dispatch_call(name, arguments)
        except Refusal as refusal:
            self.refused = refusal.kind
            return Result(False, refusal.answer)
        return _Answer(text)

    def value_of(self, result: Result) -> Any:
        """The value of a result, to read: records that nobody changed are read from their text once for all."""
        if not result.ok:
            return None
        value = self._state.world.values.get(result.content)
        return result.value if value is None else value

    def _dispatch_call(self, name: object, arguments: object) -> str:
        if not isinstance(name, str) or name not in self._face.outputs:
            raise Refusal.because("unknown_tool.name", name=shown(name))
        function, parameters = DISPATCH[name]
        text = function(self._state, check_arguments(arguments, parameters))
        shorten = self._face.shorten.get(name)
        return shorten(text) if shorten else text

    def hash(self) -> str:
        """A fingerprint of the whole state."""
        return self._state.hash()

    def known(self) -> list[dict[str, str]]:
        """What the customers know of themselves: where conversations with them can begin."""
        return [
            {
                "email": user["email"],
                "first_name": user["name"]["first_name"],
                "last_name": user["name"]["last_name"],
                "zip": user["address"]["zip"],
            }
            for user in islice(self.world.users.values(), _MAX_KNOWN)
        ]

    def diff(self) -> Differences:
        """What differs from the world, by kind, id and field: `[before, after]`."""
        value: Differences = orjson.loads(orjson.dumps(self._state.diff()))
        return value

    def reset(self) -> None:
        """Back to the world as it was made, calls counted from 1 again."""
        self._start(State(self.world), self._face, self.faults)

    def close(self) -> None:
        """Nothing is held open."""
