"""Grading an answer against all that is right: the expected calls, their rules, and other answers that are as right.

An alternative counts only where it matches whole; otherwise the grade against the expected calls stands, so nothing is
half right by something that was not expected. A review keeps what the expected calls alone would have said, so that a
report can say what the alternatives changed. Of the modes, `foundry` knows none of this, and `exact` takes alternatives
and no rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from evalwright.chat import Unreadable
from evalwright.text import Sentence, phrase, said_by

from .grading import AnswerKind, Case, Source, read_case, review_case, rules_of_calls
from .review import MatchedAnswer, Review
from .rules import MatchRules

MOST_ACCEPTABLE = 20


@dataclass(frozen=True, slots=True)
class Gold:
    """What is right for one item, as it stands there."""

    calls: object
    argument_rules: object = None
    """For each of the calls the rules of its arguments."""
    acceptable: object = None
    """Other answers that are as right: `{"tool_calls": [...], "why": "...", "argument_rules"?: [...]}`."""


def review_gold(
    gold: Gold,
    given: object,
    tools: object,
    rules: MatchRules,
    source: Source | None = None,
    answer: AnswerKind | None = None,
) -> tuple[Review, Case]:
    """The review of one answer without `schema_valid`, and the case that it was read as."""
    if rules.mode == "foundry":
        case = read_case(gold.calls, given, tools, rules, source)
        return review_case(case), case
    case = read_case(gold.calls, given, tools, rules, source, argument_rules=gold.argument_rules, answer=answer)
    review = review_case(case)
    if review.score is None or not (gold.argument_rules or gold.acceptable):
        return review, case
    alone = review_case(replace(case, own=())) if case.own else review
    if review.score != 1.0:
        review = _by_alternative(review, gold.acceptable, case) or review
    if review.verdict != alone.verdict or review.score != alone.score:
        review.details["gold_alone"] = {"score": alone.score, "verdict": alone.verdict}
    return review, case


def gold_problem(gold: Gold, calls: int) -> str | None:
    """Why the fields beside the expected calls cannot be used; None where they can."""
    try:
        if gold.argument_rules is not None:
            rules_of_calls(gold.argument_rules, calls)
        for number, each in enumerate(_acceptable_list(gold.acceptable)):
            if not isinstance(each, dict) or not isinstance(each.get("tool_calls"), list):
                return phrase("call.acceptable.entry", number=number)
            if each.get("argument_rules") is not None:
                rules_of_calls(each["argument_rules"], len(each["tool_calls"]))
    except ValueError as error:
        return said_by(error)
    return None


def review_unusable(gold: Gold, problem: str, given: object, tools: object, rules: MatchRules) -> Review:
    """The review of an item whose fields beside the expected calls cannot be used: no score, and why."""
    return review_case(replace(read_case(gold.calls, given, tools, rules), due=[Unreadable(problem, None)]))


def _acceptable_list(value: object) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST_ACCEPTABLE:
        raise ValueError(phrase("call.acceptable.list", most=MOST_ACCEPTABLE))
    return value


def _by_alternative(review: Review, acceptable: object, case: Case) -> Review | None:
    """The review of an answer that is right by one of the alternatives; None where none matches whole."""
    for number, each in enumerate(acceptable if isinstance(acceptable, list) else ()):
        if number >= MOST_ACCEPTABLE or not isinstance(each, dict) or not isinstance(each.get("tool_calls"), list):
            continue
        other = read_case(
            each["tool_calls"],
            case.given,
            case.tools,
            case.rules,
            case.source,
            argument_rules=each.get("argument_rules"),
            answer="blank" if case.answer is None and not each["tool_calls"] else case.answer,
        )
        found = review_case(other)
        if found.score == 1.0:
            return _matched(review, found, number, each.get("why"))
    return None


def _matched(review: Review, found: Review, number: int, why: object) -> Review:
    """The review by an alternative: what was expected stays, and what matched is named."""
    matched: MatchedAnswer = {"index": number, "why": why if isinstance(why, str) else ""}
    reason: Sentence = phrase("review.acceptable", number=number + 1, why=_why_shown(matched["why"]))
    if found.details["rules"]:
        reason = phrase("review.by_rules", right=reason, rules=", ".join(found.details["rules"]))
    details = found.details | {"expected": review.details["expected"], "matched": matched}
    details["said"] = {"reason": reason.told()}
    return Review(1.0, "exact", reason, details)


def _why_shown(why: str) -> str:
    """What an item says of an alternative, in a form that cannot draw on a terminal."""
    short = why if len(why) <= 200 else f"{why[:200]}\u2026"
    return "".join(letter if letter.isprintable() else " " for letter in short) or "-"
