"""The rules that the shop's assistant works by, sentence by sentence, in English and Chinese.

Each sentence stands in a line of `policy.en.md` and `policy.zh.md` and has an id there, so that a check in code and the
words a model reads are known to be the same rule. The system prompt is the file without the ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evalwright.text import filled

from .files import shop_json, shop_text

LANGUAGES = ("en", "zh")
_BETWEEN = {"en": " ", "zh": ""}
"""What stands between two sentences of a paragraph."""
_RULE = re.compile(r"(?:- )?(?P<sentence>.+?) *<!-- *(?P<id>[a-z_.]+) *-->")


def _of_people(field: str) -> dict[str, str]:
    return {lang: shop_json(f"people.{lang}.json")[field] for lang in LANGUAGES}


SHOP_NAMES = _of_people("shop")

TRANSFER_SENTENCE = _of_people("transfer")
"""The one sentence said when a customer is handed over to a person."""


class PolicyRule(NamedTuple):
    """One sentence of the policy."""

    id: str
    en: str
    zh: str


def _policy_file(kind: str, lang: str) -> str:
    return filled(shop_text(f"{kind}.{lang}.md"), {"shop": SHOP_NAMES[lang], "transfer": TRANSFER_SENTENCE[lang]})


def _rules() -> list[PolicyRule]:
    english, chinese = (
        {each["id"]: each["sentence"] for each in _RULE.finditer(_policy_file("policy", lang))} for lang in LANGUAGES
    )
    return [PolicyRule(id_, sentence, chinese[id_]) for id_, sentence in english.items()]


def _prompt(lang: str) -> str:
    """The paragraphs of the file without ids; sentences outside a list follow each other in one line."""
    paragraphs = re.sub(r" *<!--.*?-->", "", _policy_file("policy", lang)).strip().split("\n\n")
    return "\n\n".join(part if part.startswith("#") else part.replace("\n", _BETWEEN[lang]) for part in paragraphs)


POLICY_RULES: list[PolicyRule] = _rules()
"""Every sentence, in the order in which the prompt says them."""

POLICY: dict[str, str] = {lang: _prompt(lang) for lang in LANGUAGES}
"""The system prompt, by language."""

MINI_POLICY: dict[str, str] = {lang: _policy_file("policy-mini", lang).strip() for lang in LANGUAGES}
"""The system prompt of the small shop."""


def handover_summaries(lang: str) -> Mapping[str, Sequence[str]]:
    """By topic, what the assistant writes for the colleague who takes over; as many in each language."""
    summaries: Mapping[str, Sequence[str]] = shop_json(f"handover.{lang}.json")
    return summaries
