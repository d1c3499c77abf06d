"""`make instrumentors`: each from its ordinary registry into `.instrumentors/`; what cannot be had is named at the end.

python -m tests.instrumentors.install [NAME ...]
"""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Sequence

from .kit import INSTRUMENTORS, PLACE, Instrumentor

_SECONDS = 900


def install(instrumentor: Instrumentor) -> str | None:
    """Install one; why it could not be, where it could not."""
    if instrumentor.is_installed():
        return None
    venv.create(instrumentor.folder, with_pip=True)
    quiet = ("-qq", "--disable-pip-version-check", "--pre" if "b0" in instrumentor.packages[0] else "--prefer-binary")
    command = [str(instrumentor.python), "-m", "pip", "install", *quiet, *instrumentor.packages]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=_SECONDS
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    if done.returncode:
        return "; ".join(line.strip() for line in done.stderr.splitlines()[-3:]) or f"exit code {done.returncode}"
    instrumentor.stamp.write_text("\n".join(instrumentor.packages), encoding="utf-8")
    return None


def main(names: Sequence[str]) -> int:
    """Install those that are named, else all; 1 where one is missing in the end, 2 where a name is unknown."""
    unknown = sorted(set(names) - {each.name for each in INSTRUMENTORS})
    if unknown:
        print(f"there is no instrumentor {unknown[0]}; choose from {', '.join(each.name for each in INSTRUMENTORS)}")
        return 2
    PLACE.mkdir(exist_ok=True)
    absent = []
    for each in INSTRUMENTORS:
        if names and each.name not in names:
            continue
        fault = install(each)
        print(f"{each.name}: {'there' if fault is None else f'missing: {fault}'}", flush=True)
        absent += [each.name] if fault is not None else []
    if absent:
        print(f"missing: {', '.join(absent)}; their tests are left out")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
