"""Records and bytes made wrong in the ways that files get wrong: parts taken out, doubled, replaced, cut, flipped."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1e308,
    2**70,
    "",
    " ",
    "\x00",
    "\ufeff",
    "{0.__class__}",
    "../../x",
    "<img src=x onerror=alert(1)>",
    "中文\u202e",
    [],
    {},
    [[]],
    [{}],
    {"": None},
    {"function": None},
    {"type": "text"},
    "[" * 200 + "]" * 200,
)


def mutated_record(record: Any, chance: random.Random) -> Any:
    """A copy with one to three places changed."""
    changed = deepcopy(record)
    for _ in range(chance.randint(1, 3)):
        places = list(_places(changed))
        if not places:
            return chance.choice(STRANGE)
        holder, key = chance.choice(places)
        _change(holder, key, chance)
    return changed


def mutated_bytes(content: bytes, chance: random.Random) -> bytes:
    """The file with some of its bytes flipped, cut out, doubled or put in."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed) + 1)
        way = chance.randrange(5)
        if way == 0 and at < len(changed):
            changed[at] ^= 1 << chance.randrange(8)
        elif way == 1:
            del changed[at : at + chance.randint(1, 40)]
        elif way == 2:
            changed[at:at] = chance.randbytes(chance.randint(1, 8))
        elif way == 3:
            changed[at:at] = changed[at : at + chance.randint(1, 200)]
        else:
            del changed[at:]
    return bytes(changed)


def as_line(record: Any) -> bytes:
    """A record as a line of a file, whatever is in it."""
    return json.dumps(record, ensure_ascii=True).encode() + b"\n"


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a record that can be changed: its holder and the key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys: list[Any] = []
        if isinstance(holder, dict):
            keys = list(holder)
        elif isinstance(holder, list):
            keys = list(range(len(holder)))
        for key in keys:
            found.append((holder, key))
            waiting.append(holder[key])
    return found


def _change(holder: Any, key: Any, chance: random.Random) -> None:
    way = chance.randrange(4)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif way == 2 and isinstance(holder, dict):
        holder[str(chance.choice(STRANGE))] = holder.pop(key)
    else:
        holder[key] = deepcopy(chance.choice(STRANGE))
