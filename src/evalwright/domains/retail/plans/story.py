"""A story while it is being told: the state it plays in, who has said what, and what the assistant has read.

Parts of a story only say `user`, `assistant` and `call`; moves of one side that follow one another become one message
here, and every move is checked against the list. A call that fails for no reason of its own is repeated here too, so
that no part has to think of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from evalwright.chat import Arguments
from evalwright.synth.domain_kit import Called, Move, Role, Said, Slots, Step
from evalwright.synth.phrases import MoveSpec

from ..dialogue_acts import ASSISTANT_MOVES, TOPICS, USER_MOVES
from ..shop import TRANSIENT_ERROR
from ..shop.records import Order, Product, User
from .constraints import Wish
from .goal import Goal
from .observations import SeenOrder, SeenUser
from .offers import Offer
from .setting import Setting
from .variations import with_implied

T = TypeVar("T")
_SPECS: dict[Role, dict[str, MoveSpec]] = {"user": USER_MOVES, "assistant": ASSISTANT_MOVES}
_checked: set[tuple[str, ...]] = set()
"""Moves that were found to be on the list: role, name and slots. There are a few hundred."""


class MoveError(Exception):
    """A part of the planner says something that is not on the list: a mistake in the planner."""


def checked_move(role: Role, name: str, slots: Slots) -> Move:
    """A move of the list, with all the slots that it needs and no other."""
    key = (role, name, *slots)
    if key not in _checked:
        spec = _SPECS[role].get(name)
        if spec is None or not set(spec.needs) <= slots.keys() <= {*spec.needs, *spec.may}:
            raise MoveError(f"{role}/{name} with {', '.join(slots) or 'no slots'}")
        _checked.add(key)
    return Move(name, slots)


class Story:
    """One conversation in the making."""

    def __init__(
        self, setting: Setting, rng: Random, user_id: str, users: Sequence[str], wish: Wish, tags: Iterable[str] = ()
    ) -> None:
        self.setting, self.rng, self.user_id, self.users, self.wish = setting, rng, user_id, users, wish
        self.wanted = with_implied((*wish.tags, *tags))
        self.steps: list[Step] = []
        self.tags: dict[str, None] = {}
        self.intents: list[str] = []
        self.goals: list[Goal] = []
        self.entities: dict[str, None] = {user_id: None}
        self.calls = 0
        self.offers: dict[int, Offer] = {}
        """What else would have been as right as a call, by its number from 1; nothing of it is executed yet."""
        self._role: Role = "assistant"
        self._moves: list[Move] = []
        self.faults = self._draw_faults()
        self.shop = setting.fork(self.faults)
        self.profile: SeenUser | None = None
        """What `get_user_details` gave, once it was called."""
        self.found = False
        """Whether the user has been identified."""
        self.orders: dict[str, SeenOrder] = {}
        """The orders that the assistant has read, as they were last seen."""
        self.products: dict[str, Product] = {}
        self.types: dict[str, str] | None = None
        self.last_order = ""
        self.openness = 1
        """How much the user tells at once: 0 drop by drop, 1 some, 2 all."""
        self.over = False
        """Whether nothing can follow, as after a hand-over to a person."""
        self.heard = False
        """Whether the assistant has said so the last time it could, and will not say it again at once."""
        self.skips = False
        """Whether the details of the user are left unread until something from them is needed."""
        self.troubled = False
        """Whether the user has just told of trouble, for which an assistant is sorry."""

    # Chance.

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[int(self.rng.random() * len(choices))]

    def chance(self, share: float) -> bool:
        """Whether something happens that does so this often."""
        return self.rng.random() < share

    def vary(self, tag: str) -> bool:
        """Whether a variation is played here, where it can be; each at most once in a story."""
        if tag in self.tags or tag in self.setting.without:
            return False
        if tag not in self.wanted and self.rng.random() >= self.setting.chances[tag]:
            return False
        self.tags[tag] = None
        return True

    def topic(self, move: str) -> str:
        """One of the topics that a move can be about."""
        return self.pick(TOPICS[move])

    # What is said and done.

    def user(self, name: str, **slots: Any) -> None:
        """The user says something."""
        if self._role == "assistant":
            self._flush()
            self._role = "user"
        self._moves.append(checked_move("user", name, slots))

    def assistant(self, name: str, **slots: Any) -> None:
        """The assistant says something."""
        if self._role == "user":
            self._flush()
            self._role = "assistant"
        self._moves.append(checked_move("assistant", name, slots))

    def _flush(self) -> None:
        if self._moves:
            self.steps.append(Said(self._role, self._moves))
            self._moves = []

    def speaking(self) -> bool:
        """Whether the assistant has begun its message."""
        return self._role == "assistant" and bool(self._moves)

    def hearing(self) -> bool:
        """Whether the user has begun a message and may go on."""
        return self._role == "user" and bool(self._moves)

    def declined(self) -> bool:
        """Whether the message that is being made says no."""
        return any(move.name == "unchanged" or move.name.startswith("refuse.") for move in self._moves)

    def said(self, name: str) -> bool:
        """Whether the message that is being made has such a move."""
        return any(move.name == name for move in self._moves)

    def call(self, tool: str, offer: Offer | None = None, /, **arguments: Any) -> Any:
        """Execute a call and give its value; None after a refusal. `offer`: what else would be as right now."""
        if offer:
            self.offers[self.calls + 1] = offer
        called = self._execute_call(tool, arguments)
        if not called.result.ok and self._was_fault():
            self.tags["tool-fails"] = None
            if self.setting.effect(tool) == "read" and self.chance(0.4):
                self.assistant("tell.retry")
                self.user("accept")
            if offer and offer.rules:
                self.offers[self.calls + 1] = offer.once_more()
            called = self._execute_call(tool, arguments)
        return self.shop.value_of(called.result)

    def _execute_call(self, tool: str, arguments: Arguments) -> Called:
        if self.speaking():
            raise MoveError(f"{tool} is called while the assistant speaks")
        self._flush()
        self._role = "assistant"
        self.calls += 1
        called = Called(tool, arguments, self.shop.call(tool, arguments))
        self.steps.append(called)
        return called

    def called(self) -> list[str]:
        """The tools that were called so far."""
        return [step.name for step in self.steps if isinstance(step, Called)]

    def end(self) -> list[Step]:
        """All steps, the last message included."""
        self._flush()
        return self.steps

    def messages(self) -> int:
        """How many messages there are so far."""
        return 1 + len(self.steps) + self.calls + bool(self._moves)

    def room(self) -> int:
        """How many messages are left of the length that is aimed at; many where none is."""
        return 1000 if self.wish.messages is None else self.wish.messages - self.messages()

    def too_long(self) -> bool:
        """Whether the story has become longer than it may be."""
        return self.room() < 0 or (self.wish.calls is not None and self.calls > self.wish.calls)

    # Calls that fail.

    def _draw_faults(self) -> list[tuple[int, str]]:
        number = int(self.rng.random() * 5) + 1
        wanted = "tool-fails" in self.wanted
        if "tool-fails" in self.setting.without or not (wanted or self.chance(self.setting.chances["tool-fails"])):
            return []
        return [(number, TRANSIENT_ERROR)]

    def _was_fault(self) -> bool:
        return any(number == self.calls for number, _ in self.faults)

    # What there is.

    def has(self, tool: str) -> bool:
        """Whether the shop has this tool."""
        return tool in self.setting.tools

    def me(self) -> User:
        """The user as the shop knows them now."""
        return self.shop.user(self.user_id)

    def order(self, order_id: str) -> Order:
        """An order as it is now."""
        return self.shop.order(order_id)

    def my_orders(self) -> list[str]:
        """The ids of the user's orders."""
        return list(self.me()["orders"])
