"""A service that an OpenAPI document describes, as an environment: every call is an HTTP request.

Writes are made only where the state can be put back (by a path or a command that the user names) or where they are
allowed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import Request

from evalwright.chat import Arguments
from evalwright.data import dumps
from evalwright.errors import UsageError

from ..environment import Result
from ..source_access import SourceAccess
from ..sources import Operation, Parameter, ToolSource
from ..sources.process_environment import server_environment
from ..state import run_reset_command
from .http_service import HttpService, wait_for_service
from .remote import ServedEnvironment

_ANYHOW = SourceAccess()
_START_SECONDS = 30.0
"""For a service to be there again after its state was put back."""
_FORM = "application/x-www-form-urlencoded"


class OpenApiEnvironment(ServedEnvironment):
    """The operations of a running service."""

    name = "openapi"

    def __init__(
        self,
        source: ToolSource,
        base_url: str,
        *,
        reset_path: str | None = None,
        reset_run: str | None = None,
        allow_writes: bool = False,
        access: SourceAccess = _ANYHOW,
    ) -> None:
        super().__init__(source, allow_writes=allow_writes)
        self._service = HttpService(base_url, access)
        self.base_url = self.where = self._service.base_url
        self._reset_path, self._reset_run = reset_path, reset_run
        self.way_back = "run" if reset_run is not None else "path" if reset_path is not None else "none"
        self.shared.touched = self.way_back != "none"  # who knows what was done to it before

    def send_call(self, name: str, arguments: Arguments) -> Result:
        operation = self.source.operations.get(name)
        if operation is None:
            return Result(ok=False, content="Error: there is no such tool.")
        return self._service.send(request_of(operation, self._service.address, arguments), operation)

    def put_back(self, *, everything: bool = False) -> None:
        """Put the state back by the command or the path that was named; UsageError where that is refused."""
        if self._reset_run is not None:
            run_reset_command(self._reset_run, server_environment(()))
            wait_for_service(self._service.address, _START_SECONDS)
            return
        address = f"{self._service.address}/{(self._reset_path or '').lstrip('/')}"
        result = self._service.send(Request(address, data=b"", method="POST"))
        if not result.ok:
            raise UsageError.named("synth.no_reset", address=address, content=result.content[:200])


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
