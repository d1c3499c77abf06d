"""Who may ask: the checks every request passes before anything of the directory is touched.

A page of some other site can make this browser send requests to loopback, and a name of that site can be made to
point here (DNS rebinding). So a request must name a host that we serve, must not come from another origin, and only
reads. Away from loopback it must also bring the token that was printed when the viewer started. One address takes a
mark: such a request must say that it comes from our own page, as small JSON, and bring what only that page was told.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evalwright.text import localized

from .http_errors import RefusedError
from .params import MAX_QUERY, Params

COOKIE = "evalwright_token"
TOKEN_HEADER = "x-evalwright-token"
MAX_PATH = 1024
MAX_BODY = 8192
"""Bytes of a mark."""
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_OWN_SITES = ("same-origin", "none")


@dataclass(frozen=True, slots=True)
class Names:
    """The hosts that a request may name."""

    port: int
    hosts: frozenset[str]
    any_address: bool = False
    """Whether every literal IP address will do: bound to all of them, a name is all that rebinding could use."""

    def allow(self, host: str) -> bool:
        """Whether this is the value of a Host header we answer to."""
        name, port = _split_host(host.lower())
        if port != self.port:
            return False
        return name in self.hosts or (self.any_address and _is_address(name))


def loopback_names(port: int, more: Iterable[str] = (), *, any_address: bool = False) -> Names:
    """Loopback's own names, and those given."""
    return Names(port, frozenset({"127.0.0.1", "localhost", "::1", *(name.lower() for name in more)}), any_address)


@dataclass(frozen=True, slots=True)
class Writing:
    """The one address that takes something, and what must come with it."""

    address: str
    token: str


class Guard:
    """Lets requests through that may be answered, and puts the safety headers on every answer."""

    def __init__(self, app: ASGIApp, names: Names, token: str | None, writing: Writing | None = None) -> None:
        self._app = app
        self._names = names
        self._token = token
        self._writing = writing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        try:
            answer = self._check_request(scope)
        except RefusedError as refusal:
            more = {"Allow": "GET, HEAD"} if refusal.status == 405 else {}
            more |= {"Connection": "close"} if refusal.status == 413 else {}
            answer = PlainTextResponse(f"{refusal.text}\n", refusal.status, more)
        await (answer or self._app)(scope, receive, send_safely)

    def _check_request(self, scope: Scope) -> Response | None:
        """Nothing, where the request may go on; else the answer, or a RefusedError."""
        headers = Headers(scope=scope)
        host = self._host(headers.getlist("host"))
        _check_origin(headers, host)
        if self._writing is not None and scope["method"] == "POST" and scope["path"] == self._writing.address:
            _check_writing(headers, self._writing)
        else:
            _check_reading(scope, headers)
        _check_address(scope)
        return self._check_token(scope, headers)

    def _host(self, hosts: Collection[str]) -> str:
        if len(hosts) != 1:
            raise RefusedError(400, localized("viewer_errors.one_host"))
        host = next(iter(hosts))
        if not self._names.allow(host):
            raise RefusedError(421, localized("viewer_errors.host"))
        return host

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        if self._token is None:
            return None
        if _same_token(_cookie(headers), self._token):
            return None
        given = Params(scope["query_string"]).text("token")
        if scope["path"] == "/" and _same_token(given, self._token):
            # Once, so that the token does not stay in the address bar or in any log.
            answer = RedirectResponse("/", 303)
            answer.set_cookie(COOKIE, self._token, httponly=True, samesite="strict", path="/")
            return answer
        raise RefusedError(403, localized("viewer_errors.token"))


def _check_origin(headers: Headers, host: str) -> None:
    origins = headers.getlist("origin")
    if origins and origins != [f"http://{host}"]:
        raise RefusedError(403, localized("viewer_errors.origin"))
    sites = headers.getlist("sec-fetch-site")
    if any(site not in _OWN_SITES for site in sites):
        raise RefusedError(403, localized("viewer_errors.site"))


def _check_reading(scope: Scope, headers: Headers) -> None:
    if scope["method"] not in ("GET", "HEAD"):
        raise RefusedError(405, localized("viewer_errors.read_only"))
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        raise RefusedError(413, localized("viewer_errors.body"))


def _check_writing(headers: Headers, writing: Writing) -> None:
    """Only what our own page sends: other pages cannot read the token, nor send this type without being asked first."""
    if not headers.getlist("origin"):  # which one, every request is asked
        raise RefusedError(403, localized("viewer_errors.origin"))
    if any(site != "same-origin" for site in headers.getlist("sec-fetch-site")):
        raise RefusedError(403, localized("viewer_errors.site"))
    if headers.getlist("content-type") != ["application/json"]:
        raise RefusedError(415, localized("viewer_errors.mark_type"))
    given = headers.getlist(TOKEN_HEADER)
    if len(given) != 1 or not _same_token(given[0], writing.token):
        raise RefusedError(403, localized("viewer_errors.mark_token"))
    lengths = headers.getlist("content-length")
    small = len(lengths) == 1 and lengths[0].isascii() and lengths[0].isdigit() and len(lengths[0]) <= 6
    if "transfer-encoding" in headers or not small or int(lengths[0]) > MAX_BODY:
        raise RefusedError(413, localized("viewer_errors.mark_long", most=MAX_BODY))


def _check_address(scope: Scope) -> None:
    if not scope["path"].startswith("/"):
        raise RefusedError(400, localized("viewer_errors.path"))
    if len(scope.get("raw_path") or b"") > MAX_PATH or len(scope["query_string"]) > MAX_QUERY:
        raise RefusedError(414, localized("viewer_errors.address_long"))


def _cookie(headers: Headers) -> str:
    try:
        jar = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return jar[COOKIE].value if COOKIE in jar else ""


def _same_token(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _split_host(host: str) -> tuple[str, int]:
    """Name and port of a Host header; port 80 where none stands there, -1 for what is none."""
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        if not closed:
            return "", -1
    else:
        name, colon, port = host.partition(":")
        rest = colon + port
    if not rest:
        return name, 80
    digits = rest[1:]
    is_port = rest[0] == ":" and digits.isascii() and digits.isdigit() and len(digits) <= 5
    return name, int(digits) if is_port else -1


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
