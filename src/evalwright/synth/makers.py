"""Which maker a source needs: the shop has a planner of its own, everything else is planned from its value flow."""

from __future__ import annotations

from .environment import environment_names
from .maker import Maker
from .settings import Settings

SHOPS = ("shop", "shop-mini")


def open_maker(settings: Settings) -> Maker:
    """Who makes the conversations of this source."""
    if settings.source in SHOPS:
        from .shop_maker import ShopMaker

        return ShopMaker(settings)
    from .generic import open_generic

    named = settings.source in environment_names()
    return open_generic(settings, environment_name=settings.source if named else None)
