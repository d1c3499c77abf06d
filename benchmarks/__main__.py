"""Run the measurements: `python -m benchmarks [NAME ...] [--quick] [--item retail|small]`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks import (
    acceptable,
    audit_rules,
    audit_speed,
    effect_mutations,
    eval_cpu,
    eval_growth,
    expand_speed,
    first_request,
    grade_speed,
    inventions,
    local_batches,
    mcq_peers,
    open_speed,
    scenario_speed,
    startup,
    synth_speed,
    text_metrics,
    view_cold,
)
from benchmarks.make_items import KINDS

# Memory is measured first: a child's peak is no less than its parent's at that time.
MEASUREMENTS = {
    "eval_cpu": eval_cpu.measure,
    "eval_growth": eval_growth.measure,
    "mcq_peers": mcq_peers.measure,
    "first_request": first_request.measure,
    "local_batches": local_batches.measure,
    "view_cold": view_cold.measure,
    "synth_speed": synth_speed.measure,
    "scenario_speed": scenario_speed.measure,
    "startup": startup.measure,
    "expand_speed": expand_speed.measure,
    "open_speed": open_speed.measure,
    "acceptable": acceptable.measure,
    "audit_rules": audit_rules.measure,
    "inventions": inventions.measure,
    "audit_speed": audit_speed.measure,
    "grade_speed": grade_speed.measure,
    "effect_mutations": effect_mutations.measure,
    "text_metrics": text_metrics.measure,
}


def main() -> None:
    """Run all measurements, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Ratios in one run, never bare seconds.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(MEASUREMENTS)}")
    parser.add_argument("--quick", action="store_true", help="small sizes: half a minute instead of a few minutes")
    parser.add_argument("--item", choices=KINDS, help="only items of this kind: about 10 kB, or 1 kB")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; choose from {', '.join(MEASUREMENTS)}")
    for name in given.names or MEASUREMENTS:
        with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as folder:
            MEASUREMENTS[name](Path(folder), (given.item,) if given.item else KINDS, quick=given.quick)


if __name__ == "__main__":
    main()
