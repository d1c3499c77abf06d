"""Which spans are whole conversations: all whose messages are not the beginning of another's.

A client that sends its history again leaves a span for every step, each the beginning of the next; only the last is
kept, in whatever order they lie. Spans of different conversation ids are never one; where there is no such id,
beginnings are found over all traces, since every turn of a chat may be a trace of its own. Where the earlier span says
more in its answer than the later one repeats, the earlier one's words are taken.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from .identity import chain
from .index import SpanIndex, numbers_of

_SEQUENCES = "SELECT n, conversation, numbers, richness, said FROM sequence ORDER BY start, n"


def join_spans(index: SpanIndex) -> int:
    """Choose the sequences to keep and mark what must be read of them; how many others were parts of them."""
    base = index.base
    _spread_ids(index)
    base.execute("BEGIN")
    _gather_sequences(index)
    ends = _join_ends(index)
    contained, richer = _contained(index, ends)
    kept = [(n,) for end, (n, _) in ends.items() if end not in contained]
    base.executemany("INSERT INTO kept VALUES (?)", kept)
    base.executemany("INSERT INTO richer VALUES (?, ?, ?)", richer)
    _mark_needed(index)
    base.execute("COMMIT")
    (sequences,) = base.execute("SELECT count(*) FROM sequence").fetchone()
    return int(sequences) - len(kept)


def _spread_ids(index: SpanIndex) -> None:
    """Give the conversation of a trace, where it has just one, to its spans that name none; the session likewise."""
    base = index.base
    base.execute("CREATE INDEX by_trace ON span (trace, id)")
    for name in ("conversation", "session"):
        base.execute(
            f"CREATE TEMP TABLE of_{name} AS SELECT trace, min({name}) AS {name} FROM span "
            f"WHERE {name} IS NOT NULL GROUP BY trace HAVING count(DISTINCT {name}) = 1"
        )
        base.execute(f"CREATE INDEX of_{name}_trace ON of_{name} (trace)")
        base.execute(
            f"UPDATE span SET {name} = (SELECT {name} FROM of_{name} AS o WHERE o.trace = span.trace) "
            f"WHERE {name} IS NULL AND trace <> ''"
        )


def _gather_sequences(index: SpanIndex) -> None:
    """Every chat span with messages is a sequence; so are the messages of one inference that were logged one by one."""
    base = index.base
    base.execute(
        "INSERT INTO sequence SELECT n, trace, id, conversation, session, start, said, open, 0, numbers, richness "
        "FROM span WHERE kind = 'chat' AND length(numbers) > 0"
    )
    base.execute(
        "INSERT INTO sequence SELECT n, trace, id, conversation, session, start, said, open, 0, numbers, richness "
        "FROM span WHERE kind = 'agent' AND length(numbers) > 0 AND NOT EXISTS (SELECT 1 FROM span AS s "
        "WHERE s.trace = span.trace AND s.kind IN ('chat', 'message') AND length(s.numbers) > 0)"
    )
    logged = base.execute(
        "SELECT trace, id, n, conversation, session, start, said, numbers, richness FROM span "
        "WHERE kind = 'message' AND NOT EXISTS (SELECT 1 FROM span AS s WHERE s.trace = span.trace AND s.id = span.id "
        "AND s.kind = 'silent') ORDER BY trace, id, said, start, n"
    )
    rows = [_gathered(list(group)) for _, group in groupby(logged, key=lambda row: row[:2])]
    base.executemany("INSERT OR REPLACE INTO sequence VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)", rows)


def _gathered(rows: list[Any]) -> tuple[Any, ...]:
    trace, identifier, n, conversation, session, start = rows[0][:6]
    answers = [row for row in rows if row[6]][:1]
    members = [row for row in rows if not row[6]] + answers
    numbers, richness = (b"".join(row[column] for row in members) for column in (7, 8))
    return n, trace, identifier, conversation, session, start, len(answers), 1, numbers, richness


def _chains(index: SpanIndex) -> Iterator[tuple[int, list[int], array[int], int]]:
    for n, conversation, numbers, richness, said in index.base.execute(_SEQUENCES):
        yield n, chain(conversation or "", numbers_of(numbers)), numbers_of(richness), said


def _join_ends(index: SpanIndex) -> dict[int, tuple[int, int]]:
    """By the number of a whole sequence: the first that has it, and how much its answer says (-1: it has none)."""
    ends: dict[int, tuple[int, int]] = {}
    for n, beginnings, richness, said in _chains(index):
        words = richness[-1] if said == 1 else -1
        before = ends.get(beginnings[-1])
        if before is None or words > before[1]:
            ends[beginnings[-1]] = (n, words)
    return ends


def _contained(index: SpanIndex, ends: dict[int, tuple[int, int]]) -> tuple[set[int], list[tuple[int, int, int]]]:
    """The ends that are beginnings of others, and for those others which message is said better by whom."""
    contained: set[int] = set()
    richer: list[tuple[int, int, int]] = []
    for n, beginnings, richness, _ in _chains(index):
        for position, number in enumerate(beginnings[:-1]):
            found = ends.get(number)
            if found is None:
                continue
            contained.add(number)
            if found[1] > richness[position]:
                richer.append((n, position, found[0]))
    return contained, richer


def _mark_needed(index: SpanIndex) -> None:
    base = index.base
    base.execute("DELETE FROM richer WHERE n NOT IN (SELECT n FROM kept)")
    base.execute("CREATE TEMP TABLE wanted AS SELECT n FROM kept UNION SELECT other FROM richer")
    base.execute("INSERT INTO needed SELECT n FROM wanted")
    base.execute(
        "INSERT OR IGNORE INTO needed SELECT span.n FROM sequence JOIN wanted USING (n) "
        "JOIN span ON span.trace = sequence.trace AND span.id = sequence.id WHERE sequence.gathered"
    )
    base.execute("INSERT OR IGNORE INTO needed SELECT n FROM span WHERE kind = 'agent' AND length(numbers) = 0")
    for name in ("trace", "conversation"):
        base.execute(
            f"INSERT OR IGNORE INTO needed SELECT n FROM span WHERE kind = 'tool' AND {name} IN "
            f"(SELECT {name} FROM sequence JOIN kept USING (n) WHERE open AND {name} IS NOT NULL)"
        )


def silent_spans(index: SpanIndex) -> int:
    """How many spans of inferences have no messages anywhere, neither of their own nor in their trace."""
    (found,) = index.base.execute(
        "SELECT count(DISTINCT trace || id) FROM span WHERE kind IN ('chat', 'silent') AND length(numbers) = 0 "
        "AND trace NOT IN (SELECT trace FROM sequence)"
    ).fetchone()
    return int(found)
