"""A request that is not carried out: its status and one sentence, in the shape that OpenAI's clients read.

Statuses that clients repeat by themselves (408, 409, 429, 5xx) are used only where repeating can help; what is final is
400, 404, 413, 415 or 422. A sentence may name what the client sent, never what others did.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from evalwright.data import dumps
from evalwright.secrecy import shown_text
from evalwright.text import in_words, localized

_LONGEST = 2000
_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}


class ApiError(Exception):
    """Ends a request with an error in OpenAI's shape."""

    def __init__(self, status: int, message: str, *, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.param = param
        self.code = code

    def response(self) -> Response:
        """As it is sent."""
        headers = {"Connection": "close"} if self.status == 413 else {}
        headers |= {"Retry-After": "2"} if self.status == 429 else {}
        return json_response(error_document(self.status, self.message, self.param, self.code), self.status, headers)


def error_document(status: int, message: str, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    """The body of an error."""
    kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    said = shown_text(in_words(message))[:_LONGEST]
    return {"error": {"message": said, "type": kind, "param": param, "code": code}}


def refused(name: str, /, status: int = 400, *, param: str | None = None, **values: Any) -> ApiError:
    """The refusal that the word files call `serve_errors.NAME`; its name is the code."""
    return ApiError(status, localized(f"serve_errors.{name}", **values), param=param, code=name)


def json_response(document: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A document as it is sent."""
    return Response(dumps(document), status, dict(headers or {}), media_type="application/json")
