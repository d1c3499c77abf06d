"""Published conversations and tools that may not be copied into the repository: read where they lie beside it.

Every test about them stands here, so that a clone with nothing beside it says in one place what it could not try.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from evalwright import audit, expand_file, show, stats, verify
from evalwright.chat import read_conversation
from evalwright.synth import Settings, read_source, synthesise
from evalwright.synth.checks import lone_rules

from ..conftest import ROOT, Run, read_jsonl
from ..synth.generic.test_simulated import backend, drawn
from ..synth.sources.test_openapi import schema_of
from .test_path import gold_samples

PUBLISHED = ROOT.parent / "shared" / "data" / "foundry"
CONVERSATIONS = PUBLISHED / "valid.jsonl"
TOOL_FILES = {"retail_tools.json": "zh", "openapi_with_policy.json": "en"}

pytestmark = pytest.mark.skipif(not PUBLISHED.exists(), reason="../shared/data/foundry is not beside the repository")


def reported(done: Any) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_rows_pass_through_the_reader_unchanged_and_quickly() -> None:
    rows = [json.loads(line) for line in CONVERSATIONS.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        read = read_conversation(row)
        assert (read.dialects, read.notes) == (("openai",), ())
        for made, given in zip(read.messages, row["messages"], strict=True):
            assert made is given or made == {**given, "content": None}
    best = min(_seconds_to_read(rows) for _ in range(5))
    assert best / len(rows) < 300e-6, "five times the goal, so that a busy machine does not fail it"


def _seconds_to_read(rows: list[Any]) -> float:
    start = time.perf_counter()
    for row in rows:
        read_conversation(row)
    return time.perf_counter() - start


def test_the_audit_finds_what_is_known_to_be_wrong_with_them() -> None:
    found = audit(CONVERSATIONS)
    assert (found.conversations, found.messages, found.calls) == (55, 926, 223)
    invented = found.of("ungrounded-argument")
    assert len(invented) == 33
    assert len({finding.line for finding in invented}) == 33
    orders = [f for f in invented if f.text.startswith("get_order_details:") and f.path.endswith(".order_id")]
    assert len(orders) == 32
    assert len([finding for finding in invented if finding.path.endswith(".product_id")]) == 1
    assert len(found.of("ends-on-call")) == 55
    assert found.errors == 33
    rules = lone_rules()
    assert audit(CONVERSATIONS, extra_rules=rules, rules=[rule.name for rule in rules]).findings == []


def test_stats_show_and_expand_give_the_known_numbers(tmp_path: Path) -> None:
    numbers = stats(CONVERSATIONS).to_dict()["files"][0]
    assert (numbers["conversations"], numbers["messages"], numbers["calls"]) == (55, 926, 223)
    assert round(numbers["tool_calls"]["mean"], 2) == 4.05
    assert numbers["tool_calls"]["max"] == 6
    longest = show(CONVERSATIONS, most_calls=True)
    assert (longest.calls, longest.ungrounded) == (6, 1)
    done = expand_file(CONVERSATIONS, tmp_path / "eval.jsonl")
    items = read_jsonl(tmp_path / "eval.jsonl")
    assert (done.conversations, done.items, len(items)) == (55, 223, 223)
    assert len({item["id"] for item in items}) == 223
    last = json.loads(CONVERSATIONS.read_text(encoding="utf-8").splitlines()[-1])
    calls = [call for message in last["messages"] for call in message.get("tool_calls", [])]
    assert [i["expected_output"]["tool_calls"][0] for i in items if i["conversation_id"] == "54"] == calls


def test_21_read_the_profile_first_and_their_authors_own_rules_leave_nothing(evalwright: Run, tmp_path: Path) -> None:
    kept, rest = tmp_path / "out.jsonl", tmp_path / "rest.jsonl"
    sequence = ("--sequence", "find_* -> get_user_details", "--same", "user_id")
    found = reported(evalwright("curate", CONVERSATIONS, "-o", kept, *sequence, "--json"))
    assert (found["conversations"], found["kept"]) == (55, 21)
    assert len(read_jsonl(kept)) == 21
    args = ("curate", CONVERSATIONS, "-o", kept, "--rejected", rest, "--rules", "authenticate-first")
    found = reported(evalwright(*args, "--json"))
    assert (found["conversations"], found["kept"], found["rejected"]) == (55, 0, 55)
    assert found["rules"]["sequence find_* -> get_user_details"] == 34
    assert found["rules"]["grounded"] == 33
    assert [rejection["conversation"] for rejection in found["rejections"]] == [str(number) for number in range(55)]
    assert all(rejection["rules"] for rejection in found["rejections"])
    assert len(read_jsonl(rest)) == 55
    assert all(row["metadata"]["rejected_by"] for row in read_jsonl(rest))
    assert read_jsonl(kept) == []
    words = evalwright(*args).stdout
    assert "0 of 55 conversations kept" in words
    assert "failed sequence find_* -> get_user_details + grounded:" in words


def test_graded_against_their_own_gold_every_item_is_right(evalwright: Run, tmp_path: Path) -> None:
    assert evalwright("expand", CONVERSATIONS, "-o", "eval.jsonl").returncode == 0
    items, samples = tmp_path / "eval.jsonl", tmp_path / "samples.jsonl"
    gold_samples(items, samples)
    done = evalwright("grade", items, samples, "-o", "reviews.jsonl", "--json")
    reviews = read_jsonl(tmp_path / "reviews.jsonl")
    assert [review["score"]["next_call_score"] for review in reviews] == [1.0] * 223
    assert [review["id"] for review in reviews] == [item["id"] for item in read_jsonl(items)]
    assert reported(done)["metrics"][0]["score"] == 1.0
    gold_samples(items, samples, {"7#1": {"order_id": "#W0000001"}, "7#0": {"email": "x@y.z"}})
    assert evalwright("grade", items, samples, "-o", "reviews.jsonl").returncode == 0
    changed = {r["id"]: r for r in read_jsonl(tmp_path / "reviews.jsonl") if r["score"]["next_call_score"] != 1.0}
    email = changed["7#0"]
    assert email["score"]["next_call_score"] == 0.5 and email["verdict"] == "wrong_arguments"
    assert email["details"]["arguments"][0]["path"] == "email"
    assert "email" in email["reason"] and "nowhere" in email["reason"]


def test_both_files_of_tools_give_fifteen_with_their_schemas(evalwright: Run) -> None:
    for name in TOOL_FILES:
        document = reported(evalwright("tools", PUBLISHED / name, "--json"))
        assert len(document["tools"]) == 15
        assert document["notes"] == []
    source = read_source(str(PUBLISHED / "openapi_with_policy.json"))
    assert "explicit user confirmation" in source.policy
    empty = [name for name in source.names() if not schema_of(source, name)["properties"]]
    # The one that has no parameters has none in the document either.
    assert empty == ["list_all_product_types"]
    without = [name for name, effect in source.effects.items() if effect == "none"]
    assert without == ["calculate", "transfer_to_human_agents"]


def test_a_world_made_up_from_the_tools_is_one_world() -> None:
    shop = backend(json.loads((PUBLISHED / "retail_tools.json").read_text("utf-8")))
    order = drawn(shop, "return_delivered_order_items")
    item = order["items"][0]["item_id"]
    arguments = {"order_id": order["order_id"], "item_ids": [item], "payment_method_id": order["payment_method_id"]}
    assert shop.call("return_delivered_order_items", arguments).value["status"] == "returned"
    stranger = shop.call("return_delivered_order_items", arguments | {"item_ids": ["1"]})
    assert stranger.content == "Error: item 1 not found."


def test_conversations_made_with_the_tools_pass_audit_and_proof(tmp_path: Path) -> None:
    for name, lang in TOOL_FILES.items():
        done = synthesise(Settings(out=tmp_path / lang, source=str(PUBLISHED / name), n=30, seed=3))
        assert done.made == 30 and done.manifest["simulated"] is True
        called = done.manifest["coverage"]["by_tool"]
        assert len(called) >= 8 and called["transfer_to_human_agents"] >= 1
        assert audit([done.out / part for part, facts in done.manifest["files"].items() if facts["rows"]]).errors == 0
        proof = verify(done.out)
        assert proof.replayed and not proof.errors
