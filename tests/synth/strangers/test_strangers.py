"""A domain of somebody else goes through every verb as our own do: tools, synth, verify, audit, serve."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.plugins import DOMAINS as DOMAIN_REGISTRY
from evalwright.synth import Settings, prove, register_domain, synthesise
from tests.conftest import read_jsonl

from . import bank, hotel, library, todo

Installed = Callable[..., subprocess.CompletedProcess[str]]
DOMAINS = {
    "todo": ("en", todo.POLICY, 5),
    "hotel": ("en", hotel.POLICY, 6),
    "library": ("zh", library.POLICY, 5),
}


def made_by(installed: Installed, name: str, folder: Path, n: int = 40) -> list[dict[str, Any]]:
    done = installed("synth", name, "-n", n, "--seed", 3, "--lang", DOMAINS.get(name, ("en",))[0], "-o", folder)
    assert done.returncode == 0, done.stderr
    return [row for part in ("train", "valid") for row in read_jsonl(folder / f"{part}.jsonl")]


def calls_of(row: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    calls = [call["function"] for message in row["messages"] for call in message.get("tool_calls") or ()]
    return [(call["name"], json.loads(call["arguments"])) for call in calls]


def said_by_user(row: dict[str, Any]) -> str:
    return "\n".join(str(message["content"]) for message in row["messages"] if message["role"] == "user")


@pytest.mark.parametrize("name", DOMAINS)
def test_every_verb_takes_a_strangers_domain(installed: Installed, tmp_path: Path, name: str) -> None:
    lang, policy, count = DOMAINS[name]
    listed = installed("tools", name, "--json")
    assert len(json.loads(listed.stdout)["tools"]) == count
    rows = made_by(installed, name, tmp_path / "made")
    assert len({call for row in rows for call, _ in calls_of(row)}) == count
    assert {row["messages"][0]["content"] for row in rows} == {policy}
    assert {row["messages"][0]["role"] for row in rows} == {"system"}
    proved = installed("verify", tmp_path / "made", "--json")
    assert proved.returncode == 0, proved.stdout
    assert json.loads(proved.stdout)["replayed"] is True
    audited = installed("audit", tmp_path / "made" / "train.jsonl", "--env", name)
    assert audited.returncode == 0, audited.stdout
    assert len({row["metadata"]["lang"] for row in rows} | {lang}) == 1


@pytest.mark.parametrize("name", DOMAINS)
def test_users_say_what_they_know_and_all_else_is_looked_up(installed: Installed, tmp_path: Path, name: str) -> None:
    """An id that users were never told is in a result, or was offered to choose from, before they say it."""
    for row in made_by(installed, name, tmp_path / "made"):
        earlier = ""
        for message in row["messages"]:
            if message["role"] == "tool":
                earlier += message["content"]
            for call in message.get("tool_calls") or ():
                given = json.loads(call["function"]["arguments"])
                ids = [value for key, value in given.items() if key.endswith("_id")]
                assert all(json.dumps(value) in earlier for value in ids), (row["id"], given)


def test_no_made_up_value_reaches_a_real_domain(installed: Installed, tmp_path: Path) -> None:
    titles = {
        given["title"]
        for row in made_by(installed, "todo", tmp_path / "made")
        for name, given in calls_of(row)
        if name == "add_task"
    }
    assert titles
    assert titles <= set(todo.TITLES)


def test_what_a_domain_refuses_is_seldom_asked(installed: Installed, tmp_path: Path) -> None:
    rows = made_by(installed, "hotel", tmp_path / "made")
    results = [message["content"] for row in rows for message in row["messages"] if message["role"] == "tool"]
    assert sum(result.startswith("Error") for result in results) <= len(results) // 20


@pytest.mark.parametrize(
    ("change", "rule"),
    [(('"status\\": \\"cancelled', '"status\\": \\"confirmed'), "replay-result"), (("B-5", "B-6"), "changed-row")],
)
def test_a_changed_value_is_found(installed: Installed, tmp_path: Path, change: tuple[str, str], rule: str) -> None:
    made_by(installed, "hotel", tmp_path / "made")
    path = tmp_path / "made" / "train.jsonl"
    text = path.read_text("utf-8")
    assert change[0] in text
    path.write_text(text.replace(*change, 1), "utf-8")
    proved = installed("verify", tmp_path / "made", "--json")
    assert proved.returncode == 1
    assert rule in json.loads(proved.stdout)["rules"]


def test_the_end_state_of_every_row_is_proved(installed: Installed, tmp_path: Path) -> None:
    row = next(row for row in made_by(installed, "hotel", tmp_path / "made") if "book_room" in dict(calls_of(row)))
    told = row["metadata"]["environment"]
    assert told["hash"] != told["hash_after"]
    told["hash_after"] = told["hash"]
    (tmp_path / "row.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    audited = installed("audit", tmp_path / "row.jsonl", "--env", "hotel", "--json")
    assert "replay-end-state" in {finding["rule"] for finding in json.loads(audited.stdout)["findings"]}


def test_the_rules_of_a_domain_are_checked(installed: Installed, tmp_path: Path) -> None:
    """A booking without the guest's yes, and one before the guest is known, break the hotel's own rules."""
    row = next(row for row in made_by(installed, "hotel", tmp_path / "made") if "book_room" in dict(calls_of(row)))
    at = next(
        index
        for index, message in enumerate(row["messages"])
        if any(call["function"]["name"] == "book_room" for call in message.get("tool_calls") or ())
    )
    row["messages"][at - 1]["content"] = "No, please don't."
    (tmp_path / "row.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    audited = installed("audit", tmp_path / "row.jsonl", "--env", "hotel", "--json")
    assert "unconfirmed-write" in {finding["rule"] for finding in json.loads(audited.stdout)["findings"]}


def test_an_environment_of_the_older_kind_works_unchanged(installed: Installed, tmp_path: Path) -> None:
    """Without `known()` nothing says what users know: what cannot be reached is left out, with the reason."""
    assert "complete_task" in installed("tools", "old-todo").stdout
    done = installed("synth", "old-todo", "-n", "5", "-o", tmp_path / "made")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "left out" in done.stderr
    known = tmp_path / "known.jsonl"
    known.write_text("".join(json.dumps({"name": name}) + "\n" for name in todo.PEOPLE), "utf-8")
    done = installed("synth", "old-todo", "-n", "30", "--known", known, "-o", tmp_path / "made")
    assert done.returncode == 0, done.stderr
    assert installed("verify", tmp_path / "made").returncode == 0
    assert installed("audit", tmp_path / "made" / "train.jsonl", "--env", "old-todo").returncode == 0


def test_a_fault_of_a_domain_is_one_sentence(installed: Installed, tmp_path: Path) -> None:
    done = installed("synth", "broken", "-n", "5", "-o", tmp_path / "made")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "names finish_task, and there is no such tool" in done.stderr
    done = installed("tools", "half")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "effect, policy, fork, call, hash, close" in done.stderr
    done = installed("audit", tmp_path / "none.jsonl", "--env", "hotell")
    assert "hotel" in done.stderr


def test_flags_for_servers_are_refused_for_a_domain(installed: Installed, tmp_path: Path) -> None:
    done = installed("synth", "hotel", "--reset", "restart", "-o", tmp_path / "made")
    assert done.returncode == 2
    assert "--reset is for servers and services, not for the domain hotel" in done.stderr


def test_a_domain_is_served(installed: Installed) -> None:
    document = json.loads(installed("host", "library", "--openapi").stdout)
    assert "/tools/borrow_book" in document["paths"]
    assert document["info"]["description"] == library.POLICY
    done = installed("host", "library")
    assert done.returncode == 2
    assert "--stdio, --http PORT, --openapi" in done.stderr


def test_a_tool_that_answers_in_words_and_one_whose_amount_nobody_gave(tmp_path: Path) -> None:
    """In a process of its own terms: a text result is told as it is, and no sum of money is made up."""
    register_domain("bank")(bank.Bank)
    try:
        done = synthesise(Settings(out=tmp_path / "made", source="bank", n=40, seed=3))
        proved = prove(tmp_path / "made")
    finally:
        DOMAIN_REGISTRY.forget("bank")
    rows = [row for part in ("train", "valid") for row in read_jsonl(done.out / f"{part}.jsonl")]
    assert proved.ok and proved.replayed
    assert {name for row in rows for name, _ in calls_of(row)} == {"get_balance", "freeze_card"}
    assert "transfer_money: left out, no value for amount is known" in done.manifest["notes"]
    told = [str(message["content"]) for row in rows for message in row["messages"] if message["role"] == "assistant"]
    assert any("the balance is" in text.lower() for text in told)
    assert not any(".." in text or "result is The" in text for text in told)
