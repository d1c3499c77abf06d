"""The one registry: whoever offers a thing wrongly is named in one line, and nobody else suffers from it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from evalwright import register_scorer, register_task
from evalwright.errors import UsageError
from evalwright.plugins import DOMAINS, MODELS, SCORERS, TASKS, Registry, look_again
from tests.conftest import ROOT, Run, write_jsonl

from .packages import write_package

SAMPLES = [{"id": "q", "output_text": "3", "output_tools": None}]
QA = [{"id": "q", "query": "1 + 2?", "response": "3"}]


@pytest.fixture
def asked(evalwright: Run, tmp_path: Path) -> Run:
    """`eval` on an open question, with packages of the folder `site` installed."""
    write_jsonl(tmp_path / "qa.jsonl", QA)
    write_jsonl(tmp_path / "samples.jsonl", SAMPLES)

    def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(ROOT / "src"), str(tmp_path / "site")])
        command = ("eval", "qa.jsonl", "-m", "replay:samples.jsonl", "-o", "run", *args)
        return evalwright(*command, env={"PYTHONPATH": path})

    return run


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    (said,) = [line for line in done.stderr.splitlines() if "in flight" not in line]  # but for the line of progress
    return said


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        ("def broken(: pass", "SyntaxError"),
        ("x = 1", "AttributeError"),
        ("make = 1 / 0", "ZeroDivisionError"),
        ("def make(options): raise RuntimeError('no luck')", "RuntimeError: no luck"),
        ("class make: metrics = ()", "has no read, request, review"),
    ],
)
def test_a_broken_task_is_one_line_with_its_package(asked: Run, tmp_path: Path, source: str, problem: str) -> None:
    write_package(tmp_path / "site", "no-good", {"evalwright.tasks": {"bad": "no_good:make"}}, no_good=source)
    said = one_line(asked("--task", "bad"))
    assert problem in said and "no-good" in said
    assert asked().returncode == 0  # whoever does not ask for it does not notice it


def test_a_fault_while_reviewing_or_scoring_is_one_line_too(asked: Run, tmp_path: Path) -> None:
    source = """
from evalwright import Metric, Request
class Wrong:
    name, metrics = "wrong", (Metric("m", "rate"),)
    def read(self, record, identifier): return identifier
    def request(self, question, settings): return Request(question, [{"role": "user", "content": "?"}])
    def review(self, question, sample): return sample["no such thing"]
class Off:
    name, metrics = "off", (Metric("off", "rate"),)
    def score(self, record, sample): return {"of": 1}
"""
    offers = {"evalwright.tasks": {"wrong": "bad:Wrong"}, "evalwright.scorers": {"off": "bad:Off"}}
    write_package(tmp_path / "site", "not-well", offers, bad=source)
    assert "not-well" in (said := one_line(asked("--task", "wrong"))) and "KeyError" in said
    assert "'of'" in one_line(asked("--scorers", "off"))


def test_two_packages_that_offer_one_name_are_said(asked: Run, tmp_path: Path) -> None:
    for package in ("one-pack", "two-pack"):
        write_package(tmp_path / "site", package, {"evalwright.tasks": {"same": "same:make"}}, same="")
    said = one_line(asked("--task", "same"))
    assert "one-pack" in said and "two-pack" in said
    write_package(tmp_path / "site", "three-pack", {"evalwright.tasks": {"general_qa": "same:make"}})
    said = one_line(asked("--task", "general_qa"))
    assert "evalwright" in said and "three-pack" in said


def test_two_tasks_that_recognise_one_file_ask_for_the_name(asked: Run, tmp_path: Path) -> None:
    source = """
from evalwright.tasks import make_task
class Mine:
    metrics = ()
    def __init__(self, options): self.name = "?"
    read = request = review = None
    def recognises(self, record): return "query" in record
"""
    offers = {"evalwright.tasks": {"mine": "mine:Mine", "yours": "mine:Mine"}}
    write_package(tmp_path / "site", "greedy", offers, mine=source)
    said = one_line(asked())
    assert "mine" in said and "yours" in said and "--task" in said


def test_a_scorer_must_not_take_a_metric_of_the_task(asked: Run, tmp_path: Path) -> None:
    source = "from evalwright import Metric\nclass S:\n    name = 's'\n    metrics = (Metric('Rouge-L-F', 'mean'),)\n"
    source += "    def score(self, record, sample): return 1\n"
    write_package(tmp_path / "site", "shadow", {"evalwright.scorers": {"s": "shadow:S"}}, shadow=source)
    assert "Rouge-L-F" in one_line(asked("--scorers", "s"))


def test_what_comes_with_us_comes_by_our_own_entry_points() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for registry in (TASKS, SCORERS, MODELS):
        assert registry.own_names() == list(project["entry-points"][registry.groups[0]])
        for name in registry.own_names():
            assert callable(registry.get(name)) and registry.package_of(name) == "evalwright"
    for points in project["entry-points"].values():
        for target in points.values():
            module, _, attribute = target.partition(":")
            assert hasattr(import_module(module), attribute)


def test_the_installed_package_is_read_like_the_source_tree(tmp_path: Path) -> None:
    """Where there is no pyproject.toml beside the code, the entry points are those of the installed package."""
    site = tmp_path / "site"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    write_package(site, "evalwright", project["entry-points"])
    (site / "evalwright").symlink_to(ROOT / "src" / "evalwright")
    code = (
        "import evalwright.plugins as p\n"
        "p.__file__ = '/nowhere/site/evalwright/plugins.py'\n"
        "own = ['general_fc', 'general_mcq', 'general_qa', 'hosted_eval', 'next_call']\n"
        "assert p.TASKS.own_names() == own, p.TASKS.own_names()\n"
        "assert p.TASKS.get('general_mcq').name == 'general_mcq'\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    (site / "evalwright-1.0.dist-info" / "entry_points.txt").unlink()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert "pip install evalwright" in done.stderr.splitlines()[-1]


def test_environments_is_another_name_of_domains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offers = {"evalwright.environments": {"old": "pack:a"}, "evalwright.domains": {"new": "pack:a"}}
    monkeypatch.syspath_prepend(write_package(tmp_path, "both-ways", offers, pack="a = 'factory'"))
    look_again()
    assert {"old", "new"} <= set(DOMAINS.names())
    assert DOMAINS.get("old") == DOMAINS.get("new") == "factory"
    assert DOMAINS.package_of("old") == "both-ways"
    monkeypatch.undo()
    look_again()
    assert "old" not in DOMAINS


def test_a_name_is_offered_by_decorator_and_taken_back() -> None:
    registry: Registry[object] = Registry("task")
    registry.register("mine")("x")
    assert registry.get("mine") == "x" and "mine" in registry and registry.names() == ["mine"]
    registry.forget("mine")
    with pytest.raises(UsageError, match="there is no task 'mine'"):
        registry.get("mine")


def test_decorators_of_the_public_door_keep_what_they_decorate() -> None:
    @register_task("kept")
    @register_scorer("kept")
    class Kept:
        name = "kept"

    try:
        assert TASKS.get("kept") is SCORERS.get("kept") is Kept
        assert "kept" in TASKS.other_names()
    finally:
        TASKS.forget("kept")
        SCORERS.forget("kept")


NOTES = """
from evalwright import Hit, Rule

class Notes:
    def read(self, record):
        turns = [line.split(": ", 1) for line in record["notes"]]
        return {"messages": [{"role": role, "content": text} for role, text in turns]}
    def write(self, conversation):
        return {"notes": [f"{each['role']}: {each['content']}" for each in conversation.messages]}

def shouting(case, memory):
    for number, message in enumerate(case.messages):
        if str(message.get("content")).isupper():
            yield Hit(number, f"messages[{number}].content", "somebody shouts")

RULE = Rule("no-shouting", "error", "shape", "somebody shouts", shouting)
"""


def test_a_format_and_an_audit_rule_of_strangers(evalwright: Run, tmp_path: Path) -> None:
    offers = {"evalwright.formats": {"notes": "notes:Notes"}, "evalwright.rules": {"no-shouting": "notes:RULE"}}
    write_package(tmp_path / "site", "notes", offers, notes=NOTES)
    installed = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(tmp_path / "site")])}
    write_jsonl(tmp_path / "chat.jsonl", [{"notes": ["user: HELLO", "assistant: Good morning."]}])
    there = evalwright("convert", "chat.jsonl", "-o", "openai.jsonl", "--to", "openai", env=installed)
    assert there.returncode == 0, there.stderr
    back = evalwright("convert", "openai.jsonl", "-o", "back.jsonl", "--to", "notes", env=installed)
    assert back.returncode == 0, back.stderr
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "chat.jsonl").read_bytes().replace(
        b": [", b":["
    ).replace(b'", "', b'","')
    misspelt = evalwright("convert", "openai.jsonl", "-o", "x.jsonl", "--to", "note", env=installed)
    assert misspelt.returncode == 2 and "'notes'" in misspelt.stderr
    found = evalwright("audit", "chat.jsonl", env=installed)
    assert found.returncode == 1 and "no-shouting" in found.stdout
    without = evalwright("audit", "openai.jsonl")
    assert without.returncode == 0, without.stdout
    assert evalwright("expand", "chat.jsonl", "-o", "items.jsonl").returncode == 2  # nobody knows it there
