"""A request that is not served: its status and one sentence, which never repeats what the client sent."""

from __future__ import annotations

from evalwright.text import localized


class RefusedError(Exception):
    """Ends a request with a 4xx answer."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


def not_found(what: str) -> RefusedError:
    """There is no such thing, or none that may be shown."""
    return RefusedError(404, localized(f"viewer_errors.missing.{what}"))
