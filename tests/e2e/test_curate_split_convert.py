"""evalwright curate, split and convert as a user meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ROOT, Run, read_jsonl, write_jsonl
from ..workbench.talks import call, good, record, replied, said

RETAIL = ROOT / "examples" / "retail" / "train.jsonl"
HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202e<script>alert(1)</script>\x9b31m\r\n" + "A" * 100_000


def document(evalwright: Run, *args: str | Path) -> dict[str, Any]:
    done = evalwright(*args, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_our_own_data_is_kept_where_the_profile_is_read_first(evalwright: Run, tmp_path: Path) -> None:
    found = document(evalwright, "curate", RETAIL, "-o", tmp_path / "out.jsonl", "--rules", "authenticate-first")
    assert found["kept"] > 30
    assert {rule: count for rule, count in found["rules"].items() if count} == {
        "sequence find_* -> get_user_details": found["rejected"]
    }


def test_a_rules_file_by_path_with_flags_on_top(evalwright: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("min_calls: 1\n", encoding="utf-8")
    write_jsonl(tmp_path / "in.jsonl", [good(), record("chat", said("Hi"), replied("Hello"))])
    args = ("curate", "in.jsonl", "-o", "-", "--rules", "mine.yaml", "--uses", "get_*")
    done = evalwright(*args)
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["good"]
    assert "1 of 2 conversations kept" in done.stderr
    assert "failed min_calls + uses get_*: chat" in done.stderr or "failed uses get_* + min_calls" in done.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["curate", "in.jsonl", "-o", "out.jsonl"], "no rule is given"),
        (["curate", "in.jsonl", "-o", "out.jsonl", "--rules", "authenticate"], "authenticate-first"),
        (["curate", "in.jsonl", "-o", "out.jsonl", "--same", "user_id"], "--same belongs to a --sequence"),
        (["curate", "in.jsonl", "-o", "out.jsonl", "--sequence", "a > b"], "Write it as"),
        (["curate", "in.jsonl", "-o", "out.jsonl", "--grounded", "--rejected", "out.jsonl"], "Name two files"),
        (["curate", "none.jsonl", "-o", "out.jsonl", "--grounded"], "no such file"),
        (["split", "in.jsonl", "-o", "out", "--valid-share", "2"], "between 0 and 1"),
        (["convert", "in.jsonl", "-o", "out.jsonl", "--to", "antropic"], "Did you mean 'anthropic'?"),
        (["convert", "in.jsonl", "-o", "out.jsonl", "--to", "dpo"], "metadata.rejected"),
        (["convert", "none.jsonl", "-o", "out.jsonl", "--to", "gemini"], "no such file"),
    ],
)
def test_errors_are_one_line_with_the_cure_and_leave_nothing(
    evalwright: Run, tmp_path: Path, args: list[str], words: str
) -> None:
    write_jsonl(tmp_path / "in.jsonl", [good()])
    done = evalwright(*args)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_split_writes_two_files_and_the_proof(evalwright: Run, tmp_path: Path) -> None:
    found = document(evalwright, "split", RETAIL, "-o", tmp_path / "out", "--valid-share", "0.25", "--seed", "3")
    assert found["train"] + found["valid"] == found["conversations"]
    assert abs(found["valid_share"]["reached"] - 0.25) < 0.03
    assert not any(found["leaks"].values())
    first = (tmp_path / "out" / "valid.jsonl").read_bytes()
    words = evalwright("split", RETAIL, "-o", tmp_path / "again", "--valid-share", "0.25", "--seed", "3")
    assert "on both sides:  conversation 0  entity 0  plan 0  near duplicate 0" in words.stdout
    assert (tmp_path / "again" / "valid.jsonl").read_bytes() == first
    audit = evalwright("audit", tmp_path / "out" / "valid.jsonl", "--against", tmp_path / "out" / "train.jsonl")
    assert "leaked-entity" not in audit.stdout
    assert "leaked-conversation" not in audit.stdout


@pytest.mark.parametrize("to", ["sharegpt", "hermes", "anthropic", "responses", "gemini", "openai-finetune"])
def test_convert_there_and_back_asks_the_same_questions(evalwright: Run, tmp_path: Path, to: str) -> None:
    found = document(evalwright, "convert", RETAIL, "-o", tmp_path / "there.jsonl", "--to", to)
    assert found["conversations"] == 41
    back = document(evalwright, "convert", tmp_path / "there.jsonl", "-o", tmp_path / "back.jsonl", "--to", "openai")
    assert back["lost"] == {}
    calls = [_calls(read_jsonl(path)) for path in (RETAIL, tmp_path / "back.jsonl")]
    assert calls[0] == calls[1]


def _calls(rows: list[Any]) -> list[tuple[str, Any]]:
    calls = [call for row in rows for message in row["messages"] for call in message.get("tool_calls") or ()]
    return [(call["function"]["name"], json.loads(call["function"]["arguments"])) for call in calls]


def hostile() -> list[dict[str, Any]]:
    made = call(0, "open" + HOSTILE[:200], **{HOSTILE[:50]: HOSTILE})
    deep: Any = "x"
    for _ in range(100):
        deep = [deep]
    return [
        record("row" + HOSTILE[:300], said(HOSTILE), made, **{HOSTILE[:60]: HOSTILE}),
        record("deep", said("Hi"), call(0, "look", a=deep), metadata={"rejected": deep}),
    ]


@pytest.mark.parametrize(
    "args",
    [
        ["curate", "evil.jsonl", "-o", "out", "--rules", "authenticate-first", "--answered", "--cap-per-plan", "1"],
        ["split", "evil.jsonl", "-o", "out"],
        *(["convert", "evil.jsonl", "-o", "out", "--skip-bad-rows", "--to", to] for to in ("hermes", "gemini", "dpo")),
        ["convert", "evil.jsonl", "-o", "out", "--skip-bad-rows", "--to", "azure-finetune"],
    ],
)
@pytest.mark.parametrize("json_flag", [[], ["--json"]])
def test_hostile_text_does_not_reach_the_terminal(
    evalwright: Run, tmp_path: Path, args: list[str], json_flag: list[str]
) -> None:
    write_jsonl(tmp_path / "evil.jsonl", hostile())
    done = evalwright(*args, *json_flag)
    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr
    seen = done.stdout + done.stderr
    assert all(line.isprintable() for line in seen.splitlines())
    assert len(seen) < 50_000


DYING = """
import os, signal, sys
from evalwright.cli import main
from evalwright.data.atomic_write import Replacement

left, publish = int(sys.argv.pop(1)), Replacement.publish

def dying(self):
    global left
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= self._target.parent.name == "out"
    publish(self)

Replacement.publish = dying
main()
"""


@pytest.mark.parametrize("named", [0, 1, 2])
def test_a_split_that_is_killed_between_its_files_has_no_proof_and_can_be_run_again(
    evalwright: Run, tmp_path: Path, named: int
) -> None:
    out, names = tmp_path / "out", ("train.jsonl", "valid.jsonl", "leaks.json")
    asked = ("split", RETAIL, "-o", "out", "--seed")
    assert evalwright(*asked, 1).returncode == 0, "an earlier split, of which nothing may be mixed in unnoticed"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    died = subprocess.run(
        [sys.executable, "-c", DYING, str(named), *map(str, asked), "2"],
        cwd=tmp_path, env=environment, check=False, capture_output=True,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert not (out / "leaks.json").exists(), "what is there is proven by nothing"
    again = evalwright(*asked, 2)
    assert again.returncode == 0 and "without leaks.json" in again.stderr, "old and new are both known as ours"
    assert evalwright("split", RETAIL, "-o", "whole", "--seed", 2).returncode == 0
    assert [(out / name).read_bytes() for name in names] == [(tmp_path / "whole" / name).read_bytes() for name in names]
    assert sorted(path.name for path in out.iterdir()) == sorted(names), "and nothing beside them"
