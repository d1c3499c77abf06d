"""Scenario files are read as they are written, each part with its line; what cannot be read is named by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.errors import InputError
from evalwright.synth import ScenarioFile, parse_scenarios, read_scenarios, scan_scenarios

CLINIC = r"""
languages: [en, zh]
policy:
  en: You are the desk of a small clinic.
  zh: 你是一家小诊所的前台。
rules:
  - confirm: [move_*]
    unnamed: [slot_id]
people:
  list:
    - {name: Ada, birth_date: 1990-01-02, phone: 007, vip: no, at: 12:30, age: 36}
  know: [name, birth_date]
values:
  new_day: ["2026-12-01", "2026-12-03"]
  reason: {en: [a toothache, a check-up], zh: [牙疼, 检查]}
  note:
    of: [short]
    ask: {en: What should it say?, zh: 写什么？}
    say: {en: ["Write: {note}"], zh: ["写上：{note}"]}
scenarios:
  - name: move an appointment
    weight: 3
    wants:
      en:
        - "(Can|Could) I move (my) appointment with {slot.doctor} to {new_day}?"
        - 'A \(brace\|bar\) \{is\} itself {slot."full name"}'
      zh: 能改到{new_day}吗？
    knows: [slot.doctor, $slot.day]
    steps:
      - find_patient: {name: $me.name, query: "SELECT (a|b) '{me.name}' -- {}", limit: 3, cost: '\$5', on: [true]}
      - find_slots
      - call: choose
        with: {day: $new_day}
        as: found
        choose:
          slot: first of slots where day = $new_day and city = New York and price <= 30 and open = true
          line: only of "[FILE] {name}" where name ends ".txt"
          inner: $slot.items
          word: any where it starts "a b"
        none: {en: None., zh: 没有。}
    tells: "{slot.day}"
"""


def read(text: str) -> ScenarioFile:
    reading = parse_scenarios(text)
    assert [str(finding.message) for finding in reading.findings] == []
    return reading.file


def kinds(text: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.kind) for finding in parse_scenarios(text).findings]


def test_a_whole_file_is_read_with_its_lines() -> None:
    file = read(CLINIC)
    assert file.languages == ("en", "zh") and file.policy["zh"] == "你是一家小诊所的前台。"
    assert file.rules == ({"confirm": ["move_*"], "unnamed": ["slot_id"], "line": 7},)
    scenario = file.scenarios[0]
    assert (scenario.name, scenario.weight, scenario.line) == ("move an appointment", 3.0, 21)
    assert [(step.tool, step.name, step.line) for step in scenario.steps] == [
        ("find_patient", "find_patient", 30),
        ("find_slots", "find_slots", 31),
        ("choose", "found", 32),
    ]
    assert [(str(each), each.line) for each in scenario.knows] == [("slot.doctor", 28), ("slot.day", 28)]
    assert [way.line for way in scenario.wants["en"]] == [25, 26]


def test_scalars_stay_as_they_were_written() -> None:
    people = read(CLINIC).people
    assert people is not None
    assert people.records == (
        {"name": "Ada", "birth_date": "1990-01-02", "phone": "007", "vip": "no", "at": "12:30", "age": 36},
    )
    assert [fact.name for fact in people.facts] == ["me.name", "me.birth_date"]


def test_arguments_are_references_templates_or_constants() -> None:
    arguments = read(CLINIC).scenarios[0].steps[0].arguments
    assert (arguments["name"].name, arguments["name"].path, arguments["name"].line) == ("me", ("name",), 30)
    assert [*map(str, arguments["query"].parts)] == ["SELECT (a|b) '", "me.name", "' -- {}"]
    assert arguments["limit"] == 3 and arguments["cost"] == "$5" and arguments["on"] == [True]


def test_words_have_alternatives_slots_and_escapes() -> None:
    first, second = read(CLINIC).scenarios[0].wants["en"]
    ways, *rest = first.parts
    assert [way.parts for way in ways.ways] == [("Can",), ("Could",)]
    assert [*map(str, rest)] == [" I move (my) appointment with ", "slot.doctor", " to ", "new_day", "?"]
    assert second.parts[0] == "A (brace|bar) {is} itself " and second.parts[1].path == ("full name",)


def test_words_of_slots_alone_are_for_every_language() -> None:
    assert set(read(CLINIC).scenarios[0].tells) == {"en", "zh"}


def test_choices_are_data() -> None:
    slot, line, inner, word = read(CLINIC).scenarios[0].steps[2].choices
    assert (slot.selection, slot.path, slot.line) == ("first", ("slots",), 36)
    assert [(each.path, each.comparison, each.value) for each in slot.where[1:]] == [
        (("city",), "=", "New York"),
        (("price",), "<=", 30),
        (("open",), "=", True),
    ]
    assert str(slot.where[0].value) == "new_day"
    assert [*map(str, line.pattern.parts)] == ["[FILE] ", "name"]
    assert line.selection == "only" and (line.where[0].comparison, line.where[0].value) == ("ends", ".txt")
    assert (inner.selection, str(inner.inside), inner.path) == ("any", "slot.items", ())
    assert (word.path, word.where[0].path, word.where[0].value) == ((), (), "a b")


def test_values_are_the_same_everywhere_or_by_language() -> None:
    values = read(CLINIC).values
    assert values["new_day"].values == {"": ("2026-12-01", "2026-12-03")}
    assert values["reason"].values == {"en": ("a toothache", "a check-up"), "zh": ("牙疼", "检查")}
    assert values["note"].values == {"": ("short",)} and set(values["note"].ask) == {"en", "zh"}


@pytest.mark.parametrize(
    ("words", "languages"),
    [("[go, come]", ("en",)), ("{en: go, zh: 去}", ("en", "zh")), ("去哪儿", ("zh",)), ("{zh: 去}", ("zh",))],
)
def test_languages_are_those_of_the_wishes(words: str, languages: tuple[str, ...]) -> None:
    file = read(f"scenarios: [{{name: a, wants: {words}, steps: [look]}}]")
    assert file.languages == languages and set(file.scenarios[0].wants) == set(languages)


def test_an_alias_stands_for_what_was_anchored() -> None:
    file = read("values: {a: &days [x, y], b: *days}\nscenarios: [{name: a, wants: go, steps: [look]}]")
    assert file.values["b"].values == file.values["a"].values == {"": ("x", "y")}


WRONG = {
    "scenarios: {": [(1, "not_yaml")],
    "a: b: c": [(1, "second_colon")],
    "scenarios:\n\t- x": [(2, "tab")],
    'policy: "a \\( b"': [(1, "backslash")],
    "": [(1, "empty_file")],
    "just words": [(1, "no_mapping")],
    "scenario: []": [(1, "unknown_key"), (1, "no_scenarios")],
    "policy: a\npolicy: b": [(2, "key_twice")],
    "policy: !!python/object/apply:os.system [ls]": [(1, "tag")],
    "policy: ! a": [(1, "tag")],
    "base: &b {a: 1}\npolicy:\n  <<: *b": [(3, "merge_key")],
    "? [a, b]\n: c": [(1, "key_no_text")],
    "a: *nobody": [(1, "no_anchor")],
    "a: &a [*a]": [(1, "no_anchor")],
    "a: b\n---\nc: d": [(2, "two_documents")],
    "a: " + "[" * 60: [(1, "deep")],
    "languages: [en, eng]": [(1, "no_language"), (1, "no_scenarios")],
}


@pytest.mark.parametrize(("text", "found"), WRONG.items(), ids=range(len(WRONG)))
def test_what_is_no_scenario_file_is_named_by_line(text: str, found: list[tuple[int, str]]) -> None:
    assert kinds(text) == found


ONE = "scenarios:\n  - name: a\n    wants: {wants}\n    steps:\n      - {step}\n"
PARTS = [
    ("'say (a|b'", "look", [(3, "bracket_open")]),
    ("'a | b'", "look", [(3, "bar_outside")]),
    ("'{a b}'", "look", [(3, "brace")]),
    ("'" + "(a|" * 9 + ")" * 9 + "'", "look", [(3, "brackets_deep")]),
    ("['']", "look", [(3, "blank")]),
    ("{de: los}", "look", [(3, "no_language")]),
    ("go", "look: {a: $}", [(5, "no_reference")]),
    ("go", "look: {a: $b c}", [(5, "no_reference")]),
    ("go", "look: a", [(5, "no_arguments")]),
    ("go", "[look]", [(5, "no_step")]),
    ("go", "tells: a", [(5, "tool_first")]),
    ("go", "{look: {}, chose: {a: any}}", [(5, "unknown_step_key")]),
    ("go", "{look: {}, choose: any}", [(5, "no_choose")]),
    ("go", "{look: {}, choose: {me: any}}", [(5, "bad_name")]),
    ("go", "{look: {}, choose: {a: any of}}", [(5, "choice_of")]),
    ("go", "{look: {}, choose: {a: any of b c}}", [(5, "choice_rest")]),
    ("go", "{look: {}, choose: {a: any of b where c}}", [(5, "condition")]),
    ("go", "{look: {}, choose: {a: any of b where c ~ d}}", [(5, "condition")]),
    ("go", "{look: {}, choose: {a: any of b where c =}}", [(5, "condition")]),
    ("go", "{look: {}, choose: {a: 'any of \"x\"'}}", [(5, "pattern_slot")]),
    ("go", "{look: {}, choose: {a: 'any of \"{x}{y} z\"'}}", [(5, "pattern_next")]),
    ("go", "{look: {}, choose: {a: 'any of \"(a|b) {x}\"'}}", [(5, "pattern_ways")]),
    ("go", "{look: {}, choose: {a: 'any of \"{x}'}}", [(5, "choice_stray")]),
    ("go", "{look: {}, as: a b}", [(5, "bad_name")]),
]


@pytest.mark.parametrize(("wants", "step", "found"), PARTS, ids=range(len(PARTS)))
def test_what_a_part_cannot_say_is_named_by_line(wants: str, step: str, found: list[tuple[int, str]]) -> None:
    assert sorted(kinds(ONE.replace("{wants}", wants).replace("{step}", step))) == sorted(found)


def test_a_finding_has_its_cure_with_the_nearest_name() -> None:
    (finding,) = parse_scenarios("wheight: 1\nscenarios: [{name: a, wants: go, steps: [look], wieght: 2}]").findings[1:]
    assert (str(finding.message), str(finding.cure)) == ("wieght means nothing here", "Did you mean weight?")


def test_words_in_two_languages_say_which() -> None:
    text = "languages: [en, zh]\nscenarios:\n  - name: a\n    wants: [go]\n    steps: [look]\n"
    assert kinds(text) == [(4, "which_language")]


def test_lists_of_values_are_as_long_in_each_language() -> None:
    text = "values: {a: {en: [x, y], zh: [z]}}\nscenarios: [{name: a, wants: go, steps: [look]}]"
    assert kinds(text) == [(1, "uneven_values")]


def test_aliases_cannot_make_a_file_larger_than_it_is() -> None:
    laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{level}: &a{level} [{','.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 9)
    )
    assert [kind for _, kind in kinds(laughs)] == ["aliases"]
    wide = "a: &a [" + "x," * 9_000 + "]\nb: [*a, *a, *a, *a, *a, *a]"
    assert [kind for _, kind in kinds(wide)] == ["too_many"]


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_text("# " + "é" * 600_000)
    assert [finding.kind for finding in scan_scenarios(tmp_path / "large.yaml").findings] == ["too_large"]


def people(folder: Path, name: str, know: str = "[name]") -> tuple[tuple[object, ...], list[str]]:
    path = folder / "scenarios.yaml"
    path.write_text(
        f"people: {{from: {json.dumps(name)}, know: {know}}}\nscenarios: [{{name: a, wants: go, steps: [look]}}]"
    )
    reading = scan_scenarios(path)
    assert reading.file.people is not None
    return reading.file.people.records, [finding.kind for finding in reading.findings]


def test_people_come_from_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text('{"name": "Ada"}\n{"name": "Bo"}\n')
    (tmp_path / "p.json").write_text('[{"name": "Ada"}, {"name": "Bo"}]')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "p.csv").write_text("name,age\nAda,36\nBo,7\n")
    for name in ("p.jsonl", "p.json"):
        assert people(tmp_path, name) == (({"name": "Ada"}, {"name": "Bo"}), [])
    assert people(tmp_path, "sub/p.csv") == (({"name": "Ada", "age": "36"}, {"name": "Bo", "age": "7"}), [])


def test_a_path_of_a_file_stays_below_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.jsonl").write_text('{"name": "Ada"}\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
    (inner / "folder").symlink_to(tmp_path)
    for name in (
        "../secret.jsonl",
        str(tmp_path / "secret.jsonl"),
        "link.jsonl",
        "folder/secret.jsonl",
        "/etc/passwd",
        "",
    ):
        assert people(inner, name) == ((), ["people_outside"]), name
    assert people(inner, "nobody.jsonl") == ((), ["people_missing"])
    assert people(inner, "folder\0.jsonl") == ((), ["people_outside"])


def test_values_may_stand_in_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "books.csv").write_text("title,lang\nSalt and Slate,en\n慢火车,zh\n")
    path = tmp_path / "s.yaml"
    path.write_text(
        "values: {book: {from: books.csv}, pen: {from: a, of: [b]}}\nscenarios: [{name: a, wants: go, steps: [look]}]"
    )
    reading = scan_scenarios(path)
    books = ({"title": "Salt and Slate", "lang": "en"}, {"title": "慢火车", "lang": "zh"})
    assert reading.file.values["book"].values == {"": books}
    assert [(finding.kind, finding.line) for finding in reading.findings] == [("no_values", 1)]


def test_a_draft_reads_no_files() -> None:
    text = "people: {from: p.jsonl, know: [name]}\nscenarios: [{name: a, wants: go, steps: [look]}]"
    assert kinds(text) == [(1, "people_no_folder")]


def test_people_come_from_one_place_or_from_the_source_itself() -> None:
    text = "people: {%s know: [name]}\nscenarios: [{name: a, wants: 'I am {me.name}', steps: [look]}]"
    assert kinds(text % "") == []
    assert kinds(text % "list: [{name: Ada}], call: list_people,") == [(1, "people_source")]


def test_people_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text('{"name": "Ada"}\n{"name": \n')
    (tmp_path / "q.json").write_text("[1]")
    assert people(tmp_path, "p.jsonl")[1] == ["people_unread"]
    assert people(tmp_path, "q.json")[1] == ["people_record"]


def test_whoever_wants_to_use_a_file_stops_at_its_first_error(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("scenarios:\n  - name: a\n    wants: '{'\n    steps: [look]\n    wieght: 1\n")
    with pytest.raises(InputError) as caught:
        read_scenarios(path)
    assert str(caught.value).startswith(f"{path}:3: a stray {{: no name of a value stands there. Write a name")
    with pytest.raises(InputError, match=r"none.yaml: cannot be read"):
        read_scenarios(tmp_path / "none.yaml")
    path.write_bytes(b"policy: a\nrules: \xff\xfe")
    with pytest.raises(InputError, match=r"s.yaml:2: is not UTF-8"):
        read_scenarios(path)


_PIECES = st.sampled_from(
    [
        *"abc ${}()|[]:-,#&*!<>\\\"'\n\t=.",
        "scenarios",
        "wants",
        "steps",
        "any of ",
        "where ",
        "people",
        "know",
        "\n  - ",
        "{en: ",
        "$me.",
        "values",
        "of",
    ]
)


@given(st.lists(_PIECES, max_size=60).map("".join))
@settings(max_examples=300, deadline=None)
def test_nothing_that_anybody_writes_ends_in_a_traceback(text: str) -> None:
    for whole in (
        text,
        f"scenarios:\n  - name: a\n    wants: {text}",
        f"scenarios: [{{name: a, steps: [{{t: {{}}, choose: {{a: {json.dumps(text)}}}}}]}}]",
    ):
        reading = parse_scenarios(whole)
        assert isinstance(reading.file, ScenarioFile)
        assert all(finding.line >= 1 and finding.message and finding.cure for finding in reading.findings)
