"""Reading rules from plain data: a list of mappings, each with the key of one kind and the fields that it may have.

The data may be anyone's. What cannot be meant becomes a finding with the line that it stands in and what helps, and
the rule is left out; `sense` looks at those that can be read for what they say about the tools that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evalwright.text import Sentence, phrase, visible

from ..scenarios.model import ScenarioFinding
from .model import (
    POLICY_BROKEN,
    AtMost,
    Before,
    Confirm,
    DirectlyAfter,
    Heading,
    One,
    PolicyRule,
    Rules,
    SaysAfter,
    Selection,
    Tie,
)
from .said_as import ways_from
from .sense import near, senseless

_COMMON = ("name", "severity", "unless", "line")
_MAX_RULES = 200
_MAX_NAMES = 500
_NAME_LENGTH = 60


class _Kind(NamedTuple):
    """What a kind of rule is written with."""

    make: Callable[[Heading, Mapping[str, Any]], PolicyRule]
    needs: tuple[str, ...]
    may_have: tuple[str, ...]
    names: int = 1


class _UnmeantError(Exception):
    """A rule that cannot be meant."""

    def __init__(self, message: Sentence, cure: str = "") -> None:
        super().__init__(message)
        self.finding = (message, cure)


def rules_from(data: Any, tools: Sequence[Mapping[str, Any]] | None = None, *, languages: Iterable[str] = ()) -> Rules:
    """The rules that plain data describe, and what is wrong with them.

    `tools`: what there is to call, where it is known; rules about anything else never find anything. `languages`:
    those that the conversations are in.
    """
    if not isinstance(data, list | tuple):
        return Rules(findings=(ScenarioFinding(0, phrase("rules.no_list"), phrase("rules.cures.list")),))
    rules: list[PolicyRule] = []
    findings: list[ScenarioFinding] = []
    for number, written in enumerate(data[:_MAX_RULES], start=1):
        line = _line_of(written)
        try:
            rules.append(_rule(number, written))
        except _UnmeantError as unmeant:
            findings.append(ScenarioFinding(line, *unmeant.finding))
    if len(data) > _MAX_RULES:
        findings.append(ScenarioFinding(_line_of(data[_MAX_RULES]), phrase("rules.too_many", most=_MAX_RULES)))
    findings += senseless(rules, tools, tuple(languages))
    plain = tuple(
        {key: value for key, value in each.items() if key != "line"} for each in data if isinstance(each, dict)
    )
    return Rules(tuple(rules), tuple(sorted(findings, key=lambda found: found.line)), plain[:_MAX_RULES])


def _line_of(written: Any) -> int:
    line = written.get("line") if isinstance(written, Mapping) else None
    return line if type(line) is int else 0


def _rule(number: int, written: Any) -> PolicyRule:
    if not isinstance(written, Mapping) or not all(isinstance(key, str) for key in written):
        raise _UnmeantError(phrase("rules.no_mapping"), phrase("rules.cures.kinds", kinds=", ".join(KINDS)))
    kinds = [key for key in written if key in KINDS]
    if len(kinds) != 1:
        raise _UnmeantError(*(_unknown_kind(written) if not kinds else _two_kinds(kinds)))
    kind = KINDS[kinds[0]]
    allowed = (kinds[0], *kind.needs, *kind.may_have, *_COMMON)
    for key in written:
        if key not in allowed:
            text = phrase("rules.unknown_key", kind=kinds[0], key=visible(key, _NAME_LENGTH))
            raise _UnmeantError(text, near(key, [name for name in allowed if name != "line"]))
    for key in kind.needs:
        if key not in written:
            raise _UnmeantError(phrase("rules.missing_key", kind=kinds[0], key=key), phrase("rules.cures.add", key=key))
    return kind.make(_heading(kinds[0], number, written, kind), written)


def _unknown_kind(written: Mapping[str, Any]) -> tuple[Sentence, Sentence]:
    key = next((key for key in written if key not in _COMMON), "")
    cure = near(key, list(KINDS)) if key else phrase("rules.cures.kinds", kinds=", ".join(KINDS))
    return phrase("rules.unknown_kind", key=visible(key, _NAME_LENGTH)), cure


def _two_kinds(kinds: Sequence[str]) -> tuple[Sentence, Sentence]:
    return phrase("rules.two_kinds", first=kinds[0], second=kinds[1]), phrase("rules.cures.apart")


def _heading(kind: str, number: int, written: Mapping[str, Any], told: _Kind) -> Heading:
    names = tuple(_texts(written, "name")) or (POLICY_BROKEN,)
    if len(names) > told.names or not all(name.replace("-", "").replace("_", "").isalnum() for name in names):
        raise _UnmeantError(phrase("rules.bad_name", kind=kind, num=told.names), phrase("rules.cures.name"))
    severity = written.get("severity", "error")
    if severity not in ("error", "warning"):
        raise _bad(kind, "severity", "severity")
    unless = written.get("unless", {})
    if not isinstance(unless, Mapping):
        raise _bad(kind, "unless", "unless")
    said = {str(key): tuple(value) if isinstance(value, list) else (value,) for key, value in unless.items()}
    return Heading(kind, number, names, severity, said, _line_of(written))


def _bad(kind: str, key: str, wanted: str) -> _UnmeantError:
    return _UnmeantError(phrase("rules.bad_value", kind=kind, key=key), phrase(f"rules.cures.{wanted}", key=key))


def _texts(written: Mapping[str, Any], key: str) -> list[str]:
    """One text or a list of texts; a text may name several, parted by commas."""
    value = written.get(key, [])
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",")]
    listed = isinstance(value, list | tuple | set | frozenset) and len(value) <= _MAX_NAMES
    if not listed or not all(isinstance(each, str) and each for each in value):
        raise _bad(_kind_of(written), key, "texts")
    return sorted(value) if isinstance(value, set | frozenset) else list(value)


def _kind_of(written: Mapping[str, Any]) -> str:
    return next(key for key in written if key in KINDS)


def _selection(written: Mapping[str, Any], key: str, excepted: str = "") -> Selection:
    patterns = _texts(written, key)
    if not patterns:
        raise _bad(_kind_of(written), key, "texts")
    return Selection(tuple(patterns), tuple(_texts(written, excepted)) if excepted else ())


def _ties(written: Mapping[str, Any]) -> tuple[Tie, ...]:
    value = written.get("same", [])
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) and isinstance(path, str) and path for name, path in value.items()):
            raise _bad(_kind_of(written), "same", "same")
        return tuple(Tie(name, tuple(path.split("."))) for name, path in value.items())
    return tuple(Tie(name, (name,)) for name in _texts(written, "same"))


def _bool(written: Mapping[str, Any], key: str, otherwise: bool) -> bool:
    value = written.get(key, otherwise)
    if not isinstance(value, bool):
        raise _bad(_kind_of(written), key, "true_false")
    return value


def _confirm(heading: Heading, written: Mapping[str, Any]) -> Confirm:
    ways = ways_from(written.get("said_as", {}))
    if ways is None:
        raise _bad("confirm", "said_as", "said_as")
    tools, unnamed = _selection(written, "confirm", "except"), frozenset(_texts(written, "unnamed"))
    return Confirm(heading, tools, unnamed, ways, _other_words(written.get("called", {})))


def _other_words(written: Any) -> dict[str, tuple[str, ...]]:
    """By value, other words for it."""
    if not isinstance(written, Mapping):
        raise _bad("confirm", "called", "called")
    made = {str(value): [words] if isinstance(words, str) else words for value, words in written.items()}
    for words in made.values():
        if not isinstance(words, list) or not all(isinstance(each, str) and each.strip() for each in words):
            raise _bad("confirm", "called", "called")
    return {value: tuple(each.casefold() for each in words) for value, words in made.items()}


def _before(heading: Heading, written: Mapping[str, Any]) -> Before:
    call = _selection(written, "call")
    tools = _selection(written, "before", "except")
    if "*" in "".join(tools.patterns):  # what `*` stands for does not go before itself
        named = [name for name in call.patterns if name not in tools.patterns]
        tools = Selection(tools.patterns, (*tools.excepted, *named))
    return Before(heading, tools, call, _ties(written))


def _directly_after(heading: Heading, written: Mapping[str, Any]) -> DirectlyAfter:
    return DirectlyAfter(
        heading, _selection(written, "directly_after", "except"), _selection(written, "call"), _ties(written)
    )


def _at_most(heading: Heading, written: Mapping[str, Any]) -> AtMost:
    number, per, each = written["at_most"], written.get("per", "conversation"), written.get("each", "")
    if type(number) is not int or number < 0:
        raise _bad("at_most", "at_most", "number")
    if per not in ("message", "conversation"):
        raise _bad("at_most", "per", "per")
    if not isinstance(each, str):
        raise _bad("at_most", "each", "argument")
    tools = _selection({"tools": "*"} | dict(written), "tools", "except")
    return AtMost(heading, tools, number, per, each, _bool(written, "succeeding", False))


def _says_after(heading: Heading, written: Mapping[str, Any]) -> SaysAfter:
    sentences = {}
    for lang in ("en", "zh"):
        value = written.get(lang, [])
        said = [value] if isinstance(value, str) else value
        if not isinstance(said, list | tuple) or not all(isinstance(each, str) and each.strip() for each in said):
            raise _bad("says_after", lang, "sentences")
        if said:
            sentences[lang] = tuple(each.strip() for each in said)
    ends = _bool(written, "ends", True)
    if not sentences and not ends:
        raise _bad("says_after", "says_after", "sentences")
    return SaysAfter(heading, _selection(written, "says_after", "except"), sentences, ends)


def _one_person(heading: Heading, written: Mapping[str, Any]) -> One:
    argument = written["one"]
    if not isinstance(argument, str) or not argument:
        raise _bad("one", "one", "argument")
    things = Selection(tuple(_texts(written, "things")))
    return One(heading, argument, _selection(written, "found_by"), things)


KINDS: dict[str, _Kind] = {
    "confirm": _Kind(_confirm, (), ("except", "unnamed", "said_as", "called"), names=2),
    "before": _Kind(_before, ("call",), ("except", "same")),
    "directly_after": _Kind(_directly_after, ("call",), ("except", "same")),
    "at_most": _Kind(_at_most, (), ("tools", "except", "per", "each", "succeeding")),
    "says_after": _Kind(_says_after, (), ("except", "en", "zh", "ends")),
    "one": _Kind(_one_person, ("found_by",), ("things",), names=2),
}
"""The kinds of rules, by the key that a rule of that kind has."""
