"""An online shop: customers, orders and products, and fifteen tools to see and change them by its policy."""

from __future__ import annotations

NAME = "shop"
"""The whole shop, with fifteen tools."""
SMALL_NAME = "shop-mini"
"""The same with five tools, for models that hold few tokens."""

__all__ = ["NAME", "SMALL_NAME"]
