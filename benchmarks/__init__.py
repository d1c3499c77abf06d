"""Measurements: ratios in one run against the barest thing that does the same job, never bare seconds.

Byte code is there before anything is measured, as on a user's machine: installed packages are compiled when they are
installed, also where the environment forbids writing it.
"""

import os
import subprocess
import sys
from pathlib import Path

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
_ROOT = Path(__file__).resolve().parent.parent
_FOLDERS = [str(_ROOT / name) for name in ("src", "benchmarks")]
subprocess.run([sys.executable, "-m", "compileall", "-q", *_FOLDERS], check=False)  # elsewhere, for it takes memory
