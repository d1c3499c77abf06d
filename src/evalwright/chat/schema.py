"""Whether arguments fit a tool's schema: one decision and one sentence, whatever the schema or the arguments hold.

Schemas and values are untrusted. Nothing is fetched, patterns are matched in linear time (or, where a pattern looks
around itself and cannot be, with a small budget), and work that would explode is refused before it starts. A schema
that cannot be used says so in the answer. Each schema is compiled once per process, when it is first needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property, lru_cache
from hashlib import blake2b
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from evalwright.text import phrase, recognised, said_by

from .schema_cost import References, SchemaError
from .strict_json import MAX_DEPTH, has_lone_surrogate
from .tools import read_tools
from .types import Arguments, ChatError, JsonSchema, Tool

if TYPE_CHECKING:
    from jsonschema_rs import Validator

_MAX_STEPS = 50_000_000
"""Steps of one check, about a second; ordinary checks take a few hundred."""
_MAX_EXPLAINED = 50_000
"""Parts of the value that explaining a failure may look at, once for every branch; about a second."""
_MAX_SCHEMA = 2_000_000
"""Characters of one schema; the largest seen in use have some ten thousand."""
_BACKTRACKS = 10_000
_BIG_BITS = 13_000
"""Integers beyond this many bits (about 3,900 digits) are checked as Decimal; the validator misreads them as int."""
_LONGEST_FAULT = 240
_CACHED_TOOLBOXES = 128
_CACHED_SCHEMAS = 1024


class Toolbox:
    """The tools of one request, by name, ready to check arguments. Definitions that name no tool are passed over."""

    def __init__(self, tools: Sequence[Tool | Mapping[str, Any]]) -> None:
        self._tools: dict[str, Tool] = {}
        self._repeated: list[Tool] = []
        self._schemas: dict[str, _Schema] = {}
        for tool in tools:
            for each in [tool] if isinstance(tool, Tool) else _readable_tools(tool):
                if self._tools.setdefault(each.name, each) is not each:
                    self._repeated.append(each)
        self.names = frozenset(self._tools)

    @cached_property
    def fingerprint(self) -> int:
        """Equal for the same definitions, in whatever order; of a name that stands there twice, the first counts."""
        return _mark_of(self._tools.values())

    @property
    def declared_mark(self) -> int:
        """The same for all that was declared, names that stand there twice included."""
        return _mark_of([*self._tools.values(), *self._repeated]) if self._repeated else self.fingerprint

    def parameters(self, name: str) -> JsonSchema | None:
        """The schema of a tool's arguments, or None."""
        tool = self._tools.get(name)
        return tool.parameters if tool else None

    def schema_error(self, name: str) -> str | None:
        """Why a tool's schema cannot be used, or None."""
        return self._schema(name).error if name in self._tools else None

    def fits(self, name: str, arguments: object) -> bool | None:
        """Whether the arguments are valid; None where that cannot be known: no tool, or a schema of no use."""
        if not self._tools:
            return None
        if isinstance(arguments, dict) and name in self._tools and not self._schema(name).can_check(arguments):
            return None
        return self.problem(name, arguments) is None

    def problem(self, name: str, arguments: object) -> str | None:
        """None where the arguments are valid, else one sentence with the place."""
        if not isinstance(name, str) or name not in self._tools:
            return phrase("schema.no_tool", name=_quote_tool_name(name))
        if not isinstance(arguments, dict):
            return phrase("schema.not_object")
        schema = self._schema(name)
        if schema.error is not None:
            return phrase("schema.unusable", name=_quote_tool_name(name), error=schema.error)
        return schema.problem(arguments)

    def _schema(self, name: str) -> _Schema:
        if name not in self._schemas:
            self._schemas[name] = _schema_of(self._tools[name])
        return self._schemas[name]


def _mark_of(tools: Iterable[Tool]) -> int:
    whole = b"\0".join(sorted(_sorted_json(tool.raw) for tool in tools))
    return int.from_bytes(blake2b(whole, digest_size=16).digest(), "little")


def _sorted_json(raw: Mapping[str, Any]) -> bytes:
    import orjson

    try:
        return orjson.dumps(raw, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # integers beyond 64 bits, lone surrogates
        return json.dumps(raw, sort_keys=True, default=str).encode()


def toolbox(tools: Sequence[Tool | Mapping[str, Any]]) -> Toolbox:
    """The toolbox for these tools, the same one for the same content."""
    raw = [tool.raw if isinstance(tool, Tool) else tool for tool in tools]
    try:
        return _cached(_tools_cache_key(raw))
    except (TypeError, ValueError, RecursionError):  # what cannot be written as text is not remembered
        return Toolbox(tools)


def schema_fault(tool: Mapping[str, Any]) -> str | None:
    """Why a tool's schema cannot be used, or None. Nothing is kept: for lists of which only a part will be used."""
    faults = (_schema_of(each, keep=False).error for each in _readable_tools(tool))
    return next((fault for fault in faults if fault is not None), None)


def _tools_cache_key(raw: list[Any]) -> bytes:
    import orjson

    return orjson.dumps(raw)


@lru_cache(maxsize=_CACHED_TOOLBOXES)
def _cached(content: bytes) -> Toolbox:
    """Made from the content itself, so that a later change to the caller's dictionaries cannot reach it."""
    import orjson

    return Toolbox(orjson.loads(content))


def _readable_tools(tool: object) -> list[Tool]:
    try:
        return read_tools([tool])
    except ChatError:
        return []


class _Measure(NamedTuple):
    depth: int
    nodes: int
    """Values in it; a long text counts for more than one."""
    fault: str | None
    """Why the value is no JSON."""
    has_big: bool


class _Schema:
    """One compiled schema, or the reason why there is none."""

    def __init__(self, schema: JsonSchema | None, error: str | None = None) -> None:
        self.error = error
        self._validator: Validator | None = None
        self._references: References | None = None
        self._step_cost = 1
        if schema is None:
            return
        try:
            self._references = References(schema)
            self._references.steps(0)
            self._compile(schema)
        except SchemaError as refused:
            self.error = said_by(refused)

    def _compile(self, schema: JsonSchema) -> None:
        import jsonschema_rs as rs

        options: tuple[rs.RegexOptions | rs.FancyRegexOptions, ...] = (
            rs.RegexOptions(),
            rs.FancyRegexOptions(backtrack_limit=_BACKTRACKS),
        )
        reason = ""
        for cost, option in zip((1, _BACKTRACKS), options, strict=True):
            try:
                made = rs.validator_cls_for(schema)(schema, pattern_options=option, offline=True)
            except Exception as error:  # the compiler meets arbitrary data, and the reason is all that matters
                reason = reason or _clip(getattr(error, "message", None) or str(error), 200)
            else:
                self._validator, self._step_cost = made, cost
                return
        raise SchemaError(reason or phrase("schema.no_compile"))

    def can_check(self, arguments: Arguments) -> bool:
        """Whether the schema says something about these arguments: it compiles, and takes a bounded time."""
        if self.error is not None:
            return False
        measure = _measure(arguments)
        if measure.fault is not None or self._references is None:
            return True
        try:
            self._steps(self._references, measure)
        except SchemaError:
            return False
        return True

    def problem(self, arguments: Arguments) -> str | None:
        measure = _measure(arguments)
        if measure.fault is not None:
            return phrase("schema.unchecked", fault=measure.fault)
        if self._validator is None or self._references is None:
            return None
        try:
            steps = self._steps(self._references, measure)
            value = _decimals(arguments) if measure.has_big else arguments
            if self._validator.is_valid(value):
                return None
            again = steps // self._references.size * self._references.branches * measure.nodes
            return _explained(self._validator, value) if again <= _MAX_EXPLAINED else phrase("schema.unexplained")
        except (SchemaError, ValueError) as error:
            return phrase("schema.unchecked", fault=_clip(said_by(error), 200))

    def _steps(self, references: References, measure: _Measure) -> int:
        """The steps that one place of the value may take; SchemaError where all together are beyond measure."""
        steps = references.steps(measure.depth)
        multiplied = steps if references.any else 1  # without references, a schema is as much work as it is long
        if multiplied * measure.nodes * self._step_cost > _MAX_STEPS:
            raise SchemaError(phrase("schema.too_many_steps"))
        return steps


def _schema_of(tool: Tool, *, keep: bool = True) -> _Schema:
    function = tool.raw.get("function")
    given = function.get("parameters") if isinstance(function, dict) else None
    if tool.parameters is None:
        return _Schema(None, None if given is None else phrase("schema.parameters_kind"))
    try:
        text = _written_schema(tool.parameters)
    except (TypeError, ValueError, RecursionError):
        return _Schema(None, phrase("schema.not_json"))
    if len(text) > _MAX_SCHEMA:
        return _Schema(None, phrase("schema.too_long", max_schema=_MAX_SCHEMA))
    return _compiled(text) if keep else _Schema(tool.parameters)


def _written_schema(schema: JsonSchema) -> bytes:
    import orjson

    try:
        return orjson.dumps(schema)
    except TypeError:  # integers beyond 64 bits, lone surrogates, keys that are no texts
        return json.dumps(schema).encode()


@lru_cache(maxsize=_CACHED_SCHEMAS)
def _compiled(text: bytes) -> _Schema:
    return _Schema(json.loads(text))


def _explained(validator: Validator, value: Arguments) -> str:
    try:
        validator.validate(value)
    except ValueError as error:
        steps = getattr(error, "instance_path", [])
        where = "".join(_path_step(step) for step in steps).removeprefix(".")
        message = getattr(error, "message", None) or str(error)
        problem = (
            recognised(message, "schema.fault") if len(message) <= _LONGEST_FAULT else _clip(message, _LONGEST_FAULT)
        )
        if where:
            return phrase("schema.misfit_at", where=_clip(where, 120), problem=problem)
        return phrase("schema.misfit", problem=problem)
    return phrase("schema.unexplained")


def _path_step(step: str | int) -> str:
    if isinstance(step, str) and step.isidentifier():
        return f".{step}"
    return f"[{json.dumps(step, ensure_ascii=False)}]"


def _measure(value: Arguments) -> _Measure:
    """One walk, level by level: the validator has no limit of its own for deep values, and would crash."""
    if all(type(inner) is str and inner.isascii() for inner in value.values()):  # as the arguments of most calls are
        return _Measure(1, 1 + len(value) + sum([len(inner) >> 7 for inner in value.values()]), None, False)
    level: list[Any] = [value]
    nodes, has_big = 0, False
    for depth in range(MAX_DEPTH + 1):
        if not level:
            return _Measure(depth, nodes, None, has_big)
        inside: list[Any] = []
        for outer in level:
            inside += outer.values() if isinstance(outer, dict) else outer
        nodes += len(level) + len(inside)
        for inner in inside:
            if isinstance(inner, str):
                nodes += len(inner) >> 7
                if has_lone_surrogate(inner):
                    return _Measure(depth, nodes, phrase("schema.surrogate"), False)
            elif isinstance(inner, float) and not isfinite(inner):
                return _Measure(depth, nodes, phrase("json.not_json_value", inner=inner), False)
            elif type(inner) is int and inner.bit_length() > _BIG_BITS:
                has_big = True
        level = [inner for inner in inside if isinstance(inner, dict | list | tuple)]
    return _Measure(MAX_DEPTH, nodes, phrase("schema.arguments_deep", max_depth=MAX_DEPTH), False)


def _decimals(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _decimals(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_decimals(inner) for inner in value]
    return Decimal(value) if type(value) is int and value.bit_length() > _BIG_BITS else value


def _quote_tool_name(name: object) -> str:
    if not isinstance(name, str):
        return phrase("schema.no_text_name")
    return _clip(json.dumps(name, ensure_ascii=has_lone_surrogate(name)), 80)


def _clip(text: str, length: int) -> str:
    """Without the middle, because a message often ends with its point."""
    half = length // 2
    return text if len(text) <= length else f"{text[:half]}…{text[-half:]}"
