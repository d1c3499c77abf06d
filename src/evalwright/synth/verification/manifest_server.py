"""The server or service that a manifest names, reached and put back as it was when the rows were made.

A manifest may come from anyone: commands, addresses and files that it names are used only if the user allows it. On
another machine the user says where what the server works on lies; it is copied to the place that it had then, and a
difference in what it holds is told.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from evalwright.chat import JsonObject
from evalwright.data import dumps_canonical
from evalwright.errors import UsageError
from evalwright.plugins import DOMAINS
from evalwright.text import Sentence, phrase
from evalwright.workbench import quoted, visible

from ..checks.differences import Difference, first_difference
from ..generic import JoinedEnvironment, McpEnvironment, OpenApiEnvironment, ServedEnvironment
from ..source_access import SourceAccess
from ..source_state import copied_state
from ..sources import McpConnection, McpTarget, ToolSource, target_of
from ..state import FixedPlace, Read

_SERVED = re.compile(
    r"mcp\+stdio:(?:\S*/)?(?:evalwright|python[0-9.]* -m evalwright)"
    r" ((?:serve )?([a-z][a-z-]*)(?: --(?:stdio|mini|seed \d+|lang \w+))+)"
)
"""A domain that we serve ourselves: by `serve` and its name, or by the verb that has its name."""
_CURE = phrase("cures.run_or_not")
_DIGITS = 12


def manifest_server(
    tools: ToolSource, told: Mapping[str, Any], access: SourceAccess, state: Sequence[str], *, run: bool
) -> ServedEnvironment | None:
    """What executes the rows of a manifest again, as far as it may be used; None where it names nothing.

    `told`: what the manifest says of the environment; `state`: where what the server works on lies on this machine.
    """
    made = _all_opened(tools, told, access, state, run=run)
    if made is None:
        return None
    try:
        made.failure_forms = _failure_forms(told.get("failures"))
        made.watch(_reads(told.get("reads")))
    except BaseException:
        made.close()
        raise
    return made


def _all_opened(
    tools: ToolSource, told: Mapping[str, Any], access: SourceAccess, state: Sequence[str], *, run: bool
) -> ServedEnvironment | None:
    """The one server or service, or all that the rows were made with."""
    if not tools.parts:
        options = _object_or_empty(told.get("options"))
        return _opened(tools, options, access.with_recorded(options), state, run=run)
    opened: list[ServedEnvironment] = []
    try:
        for part, options in zip(tools.parts, _listed_objects(told.get("options_of_parts")), strict=True):
            base_url = _text(options.get("base_url"))
            own = access.for_part(part.text, [base_url] if base_url else ()).with_recorded(options)
            made = _opened(part, options, own, state if options.get("state") else (), run=run)
            if made is None:
                raise UsageError.named("verify.part", text=part.text[:200])
            opened.append(made)
    except BaseException:
        for each in opened:
            each.close()
        raise
    return JoinedEnvironment(tools, opened)


def _opened(
    tools: ToolSource, options: JsonObject, access: SourceAccess, state: Sequence[str], *, run: bool
) -> ServedEnvironment | None:
    _expect_headers(options.get("headers"), access)
    base_url, reset_run = _text(options.get("base_url")), _text(options.get("reset_run"))
    if reset_run is not None:
        _require_permission(reset_run, allowed=run)
    if base_url is not None:
        _require_permission(base_url, allowed=run)
        return OpenApiEnvironment(
            tools, base_url, reset_path=_text(options.get("reset_path")), reset_run=reset_run, access=access
        )
    target = _manifest_target(tools.text, access, run=run)
    if target is None:
        return None
    parts = _state_parts(options)
    paths = state_paths(parts, state)
    if paths:
        _require_permission(str(target), allowed=run)
    place, moved = copied_state(tools.text, access, paths, parts)
    try:
        return _mcp(tools, moved or target, options, access, place, reset_run)
    except BaseException:
        if place is not None:
            place.close()
        raise


def _mcp(
    tools: ToolSource,
    target: McpTarget,
    options: JsonObject,
    access: SourceAccess,
    place: FixedPlace | None,
    reset_run: str | None,
) -> McpEnvironment:
    tools.target = target
    reset: Literal["auto", "restart"] = "restart" if options.get("reset") == "restart" else "auto"
    seconds = {"connect_timeout": access.start_timeout, "call_timeout": access.call_timeout}
    made = McpEnvironment(tools, McpConnection(target, **seconds), reset=reset, place=place, reset_run=reset_run)
    made.shared.restarts = options.get("restarts") is not False
    return made


def state_paths(parts: Sequence[JsonObject], given: Sequence[str]) -> list[str]:
    """Where the parts of a state lie on this machine: as given now, else as they did when the rows were made."""
    if given and len(given) != len(parts):
        raise UsageError.named("verify.state", num=len(parts), given=len(given))
    return list(given) or [str(part.get("path", "")) for part in parts]


def other_states(environment: ServedEnvironment, told: Mapping[str, Any]) -> Iterator[Sentence]:
    """Parts of a state that do not hold what they held when the rows were made."""
    place = getattr(environment, "place", None)
    digests = place.digests() if isinstance(place, FixedPlace) else {}
    for part in _state_parts(_object_or_empty(told.get("options"))):
        then, now = str(part.get("digest", "")), digests.get(str(part.get("name", "")), "")
        if then != now:
            name = visible(str(part.get("name", "")), 80)
            yield phrase("verify.found.other_state", name=name, then=then[:_DIGITS], now=now[:_DIGITS])


def changed_tools(server: McpEnvironment) -> Iterator[tuple[str, Sentence]]:
    """Tools that a server no longer offers as it did: whoever trusted it then did not see what it says now."""
    offered = server.offered_now()
    now = {offered.remote_names.get(tool["function"]["name"]): tool["function"] for tool in offered.tools}
    for tool in server.source.tools:
        then = tool["function"]
        own_name = server.source.remote_names.get(then["name"], then["name"])
        name, found = visible(then["name"], 80), now.get(own_name)
        if found is None:
            yield then["name"], phrase("verify.found.tool_gone", tool=name)
            continue
        one, other = ({key: each.get(key, ...) for key in ("description", "parameters")} for each in (then, found))
        place = first_difference(one, other)
        if place is not None:
            digests = {"then": _digest(then), "now": _digest(found)}
            yield then["name"], phrase("verify.found.tool_changed", tool=name, place=_in_words(place), **digests)


def _in_words(place: Difference) -> Sentence:
    path = visible(place.path.removeprefix("$."), 120)
    if place.one is ...:
        return phrase("verify.found.part_new", path=path, other=quoted(place.other))
    if place.other is ...:
        return phrase("verify.found.part_gone", path=path, one=quoted(place.one))
    return phrase("verify.found.part_other", path=path, one=quoted(place.one), other=quoted(place.other))


def _digest(function: Mapping[str, Any]) -> str:
    told = {key: function.get(key) for key in ("name", "description", "parameters")}
    return hashlib.sha256(dumps_canonical(told)).hexdigest()[:_DIGITS]


def _expect_headers(names: Any, access: SourceAccess) -> None:
    """UsageError where the rows were made with a header that was not given again: its value stands nowhere."""
    given = {header.name.lower() for header in access.headers}
    for name in names if isinstance(names, list) else ():
        if isinstance(name, str) and name.lower() not in given:
            raise UsageError.named("verify.header", name=name[:80], example=f"'{name[:80]}: ${{TOKEN}}'")


def _manifest_target(text: str, access: SourceAccess, *, run: bool) -> McpTarget | None:
    """Where a manifest's server is; UsageError where it may not be used."""
    own = _SERVED.fullmatch(text)
    if own is not None and own[2] in DOMAINS.own_names():
        return McpTarget(command=(sys.executable, "-m", "evalwright", *own[1].split()))
    target = target_of(text, access)
    if target is not None:
        _require_permission(str(target), allowed=run)
    return target


def _require_permission(what: str, *, allowed: bool) -> None:
    if not allowed:
        raise UsageError.named("verify.would_use", what=what[:300], cure=_CURE)


def _state_parts(options: JsonObject) -> list[JsonObject]:
    told = options.get("state")
    return [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []


def _reads(told: Any) -> list[Read]:
    found = [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []
    pairs = [(each.get("tool"), each.get("arguments")) for each in found]
    return [Read(tool, given) for tool, given in pairs if isinstance(tool, str) and isinstance(given, dict)]


def _failure_forms(told: Any) -> dict[str, list[str]]:
    pairs = told.items() if isinstance(told, dict) else ()
    return {
        str(name): [form for form in forms if isinstance(form, str)] for name, forms in pairs if isinstance(forms, list)
    }


def _listed_objects(value: Any) -> list[JsonObject]:
    return [_object_or_empty(each) for each in value] if isinstance(value, list) else []


def _object_or_empty(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
