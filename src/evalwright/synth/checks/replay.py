"""Checks by execution: every result is what the environment gives, and the end is where the row says it is."""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.chat import JsonError, loads
from evalwright.data import Hit, quoted, visible

from ..environment import Result
from .bench import check
from .differences import Difference, first_difference
from .replaying import environment_of
from .view import Act, View


@check("replay-environment", "error", "replay", "The environment that a row was made in cannot be had, or is another.")
def replay_environment(view: View) -> Iterator[Hit]:
    done = view.replay
    if done is None:
        return
    if done.trouble is not None:
        yield Hit(None, "metadata.environment", done.trouble)
        return
    said = environment_of(view.metadata).get("hash")
    if said is not None and said != done.before:
        text = f"The row begins in the state {quoted(said, 24)}, the environment in {quoted(done.before, 24)}."
        yield Hit(None, "metadata.environment.hash", text)


@check("replay-result", "error", "replay", "A result is not what the tool gives when it is called again.")
def replay_result(view: View) -> Iterator[Hit]:
    done = view.replay
    if done is None or done.trouble is not None:
        return
    for act, result in zip(view.acts, done.results, strict=True):
        if act.answer is None or result is None or result.content == act.text:
            continue
        if act.name in done.changing and act.ok and result.ok:
            continue
        hit = _differs(act, act.answer, result)
        if hit is not None:
            yield hit


def _differs(act: Act, at: int, result: Result) -> Hit | None:
    """Where the two results differ; None where they are the same JSON in another spelling."""
    path = f"messages[{at}].content"
    tool = visible(act.name, 80)
    if result.ok:
        try:
            place = first_difference(loads(act.text), loads(result.content))
        except JsonError:
            return Hit(at, path, f"{tool} gives {quoted(result.content)}, not {quoted(act.text)}.")
        return None if place is None else Hit(at, path, f"{tool}: {_words(place)}")
    return Hit(at, path, f"{tool} gives {quoted(result.content)}, not {quoted(act.text)}.")


def _words(place: Difference) -> str:
    path = visible(place.path, 160)
    if place.one is ...:
        return f"{path} is missing; the tool gives {quoted(place.other)} there."
    if place.other is ...:
        return f"{path} is {quoted(place.one)}, but the tool gives nothing there."
    return f"{path} is {quoted(place.one)}, but the tool gives {quoted(place.other)}."


@check("replay-end-state", "error", "replay", "The calls do not lead to the end state that the row names.")
def replay_end_state(view: View) -> Iterator[Hit]:
    done, said = view.replay, environment_of(view.metadata).get("hash_after")
    if done is None or done.trouble is not None or said is None or said == done.after:
        return
    text = f"The row ends in the state {quoted(said, 24)}, its calls lead to {quoted(done.after, 24)}."
    yield Hit(None, "metadata.environment.hash_after", text)


@check("changed-by-reading", "error", "replay", "The state changed though no call that may change it succeeded.")
def changed_by_reading(view: View) -> Iterator[Hit]:
    done = view.replay
    if done is not None and done.trouble is None and not done.wrote and done.before != done.after:
        yield Hit(None, "messages", "No call was made that may change the state, but the state is another at the end.")
