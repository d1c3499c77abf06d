"""Whose key is whose: a key and headers belong to one address (scheme, host, port) and go to no other.

What the command gives (a key, headers) belongs to `--api-url`, or else to the only address that models name. With
several addresses a key goes where it was named for: `NAME@URL#ENV_NAME`. No key is no key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evalwright.errors import UsageError
from evalwright.lazy import late_pattern
from evalwright.secrecy import Secret, shown_address
from evalwright.text import localized

from .addresses import origin_of
from .failures import one_line

DEFAULT_KEY_ENV = "OPENAI_API_KEY"
_OWN = late_pattern(r"(?P<name>[^@]*)@(?P<url>https?://.*)", re.DOTALL)
_VARIABLE = late_pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_LOOKS_LIKE_A_KEY = late_pattern(r"(?i)(?:sk|pk|hf|gsk|xai|key)[-_].*|(?=.*[a-z])(?=.*\d).{16,}")


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model at a server, as a user writes it: `NAME@URL#ENV_NAME`, or `NAME` with `--api-url`."""

    name: str
    url: str
    key_env: str | None
    """The variable that was named for this address alone."""
    is_own: bool
    """Whether the address stands with the model."""

    @property
    def origin(self) -> str:
        """The address that a key belongs to."""
        return origin_of(self.url)

    @property
    def shown(self) -> str:
        """The model with its address, fit to be shown and to name a folder."""
        return shown_address(f"{self.name}@{self.url}") if self.is_own else self.name


@dataclass(frozen=True, slots=True)
class Access:
    """What a command gives along: a key, or where to find one, and headers."""

    api_url: str | None = None
    api_key_env: str | None = DEFAULT_KEY_ENV
    api_key: str | Secret | None = None
    headers: Mapping[str, str] | None = None
    key_cure: str | None = None
    """How a user gives a key here, where not with `-m` and `--api-key-env`."""
    address_from: str | None = None
    """Where a user gives the address, where not with `-m` or `--api-url`."""

    def belongs_to(self, served: ServedModel) -> bool:
        """Whether the command's key and headers are for this model's address."""
        return self.api_url is None or origin_of(self.api_url) == served.origin

    def key_for(self, served: ServedModel) -> Secret | None:
        """The key that goes to this model's address, if there is one."""
        if not self.belongs_to(served):
            return named_key(served.key_env) if served.key_env is not None else None
        variable = served.key_env or (self.api_url or "").partition("#")[2]
        if variable:
            return named_key(variable)
        return usable_key(self.api_key, "api_key") or (command_key(self.api_key_env) if self.api_key_env else None)

    def headers_for(self, served: ServedModel) -> Mapping[str, str]:
        """The headers that go to this model's address."""
        return dict(self.headers or {}) if self.belongs_to(served) else {}

    def among(self, served: Sequence[ServedModel]) -> Access:
        """What of this is left where these models are asked; UsageError where it is not said for whom it is."""
        if self.api_url is not None or len({each.origin for each in served}) < 2:
            return self
        first = next((each for each in served if each.key_env is None), None)
        if first is not None and (self.api_key or self.api_key_env not in (None, DEFAULT_KEY_ENV)):
            variable = self.api_key_env if not self.api_key else "MY_KEY"
            raise UsageError.named("secrets.key_for_several", example=f"{first.shown}#{variable}")
        if self.headers:
            raise UsageError.named("secrets.headers_for_several")
        return replace(self, api_key_env=None)


def read_served(text: str, api_url: str | None) -> ServedModel | None:
    """The model and its address; None where there is no address."""
    own = _OWN.match(text)
    name, address = (own["name"], own["url"]) if own else (text, api_url)
    if not address:
        return None
    url, _, fragment = address.partition("#")
    if fragment and not _VARIABLE.fullmatch(fragment):
        raise UsageError.named("secrets.no_variable", example=f"{name or 'NAME'}@{shown_address(url)}#MY_KEY")
    return ServedModel(name, url, fragment or None, own is not None)


def named_key(variable: str) -> Secret:
    """The key in a variable that was named for an address; UsageError where there is none."""
    found = usable_key(os.environ.get(variable), variable)
    if found is None:
        raise _unset(variable)
    return found


def command_key(variable: str) -> Secret | None:
    """The key of the command: none in the usual variable is no key, but one that was named must be there."""
    if variable != DEFAULT_KEY_ENV and variable not in os.environ:
        raise _unset(variable)
    return usable_key(os.environ.get(variable), variable)


def usable_key(value: str | Secret | None, where: str) -> Secret | None:
    """The key without the white space that copying brings along; UsageError where it cannot be sent."""
    if isinstance(value, Secret):
        return usable_key(value.reveal(), value.origin)
    key = (value or "").strip()
    if key and not re.fullmatch(r"[\x21-\x7e]+", key):
        raise UsageError.named("models.key_character", where=where)
    return Secret(key, where) if key else None


def sent_headers(headers: Mapping[str, str] | None, where: str) -> dict[str, str]:
    """Headers that can be sent; UsageError, without their values, for others."""
    for name, value in (headers or {}).items():
        if not isinstance(name, str) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise UsageError.named("secrets.header_name", where=where)
        if not isinstance(value, str) or not re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value):
            raise UsageError.named("secrets.header_value", where=where, name=name)
    return dict(headers or {})


def how_to_name_a_key(served: ServedModel) -> str:
    """The exact words that give this model a key."""
    if served.is_own:
        return localized("secrets.name_key", address=served.origin, example=f"-m '{served.shown}#MY_KEY'")
    return localized("secrets.name_key_env", address=served.origin)


def where_the_address_is(served: ServedModel) -> str:
    """Where the user wrote this model's address."""
    return one_line(f"-m {served.shown}") if served.is_own else "--api-url"


def _unset(variable: str) -> UsageError:
    if _LOOKS_LIKE_A_KEY.fullmatch(variable):  # somebody wrote the key itself where its name belongs
        return UsageError.named("secrets.key_itself")
    return UsageError.named("secrets.unset", variable=variable)
