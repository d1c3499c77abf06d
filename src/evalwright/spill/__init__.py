"""What is remembered of any number of rows: in memory while it is small, then in files without a name.

Rules over whole data sets (repeated ids, duplicates, contradictions, leaks) ask one question again and again: was this
key met before, and where first? `SpilledTable` answers it for keys of 128 bits, at once and in the order of asking, so
that whoever uses it is written as with a dict, decides row after row, and says the same whatever fits into memory:

    first = SpilledTable()
    earlier = first.put_new(stable_hash(text), row)      # None: it is new, and remembered from now on

`SpilledRecords` is the list beside it: records of one width by number. `HashSlots` is the part of a table that finds a
number by a hash, for those who keep their records themselves.

How it grows: a table is an index (open addressing, sixteen bytes a slot) and its records, in the order in which they
came. Each part stays in memory up to a few megabytes and then moves to a temporary file (`TMPDIR`) that has no name:
nothing of it outlives the process, however that ends. Memory stays flat from there on; a further key costs some
fifty to a hundred and fifty bytes of disk and a read and a write at random places, which the system's page cache takes
as long as it has room. Sorted runs with one merge would read in order, but could answer only after the last row, when
every row has to be looked at again. A full disk is a StorageError.

Why 128 bits: among a billion rows two of 64 bits are equal by chance with 3 in 100, two of 128 never.

A table can be sent to workers of this machine to be read: they read the files of the process that made it, which must
live and write no more. Inside `sent_by_value` the files themselves are sent, for other machines.
"""

from __future__ import annotations

from .nameless import sent_by_value
from .records import SpilledRecords
from .slots import HashSlots
from .table import SpilledTable

__all__ = ["HashSlots", "SpilledRecords", "SpilledTable", "sent_by_value"]
