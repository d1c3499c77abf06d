"""Checks that every change was proposed with all its details and agreed to, directly before it was made."""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.text import phrase
from evalwright.workbench import Hit, quoted, visible

from .answers import read_answer
from .context import check
from .conversation_view import Act, View
from .summaries import unnamed


@check("unconfirmed-write", "error", "policy")
def unconfirmed_write(view: View) -> Iterator[Hit]:
    for act in _writes(view):
        user = view.last("u", act.message)
        between = view.roles[user + 1 : act.message]
        if user < 0 or "a" in between:
            text = phrase("audit.found.no_word", act=visible(act.name, 80))
            yield Hit(act.message, act.call.path, text)
            continue
        answer = read_answer(view.texts[user], view.lang)
        if answer != "yes":
            key = "audit.found.declined" if answer == "no" else "audit.found.not_yes"
            text = phrase(key, tool=visible(act.name, 80), text=quoted(view.texts[user]))
            yield Hit(act.message, act.call.path, text)


@check("unnamed-argument", "error", "policy")
def unnamed_argument(view: View) -> Iterator[Hit]:
    for act in _writes(view):
        proposal = view.last("a", view.last("u", act.message))
        if proposal < 0:
            yield Hit(act.message, act.call.path, phrase("audit.found.not_proposed", act=visible(act.name, 80)))
            continue
        for name, what in unnamed(view, act, view.texts[proposal]):
            text = phrase("audit.found.not_proposed_part", proposal=proposal, what=what)
            yield Hit(act.message, act.path(name), text)


def _writes(view: View) -> Iterator[Act]:
    policy = view.bench.policy
    for act in view.acts if policy is not None else ():
        if policy is not None and act.name in policy.writes:
            yield act
