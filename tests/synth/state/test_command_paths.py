"""A server is started on the copy, wherever its command names the original; a command that does not is refused."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from evalwright.errors import UsageError
from evalwright.synth import state


def target_of(text: str) -> state.McpTarget:
    words = text.removeprefix("mcp+stdio:").split()
    first = [word for word in words if word.split("=")[0].isupper()]
    variables = tuple((name, value) for name, _, value in (word.partition("=") for word in first))
    return state.McpTarget(tuple(words[len(first) :]), variables=variables)


@pytest.fixture
def bakery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bakery").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "bakery"


@pytest.mark.parametrize(
    ("given", "command", "moved"),
    [
        ("bakery", "server bakery", "server {place}"),
        ("bakery", "server --root=bakery/notes bakery-tools", "server --root={place}/notes bakery-tools"),
        ("bakery", "server {whole} {whole}2", "server {place} {whole}2"),
        ("{whole}", "FOLDER={whole}/x server", "FOLDER={place}/x server"),
        ("{whole}/", "server {whole}", "server {place}"),
    ],
)
def test_paths_in_the_command_and_its_variables_are_moved(bakery: Path, given: str, command: str, moved: str) -> None:
    whole = str(bakery)
    (part,) = state.state_parts([given.format(whole=whole)])
    target = target_of("mcp+stdio:" + command.format(whole=whole))
    assert str(state.on_the_copy(target, [part])) == moved.format(whole=whole, place=part.place)


def test_a_server_that_would_work_on_the_original_is_refused(bakery: Path) -> None:
    target = target_of("mcp+stdio:server --root /elsewhere/bakery")
    with pytest.raises(UsageError, match="names bakery nowhere"):
        state.on_the_copy(target, state.state_parts(["bakery"]))


def test_elsewhere_the_texts_of_the_manifest_are_looked_for(bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    target = target_of("mcp+stdio:server /home/ruth/bakery")
    (part,) = state.state_parts(["mine"], ["bakery"])
    moved = state.on_the_copy(target, [part], [["/home/ruth/bakery"]])
    assert moved.command == ("server", str(part.place))


def test_the_texts_that_name_a_part_are_known(bakery: Path) -> None:
    target = target_of(f"mcp+stdio:server bakery --log={bakery}/log")
    (part,) = state.state_parts(["bakery"])
    assert state.texts_that_name(target, part) == sorted(["bakery", str(bakery)])


def test_a_reset_command_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ended with 3: no such backup"):
        state.run_reset_command("sh -c 'echo no such backup; exit 3'", {"PATH": "/usr/bin:/bin"})
    with pytest.raises(UsageError, match=r"did not end in 0\.2 seconds"):
        state.run_reset_command("sleep 60", {"PATH": "/usr/bin:/bin"}, 0.2)
    with pytest.raises(UsageError, match="cannot be started"):
        state.run_reset_command("no-such-command", {"PATH": "/usr/bin:/bin"})


def test_what_a_reset_command_leaves_running_is_not_waited_for(tmp_path: Path) -> None:
    begun = time.monotonic()
    state.run_reset_command(f"sh -c 'sleep 30 & echo $! >{tmp_path}/pid'", {"PATH": "/usr/bin:/bin"}, 10)
    assert time.monotonic() - begun < 5
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)  # which fails where it does not live any more
