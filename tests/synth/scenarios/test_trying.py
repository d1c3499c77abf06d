"""One scenario tried out: a conversation where it can be played, else the line of the step that stopped it, and why."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any

import pytest

from evalwright.synth import Result, ScenarioTrial, parse_scenarios, try_scenario

from .clinic import Clinic, scenario_text, tool


class Shelf:
    """Two tools over a list: one lists it, as JSON or as text, one takes something away."""

    name, simulated = "shelf", False

    def __init__(self, things: Any, *, text: str = "") -> None:
        self.things, self.text = things, text

    def tools(self) -> list[dict[str, Any]]:
        return [tool("look", "Look at the shelf."), tool("take", "Take a thing.", what="its name")]

    def effect(self, name: str) -> str:
        return "write" if name == "take" else "read"

    def policy(self, lang: str) -> str:
        return "You keep a shelf."

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        if name == "look":
            return Result(True, self.text) if self.text else Result(True, json.dumps(self.things), self.things)
        if arguments["what"] == "glue":
            return Result(False, "Error: the glue stays here.")
        return Result(True, "Taken.", "Taken.")

    def fork(self) -> Shelf:
        return self

    def hash(self) -> str:
        return ""

    def close(self) -> None: ...


def tried(
    environment: Any, steps: str, wants: str = "Anything?", tells: str = "Done.", more: str = ""
) -> ScenarioTrial:
    text = f"scenarios:\n  - name: a wish\n    wants: {{en: {json.dumps([wants])}}}\n{more}    steps:\n{steps}\n"
    text += f"    tells: {{en: {json.dumps([tells])}}}\n"
    reading = parse_scenarios(text)
    assert reading.findings == ()
    return try_scenario(reading.file, reading.file.scenarios[0], environment, "en")


def said(trial: ScenarioTrial, role: str) -> list[str]:
    assert trial.finding is None, trial.finding
    return [str(message["content"]) for message in trial.messages if message["role"] == role and message["content"]]


def calls(trial: ScenarioTrial) -> list[tuple[str, Any]]:
    made = [call["function"] for message in trial.messages for call in message.get("tool_calls") or ()]
    return [(call["name"], json.loads(call["arguments"])) for call in made]


def test_every_scenario_of_the_clinic_comes_to_its_end() -> None:
    file = parse_scenarios(scenario_text()).file
    for scenario in file.scenarios:
        for lang in ("en", "zh"):
            trial = try_scenario(file, scenario, Clinic(), lang)
            assert trial.finding is None and trial.messages[-1]["role"] == "assistant"
            assert {name for name, _ in calls(trial)} <= {step.tool for step in scenario.steps}


@pytest.mark.parametrize(
    ("choice", "found"),
    [
        ("any where size = 2", "paint"),
        ("first where size > 1", "paint"),
        ("last", "brush"),
        ("only where name starts br", "brush"),
        ("first where colour contains LU", "paint"),
        ("first where name != glue and name ends sh", "brush"),
        ("first where size >= 3", "brush"),
    ],
)
def test_a_thing_is_chosen_by_conditions(choice: str, found: str) -> None:
    things = [
        {"name": "glue", "size": 1},
        {"name": "paint", "size": 2, "colour": "blue"},
        {"name": "brush", "size": "3"},
    ]
    trial = tried(
        Shelf(things), f"      - look: {{}}\n        choose: {{it: {choice}}}\n      - take: {{what: $it.name}}"
    )
    assert calls(trial)[-1] == ("take", {"what": found})


@pytest.mark.parametrize(
    ("text", "choice", "found"),
    [
        ("[FILE] a.txt\n[DIR] notes\n[FILE] b.txt", 'last of "[FILE] {name}"', "b.txt"),
        ("[FILE] a.txt\n[DIR] notes\n[FILE] b.txt", "only where type = DIR", "notes"),
        ("name: glue\nprice: 3\n\nname: paint\nprice: 4\n", "first where price > 3", "paint"),
        ("On the shelf:\n- red paint\n- small brush\n", 'first of "- small {name}"', "brush"),
    ],
)
def test_a_result_in_plain_text_is_chosen_from_by_line(text: str, choice: str, found: str) -> None:
    steps = f"      - look: {{}}\n        choose: {{it: '{choice}'}}\n      - take: {{what: $it.name}}"
    assert calls(tried(Shelf(None, text=text), steps))[-1] == ("take", {"what": found})


@pytest.mark.parametrize(
    ("line", "pattern", "found"),
    [
        ("- 7  red   paint (2024)", "- {no} {name} ({year})", "red   paint"),
        ("a: b: c", "{key}: {name}", "b: c"),
        ("x -> y -> z", "{name} -> z", "x -> y"),
        ("name=glue=name", "name={name}=name", "glue"),
        ("glue and glue", "{name} and {name}", "glue"),
        ("paint\t 3", "{name} {how.many-left}", "paint"),
    ],
)
def test_a_slot_is_as_short_as_the_words_after_it_allow(line: str, pattern: str, found: str) -> None:
    lines = f"glue and paint\nname==name\n{line}\n->"
    steps = (
        f"      - look: {{}}\n        choose: {{it: 'last of \"{pattern}\"'}}\n      - take: {{what: '<{{it.name}}>'}}"
    )
    assert calls(tried(Shelf(None, text=lines), steps))[-1] == ("take", {"what": f"<{found}>"})


def test_a_line_costs_no_more_than_its_length_however_many_slots_there_are() -> None:
    many = " ".join(f"{{v{number}}}" for number in range(40))
    steps = f"      - look: {{}}\n        choose: {{it: 'any of \"{many} x\"'}}\n      - take: {{what: $it.v0}}"
    started = time.process_time()
    trial = tried(Shelf(None, text="\n".join(["a " * 20_000 + "!", " " * 20_000 + "b", "a" * 20_000])), steps)
    assert trial.finding is not None and trial.finding.kind == "no_line_fits"
    assert time.process_time() - started < 2


def test_a_template_is_filled_and_what_is_told_stands_in_the_result() -> None:
    things = {"shelf": {"row": 4, "boxes": [{"label": "nails", "kinds": ["short", "long"]}]}}
    chosen = "      - look: {}\n        choose: {box: first of shelf.boxes}\n"
    tells = "{box.label}: {box.kinds}, {look.shelf.boxes.count} in all."
    trial = tried(Shelf(things), f"{chosen}      - take: {{what: '{{look.shelf.row}}/{{box.label}}'}}", tells=tells)
    assert calls(trial)[-1] == ("take", {"what": "4/nails"})
    assert any("nails: short and long, 1 in all." in text for text in said(trial, "assistant"))


def test_a_text_of_several_lines_stands_on_lines_of_its_own() -> None:
    trial = tried(Shelf(None, text="glue\npaint\n"), "      - look: {}", tells="On the shelf is: {look.text}.")
    assert any("On the shelf is:\nglue\npaint" in text for text in said(trial, "assistant"))
    assert not any(text.endswith("paint.") for text in said(trial, "assistant"))


def test_what_the_user_knows_of_a_later_result_is_said_first() -> None:
    things = [{"name": "glue", "maker": "Ada"}, {"name": "paint", "maker": "Ben"}]
    steps = "      - look: {}\n        choose: {it: any where name = paint}\n      - take: {what: $it.name}"
    trial = tried(Shelf(things), steps, wants="Where is what {it.maker} made?", more="    knows: [it.maker]\n")
    assert "Ben" in said(trial, "user")[0]


def test_where_several_fit_the_assistant_asks_which_one() -> None:
    things = [{"name": "glue stick", "maker": "Ada"}, {"name": "paint", "maker": "Ben"}]
    steps = "      - look: {}\n        choose: {it: any}\n      - take: {what: $it.name}"
    trial = tried(Shelf(things), steps, wants="Give me my thing.", more="    knows: [it.maker]\n")
    taken = calls(trial)[-1][1]["what"]
    maker = next(thing["maker"] for thing in things if thing["name"] == taken)
    assert any(maker in text for text in said(trial, "user")[1:])


def test_what_is_offered_is_picked_from() -> None:
    things = [{"name": name, "size": 1} for name in ("tape", "paint", "brush", "saw", "file", "drill", "vice")]
    words = 'offers: {en: ["I have {look.name}. Which one?"]}\n        picks: {en: ["The {it.name}."]}'
    steps = f"      - look: {{}}\n        choose: {{it: any}}\n        {words}\n      - take: {{what: $it.name}}"
    trial = tried(Shelf(things), steps)
    offered = next(text for text in said(trial, "assistant") if "Which one?" in text)
    taken = calls(trial)[-1][1]["what"]
    assert sum(thing["name"] in offered for thing in things) == 5 and taken in offered
    assert f"The {taken}." in said(trial, "user")[1]


@pytest.mark.parametrize(
    ("names", "condition", "told"),
    [
        ("tape paint brush saw file", "", "5 things: tape, paint, brush, saw and file."),
        ("tape paint brush saw file drill vice", "", "7 things: .* and 2 more\\."),
        (
            "tape paint brush saw file drill vice rope",
            " where size = 1",
            "8 things: .* and 1 more\\.",
        ),  # six of that size
        ("tape tape tape tape tape tape saw", "", "7 things: (tape|tape and saw)\\."),  # nobody counts by such names
    ],
)
def test_what_is_not_named_in_an_offer_is_counted(names: str, condition: str, told: str) -> None:
    things = [{"name": name, "size": 1 if at < 6 else 2} for at, name in enumerate(names.split())]
    words = 'offers: {en: ["{look.count} things: {look.name}. Which one?"]}\n        picks: {en: ["The {it.name}."]}'
    steps = (
        f"      - look: {{}}\n        choose: {{it: any{condition}}}\n        {words}\n      - take: {{what: $it.name}}"
    )
    offered = [text for text in said(tried(Shelf(things), steps), "assistant") if "Which one?" in text]
    assert re.search(told, offered[0]), offered


class Desk(Shelf):
    """Finds somebody in plain text, and takes a number, a list of numbers and a text that looks like one."""

    def tools(self) -> list[dict[str, Any]]:
        made = tool("take", "Take notes.", member="its number", seats="numbers", code="a code")
        properties = made["function"]["parameters"]["properties"]
        properties["member"]["type"] = "integer"
        properties["seats"] = {"type": "array", "items": {"$ref": "#/$defs/Seat"}}
        made["function"]["parameters"]["$defs"] = {"Seat": {"anyOf": [{"type": "number"}, {"type": "null"}]}}
        return [tool("look", "Find a member."), made]

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        return super().call(name, arguments) if name == "look" else Result(True, "Noted.", "Noted.")


def test_a_number_in_a_text_is_passed_on_as_the_schema_says() -> None:
    choice = "choose: {who: 'only of \"Member {number}: {name}, seat {seat}, code {code}\"'}"
    given = "{member: $who.number, seats: [$who.seat], code: $who.code}"
    trial = tried(
        Desk(None, text="Member 1057: Eva Lund, seat 2.5, code 007"),
        f"      - look: {{}}\n        {choice}\n      - take: {given}",
    )
    assert calls(trial)[-1][1] == {"member": 1057, "seats": [2.5], "code": "007"}
    # What is no number as JSON writes them stays what it is, and so does what the file itself writes.
    other = tried(
        Desk(None, text="Member 007: Eva Lund, seat 12, code 5"),
        f"      - look: {{}}\n        {choice}\n      - take: {{member: $who.number, seats: ['3'], code: $who.code}}",
    )
    assert other.finding is None and calls(other)[-1][1] == {"member": "007", "seats": ["3"], "code": "5"}


def test_a_refusal_is_told_in_the_words_of_the_file() -> None:
    steps = '      - take: {what: glue}\n        fails: {en: ["It did not work: {error}"]}'
    trial = tried(Shelf([]), steps)
    assert any("It did not work: the glue stays here." in text for text in said(trial, "assistant"))


@pytest.mark.parametrize(
    ("steps", "line", "kind"),
    [
        ("      - take: {what: glue}", 5, "refused"),
        ("      - look: {}\n        choose: {it: any where name = rope}", 6, "no_such_value"),
        ("      - look: {}\n        choose: {it: only}", 6, "not_only"),
        ("      - look: {}\n        choose: {it: first}\n      - take: {what: $it.colour}", 7, "no_field"),
    ],
)
def test_what_stops_a_scenario_is_named_by_its_line(steps: str, line: int, kind: str) -> None:
    trial = tried(Shelf([{"name": "glue"}, {"name": "paint"}]), steps)
    assert trial.finding is not None and trial.messages == []
    assert (trial.finding.line, trial.finding.kind) == (line, kind)
    assert trial.finding.message and trial.finding.cure


@pytest.mark.parametrize(
    ("choice", "kind"), [('only of "ID: {id}"', "no_line_fits"), ("only", "no_list"), ('first of "{a}: {id}"', "")]
)
def test_a_choice_that_does_not_fit_a_text_shows_what_came(choice: str, kind: str) -> None:
    steps = f"      - look: {{}}\n        choose: {{it: '{choice}'}}\n      - take: {{what: $it.id}}"
    trial = tried(Shelf(None, text="Created with ID: 21"), steps)
    if not kind:
        assert calls(trial)[-1] == ("take", {"what": "21"})
        return
    assert trial.finding is not None and trial.finding.kind == kind
    assert "Created with ID: 21" in trial.finding.message and trial.finding.cure


def test_the_labels_of_a_text_are_named_where_one_is_not_there() -> None:
    note = "Task 7\n======\nStatus: open\nAssignee: Ada\n\nno more"
    trial = tried(Shelf(None, text=note), "      - look: {}", tells="It is with {look.owner}.")
    assert trial.finding is not None and trial.finding.kind == "no_field"
    assert "look.owner is not there, but Status, Assignee" in trial.finding.message


@pytest.mark.parametrize(
    ("pattern", "text", "nearest"),
    [
        ("({level}) {id}: {name}", "To Do:\n  [HIGH] T-1 - Paint it", "[HIGH] T-1 - Paint it"),
        ("State: {mark} {name}", "File: /a/b/c of 7.md\nStatus: o To Do", "Status: o To Do"),
    ],
)
def test_the_line_that_a_pattern_was_meant_for_is_shown(pattern: str, text: str, nearest: str) -> None:
    steps = f"      - look: {{}}\n        choose: {{it: 'any of \"{pattern}\"'}}"
    trial = tried(Shelf(None, text=text), steps)
    assert trial.finding is not None and f"“{nearest}”" in trial.finding.message


def test_a_labelled_line_is_a_field_whatever_stands_around_it() -> None:
    note = "/recipes/soup.md:\n# Soup\n\nserves: 2\nReady in: 20 minutes\n\n- lentils\n- salt\n"
    trial = tried(Shelf(None, text=note), "      - look: {}", tells="It takes {look.ready_in} for {look.serves}.")
    assert any("It takes 20 minutes for 2." in text for text in said(trial, "assistant"))


@pytest.mark.parametrize(
    ("tells", "told"),
    [
        ("It is a {look.0.name}.", "It is an Electric Kettle."),
        ("There are “{look.name}”.", "There are “Electric Kettle” and “Mug”."),
        ("It says {look.0.note}", "It says so. "),
    ],
)
def test_a_value_is_set_into_its_sentence(tells: str, told: str) -> None:
    things = [{"name": "Electric Kettle", "note": "so."}, {"name": "Mug", "note": ""}]
    texts = said(tried(Shelf(things), "      - look: {}", tells=tells), "assistant")
    assert any(told.strip() in text for text in texts)
    assert not any(re.search(r"\. [a-z]", text) for text in texts)


def test_what_cannot_be_said_is_named() -> None:
    trial = tried(Shelf({"name": {"first": "glue"}}), "      - look: {}", tells="It is {look.name}.")
    assert trial.finding is not None and trial.finding.kind == "unsayable_words"


def test_a_program_that_breaks_is_named() -> None:
    class Broken(Shelf):
        def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
            raise ValueError("no such shelf")

    trial = tried(Broken([]), "      - look: {}")
    assert trial.finding is not None and trial.finding.kind == "crashed" and "no such shelf" in trial.finding.message
