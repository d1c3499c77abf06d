"""What each sort of tool does to the made-up world: look up, look for, make, change, end, work out, pass on.

A function here takes the environment, the tool and arguments that fit its schema, and gives the value of the result,
or raises `RefusedError` with the sentence that the tool answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from evalwright.chat import Arguments
from evalwright.data import dumps_canonical

from ..calculator import CalculationError, calculate
from .entity_types import FIELDS_OF, Kind, done
from .matching import matches
from .names import Act, is_new, participle, plural, singular, words_of
from .parameters import Param, listed_values, resolved
from .results import shaped
from .toolview import ToolView
from .world import Record

if TYPE_CHECKING:
    from .simulated import SimulatedEnvironment

_MOST_FOUND = 5
_GONE = frozenset({"delete", "remove"})
_EXPRESSIONS = ("expression", "formula")
_MOST_ALIKE = 20
_WENT_WELL = frozenset({"success", "successful", "succeeded", "ok"})
_WAS_DONE = frozenset({"status", "done", "sent", "result", "confirmed", "completed"})
_SHORTEST_STEM = 4
_DEEPEST = 6
_NAMES = (("name",), ("title",), ("label",), ("slug",))


class RefusedError(Exception):
    """A call that the world does not allow; the text says why."""


Handler = Callable[["SimulatedEnvironment", ToolView, Kind, Arguments], Any]


def answer(world: SimulatedEnvironment, view: ToolView, arguments: Arguments) -> Any:
    """The value that a call gives."""
    kind = world.kinds.by_name.get(world.kinds.target[view.name] or "")
    for param in view.params:
        _known(world, param, _given(arguments, param), kind)
    handler = _HANDLERS.get(view.act)
    if kind is None or handler is None:
        made = _passed_on(world, view, arguments) if view.act == "tell" else _worked_out(world, view, arguments)
    else:
        made = handler(world, view, kind, arguments)
    return _as_done(view, made, arguments)


def _as_done(view: ToolView, value: Any, arguments: Arguments) -> Any:
    """A result that does not deny what was done: `added_status` is true where something was added."""
    if not isinstance(value, dict):
        return value
    signs = _WENT_WELL if view.effect != "write" else _WENT_WELL | _WAS_DONE
    value = {**value, **_agreeing(view, value, arguments), **_asked_for(view, value, arguments)}
    denied = [name for name, held in value.items() if held is False and name not in arguments]
    words = {name: set(words_of(name)) for name in denied}
    return {**value, **{name: True for name in denied if words[name] & signs or words[name] & {done(view), view.verb}}}


def _asked_for(view: ToolView, value: Mapping[str, Any], arguments: Arguments) -> Record:
    """Fields of what is looked up that were asked for, at any depth: the user of this name has this name."""
    if view.effect == "write":
        return {}
    asked = {words_of(param.name): arguments.get(param.name) for param in view.required if len(param.path) == 1}
    given = {words: text for words, text in asked.items() if isinstance(text, str)}
    given |= {words[:-1]: text for words, text in given.items() if words[1:] == ("name",)}  # the name of an ingredient
    named: Record = _with_asked(value, given, 0) if given else {}
    return {name: held for name, held in named.items() if held != value[name]}


def _with_asked(value: Any, given: Mapping[tuple[str, ...], str], depth: int) -> Any:
    """A result with what was asked for in the fields of that name; of a bare `id` or `name` only at the top."""
    if isinstance(value, list) and depth < _DEEPEST:
        return [_with_asked(each, given, depth + 1) for each in value]
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return value
    made = {name: _with_asked(held, given, depth + 1) for name, held in value.items()}
    named = {name: words_of(str(name)) for name, held in value.items() if isinstance(held, str)}
    plain = {name: words for name, words in named.items() if words in given and (depth == 0 or len(words) > 1)}
    return {**made, **{name: given[words] for name, words in plain.items()}}


def _agreeing(view: ToolView, value: Mapping[str, Any], arguments: Arguments) -> Record:
    """Fields that may be one of several, as what was asked for leaves them: `release` makes a brake `released`."""
    if view.effect != "write":
        return {}
    options = {name: listed for name, listed in output_options(view).items() if name in value}
    return {name: found for name, listed in options.items() if (found := agreeing_option(view, arguments, listed))}


def output_options(view: ToolView) -> dict[str, tuple[Any, ...]]:
    """The fields of a result that may be one of several texts, with these."""
    fields = _declared_fields(view)
    listed = {
        str(name): listed_values(resolved(each, view.output or {}))
        for name, each in (fields.items() if isinstance(fields, Mapping) else ())
    }
    return {name: options for name, options in listed.items() if len(options) > 1}


def agreeing_option(view: ToolView, arguments: Arguments, options: tuple[Any, ...]) -> str | None:
    """The option that says what was done or asked for; None where none does."""
    given = [str(each).lower() for each in arguments.values() if isinstance(each, str)]
    for said in (*given, *words_of(view.name)[:1], done(view)):
        found = [str(option) for option in options if are_forms_of_one(str(option).lower(), said)]
        if len(found) == 1:
            return found[0]
    return None


def are_forms_of_one(word: str, other: str) -> bool:
    """Whether two words are forms of one: `release` and `released`."""
    shorter, longer = sorted((word, other), key=len)
    stem = shorter[: max(_SHORTEST_STEM, len(shorter) - 1)]
    return word == other or (len(stem) >= _SHORTEST_STEM and longer.startswith(stem))


def is_knowable(world: SimulatedEnvironment, view: ToolView) -> bool:
    """Whether an answer can be made up that is not false: not what has to be worked out, nor what nobody describes."""
    if view.act == "compute":
        return any(param.name in _EXPRESSIONS for param in view.params)
    kind = world.kinds.by_name.get(world.kinds.target[view.name] or "")
    if view.effect == "write" or (kind is not None and view.act in _HANDLERS):
        return True
    return bool(_declared_fields(view)) or any(FIELDS_OF.get(singular(word)) for word in view.nouns)


def _declared_fields(view: ToolView) -> Any:
    return resolved(view.output, view.output).get("properties") if view.output is not None else None


def _given(arguments: Mapping[str, Any], param: Param) -> Any:
    here: Any = arguments
    for step in param.path:
        if isinstance(here, Mapping):
            here = here.get(str(step))
        else:
            here = here[step] if isinstance(here, list) and isinstance(step, int) and step < len(here) else None
    return here


def _known(world: SimulatedEnvironment, param: Param, value: Any, target: Kind | None) -> None:
    """Every id that is passed must be somebody's."""
    kind = world.kinds.by_name.get(param.kind or "")
    if kind is None or value is None or kind.natural:
        return
    for each in value if isinstance(value, list) else [value]:
        if world.get(kind, each) is None:
            raise RefusedError(f"{_phrase(kind)} {_printable_value(each)} not found.")


def _phrase(kind: Kind) -> str:
    return kind.name.replace("_", " ")


def _printable_value(value: Any) -> str:
    return "".join(char if char.isprintable() else " " for char in str(value)[:80])


def _id_in(kind: Kind, view: ToolView, arguments: Mapping[str, Any]) -> tuple[Param | None, Any]:
    """The parameter that says which one is meant, and its value."""
    for param in view.params:
        own = param.kind == kind.name or (kind.natural and param.name == kind.key)
        if own and not param.many and not is_new(param.name):
            return param, _given(arguments, param)
    return None, "main" if kind.key is None else None


def _one(world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Mapping[str, Any]) -> Record:
    """The thing that is meant, as it is now."""
    param, value = _id_in(kind, view, arguments)
    if value is not None:
        record = world.get(kind, value)
        if record is None and param is not None and kind.natural and not param.options:
            at = next((each for each in world.world.ids(kind) if str(each).casefold() == str(value).casefold()), None)
            record = world.get(kind, at) if at is not None else None
        if record is None:
            raise RefusedError(f"{_phrase(kind)} {_printable_value(value)} not found.")
        return record
    found = _matching_records(world, view, kind, arguments, 1)
    if not found:
        raise RefusedError(f"no {_phrase(kind)} matches.")
    return found[0]


def _matching_records(
    world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Mapping[str, Any], most: int
) -> list[Record]:
    asked = [(param, _given(arguments, param)) for param in view.params]
    asked = [(param, value) for param, value in asked if value is not None]
    limit = next((value for param, value in asked if param.name in ("limit", "max_results", "top_k", "per_page")), most)
    most = limit if isinstance(limit, int) and 0 < limit <= 20 else most
    found: list[Record] = []
    names: set[tuple[str, ...]] = set()
    alike = 0
    for record in _likely(world, kind, asked):
        name = tuple(str(value) for key, value in record.items() if words_of(key.removeprefix(kind.name)) in _NAMES)
        if all(matches(record, param, value) for param, value in asked):
            if name and name in names:  # a document shows few names, and no two things in a list are called the same
                alike += 1
            else:
                names.add(name)
                found.append(record)
            if len(found) >= most or alike >= _MOST_ALIKE:
                break
    return found


def _likely(world: SimulatedEnvironment, kind: Kind, asked: list[tuple[Param, Any]]) -> Iterator[Record]:
    """The things that a search may find: changed ones as they are now, and of the others those with one such value."""
    yield from world.now(kind.name)
    exact = next(((param.name, value) for param, value in asked if _is_indexed_field(world, kind, param, value)), None)
    numbers = world.world.where(kind, *exact) if exact is not None else range(len(world.world.ids(kind)))
    for at in numbers:
        record = world.world.record(kind, at)
        if (kind.name, record.get(kind.key or "")) not in world.changed:
            yield record


def _is_indexed_field(world: SimulatedEnvironment, kind: Kind, param: Param, value: Any) -> bool:
    """Whether a search can go by an index: the things have such a field, and it is a text."""
    return isinstance(value, str) and isinstance(world.world.record(kind, 0).get(param.name), str)


def _look_up(world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Arguments) -> Any:
    param, _ = _id_in(kind, view, arguments)
    if param is None and view.nouns and singular(view.nouns[-1]) == kind.name != view.nouns[-1]:
        return _look_for(world, view, kind, arguments)
    record = _one(world, view, kind, arguments)
    wanted = {singular(word) for word in view.nouns} - set(kind.name.split("_"))
    chosen = [name for name in record if wanted & {singular(word) for word in words_of(name)}]
    if chosen and kind.key is not None and not view.output:
        record = {name: value for name, value in record.items() if name == kind.key or name in chosen}
    return shaped(view.output, record, arguments, world)


def _look_for(world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Arguments) -> Any:
    if view.nouns[-1:] in (("id",), ("ids",)) or _id_in(kind, view, arguments)[1] is not None:
        record = _one(world, view, kind, arguments)
        wanted = {kind.key or "id": record[kind.key or "id"]} if view.nouns[-1:] == ("id",) else record
        return shaped(view.output, wanted, arguments, world)
    most = _MOST_FOUND if view.required else 2 * _MOST_FOUND
    found = [_short(record) for record in _matching_records(world, view, kind, arguments, most)]
    if view.output is not None:
        return shaped(view.output, found, arguments, world)
    return {plural(kind.name): found, "total": len(found)}


def _short(record: Record) -> Record:
    """A thing as it stands in a list: without what it holds."""
    return {name: value for name, value in record.items() if not isinstance(value, list | dict)}


def _make(world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Arguments) -> Any:
    record = world.world.fresh(kind, len(world.created(kind.name)), _canonical_arguments(arguments))
    record.update(_nonempty_arguments(view, arguments))
    if kind.statuses:
        record["status"] = "confirmed" if view.verb in ("book", "reserve", "schedule") else kind.statuses[0]
    if (
        kind.natural and kind.key is not None and not _declared_fields(view)
    ):  # what other tools tell of it is none of its affair
        record = {kind.key: record.get(kind.key), **_nonempty_arguments(view, arguments)}
    owner = world.kinds.by_name.get(kind.owner or "")
    belongs = record.get(f"{owner.name}_id") if owner is not None else None
    if owner is not None and belongs is not None:
        held = world.get(owner, belongs) or {}
        world.put(owner.name, belongs, {**held, kind.many: [*held.get(kind.many, []), record[kind.key or "id"]]})
    world.put(kind.name, record[kind.key] if kind.key else "main", record)
    return shaped(view.output, record, arguments, world)


def _nonempty_arguments(view: ToolView, arguments: Mapping[str, Any]) -> Arguments:
    return {key: value for key, value in arguments.items() if value is not None and value != ""}


def _change(world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Arguments) -> Any:
    record = _one(world, view, kind, arguments)
    _allowed(view, kind, record)
    param, _ = _id_in(kind, view, arguments)
    new = {**record, **_replaced(world, view, record, arguments)}
    others = {key: value for key, value in arguments.items() if param is None or key != param.path[0]}
    lists = {each.path[0] for each in view.params if each.many and each.kind is not None}
    new.update({key: value for key, value in others.items() if key not in lists})
    words = words_of(view.name)
    if (
        kind.natural and kind.key is not None and not _declared_fields(view)
    ):  # what other tools tell of it is none of its affair
        new = {kind.key: record.get(kind.key), **others}
    if not others and view.verb:
        new["state"] = "on" if "on" in words else "off" if "off" in words else done(view)
    world.put(kind.name, new[kind.key] if kind.key else "main", new)
    return shaped(view.output, new, arguments, world)


def _end(world: SimulatedEnvironment, view: ToolView, kind: Kind, arguments: Arguments) -> Any:
    record = _one(world, view, kind, arguments)
    state = done(view)
    if record.get("status") == state:
        raise RefusedError(f"{_phrase(kind)} {_printable_value(record.get(kind.key or ''))} is already {state}.")
    _allowed(view, kind, record)
    param, _ = _id_in(kind, view, arguments)
    new = {**record, **_replaced(world, view, record, arguments), "status": state}
    lists = {each.path[0] for each in view.params if each.many and each.kind is not None}
    own = {*lists, *(param.path[:1] if param is not None else ())}
    new.update({key: value for key, value in arguments.items() if key not in own})
    value = record[kind.key] if kind.key else "main"
    world.put(kind.name, value, None if view.verb in _GONE else new)
    shown = {kind.key: value, "status": state} if view.verb in _GONE and kind.key else new
    return shaped(view.output, shown, arguments, world)


def _allowed(view: ToolView, kind: Kind, record: Record) -> None:
    """A tool for pending orders takes no others."""
    wanted = [word for word in view.nouns if word in kind.statuses]
    if wanted and record.get("status") not in wanted:
        which = _printable_value(record.get(kind.key or ""))
        raise RefusedError(f"{_phrase(kind)} {which} is {record.get('status')}, not {' or '.join(wanted)}.")


def _replaced(world: SimulatedEnvironment, view: ToolView, record: Record, arguments: Mapping[str, Any]) -> Record:
    """The parts of a thing after some were exchanged for others."""
    made: Record = {}
    for param in view.params:
        part = world.kinds.by_name.get(param.kind or "")
        value = _given(arguments, param)
        held = record.get(part.many) if part is not None else None
        if part is None or not param.many or value is None or not isinstance(held, list):
            continue
        if is_new(param.name):
            old = [each for name, each in arguments.items() if name != param.name and isinstance(each, list)]
            if len(old[0] if old else value) != len(value):
                raise RefusedError("there must be a new one for each old one.")
            gone = set(map(str, old[0])) if old else set()
            kept = [each for each in held if str(_id_of(each, part)) not in gone]
            made[part.many] = [*kept, *(world.get(part, each) for each in value)]
        elif any(str(each) not in {str(_id_of(one, part)) for one in held} for each in value):
            raise RefusedError(f"some of these {part.many.replace('_', ' ')} are not part of it.")
        else:
            made[f"{participle(view.verb or 'update')}_{part.many}"] = list(value)
    return made


def _id_of(held: Any, kind: Kind) -> Any:
    return held.get(kind.key) if isinstance(held, dict) and kind.key else held


def _worked_out(world: SimulatedEnvironment, view: ToolView, arguments: Arguments) -> Any:
    """An answer that depends on nothing but what was asked."""
    expression = next((value for key, value in arguments.items() if key in _EXPRESSIONS), None)
    if isinstance(expression, str):
        try:
            return {"result": calculate(expression)}
        except CalculationError as error:
            raise RefusedError(str(error)) from None
    rng = world.rng(view.name, _canonical_arguments(arguments))
    if view.output is not None and _declared_fields(view):
        made = world.world.declared(view.name, view.output, rng)
        return shaped(view.output, made, arguments, world) if isinstance(made, dict) else made
    told = {key: value for key, value in arguments.items() if not isinstance(value, dict | list)}
    fields = [name for word in view.nouns for name in FIELDS_OF.get(singular(word), ())]
    made = {name: world.world.guessed(name, rng) for name in dict.fromkeys(fields) if name not in told}
    known = {name: value for name, value in made.items() if value is not None}
    return {**told, **(known or {"status": done(view)})}


def _canonical_arguments(arguments: Mapping[str, Any]) -> str:
    return dumps_canonical(dict(arguments)).decode("utf-8", "replace")


def _passed_on(world: SimulatedEnvironment, view: ToolView, arguments: Arguments) -> Any:
    number = sum(name == "" for name, _ in world.changed) + 1
    if view.effect == "write":
        world.put("", number, {"tool": view.name, "arguments": arguments})
    rng = world.rng(view.name, number, _canonical_arguments(arguments))
    made = {"status": participle(view.verb or "send"), "reference": f"REF-{rng.randint(10_000, 99_999)}"}
    return shaped(view.output, made, arguments, world)


_HANDLERS: dict[Act, Handler] = {
    "read": _look_up,
    "list": _look_for,
    "create": _make,
    "update": _change,
    "end": _end,
}
