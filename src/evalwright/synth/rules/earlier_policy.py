"""The form in which domains told their policy before rules had kinds: one object that names tools by their roles.

What it says is said as rules of today, with the names that its findings always had, so that a domain written then is
held to the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from evalwright.chat import JsonObject

Arguments = Mapping[str, Collection[str]]
"""What each tool takes."""
_TOOLS = ("finds", "private", "writes")
_NAMES = ("details", "reads_order", "transfer", "user_key", "order_key")
EARLIER_KEYS = (*_TOOLS, *_NAMES, "unnamed", "once", "sentences", "single_calls")


def rules_of_policy(policy: Mapping[str, Any], tools: Arguments) -> list[JsonObject] | str:
    """The rules that such an object stands for; the key that has the wrong form where one has.

    `tools`: what each takes; what was said, or meant by default, of an argument was said of those that have it.
    """
    for key, value in policy.items():
        if key not in EARLIER_KEYS or not _is_formed(key, value):
            return str(key)
    return list(_rules({key: value for key, value in policy.items() if value}, tools))


def _is_formed(key: str, value: Any) -> bool:
    if key in _NAMES:
        return isinstance(value, str)
    if key == "single_calls":
        return isinstance(value, bool)
    if key == "once":
        return isinstance(value, list | tuple) and all(map(_is_texts, value))
    return _is_texts(value)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset) and all(isinstance(each, str) for each in value)


def _rules(told: Mapping[str, Any], tools: Arguments) -> Iterator[JsonObject]:
    arguments = {name for taken in tools.values() for name in taken}
    finds, writes = sorted(told.get("finds", ())), sorted(told.get("writes", ()))
    user, order = told.get("user_key", "user_id"), told.get("order_key", "order_id")
    reads = told.get("reads_order")
    if writes:
        unnamed = sorted({*told.get("unnamed", ["user_id"])}.intersection(arguments))
        yield {"confirm": writes, "unnamed": unnamed, "name": ["unconfirmed-write", "unnamed-argument"]}
    if finds and told.get("private"):
        yield {"before": sorted(told["private"]), "call": finds, "name": "unauthenticated"}
    if finds and told.get("details"):
        named = {"name": "details-not-read", "severity": "warning", "unless": {"profile": ["seed", "mini"]}}
        yield {"directly_after": finds, "call": told["details"], **named}
    if finds and user in arguments:
        things = {"things": reads} if reads else {}
        yield {"one": user, "found_by": finds, **things, "name": ["another-user", "told-anothers-order"]}
    if told.get("single_calls"):
        yield {"at_most": 1, "per": "message", "name": "several-calls"}
    changing = [name for name in writes if order in tools.get(name, [order])]
    if reads and changing:
        yield {"before": changing, "call": reads, "same": order, "name": "order-not-read"}
    for group in told.get("once", ()) if order in arguments else ():
        yield {"at_most": 1, "tools": sorted(group), "each": order, "succeeding": True, "name": "changed-twice"}
    if told.get("transfer"):
        said = {"en": list(told["sentences"])} if told.get("sentences") else {}
        yield {"says_after": told["transfer"], **said, "name": "transfer-ending"}
