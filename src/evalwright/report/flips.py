"""The items that one model has right and the other wrong, with what was said of each answer."""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.text import Sentence, stored_sentence, to_store

from .comparison_document import Flip, Flips
from .pairing import Pair
from .runs import Part

_REASON_LENGTH = 500
_Reason = tuple[str, Sentence | None]
"""Why, as text, and as what can be said in other languages."""


def fixed_and_broken(parts_a: Sequence[Part], parts_b: Sequence[Part], pairs: Sequence[Pair]) -> Flips:
    """The items that changed, with both reasons, read again for just these: reasons are not kept in memory."""
    changed = [each for each in pairs if each.outcome in ("fixed", "broken")]
    wanted = {each.id for each in changed}
    reasons_a, reasons_b = _reasons(parts_a, wanted), _reasons(parts_b, wanted)
    alone = len(parts_a) == len(parts_b) == 1
    made: Flips = {"fixed": [], "broken": []}
    for each in changed:
        key = None if alone else each.subset, each.id
        flip = _flip(each, reasons_a.get(key, ("", None)), reasons_b.get(key, ("", None)))
        made["fixed" if each.outcome == "fixed" else "broken"].append(flip)
    return made


def _flip(each: Pair, a: _Reason, b: _Reason) -> Flip:
    """An item that changed, with both reasons as text and as what can be said in other languages."""
    made: Flip = {
        "id": each.id,
        "subset": each.subset,
        "tool": each.a.tool,
        "position": each.a.position,
        "verdict_a": each.a.verdict,
        "verdict_b": each.b.verdict,
        "reason_a": a[0],
        "reason_b": b[0],
    }
    if said := to_store(reason_a=a[1], reason_b=b[1]).get("said"):
        made["said"] = said
    return made


def _reasons(parts: Sequence[Part], wanted: set[str]) -> dict[tuple[str | None, str], _Reason]:
    """The reason of each item as text, and as what can be said in other languages."""
    found: dict[tuple[str | None, str], _Reason] = {}
    for part in parts if wanted else ():
        subset = None if len(parts) == 1 else part.subset
        for review in part.read_reviews():
            if review["id"] in wanted:
                reason = str(review.get("reason"))[:_REASON_LENGTH], stored_sentence(review, "reason")
                found.setdefault((subset, review["id"]), reason)
    return found
