"""How an item is named in an address: by its id where that is plain, else by a hash of it.

Ids come from data and may be of any length and hold any character; addresses take neither.
"""

from __future__ import annotations

import hashlib

_LONGEST = 200
_MARK = "~"


def item_key(identifier: str) -> str:
    """The name of an item in addresses."""
    if len(identifier) <= _LONGEST and identifier.isprintable() and not identifier.startswith(_MARK):
        return identifier
    return _MARK + hashlib.blake2b(identifier.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
