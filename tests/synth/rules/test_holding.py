"""Conversations held to rules of every kind: what keeps them passes, and what breaks them is named where it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.errors import InputError

from .clinic import Talk, broken, places

CONFIRM = "- confirm: move_*\n  unnamed: visit_id\n"
BEFORE = "- before: '*'\n  except: list_doctors\n  call: find_patient\n  same: patient_id\n"
NEXT = "- directly_after: find_patient\n  call: get_visits\n  same: patient_id\n"
ONE_CALL = "- at_most: 1\n  per: message\n"
ONCE = "- at_most: 1\n  tools: move_visit, cancel_visit\n  each: visit_id\n  succeeding: true\n"
NEVER = "- at_most: 0\n  tools: drop_*\n"
HAND_OVER = "- says_after: transfer\n  en: [You are being transferred.]\n  zh: 正在为您转接。\n"
NOTICE = "- says_after: transfer\n  en: Calls are recorded.\n  ends: false\n"
ONE = "- one: patient_id\n  found_by: find_patient\n  things: get_visit\n"


def moving(yes: str = "Yes, please.", asked: str = "Shall I move your visit to 2026-12-01?") -> Talk:
    return (
        Talk().found().says(asked).user(yes).call("move_visit", {"visit_id": "V-1", "day": "2026-12-01"}).says("Done.")
    )


def test_a_change_needs_a_yes_directly_before(tmp_path: Path) -> None:
    assert places(tmp_path, CONFIRM, moving()) == []
    for answer in ("No, thanks.", "Yes, but an hour later.", "How much is it?", "Maybe."):
        (found,) = broken(tmp_path, CONFIRM, moving(answer))
        assert (found.rule, found.message, found.path) == ("policy-broken", 5, "messages[5].tool_calls[0]")
        assert "the rule in line 1 (confirm)" in found.text
    silent = Talk().found().says("I move your visit to 2026-12-01.").call("move_visit", {"day": "2026-12-01"})
    assert set(places(tmp_path, CONFIRM, silent)) == {4}


def test_every_detail_of_a_change_is_named_in_the_question(tmp_path: Path) -> None:
    (found,) = broken(tmp_path, CONFIRM, moving(asked="Shall I move your visit?"))
    assert found.path == "messages[5].tool_calls[0].function.arguments.day"
    assert '"2026-12-01"' in found.text
    assert places(tmp_path, CONFIRM, moving(asked="Shall I move your visit to December 1?")) == []
    assert len(places(tmp_path, CONFIRM.replace("visit_id", "day"), moving())) == 1


def test_two_names_tell_the_two_findings_of_a_rule_apart(tmp_path: Path) -> None:
    named = CONFIRM + "  name: [asks-first, all-said]\n"
    found = broken(tmp_path, named, moving("No.", "Shall I?"))
    assert [each.rule for each in found] == ["asks-first", "all-said"]
    assert not any("rule in line" in each.text for each in found)


def test_a_call_comes_after_another_with_the_value_that_it_gave(tmp_path: Path) -> None:
    def reading(patient: object, before: str = "found") -> Talk:
        talk = Talk().found() if before == "found" else Talk().user("Hello")
        return talk.call("get_visits", {"patient_id": patient}).says("None.")

    assert places(tmp_path, BEFORE, reading("P-17")) == []
    (found,) = broken(tmp_path, BEFORE, reading("P-18"))
    assert found.path.endswith("arguments.patient_id") and "find_patient" in found.text
    assert places(tmp_path, BEFORE, reading(["P-17", "P-18"])) == [3]
    assert places(tmp_path, BEFORE, reading("P-17", "nothing")) == [1]
    assert places(tmp_path, BEFORE, Talk().user("Hi").call("list_doctors").says("Wu.")) == []
    assert places(tmp_path, BEFORE, Talk().user("Hi").call("list_rooms").says("1.")) == [1]


def test_a_call_in_the_same_message_is_not_before(tmp_path: Path) -> None:
    both = [("find_patient", {}, {"patient_id": "P-17"}), ("get_visits", {"patient_id": "P-17"}, [])]
    assert places(tmp_path, BEFORE, Talk().user("Ana Ruiz").calls(*both).says("None.")) == [1]


def test_a_call_that_failed_does_not_count_as_before(tmp_path: Path) -> None:
    talk = Talk().user("Ana").call("find_patient", {}, "Error: nobody of that name.").call("get_visits").says("None.")
    assert places(tmp_path, BEFORE, talk) == [3]


def test_the_tied_value_may_have_another_name_and_stand_deep_or_in_text(tmp_path: Path) -> None:
    rule = BEFORE.replace("same: patient_id", "same: {patient_id: person.id}")
    found = {"matches": [{"person": {"id": 4}}, {"person": {"id": 7}}]}
    for value, hits in ((7, []), (8, [3])):
        talk = (
            Talk().user("Ana").call("find_patient", {}, found).call("get_visits", {"patient_id": value}).says("None.")
        )
        assert places(tmp_path, rule, talk) == hits
    for value, hits in (("P-17", []), ("P-1", [3])):
        text = "Found one patient:\nname: Ana Ruiz\npatient id: P-17"
        talk = Talk().user("Ana").call("find_patient", {}, text).call("get_visits", {"patient_id": value}).says("None.")
        assert places(tmp_path, BEFORE, talk) == hits


def test_the_next_call_is_the_one_that_must_follow(tmp_path: Path) -> None:
    assert places(tmp_path, NEXT, Talk().found().call("get_visits", {"patient_id": "P-17"}).says("None.")) == []
    assert places(tmp_path, NEXT, Talk().found().call("get_visits", {"patient_id": "P-18"}).says("None.")) == [3]
    assert places(tmp_path, NEXT, Talk().found().call("list_doctors").says("Wu.")) == [1]
    assert places(tmp_path, NEXT, Talk().found().says("Hello Ana.")) == [1]


def test_calls_are_counted_by_message_conversation_and_value(tmp_path: Path) -> None:
    two = Talk().user("Hi").calls(("list_doctors", {}, []), ("list_rooms", {}, []), ("list_days", {}, [])).says("So.")
    assert places(tmp_path, ONE_CALL, two) == [1]
    assert places(tmp_path, ONE_CALL.replace("per: message", "tools: list_*"), two) == [1, 1]
    assert places(tmp_path, ONE_CALL, Talk().user("Hi").call("list_doctors").call("list_rooms").says("So.")) == []

    def changed(*visits: tuple[str, str]) -> Talk:
        talk = Talk().user("Hi")
        for number, (visit, result) in enumerate(visits):
            talk.call("cancel_visit" if number % 2 else "move_visit", {"visit_id": visit}, result)
        return talk.says("Done.")

    assert places(tmp_path, ONCE, changed(("V-1", "ok"), ("V-2", "ok"))) == []
    assert places(tmp_path, ONCE, changed(("V-1", "Error: try again."), ("V-1", "ok"))) == []
    assert places(tmp_path, ONCE, changed(("V-1", "ok"), ("V-1", "ok"))) == [3]
    assert places(tmp_path, NEVER, Talk().user("Hi").call("drop_all").says("Done.")) == [1]


def test_a_fixed_sentence_ends_the_conversation(tmp_path: Path) -> None:
    def handed_over(*more: str, lang: str = "en") -> Talk:
        talk = Talk(lang).user("A person, please.").call("transfer")
        for number, text in enumerate(more):
            talk = talk.user(text) if number % 2 else talk.says(text)
        return talk

    assert places(tmp_path, HAND_OVER, handed_over("You are being transferred.")) == []
    assert places(tmp_path, HAND_OVER, handed_over("正在为您转接。", lang="zh")) == []
    assert places(tmp_path, HAND_OVER, handed_over("You are being transferred.", lang="zh")) == [3]
    assert places(tmp_path, HAND_OVER, handed_over("Hold on.")) == [3]
    assert places(tmp_path, HAND_OVER, handed_over("You are being transferred.", "Thanks")) == [3]
    assert places(tmp_path, HAND_OVER, handed_over()) == [2]
    assert places(tmp_path, NOTICE, handed_over("Calls are recorded. One moment.", "Fine", "Hello.")) == []
    assert places(tmp_path, NOTICE, handed_over("One moment.", "Fine", "Calls are recorded.")) == [3]


def test_one_person_is_served(tmp_path: Path) -> None:
    def visit(owner: str) -> Talk:
        return Talk().found().call("get_visit", {"visit_id": "V-9"}, {"patient_id": owner, "doctor": "Dr. Wu Xiaoming"})

    assert places(tmp_path, ONE, visit("P-17").says("You see Dr. Wu Xiaoming.")) == []
    assert places(tmp_path, ONE, visit("P-18").says("That is not your visit.")) == []
    assert places(tmp_path, ONE, visit("P-18").says("You see Dr. Wu Xiaoming.")) == [5]
    assert places(tmp_path, ONE, visit("P-18").call("cancel_visit", {"visit_id": "V-9"}).says("Done.")) == [5]
    assert places(tmp_path, ONE, Talk().found().call("get_visits", {"patient_id": "P-18"}).says("None.")) == [3]
    assert places(tmp_path, ONE, Talk().found().found("P-18").says("Found.")) == [4]


def test_rows_that_say_so_are_left_out_and_warnings_only_warn(tmp_path: Path) -> None:
    rule = BEFORE + "  name: no-login\n  severity: warning\n  unless: {profile: [seed, mini]}\n"
    talk = Talk().user("Hi").call("list_rooms").says("1.")
    assert [(found.rule, found.severity) for found in broken(tmp_path, rule, talk)] == [("no-login", "warning")]
    assert broken(tmp_path, rule, talk.record(profile="seed")) == []


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("- confrim: x\n", 1, "confrim"),
        ("rules:\n  - confirm: x\n  - before: y\n", 3, "call"),
        ("scenarios: []\n", None, "no rules"),
        ("- confirm: !!python/name:os.system x\n", 1, "tag"),
    ],
)
def test_a_file_whose_rules_cannot_be_meant_is_refused_by_line(
    tmp_path: Path, text: str, line: int | None, problem: str
) -> None:
    with pytest.raises(InputError, match=problem) as refused:
        broken(tmp_path, text, moving())
    assert refused.value.line == line
