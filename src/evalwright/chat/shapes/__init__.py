"""Records that keep a conversation elsewhere than in one list of messages: pairs, instructions, logs, results.

Each shape looks at a record's keys and gives the same conversation as a record with `messages`, `tools` and all other
keys, or None where the record is not its own; the one reader goes on from there. What is its own and broken is a
ChatError: never an empty message.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dialects.reading import Raw
from . import exchanges, inspect_samples, instructions, preferences, promptfoo, trajectories

Shape = Callable[[Raw], Raw | None]

_BEFORE: tuple[tuple[frozenset[str], str, Shape], ...] = (
    (frozenset({"chosen", "rejected"}), "dpo", preferences.chosen_and_rejected),
    (frozenset({"chosen_messages", "rejected_messages"}), "dpo", preferences.two_conversations),
    (frozenset({"chosen_response", "rejected_response"}), "dpo", preferences.two_responses),
    (frozenset({"preferred_output", "non_preferred_output"}), "openai-dpo", preferences.openai_pair),
    (frozenset({"messages", "rejected_response"}), "swift-dpo", preferences.swift_pair),
    (frozenset({"messages", "label"}), "kto", preferences.labelled),
    (frozenset({"messages", "response"}), "log", exchanges.messages_and_response),
    (frozenset({"messages", "epoch", "target", "output"}), "inspect", inspect_samples.sample),
)
"""Shapes whose keys are asked before the messages that may stand beside them."""
SHAPED_BY = frozenset(key for wanted, _, _ in _BEFORE for key in wanted) - {"messages"}
"""Keys without which a record has none of these shapes."""

_AFTER: tuple[tuple[str, Shape], ...] = (
    ("log", exchanges.request_and_response),
    ("batch", exchanges.batch_request),
    ("tau-bench", trajectories.trajectory),
    ("promptfoo", promptfoo.result),
    ("alpaca", instructions.alpaca),
    ("query-response", instructions.query_and_response),
)
"""Shapes of records that have no messages."""


LEFT_OUT = {"inspect": inspect_samples.LEFT_OUT}
"""By shape: keys that a conversation cannot hold."""


def shaped_before(record: Raw) -> tuple[str, Raw] | None:
    """The name and the plain record of a shape that has messages and more; None for any other record."""
    keys = record.keys()
    for wanted, name, shape in _BEFORE:
        if wanted <= keys:
            made = shape(record)
            if made is not None:
                return name, made
    return None


def shaped_after(record: Raw) -> tuple[str, Raw] | None:
    """The same for a record without messages."""
    for name, shape in _AFTER:
        made = shape(record)
        if made is not None:
            return name, made
    return None
