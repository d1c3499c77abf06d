"""How the tools of a source are reached and which of them are taken: the settings that every verb with a SOURCE shares.

Each field is an option of the command line under its own name. Values of the environment are named here and never
held: `${NAME}` in a header is filled in when a request is made, and a manifest says which variables and headers there
were, not what was in them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from evalwright.chat import JsonObject
from evalwright.errors import UsageError
from evalwright.option_fields import option
from evalwright.secrecy import is_harmless_name, is_secret_name
from evalwright.text import phrase

CALL_SECONDS = START_SECONDS = 30.0
REFERENCE = re.compile(r"\$\{(\w+)\}")
"""A variable of the environment, named where its value goes."""
_HEADER = re.compile(r"(?:(?P<address>https?://\S+)\s+)?(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):(?P<value>.*)", re.DOTALL)
_VARIABLE = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:=(?P<value>.*))?", re.DOTALL)


class Header(NamedTuple):
    """One header, as it was written."""

    name: str
    value: str
    """With `${NAME}` where the value of a variable goes."""
    address: str = ""
    """The one address that it is for; empty where there is only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceAccess:
    """What is sent along, who gets which variable, which tools are taken, and how long anything may take."""

    header: tuple[str, ...] = option((), kind="list", metavar="'NAME: VALUE'")
    env: tuple[str, ...] = option((), kind="list", metavar="NAME[=VALUE]")
    include: tuple[str, ...] = option((), kind="names", metavar="GLOB")
    exclude: tuple[str, ...] = option((), kind="names", metavar="GLOB")
    read: tuple[str, ...] = option((), kind="names", metavar="GLOB")
    """Tools that read, whatever is said of them elsewhere."""
    write: tuple[str, ...] = option((), kind="names", metavar="GLOB")
    """Tools that change something, whatever is said of them elsewhere."""
    read_only: bool = option(False)
    """Take no tool that changes anything."""
    call_timeout: float = option(CALL_SECONDS, metavar="S", shown=True)
    start_timeout: float = option(START_SECONDS, metavar="S", shown=True)

    def __post_init__(self) -> None:
        for text in self.header:
            _parsed_header(text)
        for text in self.env:
            _parsed_variable(text)
        for flag, seconds in (("--call-timeout", self.call_timeout), ("--start-timeout", self.start_timeout)):
            if not (seconds > 0 and math.isfinite(seconds)):
                raise UsageError.named("source.seconds", flag=flag)

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers, taken apart."""
        return tuple(map(_parsed_header, self.header))

    @property
    def variables(self) -> tuple[tuple[str, str], ...]:
        """The variables of a started server, with what they are to hold: `${NAME}` for one that is passed on."""
        return tuple(map(_parsed_variable, self.env))

    def headers_for(self, address: str) -> tuple[Header, ...]:
        """The headers for one address; UsageError for one that is meant for another."""
        other = next((each for each in self.headers if each.address and not _is_same_host(each.address, address)), None)
        if other is not None:
            raise UsageError.named("source.header_address", name=other.name, address=other.address[:200])
        return self.headers

    def for_part(self, text: str, addresses: Sequence[str] = ()) -> Self:
        """What of all this is for one of several sources, the choice of tools aside; `addresses`: where it is."""
        started = text.startswith("mcp+stdio:")
        reached = addresses or ((text,) if text.lower().startswith(("http://", "https://")) else ())
        headers = tuple(
            text
            for text, header in zip(self.header, self.headers, strict=True)
            if reached and (not header.address or _is_same_host(header.address, reached[0]))
        )
        return replace(
            self,
            header=headers,
            env=self.env if started else (),
            include=(),
            exclude=(),
            read=(),
            write=(),
            read_only=False,
        )

    def expect_addressed(self, texts: Sequence[str], addresses: Sequence[str]) -> None:
        """UsageError where it is not clear which of several sources a key is for: it goes to no other."""
        started = [text for text in texts if text.startswith("mcp+stdio:")]
        passed = next((name for name, value in self.variables if value == f"${{{name}}}"), None)
        if passed is not None and len(started) > 1:
            raise UsageError.named("source.env_for_several", name=passed)
        for header in self.headers:
            known = any(_is_same_host(header.address, each) for each in addresses)
            if header.address and not known:
                raise UsageError.named("source.header_address", name=header.name, address=header.address[:200])
            if not header.address and len(addresses) > 1 and not is_harmless_name(header.name):
                example = f"'{addresses[0]} {header.name}: ...'"
                raise UsageError.named("source.header_for_several", name=header.name, example=example)
        for flag, unused in (("--header", self.header and not addresses), ("--env", self.env and not started)):
            if unused:
                cure = phrase(f"cures.unused{flag}")
                raise UsageError.named("source.unused", flag=flag, text=" + ".join(texts)[:200], cure=cure)

    def given(self) -> JsonObject:
        """The settings that are not as they are by themselves."""
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) != field.default}

    def recorded(self) -> JsonObject:
        """What a manifest says, so that the same can be done again: no value of the environment is in it."""
        told: dict[str, Any] = {
            "env": list(self.env),
            "headers": list(dict.fromkeys(header.name for header in self.headers)),
            "call_timeout": self.call_timeout if self.call_timeout != CALL_SECONDS else None,
        }
        return {name: value for name, value in told.items() if value}

    def with_recorded(self, told: Mapping[str, Any]) -> Self:
        """These settings with those of a manifest, which anybody may have written, where nothing else was given."""
        env = told.get("env")
        own = {name for name, _ in self.variables}
        held = [text for text in env if isinstance(text, str)] if isinstance(env, list) else []
        missing = [text for text in held if _VARIABLE.fullmatch(text) and _parsed_variable(text)[0] not in own]
        seconds = told.get("call_timeout")
        is_own = self.call_timeout != CALL_SECONDS or not _is_number(seconds)
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["env"] = (*self.env, *missing)
        values["call_timeout"] = self.call_timeout if is_own else seconds
        return type(self)(**values)


def access_among(options: JsonObject) -> SourceAccess:
    """The settings of this kind among the options of a verb, which are taken out."""
    given = [field for field in fields(SourceAccess) if field.name in options]
    return SourceAccess(
        **{field.name: _as_setting(options.pop(field.name), field.metadata.get("kind")) for field in given}
    )


def _as_setting(value: Any, kind: str | None) -> Any:
    """The value of an option, also as people write it in Python: one text, or a list of them."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",")) if kind == "names" else (value,)
    return tuple(value) if isinstance(value, list) else value


def _parsed_header(text: str) -> Header:
    found = _HEADER.fullmatch(text.strip())
    if found is None:
        raise UsageError.named("source.header", example="'Authorization: Bearer ${TOKEN}'")
    header = Header(found["name"], found["value"].strip(), found["address"] or "")
    if is_secret_name(header.name) and not REFERENCE.search(header.value):
        raise UsageError.named("source.literal_header", name=header.name, example="${TOKEN}")
    if not header.value or not header.value.isprintable():
        raise UsageError.named("source.header_value", name=header.name)
    return header


def _parsed_variable(text: str) -> tuple[str, str]:
    found = _VARIABLE.fullmatch(text)
    if found is None:
        raise UsageError.named("source.variable", text=repr(text[:40]))
    if found["value"] is None:
        return found["name"], f"${{{found['name']}}}"
    if is_secret_name(found["name"]) and found["value"] and not REFERENCE.search(found["value"]):
        raise UsageError.named("secrets.literal_variable", name=found["name"])
    return found["name"], found["value"]


def _is_same_host(one: str, other: str) -> bool:
    """Whether two addresses are of one scheme, host and port."""
    first, second = urlsplit(one), urlsplit(other)
    return (first.scheme, first.netloc) == (second.scheme, second.netloc)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6
