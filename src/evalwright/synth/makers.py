"""Which maker a source needs: the shop has a planner of its own, everything else is planned from its value flow."""

from __future__ import annotations

from .maker import Maker
from .settings import Settings

SHOPS = ("shop", "shop-mini")


def open_maker(settings: Settings) -> Maker:
    """Who makes the conversations of this source."""
    if settings.source in SHOPS:
        from .shop_maker import ShopMaker

        return ShopMaker(settings)
    from .any_maker import AnyMaker

    return AnyMaker(settings)
