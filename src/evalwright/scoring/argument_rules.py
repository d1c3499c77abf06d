"""Rules for single parameters: which other values of an argument are as right as the expected one.

They stand beside the gold of an item (`argument_rules`), or hold for a whole data set by tool and parameter
(`--match-rules`), in one vocabulary. *Normalisers* compose: both sides are brought to one spelling. *Acceptors* are a
union: any of them is enough. `bfcl` and `number_type` compare as the checker of that leaderboard does. Data may hold
anything under these names; what is no rule is a ValueError with a sentence, so that a gold that cannot be read is never
used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from evalwright.chat import exact
from evalwright.text import phrase

NORMALISERS = ("casefold", "whitespace", "punctuation", "unordered", "bfcl")
_ACCEPTING_FLAGS = ("optional", "free_text", "expression", "ignore")
_STRICTER = ("number_type",)
"""What tells values apart that are the same without a rule."""
RULE_NAMES = (*NORMALISERS, "permute_together", "any_of", *_ACCEPTING_FLAGS, "tolerance", *_STRICTER)
_MOST_VALUES = 200
_MOST_RULES = 200
_PUNCTUATION = re.compile("[,./\\-_*^'\"`\u2018\u2019\u201c\u201d]")
_WHITE_SPACE = re.compile(r"\s+")
_DROPPED_BY_BFCL = re.compile("[ ,./\\-_*^]")


@dataclass(frozen=True, slots=True)
class ArgumentRule:
    """What holds for one parameter."""

    flags: frozenset[str] = frozenset()
    """Normalisers, and acceptors that take no value."""
    any_of: tuple[Any, ...] = ()
    tolerance: Decimal | None = None
    together: tuple[str, ...] = ()
    """Parameters whose lists may be reordered, all in the same way."""


NO_RULE = ArgumentRule()
ArgumentRules = Mapping[str, ArgumentRule]
"""By parameter, nested ones with dots."""
NO_ARGUMENT_RULES: ArgumentRules = {}


def read_argument_rules(value: object) -> dict[str, ArgumentRule]:
    """The rules of one call, by parameter; ValueError for what is none."""
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > _MOST_RULES:
        raise ValueError(phrase("call.rules.not_object"))
    return {str(path): _read_rule(str(path), rule) for path, rule in value.items()}


def merged_rules(one: ArgumentRules, other: ArgumentRules) -> ArgumentRules:
    """The rules of both; where both speak of a parameter, either is enough."""
    if not one or not other:
        return one or other
    made = dict(one)
    for path, rule in other.items():
        made[path] = joined_rule(made[path], rule) if path in made else rule
    return made


def joined_rule(one: ArgumentRule, other: ArgumentRule) -> ArgumentRule:
    """Two rules of one parameter, either of which is enough."""
    tolerances = [each for each in (one.tolerance, other.tolerance) if each is not None]
    return ArgumentRule(
        one.flags | other.flags,
        (*one.any_of, *other.any_of),
        max(tolerances, default=None),
        one.together or other.together,
    )


def _read_rule(path: str, value: object) -> ArgumentRule:
    rule = NO_RULE
    for part in value if isinstance(value, list) else [value]:
        named = {part: True} if isinstance(part, str) else part
        if not isinstance(named, dict) or not named:
            raise ValueError(phrase("call.rules.not_rule", path=path[:80], known=", ".join(RULE_NAMES)))
        for name, setting in named.items():
            rule = joined_rule(rule, _single_rule(path, str(name), setting))
    return rule


def _single_rule(path: str, name: str, setting: object) -> ArgumentRule:
    if name in (*NORMALISERS, *_ACCEPTING_FLAGS, *_STRICTER):
        if isinstance(setting, bool):
            return ArgumentRule(frozenset({name})) if setting else NO_RULE
    elif name == "any_of" and isinstance(setting, list) and 0 < len(setting) <= _MOST_VALUES:
        return ArgumentRule(any_of=tuple(exact(setting)))
    elif name == "tolerance" and isinstance(setting, (int, float, Decimal)) and not isinstance(setting, bool):
        wide = Decimal(repr(setting)) if isinstance(setting, float) else Decimal(setting)
        if wide.is_finite() and wide >= 0:
            return ArgumentRule(tolerance=wide)
    elif name == "permute_together" and isinstance(setting, list) and len(setting) > 1:
        if all(isinstance(each, str) for each in setting):
            return ArgumentRule(together=tuple(setting))
    elif name not in RULE_NAMES:
        raise ValueError(phrase("call.rules.unknown", path=path[:80], name=name[:80], known=", ".join(RULE_NAMES)))
    raise ValueError(phrase("call.rules.setting", path=path[:80], name=name))


def normalised_text(text: str, flags: frozenset[str]) -> str:
    """A text without what its rules leave out; letter case aside, which the comparison folds by itself."""
    if "punctuation" in flags:
        text = _PUNCTUATION.sub("", text)
    return _WHITE_SPACE.sub("", text) if "whitespace" in flags else text


def bfcl_text(text: str) -> str:
    """A text as BFCL's checker compares it."""
    return _DROPPED_BY_BFCL.sub("", text).lower().replace("'", '"')
