"""A set of rules: where it comes from (a bundled name, a YAML file, a mapping, flags), and that it makes sense.

A rules file is read by the safe loader and every key must be known; a misspelt one is refused with the nearest name,
because a rule that is silently not applied is worse than none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from evalwright.errors import UsageError
from evalwright.text import phrase, resource_path

_BUNDLED = resource_path(__package__, "bundled")
_MAX_BYTES = 1_000_000
_RuleSettings = dict[str, Any]
"""Fields of `CurateRules` by their names, each checked."""
_NOT_RULES = ("name", "description")


@dataclass(frozen=True, slots=True)
class Sequence:
    """Calls that must follow directly on one another, such as `find_* -> get_user_details`."""

    patterns: tuple[str, ...]
    """Names of tools; `*`, `?` and `[...]` as in file names."""
    same: tuple[str, ...] = ()
    """Arguments of each later call that must equal what the call before it returned."""

    @property
    def words(self) -> str:
        """As it is written in a rules file."""
        return " -> ".join(self.patterns)


@dataclass(frozen=True, slots=True)
class CurateRules:
    """What a conversation must be like to be kept. Every field that is set is a rule."""

    sequence: tuple[Sequence, ...] = ()
    grounded: bool = False
    """No argument stands nowhere earlier in the conversation."""
    schema_valid: bool = False
    """Every call names a declared tool and fits its schema."""
    answered: bool = False
    """Every call has exactly one result, directly after it."""
    audit: tuple[str, ...] = ()
    """Rules of `audit` that must find nothing."""
    min_calls: int | None = None
    max_calls: int | None = None
    min_messages: int | None = None
    max_messages: int | None = None
    uses: tuple[str, ...] = ()
    """Tools that must be called, each at least once; patterns are allowed."""
    not_uses: tuple[str, ...] = ()
    """Tools that must not be called."""
    dedupe: bool = False
    """Only the first of several equal or nearly equal conversations."""
    cap_per_plan: int | None = None
    """At most so many conversations with the same tools called in the same order."""
    free_form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters that are composed, not copied, by tool; `grounded` does not ask where they come from."""

    def __post_init__(self) -> None:
        for name in ("calls", "messages"):
            low, high = getattr(self, f"min_{name}"), getattr(self, f"max_{name}")
            if low is not None and high is not None and low > high:
                raise UsageError.named("curate.min_above_max", name=name, low=low, high=high)
        if all(_is_unset(getattr(self, each.name)) for each in fields(self) if each.name != "free_form"):
            cure = phrase("cures.give_rule")
            raise UsageError.named("curate.no_rule", cure=cure)

    @classmethod
    def read(cls, given: Mapping[str, Any] | str | Path | None, more: Mapping[str, Any] | None = None) -> CurateRules:
        """The rule set in a mapping, a file or a bundled name, with further settings on top.

        Lists grow, single values are replaced; what is None, False or empty among `more` changes nothing.
        """
        made = (
            _settings_of(given, phrase("curate.the_rules"))
            if isinstance(given, Mapping)
            else _settings_in(given)
            if given
            else {}
        )
        wanted = {key: value for key, value in (more or {}).items() if not _is_unset(value)}
        for key, value in _settings_of(wanted, phrase("curate.the_rules")).items():
            made[key] = (*made.get(key, ()), *value) if isinstance(value, tuple) else value
        return cls(**made)


def _is_unset(value: Any) -> bool:
    return value is None or value is False or value == () or value == []


def _settings_in(name: str | Path) -> _RuleSettings:
    """The settings of a rules file, given by its path or by the name of a bundled one."""
    import yaml

    path = _find(name)
    try:
        raw = path.read_bytes()[: _MAX_BYTES + 1]
        if len(raw) > _MAX_BYTES:
            raise UsageError.named("curate.too_large", path=path)
        content = yaml.safe_load(raw)
    except OSError as error:
        raise UsageError.named("curate.unreadable", path=path, strerror=error.strerror) from None
    except (yaml.YAMLError, UnicodeError, RecursionError, ValueError) as error:
        at = getattr(error, "problem_mark", None)
        where = f"{path}:{at.line + 1}" if at is not None else str(path)
        raise UsageError.named("curate.not_yaml", where=where) from None
    if not isinstance(content, dict):
        raise UsageError.named("curate.holds_no_rules", path=path)
    return _settings_of(content, str(path))


def bundled() -> list[str]:
    """The names of the rule sets that come along."""
    return sorted(path.stem for path in _BUNDLED.glob("*.yaml"))


def _find(name: str | Path) -> Path:
    path = Path(name)
    if path.is_file():
        return path
    if str(name) in bundled():
        return _BUNDLED / f"{name}.yaml"
    cure = phrase("cures.rules_file", bundled=", ".join(bundled()))
    raise UsageError.named("curate.no_rules", name=repr(str(name)[:200]), cure=cure)


def _settings_of(content: Mapping[Any, Any], where: str) -> _RuleSettings:
    """The fields of a rule set that a mapping sets, each checked."""
    known = [each.name for each in fields(CurateRules)]
    made: _RuleSettings = {}
    for key, value in content.items():
        name = str(key).replace("-", "_")
        if name in _NOT_RULES:
            continue
        if name not in known:
            raise UsageError.named(
                "curate.unknown_rule", where=where, key=repr(str(key)[:100]), cure=_nearest_name_hint(name, known)
            )
        made[name] = _checked(name, value, f"{where}: {name}")
    return made


def _nearest_name_hint(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name[:100], known, n=1, cutoff=0.5)
    return phrase("cures.near", close=repr(close[0])) if close else phrase("cures.choose", known=", ".join(known))


def _checked(name: str, value: Any, where: str) -> Any:
    if name == "sequence":
        return _sequences_of(value, where)
    if name == "free_form":
        return _free_form(value, where)
    if name in ("grounded", "schema_valid", "answered", "dedupe"):
        if not isinstance(value, bool):
            raise UsageError.named("curate.not_bool", where=where)
        return value
    if name in ("audit", "uses", "not_uses"):
        return _check_names(value, where)
    least = 1 if name == "cap_per_plan" else 0
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
        raise UsageError.named("curate.whole_number", where=where, least=least)
    return value


def _sequences_of(value: Any, where: str) -> tuple[Sequence, ...]:
    """The sequences that a text, a mapping or a list of these stands for."""
    entries = value if isinstance(value, list | tuple) else [value]
    return tuple(entry if isinstance(entry, Sequence) else _sequence(entry, where) for entry in entries)


def _sequence(entry: Any, where: str) -> Sequence:
    if isinstance(entry, Mapping):
        for key in entry:
            if key not in ("calls", "same"):
                cure = _nearest_name_hint(str(key), ["calls", "same"])
                raise UsageError.named("curate.unknown_key", where=where, key=repr(str(key)[:100]), cure=cure)
        made = _sequence(entry.get("calls"), where)
        return replace(made, same=_check_names(entry.get("same") or (), f"{where}.same"))
    parts = tuple(part.strip() for part in entry.split("->")) if isinstance(entry, str) else ()
    if len(parts) < 2 or not all(parts):
        raise UsageError.named("curate.no_sequence", where=where)
    return Sequence(parts)


def _check_names(value: Any, where: str) -> tuple[str, ...]:
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) and name for name in names):
        raise UsageError.named("curate.no_names", where=where)
    return tuple(names)


def _free_form(value: Any, where: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise UsageError.named("curate.no_mapping", where=where, shape="{create_ticket: [topic]}")
    return {str(tool): _check_names(names, f"{where}.{str(tool)[:80]}") for tool, names in value.items()}
