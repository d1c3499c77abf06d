"""A sample of what was imported: near-duplicates left out, and from every stratum its share, drawn by a seed.

Records are spooled on disk; in memory is where each lies and to which stratum it belongs. The same records and seed
give the same sample, in the order of the records.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import orjson

from evalwright.chat import JsonObject, calls_of
from evalwright.data import dumps

from ..alike import new_sketches
from .result import Imported
from .traces.assemble import outcome_of

Step = Callable[[Iterator[JsonObject], Imported], Iterator[JsonObject]]
"""What is done to records on their way to the file."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many records are kept, and by what they are told apart."""

    most: int
    by: Sequence[str] = ("tool", "outcome")
    seed: int = 0

    def __call__(self, records: Iterator[JsonObject], done: Imported) -> Iterator[JsonObject]:
        """The records of the sample."""
        strata: dict[str, list[int]] = {}
        places: list[tuple[int, int]] = []
        with tempfile.TemporaryFile() as spool:
            for record in drop_near_duplicates(records, done):
                data = dumps(record)
                strata.setdefault(stratum_of(record, self.by), []).append(len(places))
                places.append((spool.tell(), len(data)))
                spool.write(data)
            for number in self._drawn(strata, done):
                spool.seek(places[number][0])
                yield orjson.loads(spool.read(places[number][1]))

    def _drawn(self, strata: dict[str, list[int]], done: Imported) -> list[int]:
        shares = _shares({name: len(members) for name, members in strata.items()}, self.most)
        chosen: list[int] = []
        for name, members in sorted(strata.items()):
            drawn = random.Random(f"{self.seed}\0{name}").sample(members, shares[name])
            done.strata[name] = {"kept": len(drawn), "of": len(members)}
            chosen += drawn
        return sorted(chosen)


def drop_near_duplicates(records: Iterator[JsonObject], done: Imported) -> Iterator[JsonObject]:
    """The records without those that say nearly the same as one before."""
    seen = new_sketches()
    for record in records:
        sketch = seen.of_text(_said_in(record))
        if sketch is None:
            yield record
        elif seen.alike(sketch) is not None:
            done.near_duplicates += 1
        else:
            seen.keep(sketch, "")
            yield record


def _said_in(record: JsonObject) -> str:
    messages = record.get("messages") or ()
    parts = [message.get("content") for message in messages if message.get("role") in ("user", "assistant")]
    parts += [call["function"]["name"] for message in messages for call in calls_of(message)]
    return " ".join(part for part in parts if isinstance(part, str))


def stratum_of(record: JsonObject, by: Sequence[str]) -> str:
    """The stratum of a record: the tools that it calls, how it ended, or a key of its metadata."""
    return ", ".join(_trait(record, name) for name in by)


def _trait(record: JsonObject, name: str) -> str:
    messages = record.get("messages") or []
    metadata = record.get("metadata")
    kept = metadata.get(name) if isinstance(metadata, dict) else None
    if name == "tool":
        return "+".join(sorted({call["function"]["name"] for message in messages for call in calls_of(message)})) or "-"
    if name == "outcome" and kept is None:
        return outcome_of(messages, None) if messages else "-"
    return str(kept) if isinstance(kept, str | int | float | bool) else "-"


def _shares(sizes: dict[str, int], most: int) -> dict[str, int]:
    """How many of each stratum: one of each as far as that goes, the largest first, and the rest by size."""
    shares = dict.fromkeys(sizes, 0)
    for name in sorted(sizes, key=lambda name: (-sizes[name], name.startswith("-"), name))[:most]:
        shares[name] = 1
    while sum(shares.values()) < min(most, sum(sizes.values())):
        # Whoever is furthest behind its share gets the next.
        open_strata = (name for name in sizes if shares[name] < sizes[name])
        shares[min(open_strata, key=lambda name: ((shares[name] + 0.5) / sizes[name], name))] += 1
    return shares
