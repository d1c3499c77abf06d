"""How many invented arguments `audit` finds: one value of one call is replaced by another of the same form.

The rows are the retail examples, rows of the shop in both languages, and conversations about files and databases made
here, in which paths are joined and queries composed. An invention has the shape of what it replaces (an id with other
digits, another name, a path with another part, a query with another table) and stands nowhere in the conversation.

    python -m benchmarks inventions
    python -m benchmarks.inventions FILE...     # the retail examples and your files, more of each row
"""

from __future__ import annotations

import copy
import json
import random
import re
import string
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.audit_rules import good_sets, rows_of
from benchmarks.composed_rows import composed_rows
from benchmarks.measure import ROOT, table

Record = dict[str, Any]
Place = tuple[int, int, tuple[str | int, ...]]
"""The message, the call in it and the way to the value inside the arguments."""
RULES = ["ungrounded-argument", "ungrounded-part"]
_SEED = 5
_EACH = 2
"""Values that are replaced in each row, one at a time."""
_WORDS = ("amber", "birch", "cobalt", "dunes", "ember", "fjord", "grove", "harbor", "indigo", "juniper", "lagoon")
_CODES = ("WY", "ND", "RI", "NM", "HI", "KS")
"""States, for an address that says another one."""
_ZH = "岚峪澜皓霁黛绮瑄璟曦"


def measure(folder: Path, kinds: Sequence[str] = (), *, quick: bool) -> None:
    """Print how many are found in each set."""
    measure_sets(good_sets(folder, 60 if quick else 300) | composed_rows(60 if quick else 300))


def measure_sets(sets: dict[str, list[Record]], each: int = _EACH) -> None:
    """Print how many of so many inventions in each row are found."""
    rows = []
    total: Counter[str] = Counter()
    for name, records in sets.items():
        false, injected, missed = invented(records, each=each)
        total.update(injected=injected, found=injected - len(missed))
        found = injected - len(missed)
        rows.append((name, str(len(records)), str(false), str(injected), str(found), f"{found / injected:.2%}"))
        for text in missed[:5]:
            print(f"  missed in {name}: {text}")
    share = total["found"] / total["injected"]
    rows.append(("all", "", "", str(total["injected"]), str(total["found"]), f"{share:.2%}"))
    table("inventions", ("set", "rows", "findings as they are", "injected", "found", "share"), rows)


def invented(records: list[Record], seed: int = _SEED, each: int = _EACH) -> tuple[int, int, list[str]]:
    """Findings in the rows as they are; how many inventions were put in, and those that were not found."""
    from evalwright import audit

    rng = random.Random(seed)
    false = sum(audit(records, rules=RULES).counts.values())
    injected, missed = 0, []
    for record in records:
        places = list(_values(record))
        for place in rng.sample(places, min(each, len(places))):
            spoilt, old, new = _injected(record, place, rng)
            if new is None:
                continue
            injected += 1
            hits = audit(spoilt, rules=RULES).findings
            if not any(hit.message == place[0] for hit in hits):
                missed.append(f"{old!r} -> {new!r}")
    return false, injected, missed


def _values(record: Record) -> Iterator[Place]:
    """Every value of every call that must come from somewhere."""
    for at, message in enumerate(record["messages"]):
        for number, call in enumerate(message.get("tool_calls") or ()):
            for path, value in _leaves(json.loads(call["function"]["arguments"]), ()):
                if _is_taken(value) and _is_checked(record, call["function"]["name"], path):
                    yield at, number, path


def _is_taken(value: Any) -> bool:
    """Whether a value can be told from chance: not yes or no, nor a number that anything might be."""
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, str):
        return len(value) > 1 or (bool(value) and not value.isascii())
    return isinstance(value, int | float) and abs(value) > 20


def _is_checked(record: Record, tool: str, path: tuple[str | int, ...]) -> bool:
    """Not what a schema lists, nor what is written freely, such as a summary."""
    schema = next(each["function"]["parameters"] for each in record["tools"] if each["function"]["name"] == tool)
    inner = schema.get("properties", {}).get(path[0], {})
    return "enum" not in inner and path[0] not in ("summary", "expression")


def _leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(inner, (*path, key))
    else:
        yield path, value


def _injected(record: Record, place: Place, rng: random.Random) -> tuple[Record, Any, Any]:
    at, number, path = place
    made = copy.deepcopy(record)
    call = made["messages"][at]["tool_calls"][number]["function"]
    arguments = json.loads(call["arguments"])
    inner = arguments
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    seen = json.dumps(record, ensure_ascii=False)
    for _ in range(50):
        new = other_value(old, rng)
        if new != old and str(new) not in seen and json.dumps(new, ensure_ascii=False).strip('"') not in seen:
            inner[path[-1]] = new
            call["arguments"] = json.dumps(arguments, ensure_ascii=False)
            return made, old, new
    return made, old, None


def other_value(value: Any, rng: random.Random) -> Any:
    """A value of the same form."""
    if isinstance(value, int):
        return value + rng.randint(1_000, 9_000) * 7
    if isinstance(value, float):
        return round(value * rng.uniform(1.7, 3.9) + 0.37, 2)
    if re.match(r"(?i)select|update|insert|delete", value):
        return _other_query(value, rng)
    parts = re.split(r"(\W+|_)", value)
    changeable = [
        at for at, part in enumerate(parts) if _is_taken(part) and part not in ("example", "com", "org", "net")
    ]
    at = rng.choice(changeable) if changeable else 0
    parts[at] = _other_word(parts[at], rng)
    return "".join(parts)


def _other_word(word: str, rng: random.Random) -> str:
    places = [at for at, char in enumerate(word) if char.isdigit()]
    if places:
        changed = [rng.choice(places)] if rng.random() < 0.5 else places  # one digit off, or another number
        digits = {at: rng.choice(string.digits) for at in changed}
        return "".join(digits.get(at, char) for at, char in enumerate(word))
    if not word.isascii():
        return "".join(rng.choice(_ZH) for _ in word)
    if len(word) == len(_CODES[0]) and word.isupper():
        return rng.choice(_CODES)
    made = rng.choice(_WORDS)
    return made.capitalize() if word[:1].isupper() else made


def _other_query(query: str, rng: random.Random) -> str:
    """The same query about something else: another quoted text, number, table or column."""
    spots = list(re.finditer(r"'[^']{2,}'|\b\d{2,}\b|(?<=FROM )\w+|(?<=UPDATE )\w+|(?<=WHERE )\w+", query))
    spot = rng.choice(spots)
    word = spot[0].strip("'")
    other = other_value(word, rng) if word[:1] != "S" else _other_word(word, rng)
    return query[: spot.start()] + spot[0].replace(word, str(other)) + query[spot.end() :]


if __name__ == "__main__":
    if files := [Path(name) for name in sys.argv[1:]]:
        examples = [ROOT / "examples" / "retail" / f"{name}.jsonl" for name in ("train", "valid")]
        measure_sets({f"{path.parent.name}/{path.name}": rows_of(path) for path in [*examples, *files]}, each=20)
        sys.exit()
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        measure(Path(scratch), quick=False)
