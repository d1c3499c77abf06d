"""Who may ask the API: the checks that every request passes before anything is read or stored.

A web page in this machine's browser can send requests to loopback, but it cannot leave out the headers that say so. So
a request with `Origin` or `Sec-Fetch-Site` is refused whatever they hold, no OPTIONS is answered, what is written comes
as JSON (or, for uploads, multipart), and the host is one of ours. Off loopback, or where a key was set, it comes as a
Bearer or as `api-key`. The viewer, which is for browsers, stands behind its own guard and is for reading alone.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evalwright.secrecy import Secret
from evalwright.view import Names

from .api_errors import ApiError, refused

PREFIXES = ("/v1", "/openai/v1", "/openai")
"""Where the API is found: OpenAI's own, and the two of Azure's clients."""
_DEPLOYED = re.compile(r"/openai/deployments/[^/]+(?=/|$)")
"""What Azure's clients put before everything once they are told a deployment; the model's name is in the body too."""
_MAX_PATH = 2048
_MAX_QUERY = 4096
_METHODS = ("GET", "HEAD", "POST", "DELETE")


@dataclass(frozen=True, slots=True)
class Guard:
    """Sends requests of the API to it, and those of browsers to the viewer."""

    api: ASGIApp
    viewer: ASGIApp
    names: Names
    key: Secret | None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.api(scope, receive, send)
            return
        path = api_path(scope["path"])
        try:
            if path is None:
                self._check_viewing(scope)
                await self.viewer(scope, receive, send)
                return
            self._check(scope, Headers(scope=scope), path)
        except ApiError as error:
            await error.response()(scope, receive, _plainly(send))
            return
        await self.api({**scope, "path": path, "raw_path": path.encode()}, receive, _plainly(send))

    def _check_viewing(self, scope: Scope) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise refused("no_address", 404)

    def _check(self, scope: Scope, headers: Headers, path: str) -> None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.names.allow(hosts[0]):
            raise refused("host", 421)
        if headers.getlist("origin") or headers.getlist("sec-fetch-site"):
            raise refused("browser", 403)
        if scope["method"] not in _METHODS:
            raise refused("method", 405)
        if len(scope.get("raw_path") or b"") > _MAX_PATH or len(scope["query_string"]) > _MAX_QUERY:
            raise refused("address_long", 414)
        self._check_key(headers)
        if scope["method"] == "POST":
            _check_type(headers, path)

    def _check_key(self, headers: Headers) -> None:
        if self.key is None:
            return
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        given = [*([bearer.strip()] if scheme.lower() == "bearer" else []), *headers.getlist("api-key")]
        if not _holds_key(given, self.key):
            raise refused("key", 401)


def _holds_key(given: Sequence[str], key: Secret) -> bool:
    wanted = key.reveal().encode()
    return any(hmac.compare_digest(each.encode("utf-8", "replace"), wanted) for each in given)


def _check_type(headers: Headers, path: str) -> None:
    types = headers.getlist("content-type")
    kind = types[0].partition(";")[0].strip().lower() if len(types) == 1 else ""
    if path == "/files":
        if kind != "multipart/form-data":
            raise refused("multipart", 415)
        return
    bodiless = not types and headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    if kind != "application/json" and not (bodiless and path.startswith("/evals/")):
        raise refused("json_type", 415)


def api_path(path: str) -> str | None:
    """The path behind the prefix; None where it is not one of the API."""
    if deployed := _DEPLOYED.match(path):
        return path[deployed.end() :].rstrip("/") or "/"
    for prefix in PREFIXES:
        if path == prefix or path.startswith(prefix + "/"):
            rest = path[len(prefix) :]
            if prefix == "/openai" and (rest == "/v1" or rest.startswith("/v1/")):
                continue
            return rest.rstrip("/") or "/"
    return None


def _plainly(send: Send) -> Send:
    """What goes out says that it is not for pages."""

    async def send_plainly(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                *message.get("headers", []),
                (b"x-content-type-options", b"nosniff"),
                (b"cross-origin-resource-policy", b"same-origin"),
                (b"cache-control", b"no-store"),
            ]
        await send(message)

    return send_plainly
