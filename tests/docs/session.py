"""A reader at work: a clean copy of the repository, a shell in it, and model servers at the addresses of the documents.

Where the system lets us (`unshare -rn`), the shell has a network of its own, which is nothing but a loopback: there the
addresses are exactly those that are printed, whatever else listens on this machine. Elsewhere the ports are replaced.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from importlib.util import cache_from_source
from pathlib import Path

from tests.conftest import ROOT

HERE = Path(__file__).parent
PORTS = ("8000", "8001", "8765")
"""The ports that the documents name: two model servers, and the shop."""
_SEALED = ("unshare", "-rn", sys.executable, str(HERE / "loopback_up.py"))
_ENDED = "@@ ended"
_WARM = ".venv/warm"
"""Where commands of a session ask for a process that has all modules already, and need not load them."""


def clean_clone(folder: Path) -> Path:
    """The files that belong to the repository, as they are now, with a .venv as `make demo` leaves it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
            _copy_compiled(name, folder)
    _prepare_venv(folder)
    if (ROOT / ".servers").exists():
        (folder / ".servers").symlink_to((ROOT / ".servers").resolve())
    return folder


def _copy_compiled(name: str, folder: Path) -> None:
    """What Python has compiled of a source file already, so that it need not do it anew in every clone."""
    compiled = Path(cache_from_source(name)) if name.endswith(".py") else None
    if compiled is not None and (ROOT / compiled).is_file():
        (folder / compiled).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / compiled, folder / compiled)


def _prepare_venv(folder: Path) -> None:
    """What `make demo` would install, taken from the packages that these tests run with: nothing is fetched."""
    venv = folder / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    packages = next((venv / "lib").glob("python*/site-packages"))
    paths = [str(folder / "src"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    (packages / "clone.pth").write_text("\n".join(dict.fromkeys(paths)) + "\n", encoding="utf-8")
    script = venv / "bin" / "evalwright"
    lines = [
        f"#!{venv}/bin/python -IS",
        "import sys",
        f"sys.path.append({str(HERE.parent)!r})",
        "from warm_client import command",
        f"command({str(folder / _WARM)!r}, sys.argv[1:])",
    ]
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    script.chmod(0o755)
    (venv / "core").touch()


class Session:
    """A shell that carries out one command after the other, as a reader's terminal of 80 columns does."""

    def __init__(self, folder: Path, home: Path, *, warm: bool = False) -> None:
        self.folder, self._home = folder, home
        self.sealed = _can_seal()
        self.ports = {port: port if self.sealed else _free_port() for port in PORTS}
        environment = {
            name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR", "LD_LIBRARY_PATH")
        }
        environment |= {"HOME": str(home), "COLUMNS": "80", "TERM": "dumb", "LANG": "C.UTF-8", "SHELL": "/bin/bash"}
        shell = ["bash", "--noprofile", "--norc"]
        self._shell = subprocess.Popen(
            [*_SEALED, *shell] if self.sealed else shell,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        models = [self.ports[port] for port in ("8000", "8001")]
        self._started = home / "models.log"
        serving = f"{sys.executable} {HERE / 'model_server.py'} {' '.join(models)}"
        self.run(f"{serving} >{self._started} 2>&1 & models=$!")
        _wait_for(self._started, "ready")
        if warm:
            self._warm_up(home / "warm.log")

    def _warm_up(self, said: Path) -> None:
        """Commands need not load what they use; nothing of the program may be changed from now on."""
        python, server = self.folder / ".venv" / "bin" / "python", HERE.parent / "warm_server.py"
        self.run(f"{python} {server} {self.folder / _WARM} --stay >{said} 2>&1 & warm=$!")
        _wait_for(said, "ready")

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.run("kill $models $warm; wait $models $warm")
        assert self._shell.stdin is not None and self._shell.stdout is not None
        self._shell.stdin.close()
        self._shell.wait(20)
        self._shell.stdout.close()

    def run(self, command: str) -> tuple[int, str]:
        """Exit code of a command, and all that it prints."""
        for told, taken in self.ports.items():
            command = command.replace(f":{told}", f":{taken}").replace(f"--http {told}", f"--http {taken}")
        assert self._shell.stdin is not None and self._shell.stdout is not None
        assert "<<" not in command, "the lines of a here document would be waited for without end"
        self._shell.stdin.write(f"{{ {command}\n}} </dev/null\nended=$?; echo; echo '{_ENDED}' $ended\n")
        self._shell.stdin.flush()
        lines: list[str] = []
        for line in self._shell.stdout:
            if line.startswith(_ENDED):
                return int(line.split()[-1]), "".join(lines)
            lines.append(line)
        raise AssertionError(f"the shell ended: {''.join(lines)}")

    def serve(self, command: str) -> tuple[int, str]:
        """The same for a command that serves until it is stopped: its address is fetched once, then comes Ctrl-C."""
        inner = command.split("#")[0].strip().replace("'", "'\\''")
        return self.run(f"python {HERE / 'serve_once.py'} '{inner}'")

    def python(self, program: str) -> tuple[int, str]:
        """The same for a Python program."""
        path = self._home / "snippet.py"
        for told, taken in self.ports.items():
            program = program.replace(f":{told}", f":{taken}")
        path.write_text(program, encoding="utf-8")
        return self.run(f"python {path}")


def _can_seal() -> bool:
    try:
        return subprocess.run([*_SEALED, "true"], capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def _wait_for(file: Path, word: str) -> None:
    until = time.monotonic() + 120
    while not file.exists() or word not in file.read_text(encoding="utf-8"):
        assert time.monotonic() < until, file.read_text(encoding="utf-8") if file.exists() else "nothing was started"
        time.sleep(0.05)
