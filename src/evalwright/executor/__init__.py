"""Work on files, piece by piece, by however many workers: equal bytes for every number of them.

How to use it, in four steps:

1. *Pieces come from the data alone*, never from the number of workers. For a file: `Split`s, ranges of bytes that begin
   and end at lines (`data.split_file(path)` gives a `SplitFile`: `.splits`, and `.scan(split, loads)` for workers,
   which get it inside `fn`). Else: any values that can be pickled.
2. *A function does one piece*: `fn(piece) -> result`. It is a function of a module or an object with `__call__`, can be
   pickled (so no lambda, nothing of a script), and gives the same result wherever and however often it is called. It is
   sent to each worker once: what it keeps in itself (compiled schemas) is still there for later pieces of that worker.
   What belongs to one piece goes into the piece; what every piece needs, such as what was decided after a survey, into
   the function. It writes no file and prints nothing: its result says all, as small as may be: facts, or
   lines to be written (`Held(lines)`, which a worker puts into the driver's file itself).
3. *The driver goes over the results in order*, decides what depends on other rows, and writes:

       with open_executor(workers) as executor:      # a number, "all", or an Executor that is used as it is
           file = split_file(path)
           for split, facts in zip(file.splits, executor.map_in_order(Survey(file, options), file.splits)): ...
           decided = ...
           for lines in executor.map_in_order(Work(file, options, decided), file.splits): lines.put(stream)

4. *A verb* gets `--workers` and `--executor` by `@workers_options` of `cli`, and hands the `workers` that it is given
   to the function of its room, whose parameter is `workers: Workers = 1`.

What is promised: results in the order of the pieces, at most a few pieces for each worker ahead of what was taken, so
that memory stays flat; an error of `fn` is raised at its place in the order, never tried again; a worker that dies is
replaced and its piece done again, and one piece that costs three workers is a WorkerLostError; whoever stops early, by
an error or Ctrl-C, ends every worker; workers end when the driver is killed. They speak the driver's language.
Everything global needs hashes that are equal in every process: `stable_hash`, not `hash`.

Another executor (Ray, for one) is a factory under the entry point group `evalwright.executors`, called with the number
of workers and a mapping of options, which gives an object with `workers`, `map_in_order` and `close`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

from .stable_hash import HASH_BYTES, stable_hash, stable_hash_of

if TYPE_CHECKING:
    from .choice import Workers, open_executor, workers_of
    from .errors import WorkerLostError
    from .held import BLOCK_BYTES, Held, block_digests
    from .local import LocalExecutor
    from .processes import ProcessExecutor
    from .protocol import Executor
    from .splits import SPLIT_BYTES, Split, cut_lines

__all__ = [
    "BLOCK_BYTES",
    "HASH_BYTES",
    "SPLIT_BYTES",
    "Executor",
    "Held",
    "LocalExecutor",
    "ProcessExecutor",
    "Split",
    "WorkerLostError",
    "Workers",
    "block_digests",
    "cut_lines",
    "open_executor",
    "stable_hash",
    "stable_hash_of",
    "workers_of",
]

_LATE = {
    "choice": "Workers open_executor workers_of",
    "errors": "WorkerLostError",
    "held": "BLOCK_BYTES Held block_digests",
    "local": "LocalExecutor",
    "processes": "ProcessExecutor",
    "protocol": "Executor",
    "splits": "SPLIT_BYTES Split cut_lines",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
