"""The data files of the shop, which lie in `evalwright/domains/retail`: tools, policies, goods, people, refusals."""

from __future__ import annotations

from typing import Any

from evalwright.text import resource_json, resource_text

_PACK = "evalwright.domains.retail"


def shop_json(name: str) -> Any:
    """What a JSON file of the shop holds; shared, so nobody changes it."""
    return resource_json(_PACK, name)


def shop_text(name: str) -> str:
    """The text of a file of the shop."""
    return resource_text(_PACK, name)
