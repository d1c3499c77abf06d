"""A policy as code: who must be known before what, what must be asked first, and how a conversation may end.

The rules are about the order of calls and messages; which tools they hold for is said by a `Policy`, so that another
domain with other names needs a table and no code. What its policy leaves out is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalwright.text import phrase
from evalwright.workbench import Hit, quoted, visible

from ..policy_rules import Policy
from .context import check
from .conversation_view import Act, View

_WITHOUT_DETAILS = ("seed", "mini")
"""Profiles in which the details may be left unread where nothing of them is needed."""


@check("unauthenticated", "error", "policy")
def unauthenticated(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None or not policy.finds:
        return
    for act in view.acts:
        if act.name in policy.finds and act.ok:
            return
        if act.name in policy.private:
            text = phrase("audit.found.not_identified", act=visible(act.name, 80))
            yield Hit(act.message, act.call.path, text)


@check("details-not-read", "warning", "policy")
def details_not_read(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None or not policy.details or view.metadata.get("profile") in _WITHOUT_DETAILS:
        return
    for act in view.acts:
        if act.name not in policy.finds or not act.ok:
            continue
        following = view.acts[act.number + 1 : act.number + 2]
        if not (following and following[0].name == policy.details):
            text = phrase("audit.found.details_next", act=visible(act.name, 80), details=policy.details)
            yield Hit(act.message, act.call.path, text)


@check("another-user", "error", "policy")
def another_user(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None:
        return
    user, owners = "", dict[str, str]()
    for act in view.acts:
        if act.name in policy.finds and act.ok:
            found = _found_user(view.value(act), policy)
            if user and found and found != user:
                yield Hit(
                    act.message,
                    act.call.path,
                    phrase("audit.found.second_user", user=quoted(user), found=quoted(found)),
                )
            user = user or found
        elif user and act.name in policy.private:
            yield from _others(act, policy, user, owners)
        value = view.value(act) if act.name == policy.reads_order else None
        if isinstance(value, dict):
            owners[act.argument(policy.order_key)] = str(value.get(policy.user_key, user))


def _found_user(value: Any, policy: Policy) -> str:
    found = value.get(policy.user_key) if isinstance(value, dict) else value
    return found if isinstance(found, str) else ""


def _others(act: Act, policy: Policy, user: str, owners: dict[str, str]) -> Iterator[Hit]:
    given = act.argument(policy.user_key)
    if given and given != user:
        text = phrase("audit.found.other_user", given=quoted(given), user=quoted(user))
        yield Hit(act.message, act.path(policy.user_key), text)
    order = act.argument(policy.order_key)
    if act.name in policy.writes and owners.get(order, user) != user:
        text = phrase("audit.found.other_order", act=visible(act.name, 80), order=quoted(order))
        yield Hit(act.message, act.path(policy.order_key), text)


@check("told-anothers-order", "error", "policy")
def told_anothers_order(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None:
        return
    user = ""
    for act in view.acts:
        if act.name in policy.finds and act.ok:
            user = _found_user(view.value(act), policy) or user
        value = view.value(act) if act.name == policy.reads_order else None
        if not isinstance(value, dict) or value.get(policy.user_key, user) == user:
            continue
        secrets = list(_secrets(value))
        for index in range(act.message + 1, len(view.roles)):
            told = _leaked_order_detail(view, index, act, secrets) if view.roles[index] == "a" else None
            if told is not None:
                text = phrase(
                    "audit.found.told_order", told=quoted(told), order_key=quoted(act.argument(policy.order_key))
                )
                yield Hit(index, f"messages[{index}].content", text)


def _leaked_order_detail(view: View, index: int, act: Act, secrets: list[str]) -> str | None:
    """A detail of an order that a message tells and that stands nowhere else."""
    text = view.texts[index]
    for secret in secrets:
        if secret not in text:
            continue
        others = (said for at, said in enumerate(view.texts) if at != act.answer and view.roles[at] != "a")
        if not any(secret in said for said in others):
            return secret
    return None


def _secrets(value: Any) -> Iterator[str]:
    """The texts of an order by which something of it is given away."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        if isinstance(part, dict | list):
            yield from _secrets(part)
        elif isinstance(part, str) and len(part) >= 5 and not part.islower():
            yield part


@check("several-calls", "error", "policy")
def several_calls(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    for call in view.case.calls if policy is not None and policy.single_calls else ():
        if call.number == 1:
            yield Hit(call.message, f"messages[{call.message}].tool_calls", phrase("audit.found.several_calls"))


@check("order-not-read", "error", "policy")
def order_not_read(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None or not policy.reads_order:
        return
    read: set[str] = set()
    for act in view.acts:
        if act.name == policy.reads_order and act.ok:
            read.add(act.argument(policy.order_key))
        elif act.name in policy.writes and (order := act.argument(policy.order_key)) and order not in read:
            text = phrase("audit.found.order_not_read", act=visible(act.name, 80), order=quoted(order))
            yield Hit(act.message, act.path(policy.order_key), text)


@check("changed-twice", "error", "policy")
def changed_twice(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None:
        return
    done: set[tuple[int, str]] = set()
    for act in view.acts:
        for number, group in enumerate(policy.once):
            if act.name not in group or not act.ok:
                continue
            key = (number, act.argument(policy.order_key))
            if key in done:
                text = phrase("audit.found.changed_again", act=visible(act.name, 80), key=quoted(key[1]))
                yield Hit(act.message, act.call.path, text)
            done.add(key)


@check("transfer-ending", "error", "policy")
def transfer_ending(view: View) -> Iterator[Hit]:
    policy = view.bench.policy
    if policy is None:
        return
    for act in view.acts:
        if act.name != policy.transfer or not act.ok or act.answer is None:
            continue
        at = act.answer + 1
        if view.roles[at:] != "a":
            text = phrase("audit.found.after_transfer")
            yield Hit(min(at, len(view.roles) - 1), f"messages[{min(at, len(view.roles) - 1)}]", text)
        elif policy.sentences and view.texts[at].strip() not in policy.sentences:
            text = phrase("audit.found.transfer_words", sentences=quoted(policy.sentences[0]))
            yield Hit(at, f"messages[{at}].content", text)
