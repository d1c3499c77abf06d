"""What a user may say for a parameter: what she knows of herself, what the schema lists, what was seen to work.

For a tool that was not tried, what results have shown under the same name may be said, such as the title of a task. An
id is said only where somebody could know it: where it is told what users know of themselves, no other id is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import resource_json

from ..generic.names import key_of, singular, words_of
from ..generic.parameters import Param, Path
from ..generic.probe_marker import is_marked
from ..generic.sample_numbers import numbers_between
from ..generic.toolview import ToolView
from ..scenarios.telling import told
from .chains import is_sought
from .feeds import Observed, result_view, sort_of
from .nouns import is_looked_for

_MOST_VALUES = 40
_UNSAYABLE = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{16,}")
"""What nobody says: ids that only programs read."""
_REPEATED = re.compile(r"([A-Za-z0-9])\1{7,}")
"""What only shows how long an id is."""
_OPAQUE = re.compile(r"[A-Za-z0-9_]{12,}={0,2}")
_PLACEHOLDERS = frozenset(resource_json(__package__, "words/purposes.json")["placeholders"])
_LABELS: dict[str, str] = resource_json(__package__, "words/english.json")["labels"]
_PLAIN = re.compile(r"[^\W\d][\w-]*")
_START, _END = frozenset({"start", "begin", "from"}), frozenset({"end", "to", "until"})
_DATED = re.compile(r"\d{4}-\d\d-\d\d")


class Sayable:
    """The values that users may say."""

    def __init__(self, worked: Sequence[Observed], views: Mapping[str, ToolView], known: Sequence[JsonObject]) -> None:
        worked = [call for call in worked if not is_marked(call.arguments)]
        self._worked, self._views = worked, views
        self._fields = {key_of(str(field)): str(field) for record in known for field in record}
        self._shown: dict[str, dict[Any, None]] = {}
        """What results have shown, by what it is."""
        for call in worked:
            about = views[call.tool].noun
            for name, value, within in _single_values(result_view(call.value), 0):
                key = sort_of(name, within or about)
                self._shown.setdefault(key, {})[value] = None

    def mine(self, view: ToolView, param: Param) -> str | None:
        """The field of herself that a user says for a parameter; None where it is none."""
        if param.options or param.many:
            return None
        return self._fields.get(key_of(param.name, view.noun)) or self._fields.get(key_of(param.name))

    def values(self, tool: str, param: Param) -> tuple[Any, ...]:
        """What may be said for a parameter; nothing where nobody knows such a value."""
        if param.options:
            return tuple(param.options[:_MOST_VALUES])
        if (self._fields and param.kind is not None) or (param.many and param.type in ("integer", "number")):
            return ()  # nobody names an id that others could not know, nor one number where several are meant
        given = [
            _argument_of(call.arguments, param) for call in self._worked if call.tool == tool and _tells_something(call)
        ]
        view = self._views[tool]
        new = view.effect == "write" and not is_looked_for(param, view)  # nobody wants what is there already
        if not new and not any(call.tool == tool for call in self._worked):
            key = sort_of(param.name, view.noun)
            given += [value for value in self._shown.get(key, ()) if _is_of_type(value, param)]
        said = [each for each in given if each is not None and not (is_unsayable(each) or is_placeholder(each))]
        said += numbers_between(param) if all(each in numbers_between(param) for each in said) else []
        return tuple(dict.fromkeys(said))[:_MOST_VALUES]

    def combinations(self, tool: str, params: Sequence[Param]) -> list[JsonObject]:
        """The values of several parameters as they were passed together."""
        found: dict[str, JsonObject] = {}
        for call in self._worked:
            if call.tool == tool and (_tells_something(call) or self._views[tool].effect == "write"):
                record = {_plain_name(param.name): _argument_of(call.arguments, param) for param in params}
                if all(value is not None for value in record.values()):
                    found.setdefault(repr(record), record)
        return list(found.values())[:_MOST_VALUES]


@dataclass(slots=True)
class NamedValues:
    """What is said, by tool and parameter, each under a name; what belongs together is drawn together."""

    names: dict[tuple[str, Path], tuple[str, tuple[Any, ...]]] = field(default_factory=dict)
    records: dict[str, tuple[JsonObject, ...]] = field(default_factory=dict)
    """By name, values that were passed together."""


def named_values(sayable: Sayable, views: Mapping[str, ToolView]) -> NamedValues:
    """What is said under which name: what two parameters share is one and the same fact."""
    made = NamedValues()
    groups: list[tuple[str, dict[Any, None], list[tuple[str, Path]]]] = []
    for tool, view in views.items():
        together = [param for param in view.required if _belongs_together(param) and sayable.values(tool, param)]
        records = sayable.combinations(tool, together) if len(together) > 1 else []
        if len(records) > 1:
            base = f"{_plain_name(view.name)}_with"
            made.records[base] = tuple(records)
            for param in together:
                values = tuple(dict.fromkeys(record[_plain_name(param.name)] for record in records))
                made.names[tool, param.path] = f"{base}.{_plain_name(param.name)}", values
        for param in view.required:
            if (tool, param.path) not in made.names and (values := sayable.values(tool, param)):
                _group_values(groups, _fact_name(param), values, (tool, param.path))
    for at, (name, values_of, places) in enumerate(groups):
        number = sum(each[0] == name for each in groups[:at]) + 1
        said = (name if number == 1 else f"{name}__{number}", tuple(values_of)[:_MOST_VALUES])
        made.names.update(dict.fromkeys(places, said))
    return made


def _group_values(groups: list[Any], name: str, values: tuple[Any, ...], place: tuple[str, Path]) -> None:
    group = next((each for each in groups if each[0] == name and each[1].keys() & set(values)), None)
    if group is None:
        groups.append((name, dict.fromkeys(values), [place]))
    else:
        group[1].update(dict.fromkeys(values))
        group[2].append(place)


def _belongs_together(param: Param) -> bool:
    """Whether a value makes sense only with others of its call: parts of an address or of a name."""
    return param.type == "string" and not param.options and not param.many and param.kind is None


def _fact_name(param: Param) -> str:
    """What one value of a parameter is called: of `tags` it is a tag."""
    name = _plain_name(param.name)
    return "_".join([*name.split("_")[:-1], singular(name.split("_")[-1])]) if param.many else name


def _plain_name(name: str) -> str:
    words = words_of(name)
    base = _LABELS.get("".join(words)) or "_".join(words) or "value"
    return base if _PLAIN.fullmatch(base) and base != "me" else f"value_{base}"


def _tells_something(call: Observed) -> bool:
    return told(call.value) is not None


def _argument_of(arguments: Any, param: Param) -> Any:
    """The value that was passed for a parameter, where it is a single one."""
    for step in param.path:
        if isinstance(arguments, Mapping):
            arguments = arguments.get(step)
        else:
            inside = isinstance(arguments, list) and isinstance(step, int) and step < len(arguments)
            arguments = arguments[step] if inside else None
    if isinstance(arguments, list) and len(arguments) == 1:
        arguments = arguments[0]
    return arguments if isinstance(arguments, str | int | float) else None


def _single_values(value: Any, depth: int, name: str = "", within: str = "") -> Iterator[tuple[str, Any, str]]:
    """Every single value of a result, with its name and that of what it stands in."""
    if isinstance(value, Mapping) and depth < 5:
        for key, inner in value.items():
            yield from _single_values(inner, depth + 1, str(key), _listed_thing(name))
    elif isinstance(value, list) and depth < 5:
        for inner in value:
            yield from _single_values(inner, depth + 1, name, within)
    elif name and isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
        yield name, value, within


def _listed_thing(name: str) -> str:
    return singular(words_of(name)[-1]) if words_of(name) else ""


def _is_of_type(value: Any, param: Param) -> bool:
    if param.type in ("integer", "number"):
        return isinstance(value, int if param.type == "integer" else int | float) and not isinstance(value, bool)
    return param.type == "string" and isinstance(value, str)


def is_backwards(call: Observed) -> bool:
    """Whether a call asks for a time that ends before it begins."""
    held = {words_of(name): value for name, value in call.arguments.items() if isinstance(value, str)}
    first, last = (
        {words[1:]: value for words, value in held.items() if len(words) > 1 and words[0] in leads}
        for leads in (_START, _END)
    )
    return any(
        _DATED.match(first[of]) and _DATED.match(last[of]) and first[of] > last[of] for of in first.keys() & last
    )


def is_free_text(param: Param) -> bool:
    """Whether a parameter takes whatever somebody looks for."""
    return is_sought(param.name)


def is_placeholder(value: Any) -> bool:
    """Whether a value only shows where one would stand: `foo`, `string`."""
    return isinstance(value, str) and value.strip().strip("<>").lower() in _PLACEHOLDERS


def is_unsayable(value: Any) -> bool:
    """Whether a value is an id that only programs read: letters of both sizes and digits without any order."""
    text = str(value)
    if _UNSAYABLE.fullmatch(text) is not None or _REPEATED.search(text) is not None or set(text) & set("{}<>"):
        return True
    mixed = any(map(str.isupper, text)) and any(map(str.islower, text)) and sum(map(str.isdigit, text)) > 1
    return mixed and _OPAQUE.fullmatch(text) is not None


def is_of_a_machine(value: Any) -> bool:
    """Whether a value is nothing that a person would say: a path, a hash, a long number."""
    text = str(value)
    return "/" in text or (len(text) > 9 and sum(char.isdigit() for char in text) > 2 and " " not in text)
