"""Refusals that are plain words: a text that says that there is no such thing, and nothing of the thing itself.

Observed calls flow in; how a tool says no flows into the world, and calls that were answered so count as refused. A
text is taken for that only where it names what was asked for, or came for two different questions: a file may well
hold a sentence that says no, but it does not say it of its own name, and not twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from evalwright.chat import is_failure

from ..generic.toolview import ToolView
from ..scenarios.prose_refusals import is_doubtful, says_no
from ..scenarios.telling import says_nothing
from .probing import masked
from .world import ObservedCall, World

_MOST_FORMS = 4
_MASK = "*"


def learn_plain_refusals(world: World, views: Mapping[str, ToolView]) -> None:
    """Find how tools say no in plain words, and set what they refused apart from what they gave."""
    for name, view in views.items():
        if view.required:
            for form in _forms_of([each for each in world.observed() if each.tool == name and each.ok]):
                known = world.failures.setdefault(name, [])
                if form not in known and len(known) < _MOST_FORMS:
                    known.append(form)
    count_refused(world)


def count_refused(world: World) -> None:
    """Calls that were answered with a no that is known by now are refusals."""
    for at, each in enumerate(world.calls):
        if isinstance(each, ObservedCall) and each.ok and is_refused(each.content, world.failures.get(each.tool, [])):
            world.calls[at] = replace(each, ok=False, value=None)


def is_refused(content: str, forms: list[str]) -> bool:
    """Whether a text has one of these forms."""
    return bool(forms) and is_failure(content, value=content, learnt=forms)


def _forms_of(answered: list[ObservedCall]) -> Iterator[str]:
    """The texts that say no, with a mark for what was asked for."""
    asked: dict[str, set[str]] = {}
    for call in answered:
        form = call.content.strip()
        if not isinstance(call.value, str) or says_nothing(form) or not (says_no(form) or is_doubtful(form)):
            continue
        for value in call.arguments.values():
            form = masked(form, value) if isinstance(value, str | int) and not isinstance(value, bool) else form
        if says_no(form) or is_doubtful(form):
            asked.setdefault(form, set()).add(repr(sorted(call.arguments.items(), key=str)))
    yield from (form for form, asks in asked.items() if len(asks) > 1 or (_MASK in form and says_no(form)))
