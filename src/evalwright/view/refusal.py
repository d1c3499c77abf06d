"""A request that is not served: its status and one sentence, which never repeats what the client sent."""

from __future__ import annotations

from typing import Any

from evalwright.text import localized


class RefusedError(Exception):
    """Ends a request with a 4xx answer."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


def refused(status: int, key: str, **values: Any) -> RefusedError:
    """A refusal in the words of `viewer.refused`, in the language of the request."""
    return RefusedError(status, localized(f"viewer.refused.{key}", **values))


def not_found(what: str) -> RefusedError:
    """There is no such thing, or none that may be shown."""
    return refused(404, f"no_{what}")
