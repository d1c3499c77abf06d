"""The ways in which a story may differ from the straight path: each a tag of the plan, each can be switched off.

The number is how often a variation is played where it could be. A profile changes numbers, a wish forces tags.
"""

from __future__ import annotations

from collections.abc import Iterable

VARIATIONS: dict[str, float] = {
    # Who is it?
    "by-email": 1.0,
    "by-name-zip": 0.35,  # identified by name and zip code instead of the e-mail address
    "wrong-email": 0.12,  # the first e-mail address is not found
    "no-email": 0.2,  # asked for the e-mail address, the user does not have it at hand
    # Which order?
    "order-id-unknown": 0.3,  # the user describes the order instead
    "which-order": 0.3,  # several orders fit, and the assistant asks which
    "no-such-order": 0.09,  # the first order id does not exist
    "others-order-id": 0.05,  # the first order id belongs to somebody else
    "correction": 0.12,  # the first order id is another order of the same user
    # How much at once?
    "all-at-once": 0.25,
    "drop-by-drop": 0.35,
    # Second thoughts, where a summary waits for a yes.
    "mind-variant": 0.14,
    "mind-address": 0.18,
    "mind-method": 0.12,
    "declines": 0.1,
    # What cannot be done.
    "wrong-status": 0.1,
    "processed": 0.5,  # of these, the order is on its way already
    "unavailable": 0.15,
    "low-balance": 0.6,
    "same-method": 0.5,
    "once": 0.2,  # a second change of items of one order
    "other-person": 0.05,  # asks about somebody else's order
    "insists": 0.3,  # does not take no for an answer, once
    "gives-up-on-us": 0.2,  # and then wants to speak to a person
    # On the way.
    "irrelevant": 0.04,
    "tool-fails": 0.05,  # one call fails for no reason of its own
    "refund-time": 0.22,
    "asks-total": 0.8,
    "calculates": 0.3,  # a difference is worked out with the tool
    "two-items": 0.45,
    # Several wishes.
    "same-order": 0.5,
    "other-order": 1.0,
    "hand-over": 1.0,
    "second-wish": 1.0,
}
"""Every tag that a plan can have, with its default chance."""

_IMPLIED = {
    "no-email": "by-name-zip",
    "which-order": "order-id-unknown",
    "processed": "wrong-status",
    "gives-up-on-us": "insists",
}
"""Variations that only occur within another."""


def with_implied(tags: Iterable[str]) -> frozenset[str]:
    """The tags and those without which they cannot be."""
    wanted = set(tags)
    return frozenset(wanted | {_IMPLIED[tag] for tag in wanted if tag in _IMPLIED})
