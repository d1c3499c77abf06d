"""A secret as encodings write it: in all of these forms it must stand nowhere."""

from __future__ import annotations

import base64
from urllib.parse import quote

from .echo_server import escaped_all


def forms(value: str) -> dict[str, str]:
    """The value as it is, and as encodings write it."""
    data = value.encode()
    found = {"plain": value, "slashes": value.replace("/", "\\/"), "escaped": escaped_all(value)}
    found |= {"quoted": quote(value, safe=""), "percent": "".join(f"%{byte:02x}" for byte in data)}
    for kind, sent in (("", data), (" as sent", quote(value, safe="/").encode())):
        for shift in range(3):
            whole = base64.b64encode(b"\0" * shift + sent).decode()
            found[f"base64+{shift}{kind}"] = whole[-(-8 * shift // 6) : 8 * (shift + len(sent)) // 6]
    return found
