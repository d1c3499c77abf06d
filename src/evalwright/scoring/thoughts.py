"""What a model thought before it answered, written into its reply: taken out before the answer is read."""

from __future__ import annotations

import re

_THOUGHT = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)


def without_thoughts(reply: str) -> str:
    """The reply without its `<think>` blocks; one that is opened or closed only runs to that end of the reply."""
    kept: list[str] = []
    at, thinking = 0, False
    for tag in _THOUGHT.finditer(reply):
        if tag[1]:  # closed but never opened: the opening stood in the prompt
            kept = kept if thinking else []
        elif not thinking:
            kept.append(reply[at : tag.start()])
        at, thinking = tag.end(), not tag[1]
    return "".join(kept) if thinking else "".join([*kept, reply[at:]])
