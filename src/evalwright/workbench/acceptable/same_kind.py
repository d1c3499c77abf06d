"""Searching: a call reads one of several things that a result listed, and nothing said which of them.

Every thing that was not looked at yet is then as right, also those that the conversation never got to. It is not so
where one is left, where somebody named one, or where something else in the list tells them apart; nor for a call that
is repeated because it failed.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from evalwright.chat import Arguments

from .listings import Entry, Listing, are_codes, is_pickable
from .selection import is_for_all, is_named, is_named_by_others, is_picked
from .timeline import CallStep, Path, Timeline
from .used_results import is_answered_with


def same_kind(timeline: Timeline, step: CallStep) -> list[Arguments]:
    """The arguments of the other calls that search as well."""
    if repeats_a_failure(timeline, step):
        return []
    found = [made for path, value in step.leaves() for made in [_others(timeline, step, path, value)] if made]
    return found[0] if len(found) == 1 else []


def repeats_a_failure(timeline: Timeline, step: CallStep) -> bool:
    """Whether the very same call was made before and failed: then this one is due."""
    return any(
        earlier.failed and earlier.tool == step.tool and earlier.arguments == step.arguments
        for earlier in timeline.calls[: step.number]
    )


def listing_of(timeline: Timeline, step: CallStep, value: Any) -> Listing | None:
    """The list that a value comes from; None where it stands elsewhere too, so that something else speaks of it."""
    found: Listing | None = None
    for done in timeline.results_before(step.message):
        if not timeline.may_hold(done, value):
            continue
        listings = timeline.listings(done)
        if listings.stands_alone(value):
            return None
        lists = listings.holding(value)
        if len(lists) > 1 or (lists and found is not None and _entry_values(found) != _entry_values(lists[0])):
            return None
        found = found or (lists[0] if lists else None)
    return found


def _others(timeline: Timeline, step: CallStep, path: Path, value: Any) -> list[Arguments]:
    if not is_pickable(value) or _count_leaves(step, path) != 1 or is_named_by_others(timeline, step, value):
        return []
    listing = listing_of(timeline, step, value)
    if listing is None:
        return []
    looked_at = _looked_at(timeline, step)
    chosen = next(entry for entry in listing if entry.value == value)
    rest = [entry for entry in listing if entry.value != value and entry.value not in looked_at]
    if value in looked_at or not rest or is_picked(timeline, step, chosen, rest):
        return []
    if is_told_apart(timeline, step, path, listing) or is_found(timeline, step, path):
        return []
    alike = dict.fromkeys(entry.value for entry in rest if _is_as_likely(entry, chosen))
    return [_with_value(step.arguments, path, each) for each in alike]


def is_told_apart(timeline: Timeline, step: CallStep, path: Path, listing: Listing) -> bool:
    """Whether the values of a list say what they stand for, as names do, and the conversation did not read them all."""
    values, end = _entry_values(listing), timeline.stretch_end(step.message)
    read = [each for each in timeline.calls if each.tool == step.tool and each.message < end]
    return not are_codes(values) and not set(values) <= {
        value for each in read for here, value in each.leaves() if here == path
    }


def is_found(timeline: Timeline, step: CallStep, path: Path) -> bool:
    """Whether this search had found the thing already: later calls take it up, unnamed, and none of what came after.

    Who asks for all of them has not found all of them; and what the search ended with is found if it is the answer.
    """
    searched = _searched(timeline, step)
    if is_for_all(timeline, step) or is_answered_with(timeline, searched[-1]):
        return False
    end = timeline.stretch_end(step.message)
    read = {earlier: set[Any]() for earlier in (True, False)}
    for each in searched:
        if not each.failed:
            read[each.number < step.number] |= {value for here, value in each.leaves() if here == path}
    taken = set[Any]()
    for later in timeline.calls:
        if later.message >= end:
            said = [timeline.texts[at] for at in range(end, later.message) if timeline.roles[at] == "user"]
            given = {value for _, value in later.leaves() if is_pickable(value)}
            taken |= {value for value in given & (read[True] | read[False]) if not is_named(said, value)}
    return bool(taken & read[True]) and not taken & read[False]


def _searched(timeline: Timeline, step: CallStep) -> list[CallStep]:
    """The calls of a tool between two messages of the user."""
    begin, end = timeline.stretch_begin(step.message), timeline.stretch_end(step.message)
    return [each for each in timeline.calls if each.tool == step.tool and begin < each.message < end]


def _count_leaves(step: CallStep, path: Path) -> int:
    return sum(here == path for here, _ in step.leaves())


def _entry_values(listing: Listing) -> list[Any]:
    return [entry.value for entry in listing]


def _looked_at(timeline: Timeline, step: CallStep) -> set[Any]:
    """What calls have been about already; what they were refused is still to be looked at."""
    return {
        value
        for earlier in timeline.calls[: step.number]
        if not earlier.failed
        for _, value in earlier.leaves()
        if is_pickable(value)
    }


def _is_as_likely(entry: Entry, chosen: Entry) -> bool:
    """Whether nothing that the list says of two entries could have decided between them."""
    ours, theirs = chosen.words(), entry.words()
    return all(ours.get(key) == theirs.get(key) for key in {*ours, *theirs})


def _with_value(arguments: Arguments, path: Path, value: Any) -> Arguments:
    made = deepcopy(arguments)
    here: Any = made
    for key in path[:-1]:
        here = here[key] if isinstance(here, dict) else here[0]
    if isinstance(here, list):
        here = here[0]
    here[path[-1]] = [value] if isinstance(here[path[-1]], list) else value
    return made
