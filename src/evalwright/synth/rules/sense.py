"""Whether rules make sense for the tools that there are: what they name exists, finds something, and can be kept.

A rule about a tool that is not there would never find anything, and one that needs what another forbids could be kept
by no conversation; both look like rules that hold. What is found here is said by line, before anything is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

from evalwright.text import Sentence, phrase, visible
from evalwright.workbench import audit_rule_names

from ..scenarios.model import ScenarioFinding
from .model import POLICY_BROKEN, AtMost, Before, Confirm, DirectlyAfter, One, PolicyRule, SaysAfter, Selection

_NAME_LENGTH = 60
_MAX_SCHEMAS = 2_000


def near(name: str, known: Sequence[str]) -> Sentence:
    """A cure that offers the nearest of the names that there are, or all of them."""
    close = get_close_matches(name[:100], known, n=1, cutoff=0.5)
    if close:
        return phrase("cures.near", close=repr(close[0]))
    return phrase("cures.choose", known=", ".join(visible(each, _NAME_LENGTH) for each in known[:30]))


def senseless(
    rules: Sequence[PolicyRule], tools: Sequence[Mapping[str, Any]] | None, languages: Sequence[str]
) -> list[ScenarioFinding]:
    """What these rules say that cannot be meant."""
    found = [finding for rule in rules for finding in (*_misnamed(rule), *_untold(rule, languages))]
    if tools is not None:
        taken = arguments_by_tool(tools)
        is_open = any(_takes_any_fields(tool["function"].get("parameters")) for tool in tools)
        found += [finding for rule in rules for finding in _absent(rule, taken, is_open=is_open)]
        found += _never_kept(rules, list(taken))
    return found


def arguments_by_tool(tools: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """What each of these tools takes."""
    return {str(tool["function"]["name"]): _parameters(tool) for tool in tools}


def _parameters(tool: Mapping[str, Any]) -> list[str]:
    """What a tool takes, also inside objects."""
    found: dict[str, None] = {}
    waiting: list[Any] = [tool["function"].get("parameters")]
    for schema in waiting:
        if isinstance(schema, dict) and len(waiting) < _MAX_SCHEMAS:
            properties = schema.get("properties")
            found |= dict.fromkeys(properties if isinstance(properties, dict) else ())
            waiting += [*(properties.values() if isinstance(properties, dict) else ()), schema.get("items")]
    return list(found)


def _misnamed(rule: PolicyRule) -> Iterator[ScenarioFinding]:
    """Names by which findings could be taken for others."""
    names, line = rule.heading.names, rule.heading.line
    if rule.heading.severity == "warning" and POLICY_BROKEN in names:
        yield ScenarioFinding(line, phrase("rules.nameless"), phrase("rules.cures.name"))
    for name in names:
        if name in _taken_names():
            yield ScenarioFinding(line, phrase("rules.taken_name", name=name), phrase("rules.cures.name"))


@cache
def _taken_names() -> frozenset[str]:
    from ..checks.every_check import SPECS

    return audit_rule_names() | SPECS.keys()


def _untold(rule: PolicyRule, languages: Sequence[str]) -> Iterator[ScenarioFinding]:
    """Languages in which nobody said what is to be said."""
    told = rule.sentences if isinstance(rule, SaysAfter) else {}
    for lang in languages if told else ():
        if lang not in told:
            text = phrase("rules.no_sentence", lang=lang)
            yield ScenarioFinding(rule.heading.line, text, phrase("rules.cures.add", key=lang))


def _takes_any_fields(schema: Any) -> bool:
    """Whether there is an object somewhere below the arguments of which no schema says what its fields are called."""
    waiting = _inner_schemas(schema)
    for part in waiting:
        if (
            part.get("type") == "object"
            and not part.get("properties")
            and part.get("additionalProperties") is not False
        ):
            return True
        if len(waiting) < _MAX_SCHEMAS:
            waiting += _inner_schemas(part)
    return False


def _inner_schemas(schema: Any) -> list[Mapping[str, Any]]:
    """The schemas of the fields of an object and of the elements of a list."""
    if not isinstance(schema, dict):
        return []
    properties = schema.get("properties")
    parts = [*(properties.values() if isinstance(properties, dict) else ()), schema.get("items")]
    return [part for part in parts if isinstance(part, dict)]


def _absent(rule: PolicyRule, taken: dict[str, list[str]], *, is_open: bool) -> Iterator[ScenarioFinding]:
    """Tools and arguments that are not there; `is_open`: some tool takes fields of any name."""
    line, kind = rule.heading.line, rule.heading.kind
    for selection in _selections(rule):
        for pattern in (*selection.patterns, *selection.excepted):
            if not Selection((pattern,)).of(taken):
                text = phrase("rules.unknown_tool", kind=kind, name=visible(pattern, _NAME_LENGTH))
                yield ScenarioFinding(line, text, near(pattern, list(taken)))
    tools = Selection(("*",)) if isinstance(rule, One) else rule.tools
    bound = tools.of(taken)
    if not bound and Selection(tools.patterns).of(taken):
        yield ScenarioFinding(line, phrase("rules.all_excepted", kind=kind), phrase("rules.cures.except"))
    parameters = sorted({name for tool in _with_argument(rule, bound, taken) for name in taken[tool]})
    for name in _named_arguments(rule) if bound and not (is_open and isinstance(rule, Confirm)) else ():
        if name not in parameters:
            text = phrase("rules.unknown_argument", kind=kind, name=visible(name, _NAME_LENGTH))
            harmless = isinstance(rule, Confirm) and name in rule.said_as
            cure = near(name, parameters) if parameters else ""
            yield ScenarioFinding(line, text, cure, "warning" if harmless else "error")


def _selections(rule: PolicyRule) -> list[Selection]:
    if isinstance(rule, One):
        return [rule.found_by, rule.things]
    return [rule.tools, rule.call] if isinstance(rule, Before | DirectlyAfter) else [rule.tools]


def _with_argument(rule: PolicyRule, bound: list[str], taken: dict[str, list[str]]) -> list[str]:
    """The tools of which one must have the arguments that the rule names."""
    if isinstance(rule, Confirm):  # what need not be named anywhere need not be there
        return list(taken)
    return rule.call.of(taken) if isinstance(rule, DirectlyAfter) else bound


def _named_arguments(rule: PolicyRule) -> list[str]:
    if isinstance(rule, Confirm):
        return sorted({*rule.unnamed, *rule.said_as})
    if isinstance(rule, Before | DirectlyAfter):
        return [tie.argument for tie in rule.same]
    if isinstance(rule, One):
        return [rule.argument]
    return [rule.each] if isinstance(rule, AtMost) and rule.each else []


def _never_kept(rules: Sequence[PolicyRule], tools: list[str]) -> Iterator[ScenarioFinding]:
    """Rules by which a tool can never be called, because what has to come with it cannot come."""
    callable_ = _callable(rules, tools)
    for rule in rules:
        if not isinstance(rule, Before | DirectlyAfter):
            continue
        bound = rule.tools.of(tools)
        needed = rule.call.of(tools)
        if bound and needed and not any(tool in callable_ for tool in needed):
            text = phrase("rules.never_kept", kind=rule.heading.kind, tool=bound[0], needed=needed[0])
            yield ScenarioFinding(rule.heading.line, text, phrase("rules.cures.except"))


def _callable(rules: Sequence[PolicyRule], tools: list[str]) -> set[str]:
    """The tools that a conversation can call without breaking a rule about what comes before and how often."""
    forbidden = {
        tool for rule in rules if isinstance(rule, AtMost) and not rule.number for tool in rule.tools.of(tools)
    }
    needs = [rule for rule in rules if isinstance(rule, Before)]
    reached: set[str] = set()
    while True:
        more = {
            tool
            for tool in tools
            if tool not in reached | forbidden
            and all(reached.intersection(rule.call.of(tools)) for rule in needs if tool in rule.tools)
        }
        if not more:
            return reached
        reached |= more
