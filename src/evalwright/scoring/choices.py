"""Which option a reply to a multiple-choice question chose: one extractor for all templates and both languages.

In flows the reply and the letters of its record, out comes the letter and where it was found, or nothing where
the reply chose nothing, several, or what is not an option. The rules are in `choice_rules`, in order of strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalwright.text import phrase

from .choice_rules import RULES
from .choice_statements import Finding, Plain
from .choice_text import readable, without_option_list

_SILENT = Finding((), False, phrase("choice.silent"))


@dataclass(frozen=True, slots=True)
class Choice:
    """The one option a reply chose, if it chose one."""

    letter: str | None
    how: str
    """Where it was found, or why there is none."""


@dataclass(frozen=True, slots=True)
class Choices:
    """All options a reply chose, sorted; empty where it chose none."""

    letters: tuple[str, ...]
    how: str


def stated_choice(reply: str, letters: Sequence[str]) -> Choice:
    """The option that a reply to a question with one right answer stated last."""
    chosen = stated_choices(reply, letters)
    if len(chosen.letters) > 1:
        return Choice(None, phrase("choice.several", letters=", ".join(chosen.letters), how=chosen.how))
    return Choice(chosen.letters[0] if chosen.letters else None, chosen.how)


def stated_choices(reply: str, letters: Sequence[str]) -> Choices:
    """The options that a reply to a question with several right answers stated last."""
    options = [letter.upper() for letter in letters]
    finding = _finding(reply, options)
    strange = sorted(set(finding.letters) - set(options))
    if strange:
        return Choices((), phrase("choice.strange", strange=", ".join(strange), how=finding.how))
    if finding.either:
        return Choices((), phrase("choice.undecided", letters=" and ".join(sorted(finding.letters)), how=finding.how))
    return Choices(tuple(sorted(finding.letters)), finding.how)


def _finding(reply: str, options: Sequence[str]) -> Finding:
    text = readable(reply)
    if not text or not options:
        return Finding((), False, phrase("choice.empty")) if not text else _SILENT
    plain = Plain(text, without_option_list(text, options), options)
    return next((found for rule in RULES if (found := rule(plain)) is not None), _SILENT)
