"""The mistakes that a scenario file can have for given tools, each named by its line and with its cure."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.synth import check_scenarios, parse_scenarios
from evalwright.text import in_words


def tool(name: str, *required: str, **optional: Any) -> dict[str, Any]:
    properties = {each: {"type": "string"} for each in required} | optional
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return {"type": "function", "function": {"name": name, "description": name, "parameters": parameters}}


TOOLS = [
    tool("find_patient", "name", "birth_date"),
    tool("get_appointments", "patient_id", limit={"type": "integer", "minimum": 1}),
    tool("find_slots", "doctor_id", "day"),
    tool("move_appointment", "appointment_id", "slot_id"),
    tool("list_patients"),
    tool("search"),
]
EFFECTS = {name: "write" if name == "move_appointment" else "read" for name in (t["function"]["name"] for t in TOOLS)}

GOOD = """\
languages: [en, zh]
rules:
  - confirm: move_*
    unnamed: [appointment_id]
  - before: "*"
    except: [find_patient, list_patients, search]
    call: find_patient
people:
  list: [{name: Ada, birth_date: 1990-01-02, file: 7}]
  know:
    name:
    birth_date: {ask: {en: Born when?, zh: 您哪天出生？}, say: {en: "On {me.birth_date}.", zh: "{me.birth_date}。"}}
values:
  new_day: ["2026-12-01", "2026-12-03"]
  place: {of: [{town: Porto, code: "4000"}]}
scenarios:
  - name: move an appointment
    wants:
      en: ["This is {me.name}. Can I see {appointment.doctor} in {place.town} on {new_day}?"]
      zh: ["我是{me.name}，能改到{new_day}去{place.town}看{appointment.doctor}吗？"]
    knows: [appointment.doctor]
    steps:
      - find_patient: {name: $me.name, birth_date: $me.birth_date}
      - get_appointments: {patient_id: $find_patient.patient_id, limit: 5}
        choose: {appointment: any of appointments where town = $place.town}
        none: {en: You have none., zh: 您没有预约。}
      - find_slots: {doctor_id: $appointment.doctor_id, day: $new_day}
        choose: {slot: first of slots}
        offers: {en: "There is {find_slots.slots.time}.", zh: "有{find_slots.slots.time}。"}
        picks: {en: "{slot.time}, please.", zh: "{slot.time}吧。"}
      - move_appointment: {appointment_id: $appointment.id, slot_id: $slot.slot_id}
        confirms: {en: "Move it to slot {slot.slot_id}?", zh: "改到{slot.slot_id}？"}
        fails: {en: "That did not work: {error}", zh: "没有成功：{error}"}
    tells: {en: "It is on {slot.time}.", zh: "在{slot.time}。"}
"""


def found(text: str, *langs: str) -> list[tuple[int, str]]:
    reading = parse_scenarios(text)
    assert reading.findings == ()
    return [(each.line, each.kind) for each in check_scenarios(reading.file, TOOLS, EFFECTS, langs)]


def test_nothing_is_wrong_with_a_file_that_fits() -> None:
    assert found(GOOD) == []


STEP = "      - find_slots: {doctor_id: $appointment.doctor_id, day: $new_day}"
MISTAKES = [
    ("find_patient: {name", "find_pateint: {name", [(23, "unknown_tool")]),
    ("day: $new_day}", "dya: $new_day}", [(27, "unknown_argument"), (27, "missing_argument")]),
    ("limit: 5", "limit: 0", [(24, "bad_argument")]),
    ("limit: 5", "limit: 'a {new_day}'", [(24, "text_argument")]),
    ("limit: 5", "limit: five", [(24, "bad_argument")]),
    ("limit: 5", "limit: $new_day", [(14, "bad_argument")]),
    ("$slot.slot_id}", "$slto.slot_id}", [(31, "unknown_name")]),
    ("day: $new_day", "day: $slot.day", [(27, "later_step")]),
    ("see {appointment.doctor} in", "see {appointment.doctor} ({appointment.day}) in", [(19, "not_knows")]),
    ("see {appointment.doctor} in", "see {apointment.doctor} in", [(19, "unknown_name")]),
    ("knows: [appointment.doctor]", "knows: [appointment.doctor, appointment.patient_id]", [(21, "id_in_knows")]),
    ("knows: [appointment.doctor]", "knows: [appointment.doctor, doctor.name]", [(21, "unknown_name")]),
    ("This is {me.name}", "This is {me.file}", [(19, "me_field")]),
    ("[{name: Ada,", "[{first: Ada,", [(11, "know_field")]),
    ("{place.town} on", "{place.twon} on", [(19, "value_field")]),
    ("{place.town} on", "{place} on", [(19, "value_record")]),
    ("Move it to slot {slot.slot_id}?", "Move it?", [(32, "confirm_detail")]),
    ("        confirms: {en", "        tells: {en", [(31, "no_confirms"), (31, "no_confirms")]),
    ('zh: "改到{slot.slot_id}？"', "", [(31, "no_confirms"), (32, "missing_language")]),
    (
        "        none: {en: You have none., zh: 您没有预约。}",
        "        none: {en: You have none.}",
        [(26, "missing_language")],
    ),
    ("        picks: {en", "        tells: {en", [(27, "offers_picks")]),
    ('"{slot.time}, please."', '"Fine."', [(30, "picks_slot")]),
    ('"There is {find_slots.slots.time}."', '"There is one."', [(29, "offers_slot")]),
    ('en: "On {me.birth_date}."', 'en: "On that day."', [(12, "say_slot")]),
    ('en: "On {me.birth_date}."', 'en: "{me.birth_date} {slot.day}"', [(12, "fact_slot")]),
    ("Can I see", "Use get_appointments to see", [(19, "tool_in_words")]),
    ("day: $new_day", 'day: "{new_day} {place.code}"', [(27, "unsaid_field")]),
    ("我是{me.name}，", "", [(20, "no_ask")]),
    ("我是{me.name}，", "(我是{me.name}，|你好，)", [(20, "no_ask")]),
    ("  place:", "  colour: [red]\n  place:", [(15, "unused_value")]),
    ("confirm: move_*", "confirm: mvoe_appointment", [(3, "rule")]),
    (
        "    call: find_patient",
        "    call: list_patients",
        [(24, "rule_before"), (27, "rule_before"), (31, "rule_before")],
    ),
    ("  - before:", "  - at_most: 1\n    tools: [get_*, find_*]\n  - before:", [(26, "rule_at_most")]),
    ("  - before:", "  - directly_after: find_patient\n    call: find_slots\n  - before:", [(25, "rule_after")]),
    (
        "choose: {slot: first",
        "choose: {new_day: first",
        [
            (27, "name_taken"),
            (30, "unknown_name"),
            (30, "picks_slot"),
            (31, "unknown_name"),
            (32, "unknown_name"),
            (34, "unknown_name"),
        ],
    ),
    (STEP, f"      - find_slots: {{doctor_id: a, day: b}}\n{STEP}", [(27, "name_twice"), (28, "name_twice")]),
]


@pytest.mark.parametrize(("old", "new", "wrong"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_named_by_its_line(old: str, new: str, wrong: list[tuple[int, str]]) -> None:
    assert old in GOOD
    assert found(GOOD.replace(old, new, 1)) == wrong


def test_what_was_looked_up_is_told() -> None:
    text = "scenarios:\n  - name: a\n    wants: Who is there?\n    steps: [list_patients]\n    tells: Done.\n"
    assert found(text) == [(5, "tells_slot")]
    assert found(text.replace("tells: Done.", "tells: '{list_patients.name}'")) == []
    assert found(text.replace("    tells: Done.\n", "")) == [(2, "no_tells")]


def test_a_language_that_is_wanted_has_to_be_there() -> None:
    text = "scenarios:\n  - {name: a, wants: Who?, steps: [list_patients], tells: '{list_patients.name}.'}\n"
    assert found(text, "en") == []
    assert found(text, "en", "zh") == [(2, "missing_language"), (2, "missing_language")]


def test_people_are_listed_by_a_tool_that_reads() -> None:
    text = (
        "people: {call: %s, know: [name]}\n"
        + "scenarios: [{name: a, wants: 'I am {me.name}.', steps: [search], tells: '{search.text}'}]\n"
    )
    assert found(text % "list_patients") == []
    assert found(text % "list_patient") == [(1, "unknown_tool")]
    assert found(text % "move_appointment, with: {appointment_id: a, slot_id: b}") == [(1, "people_write")]
    assert found(text % "find_patient, with: {name: $me.name, birth_date: x}") == [(1, "people_constant")]


def test_names_stand_once() -> None:
    one = "{name: a, wants: Who?, steps: [list_patients], tells: '{list_patients.name}.'}"
    assert found(f"scenarios:\n  - {one}\n  - {one}\n") == [(3, "scenario_twice")]


def test_a_finding_says_what_helps_in_both_languages() -> None:
    file = parse_scenarios(GOOD.replace("find_patient: {name", "find_pateint: {name")).file
    first = check_scenarios(file, TOOLS, EFFECTS)[0]
    assert (str(first.message), str(first.cure)) == ("there is no tool find_pateint", "Did you mean find_patient?")
    assert (in_words(first.message, "zh"), in_words(first.cure, "zh")) == (
        "没有工具 find_pateint",
        "是不是想写 find_patient？",
    )
