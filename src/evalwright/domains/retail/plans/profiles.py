"""The shapes that a data set may have: how many wishes, how long, which variations how often.

`natural` is wide. `seed` is as short as the published data set that the workflow was shown with (16.47 messages and
3.93 calls on average), which is only possible where `get_user_details` is left out when nothing from it is needed.
`curated` looks up the details directly after every search, and its searches succeed. `mini` is for the five tools of
the small shop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalwright.errors import UsageError

from .variations import VARIATIONS

INTENTS: dict[str, float] = {
    "status": 1.0,
    "orders": 0.5,
    "cancel": 1.2,
    "order_address": 1.1,
    "items": 1.4,
    "payment": 1.1,
    "profile_address": 0.9,
    "return": 1.4,
    "exchange": 1.5,
    "product": 1.0,
    "catalogue": 0.5,
    "total": 0.8,
    "human": 0.7,
}
"""Everything that a user can want, and how often it is drawn first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One shape."""

    name: str
    wishes: Mapping[int, float]
    """How many intents a conversation has."""
    calls: tuple[int, int]
    messages: tuple[int, int]
    """The fewest and the most, both included."""
    enough: int
    """No further wish is begun after so many messages."""
    skips_details: float = 0.0
    """How often `get_user_details` is left out where nothing from it is needed."""
    target_calls: Mapping[int, float] = field(default_factory=dict)
    target_texts: Mapping[int, float] = field(default_factory=dict)
    """Shares of lengths to aim at; empty where any will do."""
    changed: Mapping[str, float] = field(default_factory=dict)
    """Chances that differ from the default."""
    chatty: float = 0.7
    """How often a conversation ends with thanks and a farewell."""
    intents: Mapping[str, float] = field(default_factory=lambda: INTENTS)

    def chances(self) -> dict[str, float]:
        """How often each variation is played."""
        return {**VARIATIONS, **self.changed}


_SEED_RARE = {
    "wrong-email": 0.1,
    "no-email": 0.06,
    "order-id-unknown": 0.3,
    "irrelevant": 0.02,
    "mind-variant": 0.08,
    "mind-address": 0.1,
    "mind-method": 0.08,
    "all-at-once": 0.35,
    "drop-by-drop": 0.2,
    "tool-fails": 0.03,
}
_MINI = {
    **_SEED_RARE,
    "drop-by-drop": 0.05,
    "all-at-once": 0.6,
    "insists": 0.05,
    "refund-time": 0.0,
    "asks-total": 0.0,
    "two-items": 0.25,
    "which-order": 0.15,
    "order-id-unknown": 0.2,
}
_MINI_WISHES = {"status": 0.7, "orders": 0.3, "cancel": 2.0, "return": 2.5}

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("natural", {1: 0.45, 2: 0.4, 3: 0.15}, (2, 9), (9, 32), 18),
        Profile(
            "seed",
            {1: 0.5, 2: 0.5},
            (3, 6),
            (11, 22),
            12,
            skips_details=0.55,
            target_calls={3: 0.285, 4: 0.505, 5: 0.18, 6: 0.03},
            target_texts={4: 0.01, 6: 0.205, 8: 0.755, 10: 0.03},
            changed=_SEED_RARE,
            chatty=0.5,
        ),
        Profile(
            "curated",
            {1: 0.55, 2: 0.35, 3: 0.1},
            (3, 9),
            (11, 32),
            16,
            changed={"wrong-email": 0.0, "tool-fails": 0.0},
        ),
        Profile(
            "mini", {1: 1.0}, (2, 4), (6, 13), 7, skips_details=0.5, changed=_MINI, chatty=0.1, intents=_MINI_WISHES
        ),
    )
}
"""The profiles, by name."""


def profile_of(name: str) -> Profile:
    """The profile of this name; UsageError where there is none."""
    if name not in PROFILES:
        raise UsageError.named("synth.setting.profile", name=repr(name), known=", ".join(PROFILES))
    return PROFILES[name]
