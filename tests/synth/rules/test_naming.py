"""What a question must say before a change: every detail, in whatever form people write it, in English and Chinese."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from .clinic import Talk, broken

RULE = "- confirm: change\n"


def missing(
    folder: Path,
    lang: str,
    asked: str,
    arguments: dict[str, Any],
    rule: str = RULE,
    seen: Any = None,
    heard: str = "Hi",
) -> list[str]:
    """The arguments that a question does not name."""
    talk = Talk(lang).user(heard)
    if seen is not None:
        talk.call("look", {}, seen)
    talk.says(asked).user("Yes." if lang == "en" else "可以。").call("change", arguments).says("Done.")
    return [found.path.split("arguments.")[1] for found in broken(folder, rule, talk)]


NAMED: list[tuple[str, str, dict[str, Any]]] = [
    ("en", "Shall I book 2026-12-01?", {"day": "2026-12-01"}),
    ("en", "Shall I book December 1?", {"day": "2026-12-01"}),
    ("en", "Shall I book the 1st of December 2026 at 2:30 pm?", {"at": "2026-12-01T14:30:00"}),
    ("zh", "要约在12月1日吗？", {"day": "2026-12-01"}),
    ("zh", "要约在2026年12月1日下午2点半吗？", {"at": "2026-12-01T14:30"}),
    ("en", "That would be $1,500 for two people, right?", {"amount": 1500, "people": 2}),
    ("en", "That would be 19.90 each, right?", {"price": 19.9}),
    ("zh", "一共1,500元，两个人，对吗？", {"amount": 1500, "people": 2}),
    ("zh", "一共3万元，对吗？", {"amount": 30000}),
    ("en", "Cancel it, as it is no longer needed?", {"reason": "no_longer_needed"}),
    ("en", "Set the priority to HIGH?", {"priority": "high"}),
    ("en", "Add Ana Ruiz and Bo Li to the list?", {"people": ["Ana Ruiz", "Bo Li"]}),
    ("zh", "把安娜和李博加到名单吗？", {"people": ["安娜", "李博"]}),
    ("en", "Send it to 12 Oak Street, Boston?", {"address": {"street": "12 Oak Street", "city": "Boston"}}),
    ("en", "Shall I write \u201cBuy milk\u201d to notes.txt?", {"path": "/data/home/notes.txt", "content": "Buy milk"}),
    ("zh", "要把\u201c买牛奶\u201d写进 notes.txt 吗？", {"path": "/data/home/notes.txt", "content": "买牛奶"}),
    (
        "en",
        "I would write this:\n```\nBuy milk\nCall Bo\n```\nto notes.txt. Shall I?",
        {"path": "notes.txt", "content": "Buy milk\nCall Bo\n"},
    ),
    (
        "en",
        "Shall I save the text that begins \u201cDear all, as you know we have moved to a new\u201d as mail.txt?",
        {"path": "mail.txt", "content": "Dear all, as you know we have moved to a new house. " * 6},
    ),
    (
        "en",
        "Shall I move plan.md from drafts to final?",
        {"source": "/w/drafts/plan.md", "destination": "/w/final/plan.md"},
    ),
    ("zh", "要把 plan.md 移到 final 文件夹吗？", {"source": "/w/drafts/plan.md", "destination": "/w/final/plan.md"}),
    (
        "en",
        "Shall I run: UPDATE orders SET status = 'shipped' WHERE id = 5?",
        {"query": "UPDATE orders SET status = 'shipped' WHERE id = 5"},
    ),
    ("en", "Shall I set the status of order 5 to shipped?", {"query": "UPDATE orders SET status='shipped' WHERE id=5"}),
    ("zh", "要把5号订单的状态改成 shipped 吗？", {"query": "UPDATE orders SET status='shipped' WHERE id=5"}),
    ("en", "Shall I create the table pet_toys?", {"query": "CREATE TABLE pet_toys (name TEXT)"}),
    ("en", "Shall I delete the folder old and all below it, recursively?", {"path": "/w/old", "recursive": True}),
    (
        "en",
        "Shall I delete the folder old?",
        {"path": "/w/old", "recursive": False, "note": "", "tags": [], "more": None},
    ),
    ("zh", "要删除 old 文件夹吗？", {"path": "/w/old", "recursive": True}),
    ("en", "Shall I commit this as \u201cFix the login page\u201d?", {"message": "Fix the login page"}),
    ("en", "Shall I call +1 (555) 010-2030 tomorrow?", {"phone": "15550102030"}),
]
UNNAMED: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("en", "Shall I book December 2?", {"day": "2026-12-01"}, ["day"]),
    ("en", "Shall I book December 1 at 3 pm?", {"at": "2026-12-01T14:30:00"}, ["at"]),
    ("zh", "要约在12月11日吗？", {"day": "2026-12-01"}, ["day"]),
    ("en", "That would be $15,000, right?", {"amount": 1500}, ["amount"]),
    ("en", "Book room 15?", {"people": 5}, ["people"]),
    ("en", "Add Ana Ruiz to the list?", {"people": ["Ana Ruiz", "Bo Li"]}, ["people[1]"]),
    ("en", "Send it to Boston?", {"address": {"street": "12 Oak Street", "city": "Boston"}}, ["address.street"]),
    ("en", "Set it for the cart?", {"state": "CA"}, ["state"]),
    ("en", "Shall I write to notes.txt?", {"path": "notes.txt", "content": "Buy milk"}, ["content"]),
    ("zh", "要写进文件吗？", {"path": "/data/notes.txt", "content": "买牛奶"}, ["path", "content"]),
    ("en", "I would write:\nBuy milk\nOk?", {"content": "Buy milk\nCall Bo"}, ["content"]),
    ("en", "Shall I move plan.md?", {"source": "/w/a/plan.md", "destination": "/w/final/plan.md"}, ["destination"]),
    ("en", "Shall I set the status to shipped?", {"query": "UPDATE orders SET status='shipped' WHERE id=5"}, ["query"]),
    ("en", "Shall I clean up?", {"query": "DROP TABLE orders"}, ["query"]),
    ("zh", "要把订单状态改成 shipped 吗？", {"query": "UPDATE orders SET status='shipped' WHERE id=5"}, ["query"]),
    ("en", "Shall I delete the folder old?", {"path": "/w/old", "recursive": True}, ["recursive"]),
]


@pytest.mark.parametrize(("lang", "asked", "arguments"), NAMED, ids=[asked[:40] for _, asked, _ in NAMED])
def test_what_people_write_names_a_value(tmp_path: Path, lang: str, asked: str, arguments: dict[str, Any]) -> None:
    heard = " ".join(str(value) for value in arguments.values() if isinstance(value, str) and "/" in value)
    assert missing(tmp_path, lang, asked, arguments, heard=heard or "Hi") == []


@pytest.mark.parametrize(("lang", "asked", "arguments", "lacks"), UNNAMED, ids=[asked[:40] for _, asked, *_ in UNNAMED])
def test_what_is_not_said_is_missed(
    tmp_path: Path, lang: str, asked: str, arguments: dict[str, Any], lacks: list[str]
) -> None:
    heard = " ".join(str(value) for value in arguments.values() if isinstance(value, str) and "/" in value)
    assert missing(tmp_path, lang, asked, arguments, heard=heard or "Hi") == lacks


def test_a_path_is_told_from_others_of_its_name(tmp_path: Path) -> None:
    seen = "[FILE] /w/a/plan.md\n[FILE] /w/b/plan.md"
    assert missing(tmp_path, "en", "Delete plan.md?", {"path": "/w/a/plan.md"}, seen=seen) == ["path"]
    assert missing(tmp_path, "en", "Delete plan.md in folder a?", {"path": "/w/a/plan.md"}, seen=seen) == []
    assert missing(tmp_path, "en", "Delete plan.md?", {"path": "/w/a/plan.md"}, seen="[FILE] /w/a/plan.md") == []
    assert missing(tmp_path, "en", "Delete plan.md?", {"path": "/w/a/plan.md"}, heard="Delete a/plan.md.") == []
    spaced = "/w/Alder House/plan.md\n/w/Ash Grove/plan.md"
    assert missing(tmp_path, "en", "Delete plan.md?", {"path": "/w/Ash Grove/plan.md"}, heard=spaced) == ["path"]
    assert missing(tmp_path, "en", "Delete plan.md of Ash Grove?", {"path": "/w/Ash Grove/plan.md"}, heard=spaced) == []


@pytest.mark.parametrize(
    "hostile",
    ["/" * 200_000, "a" * 200_000 + "/plan.md", "/plan.md" * 40_000, "?" * 200_000, "," * 200_000, "' " * 90_000],
    ids=["slashes", "word", "paths", "questions", "commas", "quotes"],
)
def test_hostile_texts_cost_no_more_than_others(tmp_path: Path, hostile: str) -> None:
    begun = time.process_time()
    arguments = {"path": "/w/plan.md", "query": f"UPDATE t SET a = {hostile[:20_000]}", "note": hostile}
    talk = Talk().user(hostile).says(f"Delete plan.md? {hostile}").user(hostile).call("change", arguments, hostile)
    broken(tmp_path, RULE, talk.says("Done."))
    assert time.process_time() - begun < 8


VISITS = {
    "visits": [
        {"visit_id": "V-1", "doctor": {"id": 3, "name": "Dr. Wu"}, "day": "2026-12-01", "status": "booked"},
        {"visit_id": "V-2", "doctor": {"id": 3, "name": "Dr. Wu"}, "day": "2026-12-08", "status": "booked"},
        {"visit_id": "V-3", "doctor": {"id": 4, "name": "Dr. Sato"}, "day": "2026-12-01", "status": "booked"},
    ]
}


@pytest.mark.parametrize(
    ("asked", "lacks"),
    [
        ("Shall I cancel the visit to Dr. Sato?", []),
        ("Shall I cancel Dr. Wu on December 1?", ["visit_id"]),
        ("Shall I cancel the visit V-1?", ["visit_id"]),
        ("Shall I cancel the visit V-3?", []),
        ("Shall I cancel the booked visit?", ["visit_id"]),
        ("Shall I cancel the one on December 1?", ["visit_id"]),
    ],
)
def test_an_id_is_named_by_what_means_its_thing_alone(tmp_path: Path, asked: str, lacks: list[str]) -> None:
    assert missing(tmp_path, "en", asked, {"visit_id": "V-3"}, seen=VISITS) == lacks


def test_a_thing_of_a_text_result_is_named_too(tmp_path: Path) -> None:
    seen = "id | doctor | day\n7 | Dr. Wu | 2026-12-01\n8 | Dr. Sato | 2026-12-01"
    assert missing(tmp_path, "en", "Cancel Dr. Sato on December 1?", {"visit_id": 8}, seen=seen) == []
    assert missing(tmp_path, "en", "Cancel the one on December 1?", {"visit_id": 8}, seen=seen) == ["visit_id"]


def test_a_value_is_no_id_because_a_thing_has_it(tmp_path: Path) -> None:
    seen = {"visits": [{"visit_id": "V-3", "doctor": "Dr. Sato", "status": "cancelled"}]}
    assert missing(tmp_path, "en", "Shall I go on with Dr. Sato?", {"status": "cancelled"}, seen=seen) == ["status"]


def test_a_rule_says_what_else_a_value_is_called(tmp_path: Path) -> None:
    rule = RULE + '  said_as:\n    reason: {no_longer_needed: ["(not|no longer) (needed|wanted)", 不需要了]}\n'
    for lang, asked in (("en", "Cancel, as it is not wanted?"), ("zh", "因为不需要了而取消，对吗？")):
        assert missing(tmp_path, lang, asked, {"reason": "no_longer_needed"}, rule) == []
        assert missing(tmp_path, lang, asked, {"reason": "by_mistake"}, rule) == ["reason"]
    assert missing(tmp_path, "zh", "要取消吗？", {"reason": "no_longer_needed"}, rule) == ["reason"]


def test_other_words_for_a_value_count_wherever_it_stands(tmp_path: Path) -> None:
    rule = (
        RULE + "  said_as: {visit_id: {fields: doctor}}\n  called: {Dr. Sato: [佐藤医生], no_longer_needed: 用不着}\n"
    )
    seen = {"visits": [{"visit_id": "V-3", "doctor": "Dr. Sato"}, {"visit_id": "V-4", "doctor": "Dr. Wu"}]}
    asked = {"visit_id": "V-3", "reason": "no_longer_needed"}
    assert missing(tmp_path, "zh", "因为用不着，取消佐藤医生那次，对吗？", asked, rule, seen=seen) == []
    assert missing(tmp_path, "zh", "因为用不着，取消那次，对吗？", asked, rule, seen=seen) == ["visit_id"]
    assert missing(tmp_path, "zh", "取消佐藤医生那次，对吗？", asked, rule, seen=seen) == ["reason"]
