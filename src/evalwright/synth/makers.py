"""Which maker a source needs: the shop has a planner of its own, everything else is planned from its value flow."""

from __future__ import annotations

from evalwright.errors import UsageError

from .maker import Maker
from .settings import Settings

SHOPS = ("shop", "shop-mini")


def open_maker(settings: Settings) -> Maker:
    """Who makes the conversations of this source."""
    if settings.source in SHOPS:
        _expect_no_server(settings)
        from .shop_maker import ShopMaker

        return ShopMaker(settings)
    from .any_maker import AnyMaker

    return AnyMaker(settings)


def _expect_no_server(settings: Settings) -> None:
    """Settings about a server would be left unused, and the user would not know."""
    given = {
        "--base-url": settings.base_url,
        "--reset-path": settings.reset_path,
        "--known": settings.known,
        "--allow-writes": settings.allow_writes,
        "--reset": settings.reset != "auto",
    }
    unused = [name for name, value in given.items() if value]
    if unused:
        raise UsageError.named("synth.not_shop", unused=unused[0])
