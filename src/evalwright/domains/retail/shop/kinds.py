"""The shop under its two names, as the rest of the room asks for environments: by name, seed, locale and sizes."""

from __future__ import annotations

from evalwright.errors import UsageError
from evalwright.synth.domain_kit import EnvironmentSpec

from .shop import Shop
from .world import make_world

_SIZES = ("users", "orders", "products")


def _sizes(spec: EnvironmentSpec, defaults: dict[str, int]) -> dict[str, int]:
    for name in spec.options:
        if name not in _SIZES:
            raise UsageError.named("synth.shop_setting", name=repr(name), sizes=", ".join(_SIZES))
    return defaults | dict(spec.options)


def make_shop(spec: EnvironmentSpec) -> Shop:
    """Fifteen tools; 500 users, 1000 orders and 50 products unless told otherwise."""
    return Shop(make_world(spec.seed, spec.locale, **_sizes(spec, {})))


def make_shop_mini(spec: EnvironmentSpec) -> Shop:
    """Five tools, 500 orders of one item each: for models that hold few tokens."""
    return Shop(make_world(spec.seed, spec.locale, **_sizes(spec, {"orders": 500}), most_items=1), mini=True)
