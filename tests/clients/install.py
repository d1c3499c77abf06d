"""`make clients`: the clients of hosted evals from their registries into `.clients/`; what cannot be had is named.

python -m tests.clients.install
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

PLACE = Path(__file__).resolve().parents[2] / ".clients"
PYTHON = {"openai": ["openai==3.51.0"], "azure": ["azure-ai-evaluation==1.18.10", "openai==3.51.0"]}
NODE = "openai@6"
_SECONDS = 900


def python_of(name: str) -> Path:
    """The interpreter that has this client."""
    return PLACE / name / "bin" / "python"


def is_there(name: str) -> bool:
    """Whether a client is installed."""
    if name == "node":
        return (PLACE / "node" / "node_modules" / "openai" / "package.json").is_file() and bool(shutil.which("node"))
    return any((PLACE / name).glob(f"lib/python*/site-packages/{_MODULES[name]}/__init__.py"))


_MODULES = {"openai": "openai", "azure": "azure/ai/evaluation"}


def _carry_out(command: list[str]) -> str | None:
    """Why a command failed; None where it did not."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    return None if done.returncode == 0 else (done.stderr or done.stdout).strip()[-300:]


def _install(name: str) -> str | None:
    if is_there(name):
        return None
    if name == "node":
        npm = shutil.which("npm")
        if npm is None:
            return "npm is not installed (apt-get install npm)"
        (PLACE / "node").mkdir(parents=True, exist_ok=True)
        return _carry_out([npm, "install", "--no-audit", "--no-fund", "--prefix", str(PLACE / "node"), NODE])
    if not python_of(name).exists():
        venv.create(PLACE / name, with_pip=True)
    return _carry_out([str(python_of(name)), "-m", "pip", "install", "-qq", *PYTHON[name]])


def main() -> int:
    """Install all; 1 where one is missing in the end."""
    absent = []
    for name in (*PYTHON, "node"):
        fault = _install(name)
        print(f"{name}: {'there' if fault is None else f'missing: {fault}'}", flush=True)
        absent += [name] if fault is not None else []
    if absent:
        print(f"missing: {', '.join(absent)}; their tests are left out")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
