"""Whether what a result told was used: said afterwards, or passed on to another call.

A read whose result nobody used was a step of a search, and its result decided whether the next one was needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..provenance_tokens import find_token
from .timeline import CallStep, Timeline, leaves

_MOST_FRESH = 200


def is_used(timeline: Timeline, step: CallStep) -> bool:
    """Whether something that a result tells first is said, or passed on, afterwards."""
    passed = [str(value) for each in timeline.calls[step.number + 1 :] for _, value in each.leaves()]
    return _is_said(timeline, step, len(timeline.texts), passed)


def is_answered_with(timeline: Timeline, step: CallStep) -> bool:
    """Whether something that a result tells first is said before the user speaks again."""
    return _is_said(timeline, step, timeline.stretch_end(step.message), [])


def _is_said(timeline: Timeline, step: CallStep, end: int, passed: list[str]) -> bool:
    if step.answer is None or step.failed:
        return False
    later = [timeline.texts[at] for at in range(step.answer + 1, end) if timeline.roles[at] == "assistant"]
    spoken = "\n".join([*later, *passed]).casefold()
    fresh = [text for text, _ in zip(_fresh_texts(timeline, step), range(_MOST_FRESH), strict=False)]
    return any(find_token(spoken, text.casefold()) >= 0 for text in fresh)


def _fresh_texts(timeline: Timeline, step: CallStep) -> Iterator[str]:
    """What a result told for the first time."""
    for _, value in leaves(step.value):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        text = str(value)
        if (len(text) >= 4 or (number and len(text) > 2)) and not timeline.is_told(value, step.message):
            yield text
