"""`make servers`: each server from its ordinary registry into `.servers/`; what cannot be had is named at the end.

python -m tests.servers.install [NAME ...]
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence

from .kit import NODE, PLACE, PYTHON, SERVERS, Server

_SECONDS = 600
_TOLD = 3


def install(server: Server) -> str | None:
    """Install one server; why it could not be, where it could not."""
    if server.is_installed():
        return None
    server.stamp.unlink(missing_ok=True)
    try:
        fault = _carry_out(_command(server))
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    if fault is None and not server.program.exists():
        fault = f"the package holds no {server.executable}"
    if fault is None:
        server.stamp.write_text(f"{server.package}\n", encoding="utf-8")
    return fault


def _command(server: Server) -> list[str]:
    """What installs a package; first the place where packages of its sort go."""
    if server.registry == "npm":
        npm = shutil.which("npm")
        if npm is None:
            raise OSError("npm is not installed (apt-get install npm)")
        NODE.mkdir(parents=True, exist_ok=True)
        quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
        return [npm, "install", *quiet, "--prefix", str(NODE), server.package]
    python = PYTHON / "bin" / "python"
    if not python.exists():
        venv.create(PYTHON, with_pip=True)
    return [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *server.package.split()]


def _carry_out(command: Sequence[str]) -> str | None:
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=_SECONDS
    )
    if done.returncode == 0:
        return None
    said = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
    return "; ".join(said[-_TOLD:]) or f"exit code {done.returncode}"


def main(names: Sequence[str]) -> int:
    """Install those that are named, else all; 1 where one is missing in the end, 2 where a name is unknown."""
    unknown = sorted(set(names) - {server.name for server in SERVERS})
    if unknown:
        print(f"there is no server {unknown[0]}; choose from {', '.join(each.name for each in SERVERS)}")
        return 2
    PLACE.mkdir(exist_ok=True)
    absent = []
    for server in SERVERS:
        if names and server.name not in names:
            continue
        fault = install(server)
        print(f"{server.name}: {'there' if fault is None else f'missing: {fault}'}", flush=True)
        absent += [server.name] if fault is not None else []
    if absent:
        print(f"missing: {', '.join(absent)}; their tests are left out")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
