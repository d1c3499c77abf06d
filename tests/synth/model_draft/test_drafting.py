"""A model's draft of a scenario file: what executes is kept, what does not is mended from findings or dropped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright import register_domain
from evalwright.plugins import DOMAINS
from evalwright.synth import (
    ModelDraft,
    Settings,
    check_scenario_file,
    draft_with_model,
    parse_scenarios,
    prove,
    synthesise,
)

from ..rewrite.player import players, playing
from . import library
from . import notes as drafts
from .author import Author
from .conftest import Server

TALK = "Sure! Here is a scenario about notes. I hope it helps."
NO_FORM = "the answer has not the form that was given"


def kept(done: ModelDraft) -> list[str]:
    return [scenario.name for scenario in parse_scenarios(done.text).file.scenarios]


def why(done: ModelDraft, kind: str = "scenario") -> dict[str, str]:
    return {each.name: str(each.why) for each in done.left_out if each.kind == kind}


def test_a_draft_that_executes_is_a_file_that_can_be_played(notes: Server, tmp_path: Path) -> None:
    author = Author(
        {name: [f"<think>Well.</think>\n```yaml\n{text}```\nDone!"] for name, (text,) in drafts.GOOD.items()}
    )
    done = notes.draft(author, tmp_path)
    assert (done.tried, done.kept, done.repaired, done.left_out) == (5, 5, 0, [])
    path = tmp_path / "s.yaml"
    path.write_text(done.text, encoding="utf-8")
    assert check_scenario_file(path, notes.settings()).findings == ()
    settings = Settings(
        out=tmp_path / "rows",
        source=notes.source,
        langs=("en", "zh"),
        n=24,
        found=notes.world,
        scenarios=path,
        force=True,
    )
    assert synthesise(settings).made == 24
    assert prove(tmp_path / "rows", run=True).ok


def test_what_is_wrong_goes_back_by_line_until_it_holds(notes: Server, tmp_path: Path) -> None:
    refused = drafts.GET.replace("$note.note_id}", "$note.title}")
    unworded = "".join(line for line in drafts.LIST.splitlines(True) if " zh: [" not in line)
    script = {
        **drafts.GOOD,
        "list_notes > get_note": [TALK, drafts.GET.replace("- get_note:", "- get_notes:"), refused, drafts.GET],
        "list_notes": [unworded, drafts.LIST],
    }
    author = Author(script)
    done = notes.draft(author, tmp_path)
    assert (done.kept, done.repaired, done.left_out) == (5, 2, [])
    assert NO_FORM in author.findings("list_notes > get_note", 1)
    assert "line 2: this scenario does not end with a call of get_note." in author.findings("list_notes > get_note", 2)
    told = author.findings("list_notes > get_note", 3)
    assert "line 11: " in told and "get_note" in told
    assert author.asked["list_notes > get_note"][3]["messages"][2]["content"] == refused.rstrip()
    assert "zh" in author.findings("list_notes", 1)


def test_what_does_not_hold_after_three_repairs_is_dropped_with_its_reason(notes: Server, tmp_path: Path) -> None:
    script = {
        **drafts.GOOD,
        "list_notes > delete_note": [TALK],
        "list_notes": [drafts.LIST.replace("list_notes", "ls")],
    }
    author = Author(script)
    done = notes.draft(author, tmp_path)
    assert (done.tried, done.kept, done.repaired) == (5, 3, 0)
    assert {name: len(asked) for name, asked in author.asked.items() if len(asked) > 1} == {
        "list_notes": 4,
        "list_notes > delete_note": 4,
    }
    assert why(done) == {
        "list_notes, asked": "this scenario does not end with a call of list_notes",
        "list_notes -> delete_note, named": NO_FORM,
    }
    assert f"#   list_notes -> delete_note, named: {NO_FORM}" in done.text
    assert "rules:\n  - confirm: [delete_note]" in done.text


FAULTS = {
    "{get_note.title}, filed under 4711": "4711",
    "{get_note.titel}": "titel",
    "Your note is there.": "the answer holds nothing of what was found",
    "[{get_note.title}](http://evil.example)": "evil.example",
    "您的笔记是{get_note.title}": "not in the language en",
}
CALLS = {
    "{note_id: N9999}": "N9999 was not seen",
    '{note_id: "N{note.title}"}': "was not seen",
    "{note_id: $note.note_id, colour: red}": "colour",
    "{note: $note.note_id}": "note",
}


@pytest.mark.parametrize("faults", [list(FAULTS)[:3], list(FAULTS)[3:]], ids=("told", "spoken"))
def test_words_that_are_not_true_or_not_spoken_are_sent_back(faults: list[str], notes: Server, tmp_path: Path) -> None:
    good = "Here it is: {get_note.title}, filed as {get_note.note_id}."
    bad = [drafts.GET.replace(good, fault) for fault in faults]
    author = Author({"list_notes > get_note": [*bad, drafts.GET]})
    assert kept(notes.draft(author, tmp_path)) == ["look at a note"]
    for number, fault in enumerate(faults, 1):
        assert FAULTS[fault] in author.findings("list_notes > get_note", number), fault


def test_values_of_the_models_own_never_reach_the_server(notes: Server, tmp_path: Path) -> None:
    bad = [drafts.GET.replace("{note_id: $note.note_id}", fault) for fault in CALLS]
    author = Author({"list_notes > get_note": bad})
    done = notes.draft(author, tmp_path)
    assert (done.kept, done.text) == (0, "")
    for number, fault in enumerate(list(CALLS)[:3], 1):
        assert CALLS[fault] in author.findings("list_notes > get_note", number), fault
    calls = [json.loads(line) for line in notes.log.read_text(encoding="utf-8").splitlines()]
    assert all(given.get("note_id", "N1000") in {f"N{1000 + at}" for at in range(6)} for _, given in calls)


def test_a_user_who_names_a_tool_is_sent_back(notes: Server, tmp_path: Path) -> None:
    bad = drafts.LIST.replace("Which notes do I have?", "Please call list_notes.")
    bad = bad.replace(', "What have I written down(| so far)?", "I\'d like to see my notes."', "")
    author = Author({"list_notes": [bad, drafts.LIST]})
    assert kept(notes.draft(author, tmp_path)) == ["what notes there are"]
    assert "list_notes" in author.findings("list_notes")


def test_what_cannot_be_put_back_is_neither_asked_for_nor_done(lasting: Server, tmp_path: Path) -> None:
    both = drafts.GET.replace("      - get_note", "      - delete_note: {note_id: $note.note_id}\n      - get_note")
    author = Author({**drafts.GOOD, "list_notes > get_note": [both, drafts.GET]})
    done = lasting.draft(author, tmp_path)
    assert not any("delete_note" in name for name in author.asked)
    assert list(why(done, "tool")) == ["delete_note"]
    assert "line 11: delete_note cannot be used here" in author.findings("list_notes > get_note")
    assert (done.kept, "delete_note" in lasting.log.read_text(encoding="utf-8")) == (3, False)


def test_the_same_draft_for_everything_is_kept_once(notes: Server, tmp_path: Path) -> None:
    done = notes.draft(Author({}, otherwise=drafts.DELETE), tmp_path)
    assert kept(done) == ["throw a note away"]
    assert "it says the same as throw a note away" in why(done).values()
    assert sum("does not end with" in each for each in why(done).values()) == 3


@pytest.fixture
def lending() -> Iterator[Settings]:
    register_domain("lending")(library.Library)
    try:
        yield Settings(out=Path(), source="lending")
    finally:
        DOMAINS.forget("lending")


def test_people_and_the_rules_of_the_policy_are_drafted_too(lending: Settings, tmp_path: Path) -> None:
    author = Author(library.GOOD)
    with playing(author) as server:
        done = draft_with_model(lending, players(server), tmp_path / "s.yaml")
    file = parse_scenarios(done.text).file
    assert kept(done) == ["what I have borrowed", "keep a book longer"]
    assert [next(iter(rule)) for rule in file.rules] == ["confirm", "before", "at_most", "says_after"]
    assert file.people is not None and [fact.name for fact in file.people.facts] == ["me.email"]
    assert "the policy does not say this: Have a nice day!" in author.findings("rules")
    assert "line 7: no conversation can keep the rule before" in author.findings("rules", 2)
    reasons = why(done, "rule")
    assert list(reasons) == ["rules", "1, *, conversation"]
    assert "one too many" in reasons["1, *, conversation"]
    path = tmp_path / "s.yaml"
    path.write_text(done.text, encoding="utf-8")
    assert check_scenario_file(path, lending).findings == ()
