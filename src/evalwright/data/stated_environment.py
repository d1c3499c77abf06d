"""What a row says of the environment that its calls were executed in: its name and state, and which calls never were.

Rows come from anyone, so that all of it is read leniently: what is not of the right kind is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def stated_environment(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """The environment that a conversation was made in, as its metadata say; nothing where that is no object."""
    said = metadata.get("environment")
    return said if isinstance(said, dict) else {}


def injected_faults(environment: Mapping[str, Any]) -> dict[int, str]:
    """What the calls gave that met an injected fault, by their number from 1; always a refusal."""
    given = environment.get("faults")
    if not given:
        return {}
    from evalwright.chat import is_failure

    return {
        pair[0]: pair[1]
        for pair in (given if isinstance(given, list) else ())
        if isinstance(pair, list | tuple) and len(pair) == 2 and type(pair[0]) is int
        if isinstance(pair[1], str) and is_failure(pair[1])
    }
