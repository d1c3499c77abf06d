"""The detectors of the harness, each on words as they came out of synth and as they should have."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .measures import calls_of, is_fed, is_given, measured, names_a_tool, tells_failure_as_success, withholds

ENOENT = "Wild Archive: Error - ENOENT: no such file or directory"
SELECT = "Error: Only SELECT queries are allowed for read_query"


@pytest.mark.parametrize(
    ("result", "answer", "lies"),
    [
        (ENOENT, "The request went through, but there is nothing more to tell.", True),
        (SELECT, f"Here it is. The result is {SELECT}.", True),
        ("Error: parcel not found", "That worked. The result is Error: parcel not found.", True),
        ('{"success": false}', "Done.", True),
        ("Error: parcel not found", "I'm sorry, but that didn't work: parcel not found.", False),
        ("错误", "抱歉，没能完成。", False),
        ("The sum of 39 and 47 is 86.", "The sum is 86.", False),
    ],
)
def test_a_failure_told_as_a_success_is_found(result: str, answer: str, lies: bool) -> None:
    assert tells_failure_as_success(result, answer) is lies


@pytest.mark.parametrize(
    ("result", "answer", "empty"),
    [
        ("Buy milk and eggs", "The request went through, but there is nothing more to tell.", True),
        ("Allowed directories:\n/srv/files", "I've checked, and it came back without details.", True),
        ("购买牛奶", "查好了。", True),
        ("Buy milk and eggs", "It says: buy milk and eggs.", False),
        ("", "There is nothing in it.", False),
        ('{"order_history":[38,29]}', "This is what I found: 38 and 29.", False),
        ('{"order_history":[38,29]}', "This is what I found: 3829.", True),
    ],
)
def test_an_answer_that_holds_nothing_of_the_result_is_found(result: str, answer: str, empty: bool) -> None:
    assert withholds(result, answer) is empty


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Do you think you could use the echo function?", True),
        ("please run read_graph", True),
        ("use the read graph tool", True),
        ("What is in the table order_items?", False),
        ("Could you read the whole graph to me?", False),
        ("There is an echo in my room.", False),
    ],
)
def test_a_user_who_names_a_tool_is_found(text: str, named: bool) -> None:
    assert names_a_tool(text, ["echo", "read_graph"]) is named


def talk(*parts: tuple[str, Any]) -> list[dict[str, Any]]:
    """Messages of a row: a dictionary is a call of `read`, and the text after it its result."""
    made: list[dict[str, Any]] = []
    for at, (role, content) in enumerate(parts):
        if isinstance(content, dict):
            function = {"name": "read", "arguments": json.dumps(content)}
            made.append({"role": role, "tool_calls": [{"id": str(at), "function": function}]})
        else:
            made.append({"role": role, "content": content} | ({"tool_call_id": str(at - 1)} if role == "tool" else {}))
    return made


LISTED = talk(
    ("user", "What does my list say?"),
    ("assistant", {"path": "notes"}),
    ("tool", "todo.txt"),
    ("assistant", {"path": "todo.txt"}),
    ("tool", "Buy milk"),
    ("assistant", "It says: buy milk."),
)


@pytest.mark.parametrize(
    ("result", "question", "answer", "empty"),
    [
        ('{"file_name":"notes.md"}', "I would make notes.md. Shall I?", "All set.", False),
        ('{"file_name":"notes.md"}', "Shall I?", "All set.", True),
        ('{"file_name":"notes.md"}', "I would make notes.md. Shall I?", "Anything else?", True),
        ('{"file_name":"notes.md","size":31}', "I would make notes.md. Shall I?", "All set.", True),
    ],
)
def test_a_result_that_repeats_what_was_agreed_on_is_told_by_saying_that_it_is_done(
    result: str, question: str, answer: str, empty: bool
) -> None:
    messages = talk(
        *(("user", "A new file, please."), ("assistant", question), ("user", "Yes.")),
        *(("assistant", {"file_name": "notes.md"}), ("tool", result), ("assistant", answer)),
    )
    row = {"tools": [{"type": "function", "function": {"name": "read"}}], "messages": messages}
    assert bool(measured([row], given="notes.md").withheld) is empty


def test_a_call_is_fed_where_its_value_stood_in_a_result_first() -> None:
    first, second = calls_of(LISTED)
    assert not is_fed(LISTED, first) and is_fed(LISTED, second)
    assert not is_fed([{"role": "user", "content": "What does todo.txt say?"}, *LISTED[1:]], second)


def test_a_value_that_nobody_gave_is_found_though_the_user_says_it_and_the_result_repeats_it() -> None:
    messages = talk(("user", "Read Wild Archive."), ("assistant", {"path": "Wild Archive"}), ("tool", ENOENT))
    row = {"tools": [{"type": "function", "function": {"name": "read"}}], "messages": messages}
    assert measured([row]).invented == ["read: Wild Archive"]
    simulated = measured([row], simulated=True)
    assert (simulated.made_up, simulated.invented) == (["read: Wild Archive"], [])
    assert measured([row], given="a folder called Wild Archive").invented == []
    assert measured([{**row, "messages": LISTED}], given="notes").invented == []


@pytest.mark.parametrize(
    ("value", "given"),
    [
        ("/srv/notes/todo.txt", True),
        ("/srv/notes/wild-archive.txt", False),
        ("SELECT title FROM books LIMIT 20", True),
        ("SELECT secret FROM books", False),
        ("SELECT", False),
        (17, True),
        (7, False),
    ],
)
def test_what_is_put_together_is_given_where_its_parts_are(value: Any, given: bool) -> None:
    assert is_given(value, "/srv/notes\n[FILE] todo.txt 17\n{'name': 'books'} {'name': 'title'}") is given


def test_a_call_is_fed_by_the_names_that_it_is_put_together_from() -> None:
    listed = talk(
        ("user", "What is in there?"),
        ("assistant", {"path": "x"}),
        ("tool", "books, loans"),
        ("assistant", {"query": "SELECT COUNT(*) AS count FROM loans"}),
        ("tool", "6"),
    )
    assert is_fed(listed, calls_of(listed)[1])
    said = [{"role": "user", "content": "How many loans are there?"}, *listed[1:]]
    assert not is_fed(said, calls_of(said)[1])


@pytest.mark.parametrize(("answer", "withheld"), [("Which scope, please?", 0), ("All right.", 1)])
def test_a_result_that_was_only_looked_up_for_a_later_call_is_not_withheld(answer: str, withheld: int) -> None:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Attach High risk to all, please."}]
    for number, (name, given, result, said) in enumerate(
        [("list_sets", {}, '[{"id": 4182, "name": "High risk"}]', answer), ("attach", {"id": 4182}, "{}", "Done.")]
    ):
        call = {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{number}", "content": result},
            {"role": "assistant", "content": said},
        ]
    row = {"messages": messages, "tools": [{"type": "function", "function": {"name": "list_sets"}}]}
    assert len(measured([row]).withheld) == withheld
