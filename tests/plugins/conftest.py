"""The example package, installed into an environment of its own, and the command line in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT

Plugged = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def python_with_example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has the example installed, and all that this one has; nothing is downloaded."""
    folder = tmp_path_factory.mktemp("strangers")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    python = folder / "env" / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    Path(site, "shared.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    shutil.copytree(ROOT / "examples" / "plugin", folder / "plugin")
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    install = [python, "-m", "pip", "install", *options, folder / "plugin"]
    done = subprocess.run(install, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(folder / "plugin")  # what runs is what was installed
    return python


@pytest.fixture
def plugged(python_with_example: Path, tmp_path: Path) -> Plugged:
    """Run the command line, or with `code=` a script, where the example is installed."""

    def run(*args: str | Path, code: str | None = None) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "EVALWRIGHT_LANG")}
        command = ["-c", code] if code is not None else ["-m", "evalwright", *map(str, args)]
        return subprocess.run(
            [python_with_example, *command],
            check=False,
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**kept, "PYTHONPATH": str(ROOT / "src")},
            timeout=120,
        )

    return run
