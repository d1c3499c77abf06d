"""Records of OpenTelemetry in every form of file: OTLP/JSON (attributes as lists of typed values, ids in hexadecimal or
base64, long numbers as text), what the SDK's console exporters print, and the rows of Phoenix's exports.

Out come spans and log records with plain attributes; what the attributes mean is for the readers of conventions.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.text import phrase

from .span import SpanError

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,40}")
_OTLP = {
    "resourceSpans": ("scopeSpans", "instrumentationLibrarySpans", "spans"),
    "resourceLogs": ("scopeLogs", "instrumentationLibraryLogs", "logRecords"),
}


@dataclass(slots=True)
class Event:
    """An event of a span, or a log record."""

    name: str
    attributes: JsonObject
    body: Any = None


@dataclass(slots=True)
class Telemetry:
    """A span, or the one event that a log record is."""

    name: str
    trace: str
    id: str
    start: int
    attributes: JsonObject
    scope: str = ""
    service: str = ""
    error: str | None = None
    events: list[Event] = field(default_factory=list)
    is_log: bool = False


def is_telemetry(record: Any) -> bool:
    """Whether a row is a span or a log record, or holds some."""
    if not isinstance(record, dict):
        return False
    if any(isinstance(record.get(key), list) for key in _OTLP):
        return True
    identified = isinstance(record.get("context"), dict) or "context.trace_id" in record or "trace_id" in record
    attributed = "attributes" in record or any(key.startswith("attributes.") for key in record)
    return identified and attributed and ("name" in record or "body" in record)


def telemetry_of(record: JsonObject, wanted: Container[int] | None = None) -> Iterator[tuple[int, Telemetry]]:
    """The spans and log records of a row by their place, or those of `wanted`."""
    if not any(isinstance(record.get(key), list) for key in _OTLP):
        yield 0, _printed(record)
        return
    for place, (each, scope, service, is_log) in enumerate(_otlp(record)):
        if wanted is None or place in wanted:
            made = _otlp_log(each) if is_log else _otlp_span(each)
            made.service, made.scope = service, scope
            yield place, made


def _otlp(record: JsonObject) -> Iterator[tuple[JsonObject, str, str, bool]]:
    """Every span and log record of an OTLP row, with its scope and its service, and whether it is a log record."""
    for key, (scopes, older, inner) in _OTLP.items():
        for resource in _telemetry_objects(record.get(key)):
            service = _service(plain_attributes(_telemetry_object(resource.get("resource")).get("attributes")))
            for scope in _telemetry_objects(resource.get(scopes) or resource.get(older)):
                who = _telemetry_object(scope.get("scope") or scope.get("instrumentationLibrary")).get("name")
                for each in _telemetry_objects(scope.get(inner)):
                    yield each, _telemetry_text(who), service, key == "resourceLogs"


def _otlp_span(span: JsonObject) -> Telemetry:
    status = _telemetry_object(span.get("status"))
    failed = status.get("code") in (2, "STATUS_CODE_ERROR")
    return Telemetry(
        _telemetry_text(span.get("name")),
        _telemetry_text(span.get("traceId")),
        _telemetry_text(span.get("spanId")),
        _time(span.get("startTimeUnixNano")),
        plain_attributes(span.get("attributes")),
        error=_telemetry_text(status.get("message")) or "error" if failed else None,
        events=[
            Event(_telemetry_text(each.get("name")), plain_attributes(each.get("attributes")))
            for each in _telemetry_objects(span.get("events"))
        ],
    )


def _otlp_log(record: JsonObject) -> Telemetry:
    attributes = plain_attributes(record.get("attributes"))
    name = _telemetry_text(record.get("eventName")) or _telemetry_text(attributes.get("event.name"))
    start = _time(record.get("timeUnixNano")) or _time(record.get("observedTimeUnixNano"))
    made = Telemetry(
        name,
        _telemetry_text(record.get("traceId")),
        _telemetry_text(record.get("spanId")),
        start,
        attributes,
        is_log=True,
    )
    made.events = [Event(name, attributes, plain_value(record.get("body") or {}))]
    return made


def _printed(record: JsonObject) -> Telemetry:
    """What a console exporter prints, or a row of an export with one column for each attribute."""
    context = _telemetry_object(record.get("context"))
    attributes = plain_attributes(record.get("attributes"))
    attributes |= {
        key[11:]: value for key, value in record.items() if key.startswith("attributes.") and value is not None
    }
    if isinstance(record.get("span_kind"), str):  # Phoenix's client takes it out of the attributes
        attributes.setdefault("openinference.span.kind", record["span_kind"])
    is_log = "body" in record and "name" not in record
    name = _telemetry_text(record.get("name") or record.get("event_name") or attributes.get("event.name"))
    made = Telemetry(
        name,
        _hex(context.get("trace_id") or record.get("context.trace_id") or record.get("trace_id")),
        _hex(context.get("span_id") or record.get("context.span_id") or record.get("span_id")),
        _time(record.get("start_time") or record.get("timestamp") or record.get("observed_timestamp")),
        attributes,
        service=_service(_telemetry_object(_telemetry_object(record.get("resource")).get("attributes"))),
        error=_printed_error(record),
        is_log=is_log,
    )
    events = _telemetry_objects(record.get("events"))
    made.events = [
        Event(_telemetry_text(each.get("name")), plain_attributes(each.get("attributes"))) for each in events
    ]
    if is_log:
        made.events = [Event(name, attributes, record["body"])]
    return made


def _printed_error(record: JsonObject) -> str | None:
    status = record.get("status") if "status" in record else record.get("status_code")
    if isinstance(status, dict):
        failed = status.get("status_code") == "ERROR"
        return (_telemetry_text(status.get("description")) or "error") if failed else None
    return (_telemetry_text(record.get("status_message")) or "error") if status == "ERROR" else None


def plain_attributes(given: Any) -> JsonObject:
    """Attributes by name, of OTLP's list or of an object."""
    if isinstance(given, list):
        pairs = (each for each in given if isinstance(each, dict) and isinstance(each.get("key"), str))
        return {each["key"]: plain_value(each.get("value")) for each in pairs}
    return given if isinstance(given, dict) else {}


def plain_value(value: Any) -> Any:
    """What a typed value of OTLP stands for."""
    if not isinstance(value, dict):
        return value
    for kind, inner in value.items():
        if kind == "intValue":
            return int(inner) if isinstance(inner, str) and _WHOLE_NUMBER.fullmatch(inner) else inner
        if kind == "arrayValue":
            return [plain_value(each) for each in _telemetry_object(inner).get("values") or ()]
        if kind == "kvlistValue":
            return plain_attributes(_telemetry_object(inner).get("values") or [])
        return inner
    return None


def json_value(value: Any, name: str) -> Any:
    """An attribute that is a value or the JSON text of one; SpanError where the text is broken, as when it was cut."""
    if not isinstance(value, str):
        return value
    try:
        return fast_loads(value)
    except ValueError:
        raise SpanError(phrase("import.traces.cut_attribute", name=name)) from None


def fast_loads(text: str) -> Any:
    """JSON of a text, strict only where the fast reader refuses."""
    import orjson

    try:
        return orjson.loads(text)
    except ValueError:
        return loads(text)


def maybe_json(value: Any) -> Any:
    """What a JSON text stands for; anything else as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return fast_loads(value)
        except (JsonError, RecursionError):
            return value
    return value


def nested(attributes: JsonObject, prefix: str) -> Any:
    """Attributes `prefix.0.a.b` as the lists and objects that they stand for; None where there are none."""
    tree: dict[str, Any] = {}
    start = len(prefix) + 1
    for key, value in attributes.items():
        if not key.startswith(prefix):
            continue
        if key == prefix:
            return maybe_json(value)
        if key[len(prefix)] == ".":
            _telemetry_put(tree, key[start:].split("."), value)
    return _with_lists(tree) if tree else None


def _telemetry_put(tree: dict[str, Any], path: list[str], value: Any) -> None:
    for step in path[:-1]:
        inner = tree.setdefault(step, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    tree[path[-1]] = value


def _with_lists(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    if tree and all(key.isdecimal() for key in tree):
        return [_with_lists(tree[key]) for key in sorted(tree, key=int)]
    return {key: _with_lists(value) for key, value in tree.items()}


def time_of(value: Any) -> int:
    """A moment in nanoseconds: a number of them, as number or text, or a date; 0 where it is neither."""
    return _time(value)


def _time(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return 0
    if value.isdecimal() and len(value) < 30:
        return int(value)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return 0
    since = moment.replace(tzinfo=None) - datetime(1970, 1, 1)
    offset = moment.utcoffset()
    since -= offset if offset is not None else since * 0
    return (since.days * 86_400 + since.seconds) * 1_000_000_000 + since.microseconds * 1000


def _service(attributes: JsonObject) -> str:
    name = _telemetry_text(attributes.get("service.name"))
    return "" if name.startswith("unknown_service") else name


def _telemetry_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _hex(value: Any) -> str:
    return _telemetry_text(value).removeprefix("0x")


def _telemetry_object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _telemetry_objects(value: Any) -> list[JsonObject]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
