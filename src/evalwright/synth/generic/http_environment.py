"""A service that an OpenAPI document describes, as an environment: every call is an HTTP request.

Writes are made only where the state can be put back (the user names the path that does it) or where they are
allowed. Answers are bounded in time and size; redirects are not followed, because a document may name any address.
"""

from __future__ import annotations

import hashlib
import http.client
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from evalwright.chat import Arguments, JsonError, loads
from evalwright.data import dumps, dumps_canonical
from evalwright.errors import EvalwrightError, UsageError
from evalwright.models import on_this_machine
from evalwright.text import phrase

from ..environment import Result
from ..sources import Operation, Parameter, ToolSource
from .remote import ServedEnvironment

_SECONDS = 30.0
_MAX_BYTES = 1_000_000
_FORM = "application/x-www-form-urlencoded"


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class OpenApiEnvironment(ServedEnvironment):
    """The operations of a running service."""

    name = "openapi"

    def __init__(
        self,
        source: ToolSource,
        base_url: str,
        *,
        reset_path: str | None = None,
        allow_writes: bool = False,
        seconds: float = _SECONDS,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError.named("synth.no_address", base_url=repr(base_url))
        self.source = source
        self.base_url = base_url.rstrip("/")
        self._reset_path = reset_path
        self._allow_writes = allow_writes
        self._seconds = seconds
        own = [ProxyHandler({})] if on_this_machine(base_url) else []
        self._opener = build_opener(_NoRedirects, *own)
        self._turn = [0]
        self._own = 0
        self._begun = True
        self._written: list[Any] = []

    @property
    def resettable(self) -> bool:
        """Whether the state can be put back to the beginning."""
        return self._reset_path is not None

    broken = False

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Carry out one call; EvalwrightError where nobody answers at the address."""
        self._begin_conversation()
        operation = self.source.operations.get(name)
        if operation is None:
            return Result(ok=False, content="Error: there is no such tool.")
        if not self.may_call(name):
            return Result(ok=False, content="Error: this tool changes things, which is not allowed here.")
        result = self._send_http_request(request_of(operation, self.base_url, arguments))
        if result.ok and self.effect(name) == "write":
            self._written.append([name, dict(arguments)])
        return result

    def hash(self) -> str:
        """The changes that were made, in order: a service has no fingerprint of its own."""
        return hashlib.sha256(dumps_canonical(self._written)).hexdigest()

    def close(self) -> None:
        """Nothing is held."""

    def _begin_conversation(self) -> None:
        if self._own != self._turn[0]:
            raise EvalwrightError.named("synth.other_conversation_service", base_url=self.base_url)
        if self._begun or self._reset_path is None:
            self._begun = True
            return
        address = f"{self.base_url}/{self._reset_path.lstrip('/')}"
        result = self._send_http_request(Request(address, data=b"", method="POST"))
        if not result.ok:
            raise UsageError.named("synth.no_reset", address=address, content=result.content[:200])
        self._begun = True

    def _send_http_request(self, request: Request) -> Result:
        try:
            with self._opener.open(request, timeout=self._seconds) as reply:
                return _response_result(reply.read(_MAX_BYTES + 1))
        except HTTPError as error:
            with error:
                return _refusal(_http_error_message(error))
        except TimeoutError:
            return _refusal(f"the service did not answer in {self._seconds:g} seconds.")
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                return _refusal(f"the service did not answer in {self._seconds:g} seconds.")
            cure = phrase("cures.start_service_again")
            raise EvalwrightError.named(
                "synth.nobody_now", base_url=self.base_url, reason=error.reason, cure=cure
            ) from None
        except (http.client.HTTPException, OSError, ValueError) as error:
            return _refusal(f"the service gave no valid answer ({type(error).__name__}).")


def _refusal(text: str) -> Result:
    return Result(ok=False, content=f"Error: {' '.join(text.split())[:500]}")


def _response_result(body: bytes) -> Result:
    if len(body) > _MAX_BYTES:
        return _refusal("the result is larger than 1 MB.")
    text = body.decode("utf-8", "replace")
    try:
        value = loads(text)
    except JsonError:
        value = text
    return Result(ok=True, content=text or "null", value=value if text else None)


def _http_error_message(error: HTTPError) -> str:
    """What a refusal says for itself: its message where it has one, else its status."""
    try:
        body = error.read(10_000).decode("utf-8", "replace").strip()
    except (http.client.HTTPException, OSError):
        body = ""
    try:
        told = loads(body)
    except JsonError:
        told = None
    if isinstance(told, dict):
        for key in ("message", "detail", "error", "title"):
            if isinstance(told.get(key), str) and told[key]:
                return str(told[key]).removeprefix("Error: ")
    return body[:300].removeprefix("Error: ") or f"the service answered {error.code}."


def request_of(operation: Operation, base: str, arguments: Mapping[str, Any]) -> Request:
    """The HTTP request that a call is."""
    path, query, headers = operation.path, list[tuple[str, str]](), {"Accept": "application/json"}
    body: Arguments = {}
    for parameter in operation.parameters:
        if parameter.argument not in arguments:
            continue
        value = arguments[parameter.argument]
        if parameter.where == "path":
            path = path.replace("{" + parameter.name + "}", quote(_http_value_text(value), safe=""))
        elif parameter.where == "query":
            query += _query(parameter, value)
        elif parameter.where == "header":
            headers[parameter.name] = _http_value_text(value).replace("\r", " ").replace("\n", " ")
        elif parameter.where == "cookie":
            headers["Cookie"] = f"{parameter.name}={quote(_http_value_text(value), safe='')}"
        else:
            body[parameter.name] = value
    address = base + path + ("?" + urlencode(query) if query else "")
    data = _encode_request_body(operation, body, arguments)
    if data is not None:
        headers["Content-Type"] = operation.media_type or "application/json"
    return Request(address, data=data, method=operation.method.upper(), headers=headers)


def _encode_request_body(operation: Operation, fields: Mapping[str, Any], arguments: Mapping[str, Any]) -> bytes | None:
    if operation.body == "none":
        return None
    if operation.body == "fields":
        # Fields that the document does not describe may still be taken.
        known = {parameter.argument for parameter in operation.parameters}
        whole: Any = {**fields, **{name: value for name, value in arguments.items() if name not in known}}
    else:
        whole = next(iter(fields.values()), None)
    if operation.media_type.startswith("text/"):
        return _http_value_text(whole).encode()
    if operation.media_type == _FORM and isinstance(whole, Mapping):
        return urlencode({name: _http_value_text(value) for name, value in whole.items()}).encode()
    return dumps(whole)


def _query(parameter: Parameter, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield (f"{parameter.name}[{key}]" if parameter.style == "deepObject" else str(key)), _http_value_text(inner)
    elif isinstance(value, list) and parameter.explode:
        for inner in value:
            yield parameter.name, _http_value_text(inner)
    else:
        yield parameter.name, _http_value_text(value)


def _http_value_text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_http_value_text, value))
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
