"""Grading one item: the calls due and the calls made become a score, a verdict and a sentence.

This is the whole path of a grade except the check against the tools' schemas, which needs a compiled
validator; so the standalone grader, which has none, is made of this very code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from evalwright.chat import Call, Unreadable, plain, read_call
from evalwright.text import SaidAgain, Sentence, phrase, said_by

from .argument_equality import Difference
from .argument_rules import ArgumentRules, read_argument_rules
from .matching import Pair, Pairing, pair_calls
from .reference_grader import foundry_equal, foundry_name, foundry_score
from .review import CallDetails, GradedCall, Review
from .rules import MatchRules
from .schema import tool_names
from .wording import Facts, sentence

Source = Callable[[object], str]
AnswerKind = Literal["words", "blank", "cut_off", "filtered"]
"""What an answer holds besides calls: words, none, or words that are not all that was to be said."""


@dataclass(frozen=True, slots=True)
class Case:
    """One item to be graded, read."""

    expected: object
    given: object
    tools: object
    rules: MatchRules
    source: Source | None
    due: list[Call | Unreadable]
    made: list[Call | Unreadable]
    own: Sequence[ArgumentRules] = ()
    """For each call due the rules of its arguments; empty where none has any."""
    answer: AnswerKind | None = None
    """What was said beside or in place of calls; None where nobody knows."""


def read_case(
    expected: object,
    given: object,
    tools: object,
    rules: MatchRules,
    source: Source | None = None,
    *,
    argument_rules: object = None,
    answer: AnswerKind | None = None,
) -> Case:
    """Read both sides of an item. In exact mode a call without arguments is no call, and no argument has rules."""
    empty_ok = rules.mode != "exact"
    due, made = read_calls(expected, empty_ok), read_calls(given, empty_ok)
    own: Sequence[ArgumentRules] = ()
    if argument_rules and rules.mode == "schema":
        try:
            own = rules_of_calls(argument_rules, len(due))
        except ValueError as error:
            due = [Unreadable(said_by(error), None)]
    return Case(expected, given, tools, rules, source, due, made, own, answer)


def rules_of_calls(value: object, calls: int) -> list[ArgumentRules]:
    """The `argument_rules` of an item, an entry for each expected call; ValueError where they are none."""
    if not isinstance(value, list) or len(value) != calls:
        raise ValueError(phrase("call.rules.count", due=calls))
    return [read_argument_rules(each) for each in value]


def read_calls(value: object, empty_ok: bool) -> list[Call | Unreadable]:
    """The calls in a value: none for null, one (unreadable) for anything that is not a list."""
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        return [Unreadable(phrase("call.not_a_list"), None)]
    return [read_call(call, empty_ok=empty_ok) for call in value]


def review_case(case: Case) -> Review:
    """The review of one item, without `schema_valid`."""
    return _foundry_review(case) if case.rules.mode == "foundry" else _matched_review(case)


def _matched_review(case: Case) -> Review:
    due = [call for call in case.due if isinstance(call, Call)]
    if len(due) < len(case.due):
        return _review(case, None, "invalid_item", Pairing([], [], [], set()))
    made = [call for call in case.made if isinstance(call, Call)]
    pairing = pair_calls(due, made, case.tools, case.rules, case.own)
    calls = len(due) + len(case.made)
    score = round(2 * pairing.total / calls, 6) if calls else float(case.answer in (None, "words"))
    return _review(case, score, _verdict(case, len(made), pairing), pairing)


def _verdict(case: Case, readable: int, pairing: Pairing) -> str:
    """The first fault that applies, in the order of their weight."""
    due, made = len(case.due), len(case.made)
    if readable < made:
        return "malformed_call"
    if not due:
        return "unexpected_call" if made else "exact" if case.answer in (None, "words") else "no_answer"
    if not made:
        return "no_call"
    if made != due:
        return "extra_call" if made > due else "missing_call"
    if len(pairing.pairs) < due:
        return "wrong_tool"
    return "wrong_arguments" if any(pair.differences for pair in pairing.pairs) else "exact"


def _foundry_review(case: Case) -> Review:
    reference = foundry_score(case.expected, case.given)
    due = [call for call in case.due if isinstance(call, Call)]
    made = [call for call in case.made if isinstance(call, Call)]
    pairing = pair_calls(due, made, case.tools, MatchRules(mode="exact"))
    verdict = _foundry_verdict(case, reference.score, reference.raised)
    pairs = [] if verdict == "exact" else [_seen_by_foundry(pair) for pair in pairing.pairs]
    kept = Pairing(pairs, pairing.missing, pairing.extra, set())
    return _review(case, reference.score, verdict, kept)


def _seen_by_foundry(pair: Pair) -> Pair:
    """Only the differences that the reference sees too."""
    seen = [
        found
        for found in pair.differences
        if found["kind"] in ("missing", "extra") or not foundry_equal(found["expected"], found["given"])
    ]
    return Pair(pair.due, pair.made, seen)


def _foundry_verdict(case: Case, score: float, raised: bool) -> str:
    if raised:
        return "malformed_call"
    if score == 1.0:
        return "exact"
    if not case.expected or not case.given:
        return "unexpected_call" if case.given else "no_call"
    due, made = len(case.due), len(case.made)
    if made != due:
        return "extra_call" if made > due else "missing_call"
    same = Counter(_call_names(case.expected, case.due, True)) == Counter(_call_names(case.given, case.made, True))
    return "wrong_arguments" if same else "wrong_tool"


def _call_names(raw: object, read: Sequence[Call | Unreadable], foundry: bool) -> list[str | None]:
    if foundry and isinstance(raw, (list, tuple)):
        return [foundry_name(call) for call in raw]
    return [call.name for call in read]


def _review(case: Case, score: float | None, verdict: str, pairing: Pairing) -> Review:
    read_rules = {rule for call in (*case.due, *case.made) if isinstance(call, Call) for rule in call.rules}
    rules = [] if case.rules.mode == "foundry" else sorted(pairing.rules | read_rules)
    differences = [_with_sources(found, case.source) for pair in pairing.pairs for found in pair.differences]
    reason = sentence(_review_facts(case, verdict, pairing, differences, rules))
    details: CallDetails = {
        "expected": [_call_document(call) for call in case.due],
        "given": [_call_document(call) for call in case.made],
        "arguments": differences,
        "rules": rules,
        "said": {"reason": reason.told()},
    }
    return Review(score, verdict, reason, details)


def _call_document(call: Call | Unreadable) -> GradedCall:
    if isinstance(call, Unreadable):
        unreadable: GradedCall = {"name": call.name, "unreadable": call.reason}
        _keep_sentences(unreadable, unreadable=call.reason)
        return unreadable
    return {"name": call.name, "arguments": plain(call.arguments)}


def _with_sources(found: Difference, source: Source | None) -> Difference:
    """A difference with the place of each value that is there."""
    if source is None:
        return found
    placed, sources = found.copy(), {}
    if found["kind"] != "extra":
        sources["expected_source"] = placed["expected_source"] = source(found["expected"])
    if found["kind"] != "missing":
        sources["given_source"] = placed["given_source"] = source(found["given"])
    _keep_sentences(placed, **sources)
    return placed


def _keep_sentences(record: SaidAgain, **texts: str) -> None:
    """Add what is needed to say these texts of a record again in another language."""
    told = {name: text.told() for name, text in texts.items() if isinstance(text, Sentence)}
    if told:
        record["said"] = told


def _first_unreadable(case: Case, verdict: str) -> Unreadable | None:
    if verdict not in ("malformed_call", "invalid_item"):
        return None
    side = case.due if verdict == "invalid_item" else [*case.made, *case.due]
    return next((call for call in side if isinstance(call, Unreadable)), None)


def _review_facts(case: Case, verdict: str, pairing: Pairing, differences: list[Difference], rules: list[str]) -> Facts:
    foundry = case.rules.mode == "foundry"
    due = [call.name for call in case.due if isinstance(call, Call)]
    made = [call.name for call in case.made if isinstance(call, Call)]
    unreadable = _first_unreadable(case, verdict)
    differing = next((due[pair.due] for pair in pairing.pairs if pair.differences), None)
    return Facts(
        verdict=verdict,
        due=_call_names(case.expected, case.due, foundry),
        made=_call_names(case.given, case.made, foundry),
        missing=[due[index] for index in pairing.missing] if not foundry else [],
        extra=[made[index] for index in pairing.extra] if not foundry else [],
        differing=differing,
        differences=differences,
        unreadable=None if unreadable is None else unreadable.reason,
        unreadable_name=None if unreadable is None else unreadable.name,
        rules=rules,
        known=tool_names(case.tools) if verdict == "wrong_tool" else frozenset(),
        answer=case.answer,
    )
