"""What a judge's reply says: a score from 0 to 1, or nothing.

In goes the reply and the rules; out comes a verdict with its reason. A reply that gives no verdict has the score None
and is *unjudged*: never 0, because a judge that was not understood says nothing about the answer. A score out of
range is unjudged too: guessing the judge's scale would make a number up. Reading is strict about what counts as one
clear verdict and tolerant about how it is written (case, Markdown, brackets, JSON, Chinese, reasoning before it).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from evalwright.errors import UsageError
from evalwright.text import phrase, resource_json

from .thoughts import without_thoughts
from .user_patterns import MAX_REPLY, compile_pattern
from .verdict_json import JsonParts, take_objects, values_under
from .verdict_text import menu

_EXAMPLE = '{"C": 1.0, "P": 0.5, "I": 0.0}'
SCORE_TYPES = ("pattern", "numeric")
DEFAULT_MAPPING: Mapping[str, float] = MappingProxyType({"A": 1.0, "B": 0.0})
"""What a judge is asked to choose from: A is correct, B is incorrect."""

_BRACKETS = re.compile(r"\[\[([^\[\]\n]{0,60})\]\]")
_NUMBER = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,300})?|\.\d{1,300})", re.ASCII)
_SAID = re.compile(
    r"(?:(?:final |overall )?(?:score|rating)|(?:最终|综合)?(?:评分|得分|分数))\s*[:=]\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class VerdictRules:
    """How a judge's replies are read; UsageError where a rule cannot be used."""

    score_type: Literal["pattern", "numeric"] = "pattern"
    score_pattern: str | None = None
    """The user's own regular expression; its last match counts, and in it the first group where there is one."""
    score_mapping: Mapping[str, float] | None = None
    """What each label is worth, from 0 to 1; A is 1 and B is 0 where it is not given."""

    def __post_init__(self) -> None:
        if self.score_type not in SCORE_TYPES:
            raise _unknown_score_type(self.score_type)
        if self.score_pattern is not None:
            if not isinstance(self.score_pattern, str):
                raise UsageError.named("scoring.pattern_kind", score_pattern=type(self.score_pattern).__name__)
            compile_pattern(self.score_pattern)
        if self.score_mapping is not None:
            object.__setattr__(self, "score_mapping", MappingProxyType(_checked_mapping(self.score_mapping)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one reply says."""

    score: float | None
    """From 0 to 1; None where the reply gives no verdict: unjudged, which is not 0."""
    label: str | None
    """The label or the number as it was read."""
    reason: str


def read_verdict(reply: str, rules: VerdictRules, *, fence: str | None = None) -> Verdict:
    """The verdict of a judge's reply; of a very long one only the end is read.

    `fence` is the token of the request: what a reply repeats from between the fences is the answer's, not the judge's,
    so all up to the last line with the token is left out.
    """
    own = without_thoughts(reply)
    if fence and fence in own:
        own = own.rpartition(fence)[2].partition("\n")[2]
    text = own.strip()[-MAX_REPLY:]
    if not text:
        return _unjudged(phrase("judge.empty") if not reply.strip() else phrase("judge.no_own_word"))
    if rules.score_pattern is not None:
        return _by_user_pattern(text, rules, rules.score_pattern)
    parts = take_objects(text)
    if parts.cut_off:
        return _unjudged(phrase("judge.cut_off"))
    return _by_label(parts, rules) if rules.score_type == "pattern" else _by_number(parts, rules)


def _by_user_pattern(text: str, rules: VerdictRules, pattern: str) -> Verdict:
    compiled = compile_pattern(pattern)
    found = compiled.last(text)
    if found is None:
        return _unjudged(phrase("judge.no_match", window=compiled.window))
    if rules.score_type == "numeric":
        return _scored_number(found, rules)
    mapping = DEFAULT_MAPPING if rules.score_mapping is None else rules.score_mapping
    label = _label_in(mapping, found)
    if label is None:
        return _unjudged(phrase("judge.not_mapped", found=repr(found[:80])))
    return Verdict(mapping[label], label, phrase("judge.verdict", label=label))


def _label_in(mapping: Mapping[str, float], text: str) -> str | None:
    """The label of that spelling, else the only one that differs from it in case alone."""
    if text in mapping:
        return text
    alike = [label for label in mapping if label.strip().casefold() == text.casefold()]
    return alike[0] if len(alike) == 1 else None


def _by_label(parts: JsonParts, rules: VerdictRules) -> Verdict:
    mapping = DEFAULT_MAPPING if rules.score_mapping is None else rules.score_mapping
    choices = menu(tuple(mapping), _verdict_words() if dict(mapping) == dict(DEFAULT_MAPPING) else ())
    after = choices.read(parts.after)
    values = values_under(parts.objects, _keys_of("label_keys"))
    if not values:
        stated = after or choices.read(parts.before)
        return _of_label(mapping, stated.label if stated else None, stated.problem if stated else "")
    read = [choices.read(_as_words(value)) for value in values]
    labels = {one.label if one else None for one in read} | ({after.label} if after else set())
    if len(labels) > 1:
        return _unjudged(phrase("judge.several_verdicts"))
    problem = next((one.problem for one in read if one), "") or phrase("judge.json_label")
    return _of_label(mapping, labels.pop(), problem)


@cache
def _verdict_words() -> tuple[tuple[str, str], ...]:
    """Words that say A or B by themselves."""
    told = resource_json("evalwright.scoring", "judge/verdict_words.json")
    return (*((word, "A") for word in told["yes"]), *((word, "B") for word in told["no"]))


@cache
def _keys_of(kind: str) -> tuple[frozenset[str], ...]:
    """Names under which a verdict stands in JSON, those that say it plainest first."""
    return tuple(map(frozenset, resource_json("evalwright.scoring", "judge/verdict_words.json")[kind]))


def _as_words(value: Any) -> str:
    if isinstance(value, bool):
        return "correct" if value else "incorrect"
    return value if isinstance(value, str) else ""


def _of_label(mapping: Mapping[str, float], label: str | None, problem: str) -> Verdict:
    if label is None:
        return _unjudged(problem or phrase("judge.no_verdict_stated"))
    return Verdict(mapping[label], label, phrase("judge.verdict", label=label))


def _by_number(parts: JsonParts, rules: VerdictRules) -> Verdict:
    values = values_under(parts.objects, _keys_of("score_keys"))
    after = _number_in_text(parts.after)
    if not values:
        found = after or _number_in_text(parts.before)
        return _scored_number(found, rules) if found else _unjudged(phrase("judge.no_score_stated"))
    read = [_scored_number(_as_digits(value), rules) for value in values]
    read += [_scored_number(after, rules)] if after else []
    if len({one.score for one in read}) > 1:
        return _unjudged(phrase("judge.several_scores"))
    return read[0]


def _number_in_text(text: str) -> str | None:
    """The last `[[...]]` that holds a digit; else the whole text, or its last line, where that is a number."""
    plain = unicodedata.normalize("NFKC", text).strip()
    bracketed = [found[1].strip() for found in _BRACKETS.finditer(plain) if any(map(str.isdigit, found[1]))]
    if bracketed:
        return bracketed[-1]
    if "[[" in plain or "]]" in plain:
        return None
    plain = plain.replace("*", "").replace("`", "").strip()
    line = plain.splitlines()[-1].strip() if plain else ""
    said = _SAID.match(line)
    whole = line[said.end() :] if said else plain
    bare = whole.strip(" \t\n\"'").removesuffix("。").removesuffix(".").removesuffix("分").strip()
    if bare[:1] + bare[-1:] in ("[]", "()"):
        bare = bare[1:-1].strip()
    return bare if _NUMBER.fullmatch(bare) else None


def _as_digits(value: Any) -> str:
    if isinstance(value, bool | None):
        return "null" if value is None else str(value).lower()
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")  # without an exponent, as the text form has none
    return value.strip() if isinstance(value, str) else str(value)


def _scored_number(text: str, rules: VerdictRules) -> Verdict:
    """A number as a score; where the user has a mapping and it names the text, what it is worth there."""
    label = _label_in(rules.score_mapping, text) if rules.score_mapping is not None else None
    if label is not None and rules.score_mapping is not None:
        return Verdict(rules.score_mapping[label], label, phrase("judge.score", text=label))
    if not _NUMBER.fullmatch(text):
        return _unjudged(phrase("judge.no_number", text=repr(text[:80])))
    value = float(text)
    if not 0.0 <= value <= 1.0:
        return Verdict(None, text[:80], phrase("judge.out_of_range", text=text[:80], scale=phrase("judge.scale")))
    return Verdict(value + 0.0, text[:80], phrase("judge.score", text=text[:80]))


def _unjudged(reason: str) -> Verdict:
    return Verdict(None, None, reason)


def _checked_mapping(mapping: object) -> dict[str, float]:
    if not isinstance(mapping, Mapping) or not mapping:
        raise UsageError.named("scoring.no_label", example=_EXAMPLE)
    checked: dict[str, float] = {}
    for label, score in mapping.items():
        name = str(label) if isinstance(label, int) and not isinstance(label, bool) else label
        if not isinstance(name, str) or not name.strip():
            raise UsageError.named("scoring.label_kind", label=repr(str(label)[:80]), example=_EXAMPLE)
        if isinstance(score, bool) or not isinstance(score, int | float) or math.isnan(score) or not 0 <= score <= 1:
            values = {"name": repr(name[:80]), "score": repr(str(score)[:80])}
            raise UsageError.named("scoring.label_score", example=_EXAMPLE, **values)
        checked[name] = float(score)
    return checked


def _unknown_score_type(name: object) -> UsageError:
    from difflib import get_close_matches  # only where something is wrong already

    close = get_close_matches(str(name).lower(), SCORE_TYPES, n=1)
    shown = repr(str(name)[:80])
    if close:
        return UsageError.named("scoring.score_type_near", score_type=shown, near=repr(close[0]))
    return UsageError.named("scoring.score_type", score_type=shown)
