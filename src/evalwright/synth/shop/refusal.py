"""How the shop says no: a kind that code can tell apart, and one sentence that names what was wrong."""

from __future__ import annotations

TRANSIENT_ERROR = "Error: the service did not answer in time. Please try again."
"""What a call answers that fails by chance: nothing was done, and the same call may succeed next time."""

_LONGEST = 60


class Refusal(Exception):  # noqa: N818 - not a fault: it is the answer to the call
    """A call that is not carried out; nothing was changed."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


def shown(value: object) -> str:
    """A value from a call, fit to stand in a sentence: one line, not long, and always encodable."""
    text = value if isinstance(value, str) else type(value).__name__
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "..."
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return f'"{printable}"'
