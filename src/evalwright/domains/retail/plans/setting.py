"""What all stories of one planner share: the shop, what it makes possible, the profile and what is switched off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from evalwright.synth.domain_kit import Effect

from ..shop import Shop, draw_address, locale_of
from ..shop.records import Address
from .index import Index
from .profiles import Profile


class Setting:
    """The frame that stories are drawn in; never changed by one."""

    def __init__(self, shop: Shop, profile: Profile, without: Collection[str] = ()) -> None:
        self.shop, self.profile = shop, profile
        self.index = Index(shop.world)
        self.tools = frozenset(tool["function"]["name"] for tool in shop.tools())
        self.chances = profile.chances()
        self.without = frozenset(without) | {tag for tag, chance in self.chances.items() if chance <= 0}
        self.locale = shop.world.locale
        self.hash = shop.hash()
        self._words = locale_of(self.locale)
        self._effects: dict[str, Effect] = {name: shop.effect(name) for name in self.tools}

    def effect(self, tool: str) -> Effect:
        """What a tool does to the state."""
        return self._effects[tool]

    def fork(self, faults: Sequence[tuple[int, str]]) -> Shop:
        """A state for one story."""
        return self.shop.fork(faults=faults)

    def new_address(self, rng: Random) -> Address:
        """A place that nobody in the shop has to live at."""
        return draw_address(rng, self._words)
