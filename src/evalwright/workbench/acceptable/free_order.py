"""Two reads that are both needed before the assistant answers may come in either order.

All values of the later one must be known already, neither may be fixed by the policy, and what each of them tells must
be used afterwards: a read whose result nobody used was a search, and its result decided whether the next was needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.chat import JsonSchema

from ..provenance_schema import Schema, child, literal
from .listings import is_pickable
from .replies import is_pointed_at
from .same_kind import is_found, is_told_apart, listing_of, repeats_a_failure
from .selection import is_announced, is_conditional, is_in_turn, is_named, is_placed
from .timeline import CallStep, Path, Timeline, leaves
from .usage import ToolUsage
from .used_results import is_used


def free_order(
    timeline: Timeline, step: CallStep, usage: ToolUsage, schemas: dict[str, JsonSchema]
) -> Iterator[CallStep]:
    """The later reads of this stretch that could have come now."""
    if not usage.is_enough or usage.effect(step.tool) != "read":
        return
    end, between = timeline.stretch_end(step.message), [step]
    if repeats_a_failure(timeline, step) or is_conditional(timeline, step):
        return
    for later in timeline.calls[step.number + 1 :]:
        if later.message >= end or usage.effect(later.tool) != "read":
            return
        ready = later.message > step.message and _is_known(timeline, later, step.message, schemas.get(later.tool))
        fixed = any(usage.is_fixed(each.tool, later.tool) for each in between) or _is_first(timeline, step, later)
        if ready and not fixed and _are_both_needed(timeline, step, later) and not _follows(timeline, step, later):
            yield later
        between.append(later)


def _is_known(timeline: Timeline, step: CallStep, before: int, schema: JsonSchema | None) -> bool:
    """Whether every value of a call stood in the conversation before a message."""
    given = step.leaves()
    if not given:
        return False  # a call without arguments always looks ready
    for path, value in given:
        inner: Schema = schema
        for key in path:
            inner = child(inner, key, schema)
        if not timeline.is_told(value, before) and literal(inner, value) is None:
            return False
    return True


def _are_both_needed(timeline: Timeline, step: CallStep, later: CallStep) -> bool:
    """Whether both were needed whatever the other told: both are used, or of two things that are read alike."""
    if is_used(timeline, step) and is_used(timeline, later):
        return True
    path = _differing(step, later)
    return path is not None and (
        _are_of_one_list(timeline, step, later, path) or _are_asked_for(timeline, step, later, path)
    )


def _is_first(timeline: Timeline, step: CallStep, later: CallStep) -> bool:
    """Whether the assistant said right before that this call is the one it makes now."""
    values = [value for each in (step, later) for _, value in each.leaves() if is_pickable(value)]
    return is_announced(timeline, step, values)


def _differing(step: CallStep, later: CallStep) -> Path | None:
    """The one value in which two calls of a tool differ; None where they differ in more, or the later one failed."""
    ours, theirs = dict(step.leaves()), dict(later.leaves())
    differing = [path for path in ours if ours[path] != theirs.get(path)]
    alike = step.tool == later.tool and ours.keys() == theirs.keys() and not later.failed
    return differing[0] if alike and len(differing) == 1 else None


def _follows(timeline: Timeline, step: CallStep, later: CallStep) -> bool:
    """Whether a call told what the later one is about, which before had only stood in a list among others."""
    values = [value for _, value in later.leaves() if is_pickable(value)]
    said = list(timeline.said(step.message, ("user",)))
    told = {value for _, value in leaves(step.value) if is_pickable(value)}
    return any(
        value in told and not is_named(said, value) and listing_of(timeline, step, value) is not None
        for value in values
    )


def _are_of_one_list(timeline: Timeline, step: CallStep, later: CallStep, path: Path) -> bool:
    """Whether one result lists side by side what two calls are about, and nothing picks one of them."""
    one, other = dict(step.leaves())[path], dict(later.leaves())[path]
    listing = listing_of(timeline, step, one) if is_pickable(one) else None
    said = list(timeline.said(step.message, ("user",)))
    if listing is None or is_named(said, one) or is_named(said, other) or is_placed(timeline, step):
        return False
    if is_pointed_at(timeline, step, [one, other]):
        return False
    if is_told_apart(timeline, step, path, listing) or is_found(timeline, step, path):
        return False
    return any(entry.value == other for entry in listing)


def _are_asked_for(timeline: Timeline, step: CallStep, later: CallStep, path: Path) -> bool:
    """Whether the user named what both calls are about, and no order between them."""
    values = [dict(each.leaves())[path] for each in (step, later)]
    said = list(timeline.said(step.message, ("user",)))
    return all(is_pickable(value) and is_named(said, value) for value in values) and not is_in_turn(timeline, step)
