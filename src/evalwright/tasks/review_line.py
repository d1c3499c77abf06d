"""What is written of an answer: the line of a reviews file, and what stands for items that have none.

Tasks, graders and judges make these lines; reports, comparisons and the viewer read them back. A file may have been
edited by anyone, so that whoever reads one from disk takes nothing but its `id` on trust.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from evalwright.chat import JsonObject


class ReviewLine(TypedDict):
    """What an answer is worth, and why. Keys that a stranger's task adds are kept."""

    id: str
    score: dict[str, float]
    """By metric; what cannot be known of an answer is not there."""
    verdict: str
    reason: str
    """One sentence, in English."""
    details: Mapping[str, Any]
    """What the task found, each in its own way; `said` holds the reason for other languages."""
    conversation_id: NotRequired[str]
    """What statistics cluster by."""
    group: NotRequired[dict[str, str]]
    """What they cluster by instead, where a field was named: that field and its value."""
    call_index: NotRequired[int]
    tool: NotRequired[str]
    """The tool that was due, for breakdowns."""
    effect: NotRequired[str]
    """What the answer does where it is executed: one of `EFFECTS` of `effects`; not there where no call was made."""
    answer: NotRequired[str]
    """What came back: one of `ANSWER_KINDS`."""
    served_model: NotRequired[str]
    """What the server calls its model, where that is not the name it was asked for by."""
    repeat: NotRequired[int]
    """Which of several answers to the item this is."""
    subset: NotRequired[str]
    """Where reviews of several subsets are summed up together."""
    several_right: NotRequired[bool]
    """Where the item has other right answers beside the expected calls, or rules for their arguments."""
    unfair: NotRequired[str]
    """Why the item's gold is wrong, where somebody says so."""


class Failure(TypedDict):
    """Why a request has no answer."""

    kind: str
    message: str
    """What the server said, or a sentence of ours in English."""
    tries: NotRequired[int]
    said: NotRequired[JsonObject]
    """What is needed to say the message in another language, where it is ours."""
    subset: NotRequired[str]


class FailedItem(Failure):
    """An item without an answer."""

    id: str


class InvalidItem(TypedDict):
    """An item that cannot be asked, since its gold cannot be read."""

    id: str
    reason: str
    line: NotRequired[int]
    said: NotRequired[JsonObject]
    subset: NotRequired[str]
