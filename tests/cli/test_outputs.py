"""No output is an input, nothing of others is replaced unasked, and no verb can forget to ask."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from evalwright.cli.app import VERBS, app, main
from evalwright.cli.paths import FileIn, FileOut, FolderOut, Verb
from evalwright.data import write_atomic
from evalwright.workbench import plots

from ..conftest import ROOT, Run, write_jsonl
from .test_errors import ITEM, SAMPLE

TRAIN = ROOT / "examples" / "retail" / "train.jsonl"
GRADER = "def grade(sample, item):\n    return 1.0\n"


class Ran:
    """What a command in this process came to."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.code: object = None
        self.err = ""

    def __call__(self, *args: str | Path) -> Ran:
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        self.code, self.err = ended.value.code, self._capsys.readouterr().err
        return self


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Ran:
    return Ran(capsys)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of every kind, and a run."""
    folder = tmp_path_factory.mktemp("数据")
    lines = TRAIN.read_text(encoding="utf-8").splitlines()[:6]
    (folder / "talks.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "others.jsonl").write_text("\n".join(reversed(lines)) + "\n", encoding="utf-8")
    write_jsonl(folder / "items.jsonl", [ITEM])
    write_jsonl(folder / "samples.jsonl", [SAMPLE])
    (folder / "grader.py").write_text(GRADER)
    (folder / "rules.json").write_text('{"min_calls": 1}')
    (folder / "tools.json").write_text(json.dumps(json.loads(lines[0])["tools"]))
    for name in ("turns.png", "train.jsonl", "leaks.json"):
        shutil.copy(folder / "talks.jsonl", folder / name)
    with pytest.raises(SystemExit) as ended:
        main(
            ["eval", str(folder / "items.jsonl"), "-m", f"replay:{folder / 'samples.jsonl'}", "-o", str(folder / "run")]
        )
    assert ended.value.code == 0
    return folder


@pytest.fixture
def place(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same in a folder of the test's own, which is where it works."""
    shutil.copytree(made, tmp_path / "here")
    config = tmp_path / "here" / "run" / "config.json"
    config.write_text(config.read_text("utf-8").replace(str(made), str(tmp_path / "here")), "utf-8")
    monkeypatch.chdir(tmp_path / "here")
    yield tmp_path / "here"


OVER_INPUT: dict[str, tuple[str, list[str]]] = {
    "expand": ("talks.jsonl", ["expand", "talks.jsonl", "-o", "OUT"]),
    "convert": ("talks.jsonl", ["convert", "talks.jsonl", "--to", "openai", "-o", "OUT"]),
    "curate": ("talks.jsonl", ["curate", "talks.jsonl", "-o", "OUT"]),
    "curate rejected": ("talks.jsonl", ["curate", "talks.jsonl", "-o", "new", "--rejected", "OUT"]),
    "curate rules": ("rules.json", ["curate", "talks.jsonl", "--rules", "rules.json", "-o", "OUT"]),
    "grade items": ("items.jsonl", ["grade", "items.jsonl", "samples.jsonl", "-o", "OUT"]),
    "grade samples": ("samples.jsonl", ["grade", "items.jsonl", "samples.jsonl", "-o", "OUT"]),
    "grade grader": ("grader.py", ["grade", "items.jsonl", "samples.jsonl", "--grader", "grader.py", "-o", "OUT"]),
    "show": ("talks.jsonl", ["show", "talks.jsonl", "--html", "OUT"]),
    "audit": ("talks.jsonl", ["audit", "others.jsonl", "talks.jsonl", "--html", "OUT"]),
    "audit against": ("others.jsonl", ["audit", "talks.jsonl", "--against", "others.jsonl", "--html", "OUT"]),
    "tools": ("tools.json", ["tools", "tools.json", "-o", "OUT"]),
    "report csv over data": ("items.jsonl", ["report", "run", "--csv", "OUT"]),
    "report page over data": ("items.jsonl", ["report", "run", "-o", "OUT"]),
    "report over config": ("run/config.json", ["report", "run", "--junit", "OUT"]),
    "report over reports": ("run/reports/*/*.json", ["report", "run", "--markdown", "OUT"]),
    "compare": ("items.jsonl", ["compare", "run", "run", "--html", "OUT"]),
}


def same(path: Path) -> str:
    return str(path)


def dotted(path: Path) -> str:
    folder = path.absolute().parent
    return f"{folder}/./../{folder.name}/{path.name}"


def absolute(path: Path) -> str:
    return str(path.absolute())


def linked(path: Path) -> str:
    Path("link").symlink_to(path.absolute())
    return "link"


def linked_folder(path: Path) -> str:
    Path("folder").symlink_to(path.absolute().parent)
    return f"folder/{path.name}"


def hard_linked(path: Path) -> str:
    os.link(path, "hard")
    return "hard"


@pytest.mark.parametrize("spelt", [same, dotted, absolute, linked, linked_folder, hard_linked])
@pytest.mark.parametrize("case", OVER_INPUT)
def test_an_output_that_is_an_input_is_refused_also_with_force(
    place: Path, run: Ran, case: str, spelt: Callable[[Path], str]
) -> None:
    name, args = OVER_INPUT[case]
    name = str(next(Path().glob(name)))
    output, before = spelt(Path(name)), Path(name).read_bytes()
    for more in ([], ["--force"]):
        run(*[output if arg == "OUT" else arg for arg in args], *more)
        assert run.code == 2 and "input of this command" in run.err, run.err
        assert len(run.err.strip().splitlines()) == 1
    assert Path(name).read_bytes() == before
    assert not Path("new").exists()


@pytest.mark.parametrize(
    "args",
    [
        ["split", "train.jsonl", "-o", "."],
        ["split", "leaks.json", "-o", "../here"],
        ["stats", "turns.png", "--plots", "."],
        ["synth", "train.jsonl", "-n", "1", "-o", "."],
        ["synth", "shop", "-n", "1", "--known", "train.jsonl", "-o", "."],
        ["eval", "run/reports/items.jsonl", "-m", "replay:samples.jsonl", "-o", "run"],
    ],
)
def test_a_folder_in_which_an_input_would_be_replaced_is_refused(place: Path, run: Ran, args: list[str]) -> None:
    shutil.copy("items.jsonl", "run/reports/items.jsonl")
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    run(*args, *(["--force"] if args[0] != "eval" else []))
    assert run.code == 2 and "input of this command" in run.err, run.err
    assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before


FRESH: dict[str, tuple[str, list[str]]] = {
    "expand": ("o", ["expand", "talks.jsonl", "-o", "o"]),
    "convert": ("o", ["convert", "talks.jsonl", "--to", "sharegpt", "-o", "o"]),
    "curate": ("o", ["curate", "talks.jsonl", "--min-calls", "1", "-o", "o", "--rejected", "r"]),
    "curate rejected": ("r", ["curate", "talks.jsonl", "--min-calls", "2", "-o", "o", "--rejected", "r"]),
    "grade": ("o", ["grade", "items.jsonl", "samples.jsonl", "-o", "o"]),
    "grader": ("o", ["grader", "-o", "o"]),
    "show": ("o", ["show", "talks.jsonl", "--html", "o"]),
    "audit": ("o", ["audit", "talks.jsonl", "--html", "o"]),
    "tools": ("o", ["tools", "tools.json", "-o", "o"]),
    "report page": ("o", ["report", "run", "-o", "o"]),
    "report junit": ("o", ["report", "run", "--junit", "o"]),
    "report markdown": ("o", ["report", "run", "--markdown", "o"]),
    "report csv": ("o", ["report", "run", "--csv", "o"]),
    "split": ("d/valid.jsonl", ["split", "talks.jsonl", "-o", "d", "--valid-share", "0.5"]),
    "stats": ("d/calls.svg", ["stats", "talks.jsonl", "--plots", "d"]),
    "synth": ("d/train.jsonl", ["synth", "shop", "-n", "2", "--users", "20", "-o", "d"]),
}


@pytest.mark.parametrize("case", FRESH)
def test_a_file_of_others_is_replaced_by_force_alone_and_our_own_freely(
    place: Path, run: Ran, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "_PICTURES", {"calls": plots._PICTURES["calls"]})  # one picture proves as much as all
    name, args = FRESH[case]
    file = Path(name)
    assert run(*args).code in (0, 1), run.err  # audit's 1 says that it found something
    ours = file.read_bytes()
    assert run(*args).code in (0, 1), run.err
    file.write_bytes(ours + b"\nmine\n")
    run(*args)
    assert run.code == 2 and "--force replaces it" in run.err and file.name in run.err, run.err
    assert len(run.err.strip().splitlines()) == 1
    assert file.read_bytes() == ours + b"\nmine\n"
    assert run(*args, "--force").code in (0, 1), run.err
    assert file.read_bytes() == ours
    assert run(*args).code in (0, 1), run.err


def test_synth_does_not_replace_a_set_of_other_tools_unasked(place: Path, run: Ran) -> None:
    assert run("synth", "shop", "-n", "2", "--users", "20", "-o", "d").code == 0
    before = Path("d/train.jsonl").read_bytes()
    run("synth", "shop-mini", "-n", "2", "-o", "d")
    assert run.code == 2 and "other tools (shop)" in run.err
    assert Path("d/train.jsonl").read_bytes() == before
    assert run("synth", "shop-mini", "-n", "2", "-o", "d", "--force").code == 0
    assert Path("d/train.jsonl").read_bytes() != before


def test_a_folder_that_holds_something_else_does_not_become_a_run(place: Path, run: Ran) -> None:
    Path("mine").mkdir()
    Path("mine/notes.md").write_text("notes")
    ask = ["eval", "items.jsonl", "-m", "replay:samples.jsonl", "-o"]
    run(*ask, "mine")
    assert run.code == 2 and "holds files (notes.md), but no run" in run.err
    assert [path.name for path in Path("mine").iterdir()] == ["notes.md"]
    Path("nearly").mkdir()
    Path("nearly/.gitkeep").touch()
    assert run(*ask, "nearly").code == 0
    assert run(*ask, "run").code == 0


def test_the_page_of_a_run_is_written_again_freely(place: Path, run: Ran) -> None:
    assert run("report", "run", "-o", "run/report.html", "--lang", "zh").code == 0, run.err


def test_empty_files_devices_and_standard_output_are_free(place: Path, run: Ran) -> None:
    Path("empty").touch()
    for output in ("empty", "/dev/null", "-"):
        assert run("expand", "talks.jsonl", "-o", output).code == 0, run.err


def test_one_file_is_not_two_outputs(place: Path, run: Ran) -> None:
    run("report", "run", "--csv", "o", "--markdown", "./o")
    assert run.code == 2 and "two outputs" in run.err and not Path("o").exists()


def test_standard_input_and_output_are_files_too(place: Path) -> None:
    command = [sys.executable, "-m", "evalwright", "expand"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    before = Path("talks.jsonl").read_bytes()
    with Path("talks.jsonl").open("rb") as given:
        done = subprocess.run(
            [*command, "-", "-o", "talks.jsonl"], stdin=given, env=environment, capture_output=True, check=False
        )
    assert done.returncode == 2 and b"input of this command" in done.stderr
    with Path("talks.jsonl").open("ab") as out:
        done = subprocess.run(
            [*command, "talks.jsonl", "-o", "-"], stdout=out, env=environment, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2 and b"standard output is also an input" in done.stderr
    assert Path("talks.jsonl").read_bytes() == before


def test_a_state_folder_that_cannot_be_written_fails_no_command(
    place: Path, run: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALWRIGHT_STATE", "/dev/null/state")
    assert run("expand", "talks.jsonl", "-o", "o").code == 0
    assert run("expand", "talks.jsonl", "-o", "o").code == 2  # nobody knows whose it is
    assert run("expand", "talks.jsonl", "-o", "o", "--force").code == 0


def test_the_guard_speaks_chinese(evalwright: Run, tmp_path: Path) -> None:
    shutil.copy(TRAIN, tmp_path / "x")
    done = evalwright("expand", "x", "-o", "x", env={"EVALWRIGHT_LANG": "zh"})
    assert done.returncode == 2 and "同时是本命令的输入" in done.stderr


OUTPUT_NAMES = {"out", "output", "html", "junit", "markdown", "csv", "plots", "rejected"}
NAMES = {("host", "domain")}
"""Arguments that name no file."""
CLAIMED = {("eval", "out"), ("merge", "run"), ("repair", "run"), ("serve", "folder")}
"""Run directories, and the folder of a server's runs, which grow and are mended in place (see `claim_run_folder`)."""


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_says_what_it_reads_and_writes(name: str) -> None:
    verb = app.get_command(click.Context(app), name)
    assert isinstance(verb, Verb)
    for param in verb.params:
        if param.name in OUTPUT_NAMES and (name, param.name) not in CLAIMED:
            assert isinstance(param.type, FileOut | FolderOut), f"{name} {param.name}"
        if isinstance(param, click.Argument) and (name, param.name) not in CLAIMED | NAMES:
            assert isinstance(param.type, FileIn | click.Choice), f"{name} {param.name}"  # a choice names no file
    writes = any(isinstance(param.type, FileOut | FolderOut) for param in verb.params)
    assert writes == any(param.name == "force" for param in verb.params)


def test_a_verb_cannot_write_what_it_did_not_declare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command("forgetful", cls=Verb)
    @click.option("--page")
    def forgetful(page: str) -> None:
        with write_atomic(page) as stream:
            stream.write(b"x")

    with pytest.raises(RuntimeError, match="not declared"):
        forgetful.main(["--page", str(tmp_path / "page")], standalone_mode=False)
    assert not (tmp_path / "page").exists()
