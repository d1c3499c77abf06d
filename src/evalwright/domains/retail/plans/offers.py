"""What else would have been as right as a call of a story: offered while it is told, executed when it is finished.

The parts of a story say what they know: any order that was not read yet while one is searched, products that are all
needed, lists whose order means nothing, texts that nobody can guess. Whatever is offered is then carried out in a fork
at that moment and the story is played on behind it; what changes the state, is refused, or leads to another end is
dropped. No chance is drawn here, so that the same seed tells the same stories.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, permutations

from evalwright.chat import Arguments, JsonObject
from evalwright.synth.domain_kit import AsRight, Called, Plan

from ..shop import Shop

_MOST_TRIED = 24
"""So many orders of a list are tried: all of four things."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a part of a story says to be as right as the call that it makes."""

    others: Sequence[Arguments] = ()
    """Arguments of other calls of the same tool."""
    in_words: bool = False
    """Whether answering in words would be as right."""
    rules: JsonObject = field(default_factory=dict)
    """How freely the arguments may be written."""
    tries: Sequence[Arguments] = ()
    """Arguments written otherwise, by which the rules are tried: all of them must do what the call does."""

    def __bool__(self) -> bool:
        return bool(self.others or self.in_words or self.rules)

    def once_more(self) -> Offer:
        """The same for a call that is repeated since it failed by chance: that one is due, however it is written."""
        return replace(self, others=(), in_words=False)


IN_WORDS = Offer(in_words=True)


def unread(parameter: str, chosen: str, among: Sequence[str], read: Collection[str]) -> Offer:
    """Any other of several things that were not read yet."""
    others = [each for each in dict.fromkeys(among) if each != chosen and each not in read]
    return Offer(others=[{parameter: each} for each in others])


def any_order(arguments: Arguments) -> Offer | None:
    """The lists of a change in any order, all of them together."""
    lists = [name for name, value in arguments.items() if isinstance(value, list) and len(value) > 1]
    if not lists:
        return None
    orders = islice(permutations(range(len(arguments[lists[0]]))), 1, _MOST_TRIED)
    tries = [{name: [arguments[name][at] for at in order] for name in lists} for order in orders]
    return Offer(rules={lists[0]: {"permute_together": lists} if len(lists) > 1 else "unordered"}, tries=tries)


def proved(shop: Shop, plan: Plan, offers: Mapping[int, Offer]) -> dict[int, AsRight]:
    """What was offered and holds, by the number of the call from 1."""
    if not offers:
        return {}
    made: dict[int, AsRight] = {}
    calls, now = plan.calls(), shop.fork()
    failed = {number for number, _ in plan.facts["faults"]}
    for number, called in enumerate(calls, 1):
        rest = [each for later, each in enumerate(calls, 1) if later >= number and later not in failed]
        if number in offers and (kept := _kept(now, called, rest, plan.hash_after, offers[number])):
            made[number] = kept
        if number not in failed:
            now.call(called.name, called.arguments)
    return made


def _kept(now: Shop, called: Called, rest: Sequence[Called], end: str, offer: Offer) -> AsRight | None:
    """What of an offer holds; None where nothing does."""
    made = AsRight(why="same-kind", in_words=offer.in_words)
    for arguments in offer.others:
        fork = now.fork()
        other = Called(called.name, arguments, fork.call(called.name, arguments))
        if other.result.ok and fork.hash() == now.hash() and _ends(fork, rest, end):
            made.calls.append(other)
    if offer.rules and all(_does_the_same(now, called, rest, end, each) for each in offer.tries):
        made.rules = offer.rules
    return made if made.calls or made.in_words or made.rules else None


def _does_the_same(now: Shop, called: Called, rest: Sequence[Called], end: str, written: Arguments) -> bool:
    """Whether a call that is written otherwise gives the same result, leaves the same state, and the story ends.

    The rest begins with the call itself, or where it failed by chance, with the one that repeated it.
    """
    due, fork = now.fork(), now.fork()
    expected = due.call(called.name, called.arguments)
    given = fork.call(called.name, {**called.arguments, **written})
    same = given.ok == expected.ok and given.content == expected.content and due.hash() == fork.hash()
    return same and _ends(fork, rest[1:], end)


def _ends(fork: Shop, rest: Sequence[Called], end: str) -> bool:
    """Whether the story goes on as it did, every result included, and ends where it ended."""
    return all(fork.call(each.name, each.arguments).content == each.result.content for each in rest) and (
        fork.hash() == end
    )
