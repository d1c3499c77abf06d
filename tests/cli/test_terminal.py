"""What a user sees on a narrow terminal: nothing wraps, nothing breaks, and a pipe gets the table that scripts cut."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from evalwright.cli.app import VERBS, app
from evalwright.text import LANGUAGES, localized_section, width
from tests.conftest import ROOT, Run, write_jsonl
from tests.server import FaultServer, item

DRAWN = re.compile(r"\r\x1b\[K([^\r\n]*)")


def on_terminal(columns: int, cwd: Path, *args: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Exit code and all that a command writes to a terminal of so many columns."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **(env or {})}
    environment.pop("COLUMNS", None)
    command = [sys.executable, "-m", "evalwright", *args]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=environment) as child:
        os.close(theirs)
        seen = b""
        try:
            while chunk := os.read(ours, 65536):
                seen += chunk
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    return child.returncode, seen.decode("utf-8").replace("\r\n", "\n")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with conversations, items and a run of two models, the names of which are long and partly Chinese."""
    folder = tmp_path_factory.mktemp("made")
    data = ROOT / "examples" / "retail"
    for args in (
        ("expand", data / "valid.jsonl", "-o", "eval.jsonl"),
        ("eval", "eval.jsonl", "-m", f"baseline:majority:{data / 'train.jsonl'}", "-o", "run"),
        ("eval", "eval.jsonl", "-m", f"baseline:bigram:{data / 'train.jsonl'}", "-o", "通义千问的运行"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "evalwright", *map(str, args)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("columns", [20, 80])
def test_the_progress_line_never_wraps(tmp_path: Path, columns: int) -> None:
    with FaultServer() as server:
        items = write_jsonl(tmp_path / "问题.jsonl", [item(f"i{at}", "slow:0.25") for at in range(12)])
        args = ("eval", items.name, "-m", f"通义千问-plus-latest@{server.url}", "-o", "run", "--concurrency", "2")
        code, text = on_terminal(columns, tmp_path, *args)
    assert code == 0, text
    drawn = [line for line in DRAWN.findall(text) if line]
    assert len(drawn) >= 3, "it is drawn again and again"
    assert max(map(width, drawn)) < columns, "and never fills the last column, after which a terminal goes on below"
    assert all("/12" in line for line in drawn), drawn
    assert any("/s" in line for line in drawn)
    if columns >= 80:
        assert any("left" in line for line in drawn)
        assert any("score ≈1.00" in line for line in drawn), "what the answers are worth so far"
        assert any("tokens" in line for line in drawn)


@pytest.mark.parametrize("columns", [30, 80])
@pytest.mark.parametrize(
    "args",
    [
        ("report", "run"),
        ("report", "通义千问的运行", "--lang", "zh"),
        ("compare", "run", "通义千问的运行"),
        ("stats", "{data}/train.jsonl", "{data}/valid.jsonl"),
        ("tools", "shop"),
        ("audit", "{data}/train.jsonl"),
        ("plan", "run"),
        ("show", "{data}/valid.jsonl"),
    ],
    ids=lambda args: f"{args[0]}{len(args)}",
)
def test_what_verbs_show_fits_the_terminal(made: Path, args: tuple[str, ...], columns: int) -> None:
    filled = [part.replace("{data}", str(ROOT / "examples" / "retail")) for part in args]
    code, text = on_terminal(columns, made, *filled, env={"NO_COLOR": "1"})
    assert code in (0, 1), text
    too_wide = [line for line in text.split("\n") if width(line) > columns and " " in line.strip()]
    assert not too_wide, "only a path, which will be copied, may be longer than a line"


def test_a_narrow_terminal_gets_a_table_for_each_model_and_a_pipe_the_wide_one(made: Path, evalwright: Run) -> None:
    _, narrow = on_terminal(80, made, "report", "run")
    assert "baseline:majority / next_call / eval\n" in narrow
    assert "| next_call_exact    |" in narrow
    _, wide = on_terminal(240, made, "report", "run")
    piped = evalwright("report", "run", cwd=made, env={"COLUMNS": ""})
    assert wide == piped.stdout
    assert "| Model             | Dataset   | Metric             | Subset   |" in wide
    told = evalwright("report", "run", cwd=made, env={"COLUMNS": "80"})
    assert told.stdout == narrow, "COLUMNS says how wide a pipe is"


def test_a_file_of_progress_has_whole_lines_and_no_carriage_return(tmp_path: Path, evalwright: Run) -> None:
    with FaultServer() as server:
        items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{at}") for at in range(5)])
        done = evalwright("eval", items, "-m", f"m@{server.url}", "-o", tmp_path / "run", env={"COLUMNS": "40"})
    assert done.returncode == 0
    assert "\r" not in done.stderr + done.stdout
    assert re.search(r"^m items: 5/5  .*errors 0  .*retries 0", done.stderr, re.M)


def test_a_bare_command_prints_its_help_by_step(evalwright: Run) -> None:
    done = evalwright(env={"COLUMNS": "80"})
    assert done.returncode == 0
    assert done.stderr == ""
    assert max(map(len, done.stdout.split("\n"))) <= 80
    titles = re.findall(r"^(\w.*):$", done.stdout, re.M)
    steps = ["Try it", "Make conversations", "Look at them", "Prepare them", "Cut and ask", "Understand the answers"]
    assert [title for title in titles if title in steps] == steps
    assert {line.split()[0] for line in done.stdout.split("\n") if re.match(r"  [a-z]+ ", line)} >= set(VERBS)
    assert done.stdout == evalwright("--help", env={"COLUMNS": "80"}).stdout
    assert "制作对话" in evalwright(env={"EVALWRIGHT_LANG": "zh"}).stdout


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("verb", ["", *sorted(VERBS)])
def test_the_help_of_a_verb_fits_a_screen(verb: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALWRIGHT_LANG", lang)
    done = CliRunner().invoke(app, [*filter(None, [verb]), "--help"], terminal_width=80)
    lines = done.output.rstrip("\n").split("\n")
    assert done.exit_code == 0
    assert len(lines) <= 60
    assert max(map(width, lines)) <= 80


@pytest.mark.parametrize("verb", ["", *sorted(VERBS)])
def test_the_help_of_a_verb_is_chinese_where_chinese_is_spoken(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALWRIGHT_LANG", "zh")
    shown = CliRunner().invoke(app, [*filter(None, [verb]), "--help"], terminal_width=80).output
    assert "用法：" in shown and "显示本说明并退出" in shown
    assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", re.sub(r"`[^`]*`|evalwright eval .*", "", shown))
    assert "Usage" not in shown and "default:" not in shown and "required" not in shown


def test_the_language_of_help_can_be_asked_for(evalwright: Run) -> None:
    shown = evalwright("eval", "--lang", "zh", "--help", env={"COLUMNS": "80"}).stdout
    assert shown == evalwright("eval", "--help", env={"COLUMNS": "80", "EVALWRIGHT_LANG": "zh"}).stdout
    assert "用法：" in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_its_words_and_no_words_are_left_over(lang: str) -> None:
    words = localized_section("help.of", lang)
    assert set(words) == {"every", "evalwright", *VERBS}
    for verb in VERBS:
        command = app.get_command(click.Context(app), verb)
        assert command is not None
        shown = (param for param in command.params if isinstance(param, click.Option) and not param.hidden)
        options = {str(param.name) for param in shown}
        assert set(words[verb]) == options - set(words["every"]) | set(words[verb]) & {"lang"}
        assert verb in localized_section("help.lines", lang) and verb in localized_section("help.about", lang)


@pytest.mark.parametrize(
    ("args", "english", "chinese"),
    [
        (("eval", "--no-such"), "No such option '--no-such'.", "没有选项 '--no-such'。"),
        (("eval", "--mode", "m"), "Did you mean", "是否想用"),
        (("show",), "Missing argument 'FILE'.", "缺少参数 'FILE'。"),
        (("expand", "a.jsonl"), "Missing option '-o' / '--out'.", "缺少选项 '-o' / '--out'。"),
        (("show", "a", "b"), "Got unexpected extra argument (b).", "多出的参数（b）。"),
        (("show", "a", "--index", "x"), "'x' is not a valid integer range.", "'--index' 的值无效：'x' 不是整数。"),
        (("show", "a", "--index", "-1"), "is not in the range x>=0.", "-1 不在范围 x>=0 内。"),
        (("eval", "a", "--match", "x"), "'x' is not one of", "'x' 不在可选值"),
        (("eval", "a", "--dataset-args", "{"), "Invalid value for '--dataset-args'", "'--dataset-args' 的值无效："),
        (("show", "a", "--index"), "Option '--index' requires an argument.", "选项 '--index' 需要一个值。"),
        (("evall",), "there is no verb 'evall'. Did you mean 'eval'?", "没有命令 'evall'。是否想用 'eval'？"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistyped_command_is_answered_in_the_language(
    args: tuple[str, ...], english: str, chinese: str, evalwright: Run
) -> None:
    told = evalwright(*args)
    assert told.returncode == 2 and english in told.stderr and "See: evalwright" in told.stderr
    told = evalwright(*args, env={"EVALWRIGHT_LANG": "zh"})
    assert told.returncode == 2 and chinese in told.stderr and "参见：evalwright" in told.stderr
    assert len(told.stderr.strip().split("\n")) == 1


def test_many_options_are_grouped_by_what_they_are_about(evalwright: Run) -> None:
    shown = evalwright("eval", "--help", env={"COLUMNS": "80"}).stdout
    titles = re.findall(r"^(\w.*):$", shown, re.M)
    assert titles[:3] == ["What is asked of whom", "Data", "Asking"]
    assert titles[-1] == "Result", "no option is left over for a group without a name"
    assert shown.index("Asking:") < shown.index("--api-url") < shown.index("Scoring:") < shown.index("--match")


def test_a_usage_error_speaks_one_language(evalwright: Run) -> None:
    told = evalwright("audit", "a.jsonl", "--free-form", "x", "--lang", "zh").stderr
    assert told == "evalwright: --free-form 应为 TOOL.PARAM，而不是 'x'。参见：evalwright audit --help\n"
