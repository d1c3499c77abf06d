"""Checks by execution: every result is what the environment gives, and the end is where the row says it is."""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.chat import JsonError, loads
from evalwright.data import stated_environment
from evalwright.text import phrase
from evalwright.workbench import Hit, quoted, visible

from ..environment import Result
from .context import check
from .conversation_view import Act, View
from .differences import Difference, first_difference


@check("replay-environment", "error", "replay")
def replay_environment(view: View) -> Iterator[Hit]:
    done = view.replay
    if done is None:
        return
    if done.trouble is not None:
        yield Hit(None, "metadata.environment", done.trouble)
        return
    said = stated_environment(view.metadata).get("hash")
    if said is not None and said != done.before:
        text = phrase("audit.found.begin_state", said=quoted(said, 24), before=quoted(done.before, 24))
        yield Hit(None, "metadata.environment.hash", text)


@check("replay-result", "error", "replay")
def replay_result(view: View) -> Iterator[Hit]:
    done = view.replay
    if done is None or done.trouble is not None:
        return
    for act, result in zip(view.acts, done.results, strict=True):
        if act.answer is None or result is None or result.content == act.text:
            continue
        if not done.is_compared(act, result):
            continue
        hit = _differs(act, act.answer, result)
        if hit is not None:
            yield hit


def _differs(act: Act, at: int, result: Result) -> Hit | None:
    """Where the two results differ; None where they are the same JSON in another spelling."""
    path, tool = f"messages[{at}].content", visible(act.name, 80)
    other = phrase("audit.found.replay_text", tool=tool, content=quoted(result.content), text=quoted(act.text))
    if not result.ok:
        return Hit(at, path, other)
    try:
        place = first_difference(loads(act.text), loads(result.content))
    except JsonError:
        return Hit(at, path, other)
    if place is None:
        return None
    return Hit(at, path, phrase("audit.found.invalid_arguments", tool=tool, problem=_difference_text(place)))


def _difference_text(place: Difference) -> str:
    path = visible(place.path, 160)
    if place.one is ...:
        return phrase("audit.found.replay_missing", path=path, other=quoted(place.other))
    if place.other is ...:
        return phrase("audit.found.replay_extra", path=path, one=quoted(place.one))
    return phrase("audit.found.replay_value", path=path, one=quoted(place.one), other=quoted(place.other))


@check("replay-end-state", "error", "replay")
def replay_end_state(view: View) -> Iterator[Hit]:
    done, said = view.replay, stated_environment(view.metadata).get("hash_after")
    if done is None or done.trouble is not None or said is None or said == done.after or done.unsettled is not None:
        return
    text = phrase("audit.found.end_state", said=quoted(said, 24), after=quoted(done.after, 24))
    yield Hit(None, "metadata.environment.hash_after", text)


@check("changed-by-reading", "error", "replay")
def changed_by_reading(view: View) -> Iterator[Hit]:
    done = view.replay
    if done is not None and done.trouble is None and not done.wrote and done.before != done.after:
        yield Hit(None, "messages", phrase("audit.found.changed_by_reading"))
