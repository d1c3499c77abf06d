"""What an answer that is no answer means: which failures are worth another try, and which end the run.

408, 409, 425, 429 and every 5xx may pass; 401, 403, 404 and redirects will not, whatever is asked, so they carry
the cure and stop the run; any other status is the item's own fault and is not tried again.
"""

from __future__ import annotations

import errno
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.secrecy import redacted, shown_address
from evalwright.text import Sentence, localized, phrase

from .protocol import AnswerError

_PASSING = frozenset({408, 409, 425, 429})
_TOO_FAST = frozenset({408, 429, 503, 529})
_QUOTED_BYTES = 64 * 1024
_QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


@dataclass(frozen=True, slots=True)
class Cures:
    """What a refused user can do, which depends on whether a key was sent and on where it came from."""

    key_origin: str | None = None
    """Where the key that was sent came from; None where none was sent."""
    naming: str | None = None
    """How to give a key to this address."""
    headers: bool = False
    """Whether headers of the user's own were sent, which may hold a key."""
    address_from: str = "--api-url"
    """Where the user gave the address."""

    def of(self, status: int) -> str | None:
        """The cure for a status that ends the run."""
        if status == 404:
            return localized("cures.wrong_address", where=self.address_from)
        if status not in (401, 403):
            return None
        if self.key_origin is not None:
            return localized(f"secrets.wrong_key_{status}", origin=self.key_origin)
        if self.headers:
            return localized("secrets.wrong_headers")
        return self.naming or localized("secrets.name_key_anywhere")


def from_status(status: int, headers: Mapping[str, str], body: bytes, *, cures: Cures | None = None) -> AnswerError:
    """The failure that a reply with this status is."""
    text, code = _explanation(body)
    kind = f"http_{status}"
    cures = cures or Cures()
    cure = cures.of(status)
    if cure is not None:
        return AnswerError(kind, text, stop=cure)
    if 300 <= status < 400:
        return AnswerError(kind, _redirected(headers), stop=localized("cures.that_address", where=cures.address_from))
    if code in _QUOTA_CODES:
        return AnswerError("quota", text, stop=localized("failures.cures.quota"))
    retry = status in _PASSING or status >= 500
    return AnswerError(
        kind,
        text,
        retry=retry,
        retry_after=retry_after(headers) if retry else None,
        slow_down=status in _TOO_FAST,
    )


def _redirected(headers: Mapping[str, str]) -> Sentence:
    where = headers.get("Location")
    shown = phrase("failures.reply.elsewhere") if where is None else one_line(shown_address(where))
    return phrase("failures.reply.redirect", where=shown)


def out_of_files(error: OSError | None) -> AnswerError | None:
    """The failure to connect because this process has no file left to open, where it is that."""
    if error is None or error.errno not in (errno.EMFILE, errno.ENFILE):
        return None
    text = phrase("failures.reply.no_files", strerror=os.strerror(error.errno))
    return AnswerError("too_many_files", text, retry=True, slow_down=True)


def unreachable(url: str, reason: str) -> AnswerError:
    """Nobody listens at the address any more."""
    return AnswerError("unreachable", phrase("failures.reply.unreachable", url=url, reason=reason), retry=True)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds a server asks to wait: `retry-after-ms`, or `Retry-After` as seconds or a date; None if unusable."""
    for name, unit in (("retry-after-ms", 0.001), ("Retry-After", 1.0)):
        seconds = _positive_seconds(headers.get(name))
        if seconds is not None:
            return seconds * unit
    try:
        moment = parsedate_to_datetime(headers.get("Retry-After") or "")
        seconds = moment.timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
    return seconds if seconds > 0 else None


def _positive_seconds(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value > 0 else None


def one_line(text: str, limit: int = 300) -> str:
    """Foreign text fit for a message: no known secret, one line, no control characters, not too long."""
    whole = redacted(text)  # before it is cut: half a key is a key too
    shown = "".join(char if char.isprintable() else " " for char in whole[: limit * 2])
    shown = " ".join(shown.split())
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _explanation(body: bytes) -> tuple[str, str | None]:
    """What the server says went wrong, and its code for it."""
    raw = body[:_QUOTED_BYTES].decode("utf-8", "replace")
    try:
        value: Any = loads(raw)
    except JsonError:
        return one_line(raw) or phrase("failures.reply.unexplained"), None
    error = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(error, dict):
        text = error.get("message") or error.get("detail") or raw
        code = error.get("code") or error.get("type")
        return one_line(str(text)), code if isinstance(code, str) else None
    return one_line(str(error) if error else raw), None
