"""The checks of a rule set: each gives the reasons why one conversation fails it.

Those about one conversation are all asked, so that it may fail several. Those about the ones kept so far (duplicates,
caps) are asked of what passed everything else: a bad conversation must not push out its good twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from evalwright.errors import UsageError
from evalwright.executor import stable_hash_of
from evalwright.spill import SpilledTable
from evalwright.text import phrase

from ..audit.all_rules import choose
from ..audit.finding import visible
from ..audit.registry import Memory, Place, Rule
from ..audit.row_context import Case
from .result import Reason
from .rules import CurateRules
from .sequence import check_sequence

Check = Callable[[Case], Iterable[Reason]]

GROUNDED = ("ungrounded-argument",)
SCHEMA_VALID = ("no-tools", "unknown-tool", "unreadable-arguments", "invalid-arguments", "unusable-schema")
ANSWERED = ("ends-on-call", "unanswered-call", "answered-twice", "result-without-call", "late-result")
_SHOWN_TOOLS = 12
DEDUPE = ("duplicate", "near-duplicate")


class Looked(NamedTuple):
    """What one look at a conversation gives: what is wrong with it, and what is noted for those that decide later."""

    reasons: list[tuple[int, Reason]]
    """Each with the place of its rule among all."""
    notes: list[Any]
    dedupe: list[Any] | None
    """None where it fails something else already."""
    plan: tuple[str, ...]


class Checks:
    """The checks of one run over a file: looking at one conversation, and deciding over what was noted of many."""

    def __init__(self, rules: CurateRules) -> None:
        self.memory = Memory()
        self._plans = SpilledTable()
        """How many were kept of each plan."""
        self._cap = rules.cap_per_plan
        self._alone = [check for _, check in self._checks(rules)]
        self._audited = _audited(rules)
        self._ordered = list(self._in_order())
        self._noting = [each for each in self._ordered if each[2].note is not None]
        self._dedupe = choose(DEDUPE, ()) if rules.dedupe else []
        self.names = tuple(self._rule_names(rules))

    @property
    def audit_rules(self) -> list[Rule]:
        """The rules of audit that take part."""
        return [*chain(*self._audited.values()), *self._dedupe]

    def look(self, case: Case) -> Looked:
        """What can be said of a conversation without any other."""
        case.new_tools = True
        found = [(0, reason) for check in self._alone for reason in check(case)]
        notes = []
        for slot, name, rule in self._ordered:
            if rule.note is not None:
                notes.append(rule.note(case, self.memory))
            else:
                found += [(slot, Reason(name, hit.text, hit.message)) for hit in rule.check(case, self.memory)]
        dedupe = None if found else [rule.note(case, self.memory) for rule in self._dedupe if rule.note is not None]
        plan = () if found or self._cap is None else tuple(call.name for call in case.calls)
        return Looked(found, notes, dedupe, plan)

    def decide(self, looked: Looked, place: Place) -> list[Reason]:
        """Why the conversation is not kept, once all before it are decided; empty where it is."""
        found = list(looked.reasons)
        for (slot, name, rule), noted in zip(self._noting, looked.notes, strict=True):
            found += [(slot, reason) for reason in self._decided(rule, noted, name, place)]
        reasons = [reason for _, reason in sorted(found, key=itemgetter(0))] if found else []
        if not found and looked.dedupe is not None:
            # All are asked, for each remembers what it saw; one reason is enough.
            asked = zip(self._dedupe, looked.dedupe, strict=True)
            reasons = [reason for rule, noted in asked for reason in self._decided(rule, noted, "dedupe", place)][:1]
        if not reasons and self._cap is not None:
            reasons += self._over_cap(looked.plan)
        return reasons

    def _in_order(self) -> Iterator[tuple[int, str, Rule]]:
        """The rules of audit under the names of the rules they serve, with the place of these."""
        for slot, (name, rules) in enumerate(self._audited.items(), 1):
            yield from ((slot, name, rule) for rule in rules)

    def _decided(self, rule: Rule, noted: Any, name: str, place: Place) -> list[Reason]:
        if noted is None or rule.decide is None:
            return []
        return [Reason(name, hit.text, hit.message) for hit in rule.decide(noted, place, self.memory)]

    def _over_cap(self, plan: tuple[str, ...]) -> list[Reason]:
        mark = stable_hash_of(plan)
        before = self._plans.put_new(mark, 1) or 0
        if before:
            self._plans.put(mark, before + 1)
        if self._cap is None or before < self._cap:
            return []
        shown = visible(" -> ".join(plan), 200) or phrase("curate.found.no_call")
        return [Reason("cap_per_plan", phrase("curate.found.cap", cap=self._cap, shown=shown))]

    @staticmethod
    def _checks(rules: CurateRules) -> Iterator[tuple[list[str], Check]]:
        for sequence in rules.sequence:
            names = [
                f"sequence {visible(sequence.words, 200)}",
                *(f"same {visible(name, 80)}" for name in sequence.same),
            ]
            yield names, partial(check_sequence, sequence=sequence)
        for unit in ("calls", "messages"):
            low, high = getattr(rules, f"min_{unit}"), getattr(rules, f"max_{unit}")
            if low is not None:
                yield [f"min_{unit}"], partial(_too_few, unit=unit, low=low)
            if high is not None:
                yield [f"max_{unit}"], partial(_too_many, unit=unit, high=high)
        for tool in rules.uses:
            yield [f"uses {visible(tool, 80)}"], partial(_missing, tool=tool)
        for tool in rules.not_uses:
            yield [f"not_uses {visible(tool, 80)}"], partial(_unwanted, tool=tool)

    def _rule_names(self, rules: CurateRules) -> Iterator[str]:
        names = [name for names, _ in self._checks(rules) for name in names]
        yield from dict.fromkeys(names)
        yield from self._audited
        if rules.dedupe:
            yield "dedupe"
        if rules.cap_per_plan is not None:
            yield "cap_per_plan"


def check_names(rules: CurateRules, tools: Set[str]) -> None:
    """Refuse a rule about a tool that no conversation declares or calls: it is misspelt, and decides everything.

    A tool that must not be called may well be none of this file, unless one of nearly the same name is.
    """
    for name in (*rules.uses, *rules.not_uses):
        if tools and not any(fnmatchcase(tool, name) for tool in tools):
            close = get_close_matches(name[:100], sorted(tools), n=1, cutoff=0.6 if name in rules.uses else 0.85)
            if not close and name not in rules.uses:
                continue
            error = "curate.unknown_tool_near" if close else "curate.unknown_tool"
            shown = ", ".join(visible(tool, 60) for tool in sorted(tools)[:_SHOWN_TOOLS])
            raise UsageError.named(error, name=name[:100], near=close[0] if close else "", tools=shown)


def _audited(rules: CurateRules) -> dict[str, list[Rule]]:
    """The rules of audit that each rule of ours stands for."""
    made: dict[str, list[Rule]] = {}
    for name, meant in (("schema_valid", SCHEMA_VALID), ("answered", ANSWERED), ("grounded", GROUNDED)):
        if getattr(rules, name):
            made[name] = choose(meant, ())
    for rule in choose(rules.audit, ()) if rules.audit else ():
        if rule.at_end is not None or rule.family == "leakage":
            raise UsageError.named("curate.whole_files", rule=repr(rule.name))
        made[f"audit {rule.name}"] = [rule]
    return made


def _count_units(case: Case, unit: str) -> int:
    return len(case.calls) if unit == "calls" else len(case.messages)


def _too_few(case: Case, unit: str, low: int) -> Iterator[Reason]:
    if _count_units(case, unit) < low:
        yield Reason(f"min_{unit}", phrase("curate.found.too_few", case=_count_units(case, unit), unit=unit, low=low))


def _too_many(case: Case, unit: str, high: int) -> Iterator[Reason]:
    if _count_units(case, unit) > high:
        yield Reason(
            f"max_{unit}", phrase("curate.found.too_many", case=_count_units(case, unit), unit=unit, high=high)
        )


def _missing(case: Case, tool: str) -> Iterator[Reason]:
    if not any(fnmatchcase(call.name, tool) for call in case.calls):
        yield Reason(f"uses {visible(tool, 80)}", phrase("curate.found.never", tool=visible(tool, 80)))


def _unwanted(case: Case, tool: str) -> Iterator[Reason]:
    for call in case.calls:
        if fnmatchcase(call.name, tool):
            yield Reason(
                f"not_uses {visible(tool, 80)}",
                phrase("curate.found.unwanted", call=visible(call.name, 80)),
                call.message,
            )
            return
