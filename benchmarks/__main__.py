"""Run the measurements: `python -m benchmarks [NAME ...] [--quick] [--item retail|small]`."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import eval_cpu, expand_speed, grade_speed, startup
from benchmarks.make_items import KINDS


def main() -> None:
    """Run all measurements, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Ratios in one run.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="eval_cpu, expand_speed, grade_speed, startup")
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    parser.add_argument("--item", choices=KINDS, default="retail", help="items of about 10 kB or 1 kB")
    given = parser.parse_args()
    # Memory is measured first: a child's peak is no less than its parent's at that time.
    known: dict[str, Callable[..., None]] = {
        "eval_cpu": partial(eval_cpu.measure, kind=given.item),
        "startup": startup.measure,
        "expand_speed": expand_speed.measure,
        "grade_speed": partial(grade_speed.measure, kind=given.item),
    }
    unknown = [name for name in given.names if name not in known]
    if unknown:
        parser.error(f"there is no {unknown[0]}; choose from {', '.join(known)}")
    for name in given.names or known:
        with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as folder:
            known[name](Path(folder), quick=given.quick)


if __name__ == "__main__":
    main()
