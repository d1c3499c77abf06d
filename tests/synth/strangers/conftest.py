"""Domains of strangers, as installed packages offer them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run

HOME = "tests.synth.strangers"


@pytest.fixture
def installed(tmp_path: Path, evalwright: Run) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command line where a package offers the three domains, and one of them under the older group as well."""
    site = tmp_path / "site"
    info = site / "strangers-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n", "utf-8")
    points = (
        f"[evalwright.domains]\nhotel = {HOME}.hotel:Hotel\nlibrary = {HOME}.library:Library\ntodo = {HOME}.todo:Todo\n"
        f"broken = {HOME}.broken:Broken\nhalf = {HOME}.broken:Half\n"
        f"[evalwright.environments]\nold-todo = {HOME}.todo:OldTodo\n"
    )
    (info / "entry_points.txt").write_text(points, "utf-8")
    path = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}:{site}"}

    def run(*args: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
        return evalwright(*args, env=path, **more)

    return run
