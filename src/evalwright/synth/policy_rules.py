"""A policy as data: the tools that its rules hold for, as a domain tells them by `rules()`.

The rules themselves are checks (`checks/policy.py`) about the order of calls and messages; a domain only names its
tools. What a domain leaves out is not checked. It gives a `Policy`, or the same as plain data (from JSON or YAML, lists
in place of sets), which is looked at before it is believed: a rule about a tool that is not there never finds anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from evalwright.errors import UsageError


@dataclass(frozen=True, slots=True)
class Policy:
    """The names that the rules hold for."""

    finds: frozenset[str] = frozenset()
    """Tools that tell who the user is: their result is the user's id, or an object that holds it as `user_key`."""
    details: str = ""
    """The tool that reads a user's profile."""
    reads_order: str = ""
    """The tool that reads an order."""
    private: frozenset[str] = frozenset()
    """Tools that read or change what belongs to one user."""
    writes: frozenset[str] = frozenset()
    """Tools that change something: a summary and an explicit yes come directly before."""
    once: tuple[frozenset[str], ...] = ()
    """Groups of tools of which one may succeed, once, for an order."""
    transfer: str = ""
    """The tool that hands the user over to a person."""
    sentences: tuple[str, ...] = ()
    """What the assistant says after that, word for word; one for each language."""
    user_key: str = "user_id"
    order_key: str = "order_id"
    unnamed: frozenset[str] = field(default_factory=lambda: frozenset({"user_id"}))
    """Arguments that a summary need not name."""
    single_calls: bool = False
    """Whether a message may hold one call at most."""

    def tool_names(self) -> set[str]:
        """Every tool that a rule speaks of."""
        named = {*self.finds, *self.private, *self.writes, *(name for group in self.once for name in group)}
        return named | ({self.details, self.reads_order, self.transfer} - {""})


_SETS = ("finds", "private", "writes", "unnamed")
_NAMES = ("details", "reads_order", "transfer", "user_key", "order_key")


def policy_from(data: Mapping[str, Any], domain: str, tools: set[str]) -> Policy:
    """The policy that plain data describes; UsageError for what it cannot mean."""
    known = [each.name for each in fields(Policy)]
    for key in data:
        if key not in known:
            raise UsageError.named("domain.rule_key", domain=domain, key=repr(str(key)[:80]), known=", ".join(known))
    policy = Policy(**{str(key): _rule_value(key, value, domain) for key, value in data.items()})
    for name in sorted(policy.tool_names() - tools):
        raise UsageError.named("domain.rule_tool", domain=domain, name=repr(name[:80]), tools=", ".join(sorted(tools)))
    return policy


def _rule_value(key: str, value: Any, domain: str) -> Any:
    """The value of one field, made of lists and texts."""
    if key in _SETS and _is_texts(value):
        return frozenset(value)
    if key == "sentences" and _is_texts(value):
        return tuple(value)
    if key == "once" and isinstance(value, list | tuple) and all(map(_is_texts, value)):
        return tuple(frozenset(group) for group in value)
    if (key in _NAMES and isinstance(value, str)) or (key == "single_calls" and isinstance(value, bool)):
        return value
    raise UsageError.named("domain.rule_value", domain=domain, key=key)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset) and all(isinstance(each, str) for each in value)
