"""The example for GitHub Actions: what it runs works, fails where it should, and leaves what it uploads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT, write_jsonl
from tests.server import FaultServer, item

WORKFLOW = ROOT / "examples" / "github-actions" / "eval.yml"
ACTIONS = {"actions/checkout", "actions/setup-python", "actions/upload-artifact"}


def steps() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["eval"]["steps"]
    return found


def carried_out(folder: Path, url: str) -> dict[str, int]:
    """The exit code of every step that runs commands, as the runner of GitHub would carry them out."""
    commands = folder / "bin"
    commands.mkdir()
    script = commands / "evalwright"
    script.write_text(f"#!{sys.executable}\nfrom evalwright.cli import main\nmain()\n", encoding="utf-8")
    script.chmod(0o755)
    environment = {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "MODEL_NAME": "tuned",
        "MODEL_API_URL": url,
        "OPENAI_API_KEY": "",
        "HOME": str(folder),
    }
    codes, failed = {}, False
    for step in steps():
        if "run" not in step or "pip install" in step["run"] or (failed and step.get("if") != "always()"):
            continue
        shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, check=False, timeout=120)
        codes[step["name"]] = done.returncode
        failed = failed or done.returncode != 0
    return codes


@pytest.mark.parametrize(("right", "code"), [(10, 0), (5, 1)])
def test_the_steps_evaluate_summarise_and_fail_below_the_threshold(tmp_path: Path, right: int, code: int) -> None:
    items = [item(f"i{at}", gold=None if at < right else "other") for at in range(10)]
    write_jsonl(tmp_path / "eval.jsonl", items)
    (tmp_path / "summary.md").write_text("written by an earlier step\n", encoding="utf-8")
    with FaultServer() as server:
        codes = carried_out(tmp_path, server.url)
    assert codes == {"Evaluate": code, "Summary": 0}
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("written by an earlier step\n")
    assert re.search(r"\| tuned \| next_call \| next_call_exact \|.*\| 10 \|", summary)
    kept = next(step["with"]["path"] for step in steps() if "upload-artifact" in step.get("uses", ""))
    assert (tmp_path / kept).stat().st_size > 10_000


def test_it_uses_nothing_but_the_basic_actions_and_names_no_host() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    assert {step["uses"].split("@")[0] for step in steps() if "uses" in step} == ACTIONS
    assert "://" not in text
    assert not re.search(r"\$\{\{", "".join(step.get("run", "") for step in steps())), "nothing is pasted into a shell"
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
