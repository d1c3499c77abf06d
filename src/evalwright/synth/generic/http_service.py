"""A running service as requests meet it: where it is, what is sent along with each, and whether it lets us in.

Answers are bounded in time and size, however they drip in; redirects are not followed, because a document may name
any address. A service that wants a key is said so at the first refusal, with the option that gives it: rows in which
everything is refused for want of a key would teach nothing.
"""

from __future__ import annotations

import http.client
import socket
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from evalwright.chat import JsonError, loads
from evalwright.errors import EvalwrightError, UsageError
from evalwright.models import on_this_machine
from evalwright.text import listed, phrase

from ..environment import NoAnswer, Result, judged
from ..source_access import SourceAccess
from ..sources import Operation, filled, filled_headers

_MAX_BYTES = 1_000_000
_LOCKED_OUT = 3
"""So many tools that answer 401, and none that did anything: the key is wrong, and not what is asked for."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class HttpService:
    """Sends requests to one address."""

    def __init__(self, base_url: str, access: SourceAccess) -> None:
        """UsageError where that is no address, or where a variable that is named in it is not set."""
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError.named("synth.no_address", base_url=repr(base_url))
        self.base_url = base_url.rstrip("/")
        """As it was given: what is filled in is shown nowhere."""
        self.address = filled(parts._replace(query="", fragment="").geturl(), "address").rstrip("/")
        self._query = filled(parts.query, "address")
        self._headers = filled_headers((header.name, header.value) for header in access.headers_for(base_url))
        self._sent = {name.lower() for name in self._headers} | {name.lower() for name, _ in parse_qsl(parts.query)}
        self._seconds = access.call_timeout
        own = [ProxyHandler({})] if on_this_machine(base_url) else []
        self._opener = build_opener(_NoRedirects, *own)
        self._answered = False
        self._locked: set[str] = set()

    def send(self, request: Request, operation: Operation | None = None) -> Result:
        """The answer to a request; EvalwrightError where nobody is there, UsageError where a key is missing."""
        if self._query:
            request.full_url += ("&" if "?" in request.full_url else "?") + self._query
        for name, value in self._headers.items():
            request.add_header(name, value)
        deadline = time.monotonic() + self._seconds
        try:
            with self._opener.open(request, timeout=self._seconds) as reply:
                result = _response_result(_read(reply, deadline))
        except HTTPError as error:
            with error:
                self._expect_entry(error.code, operation)
                return _failed_response(error, deadline)
        except TimeoutError:
            return self._no_answer()
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                return self._no_answer()
            cure = phrase("cures.start_service_again")
            raise EvalwrightError.named(
                "synth.nobody_now", base_url=self.base_url, reason=error.reason, cure=cure
            ) from None
        except (http.client.HTTPException, OSError, ValueError) as error:
            return _refusal(f"the service gave no valid answer ({type(error).__name__}).")
        self._answered = True
        return result

    def _expect_entry(self, status: int, operation: Operation | None) -> None:
        """UsageError where a refusal is about a key, and not about what was asked for."""
        if status not in (401, 403) or operation is None:
            return
        if operation.keys and not any(key.name.lower() in self._sent for key in operation.keys):
            option = operation.keys[0].option
            raise UsageError.named("synth.key_missing", base_url=self.base_url, status=status, option=option)
        if status != 401 or self._answered:
            return
        self._locked.add(f"{operation.method} {operation.path}")
        if len(self._locked) < _LOCKED_OUT:
            return
        if self._headers:
            raise UsageError.named("synth.key_refused", base_url=self.base_url, names=listed(self._headers))
        option = "--header 'Authorization: Bearer ${TOKEN}'"
        raise UsageError.named("synth.key_missing", base_url=self.base_url, status=status, option=option)

    def _no_answer(self) -> Result:
        return NoAnswer(False, _refusal(f"the service did not answer in {self._seconds:g} seconds.").content)


def wait_for_service(address: str, seconds: float) -> None:
    """Wait until somebody listens at an address; UsageError where nobody does in time."""
    parts, until = urlsplit(address), time.monotonic() + seconds
    while True:
        try:
            port = parts.port or (443 if parts.scheme == "https" else 80)
            with socket.create_connection((parts.hostname or "", port), timeout=max(until - time.monotonic(), 10.0)):
                return
        except (OSError, ValueError) as error:
            if time.monotonic() >= until:
                cure = phrase("cures.start_service")
                raise UsageError.named("synth.nobody", address=address, error=error, cure=cure) from None
            time.sleep(0.1)


def _read(reply: http.client.HTTPResponse | HTTPError, deadline: float) -> bytes:
    """The body, as far as it is of use; TimeoutError where it is not there in time."""
    body = bytearray()
    while len(body) <= _MAX_BYTES:
        part = reply.read1(65536)
        if not part:
            break
        body += part
        if time.monotonic() > deadline:
            raise TimeoutError
    return bytes(body)


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
    return judged(Result(ok=True, content=text or "null", value=value if text else None))


def _failed_response(error: HTTPError, deadline: float) -> Result:
    """A refusal as the service sent it; its status where it says nothing that can be shown."""
    try:
        body = _read(error, deadline)
    except (http.client.HTTPException, OSError, TimeoutError):
        body = b""
    text = body.decode("utf-8", "replace") if len(body) <= _MAX_BYTES else ""
    if not text.strip() or text.lstrip()[:1] == "<":  # nothing, or a page of a server in between
        return _refusal(f"the service answered {error.code}.")
    return Result(ok=False, content=text)
