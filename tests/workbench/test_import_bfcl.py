"""BFCL's files as items and samples: what its checker accepts is right, what it refuses is wrong, bad rows are named.

The rows are written here in BFCL's shape; `benchmarks/bfcl_agreement.py` compares with its own data and checker.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import InputError, UsageError, grade_tool_calls, import_files, standalone_grader
from evalwright.cli import main

HOTEL = {
    "name": "hotel.book",
    "description": "Book a room.",
    "parameters": {
        "type": "dict",
        "properties": {
            "city": {"type": "string", "description": "Where."},
            "nights": {"type": "integer"},
            "budget": {"type": "float", "default": 80.0},
            "tags": {"type": "array", "items": {"type": "string"}},
            "grid": {"type": "tuple", "items": {"type": "float"}},
            "guest": {"type": "dict", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}},
            "meals": {"type": "array", "items": {"type": "dict", "properties": {"day": {"type": "string"}}}},
            "pets": {"type": "boolean", "default": False},
            "note": {"type": "any", "required": True},
            "floor": {"type": "integer", "default": 3},
        },
        "required": ["city", "nights"],
    },
}
TAXI = {
    "name": "taxi",
    "parameters": {"type": "dict", "properties": {"to": {"type": "string"}}, "required": ["to"]},
}
ANSWER = {
    "city": ["New York", "NYC"],
    "nights": [2],
    "budget": [90.0, 100.5, ""],
    "tags": [["Sea view", "quiet"], ""],
    "grid": [[1.0, 2.5], ""],
    "guest": [{"name": ["O'Hara"], "age": [40, ""]}, ""],
    "meals": [[{"day": ["Mon", "Monday"], "kind": ["tea", ""]}, {"day": ["Tue"]}], ""],
    "note": [""],
    "pets": [True, ""],
}
BASE = {"city": "New York", "nights": 2}


def write_rows(path: Path, *rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def question(identifier: str = "simple_python_0", functions: Any = (HOTEL,), words: str = "A room, please.") -> Any:
    return {"id": identifier, "question": [[{"role": "user", "content": words}]], "function": list(functions)}


def imported(tmp_path: Path, row: Any, *answer: Any) -> dict[str, Any]:
    """The item of a question and its possible answer."""
    files = write_rows(tmp_path / "BFCL_v4_simple_python.json", row)
    write_rows(tmp_path / "possible_answer" / files.name, {"id": row["id"], "ground_truth": list(answer)})
    import_files([files], tmp_path / "items.jsonl")
    return json.loads((tmp_path / "items.jsonl").read_text("utf-8"))


def score_of(item: dict[str, Any], *given: tuple[str, dict[str, Any]]) -> float | None:
    calls = [{"function": {"name": name, "arguments": json.dumps(arguments)}} for name, arguments in given]
    due = item["expected_output"]["tool_calls"]
    return grade_tool_calls(due, calls, item["tools"], argument_rules=item.get("argument_rules")).score


@pytest.fixture(scope="module")
def booking(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return imported(tmp_path_factory.mktemp("booking"), question(), {"hotel.book": ANSWER})


def test_an_item_has_openais_tools_the_first_values_and_rules(booking: dict[str, Any]) -> None:
    (tool,) = booking["tools"]
    properties = tool["function"]["parameters"]["properties"]
    assert tool["function"]["name"] == "hotel_book" and tool["function"]["parameters"]["type"] == "object"
    kinds = {name: each["type"] for name, each in properties.items()}
    assert kinds["budget"] == "number" and kinds["grid"] == "array" and kinds["guest"] == "object"
    assert kinds["note"] == "string" and "required" not in properties["note"]
    assert properties["grid"]["items"] == {"type": "number"}
    assert properties["meals"]["items"]["type"] == "object"
    (call,) = booking["expected_output"]["tool_calls"]
    expected = json.loads(call["function"]["arguments"])
    assert call["function"]["name"] == "hotel_book"
    assert expected["city"] == "New York" and expected["guest"] == {"name": "O'Hara", "age": 40}
    assert "note" not in expected and expected["meals"][0] == {"day": "Mon", "kind": "tea"}
    assert booking["argument_rules"][0]["city"] == ["bfcl", {"any_of": ["NYC"]}]
    assert booking["metadata"] == {"source": "BFCL", "category": "simple_python"}
    assert "unfair" not in booking


RIGHT: dict[str, dict[str, Any]] = {
    "only what is required": {},
    "another right value": {"city": "NYC"},
    "letter case, spaces and punctuation": {"city": "new-york"},
    "a whole number for a fraction": {"budget": 90},
    "another right fraction": {"budget": 100.5},
    "a list in other spelling": {"tags": ["sea_view", "QUIET"]},
    "an empty list for one that may be left out": {"tags": []},
    "an object without what may be left out": {"guest": {"name": 'o"hara'}},
    "an object with a blank for what may be left out": {"guest": {"name": "O'Hara", "age": ""}},
    "a list of objects with other right values": {"meals": [{"day": "monday"}, {"day": "Tue"}]},
    "a blank text": {"note": ""},
    "a right boolean": {"pets": True},
    "a list of fractions": {"grid": [1.0, 2.5]},
}
WRONG: dict[str, dict[str, Any]] = {
    "another city": {"city": "Boston"},
    "an apostrophe left out": {"guest": {"name": "OHara"}},
    "a tab for a space": {"city": "New\tYork"},
    "a text for a number": {"nights": "2"},
    "a fraction for a whole number": {"nights": 2.0},
    "a whole number in a list of fractions": {"grid": [1, 2.5]},
    "a text for a boolean": {"pets": "true"},
    "one for true": {"pets": 1},
    "a boolean that is not listed, though it is the default": {"pets": False},
    "a default that no answer lists": {"budget": 80.0},
    "a parameter that no answer has, at its default": {"floor": 3},
    "a parameter that the function does not have": {"view": "sea"},
    "null for what may be left out": {"note": None},
    "null for a list": {"tags": None},
    "a list in another order": {"tags": ["quiet", "Sea view"]},
    "a list for a text": {"city": ["New York"]},
    "an object with a field too many": {"guest": {"name": "O'Hara", "title": "Dr"}},
    "an object without what it needs": {"guest": {"age": 40}},
    "objects in another order": {"meals": [{"day": "Tue"}, {"day": "Mon"}]},
    "an object that takes a value from its neighbour": {"meals": [{"day": "Tue"}, {"day": "Tue"}]},
    "some text where only a blank is right": {"note": "quiet please"},
}


@pytest.mark.parametrize("case", RIGHT)
def test_what_the_checker_accepts_is_right(booking: dict[str, Any], case: str) -> None:
    assert score_of(booking, ("hotel_book", BASE | RIGHT[case])) == 1.0


@pytest.mark.parametrize("case", WRONG)
def test_what_the_checker_refuses_is_wrong(booking: dict[str, Any], case: str) -> None:
    assert score_of(booking, ("hotel_book", BASE | WRONG[case])) == 0.5


def test_calls_are_counted_and_named(booking: dict[str, Any]) -> None:
    assert score_of(booking) == 0.0
    assert score_of(booking, ("hotel_book", {"city": "NYC"})) == 0.5  # nights is required
    assert score_of(booking, ("taxi", BASE)) == 0.0
    assert score_of(booking, ("hotel_book", BASE), ("hotel_book", BASE)) < 1.0


def test_the_standalone_grader_gives_the_same(booking: dict[str, Any]) -> None:
    made: dict[str, Any] = {}
    exec(standalone_grader(), made)
    for right, cases in ((1.0, RIGHT), (0.5, WRONG)):
        for case, arguments in cases.items():
            call = {"function": {"name": "hotel_book", "arguments": json.dumps(BASE | arguments)}}
            assert made["grade"]({"output_tools": [call]}, booking) == right, case


def test_parallel_calls_are_right_in_any_order(tmp_path: Path) -> None:
    answers = [{"taxi": {"to": ["Airport", "the airport"]}}, {"taxi": {"to": ["Station"]}}, {"hotel.book": ANSWER}]
    item = imported(tmp_path, question("parallel_multiple_0", [HOTEL, TAXI]), *answers)
    due = [("taxi", {"to": "the airport"}), ("taxi", {"to": "station"}), ("hotel_book", BASE)]
    assert score_of(item, *due) == score_of(item, *reversed(due)) == 1.0
    assert score_of(item, due[0], due[0], due[2]) < 1.0
    assert score_of(item, *due[:2]) < 1.0


def test_an_answer_of_several_objects_takes_one_of_them_whole(tmp_path: Path) -> None:
    answer = {"city": ["X"], "nights": [1], "guest": [{"name": ["Ann"], "age": [30]}, {"name": ["Bo"], "age": [50]}]}
    item = imported(tmp_path, question(), {"hotel.book": answer})
    stay = {"city": "X", "nights": 1}
    assert score_of(item, ("hotel_book", stay | {"guest": {"name": "bo", "age": 50}})) == 1.0
    assert score_of(item, ("hotel_book", stay | {"guest": {"name": "Ann", "age": 50}})) == 0.5


def test_a_required_text_that_may_be_blank_is_still_required(tmp_path: Path) -> None:
    item = imported(tmp_path, question(functions=[TAXI]), {"taxi": {"to": [""]}})
    assert score_of(item, ("taxi", {"to": " "})) == 1.0
    assert score_of(item, ("taxi", {})) == 0.5


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"city": ["X"], "nights": [1], "stars": [5]}, "stars"),
        ({"city": ["X"]}, "nights"),
        ({"city": ["X"], "nights": []}, "nights"),
    ],
)
def test_a_gold_that_no_answer_can_match_is_called_unfair(tmp_path: Path, answer: Any, why: str) -> None:
    assert why in imported(tmp_path, question(), {"hotel.book": answer})["unfair"]


def test_irrelevance_expects_words(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "q.json", question("irrelevance_0"), question("live_irrelevance_7-2-0", []))
    done = import_files([rows], tmp_path / "items.jsonl")
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text("utf-8").splitlines()]
    assert done.items == 2 and done.several == 0
    assert [item["expected_output"]["tool_calls"] for item in items] == [[], []] and items[1]["tools"] == []
    assert score_of(items[0], ("hotel_book", BASE)) == 0.0


BAD_QUESTIONS: dict[str, Any] = {
    "BFCL question has": {"id": "simple_python_1", "words": "no question"},
    "has an id": {"question": [[{"role": "user", "content": "x"}]], "function": [TAXI]},
    "2 turns": question("simple_python_2") | {"question": [[{"role": "user", "content": "x"}]] * 2},
    "list of turns": question("simple_python_3") | {"question": {}},
    "other languages": question("simple_java_0"),
    "any call counts": question("live_relevance_0-0-0"),
    "`function` is a list": question("simple_python_4") | {"function": [{"name": "x", "parameters": "none"}]},
    "HashMap": question("simple_python_5", [{"name": "x", "parameters": {"properties": {"a": {"type": "HashMap"}}}}]),
    "no possible answer has this id": question("simple_python_6"),
    "not a list of functions": question("simple_python_7", [TAXI]),
    "none of the functions": question("simple_python_8"),
    "a second time": question("simple_python_9", [TAXI]),
}
BAD_ANSWERS = [
    {"id": "simple_python_7", "ground_truth": [{"taxi": {"to": "Airport"}}]},
    {"id": "simple_python_8", "ground_truth": [{"train": {"to": ["Airport"]}}]},
    {"id": "simple_python_9", "ground_truth": [{"taxi": {"to": ["Airport"]}}]},
]


def test_every_bad_row_is_named_by_file_and_line_and_the_others_stay(tmp_path: Path) -> None:
    rows = [BAD_QUESTIONS["a second time"], *BAD_QUESTIONS.values()]
    questions = write_rows(tmp_path / "questions.json", *rows)
    answers = write_rows(tmp_path / "answers.json", *BAD_ANSWERS, {"id": "simple_python_10"})
    done = import_files([questions], tmp_path / "items.jsonl", answers=[answers], skip_bad_rows=True)
    assert done.items == 1
    told = [str(row) for row in done.bad_rows]
    assert "answers.json:4: " in told[0]
    for line, said in enumerate(BAD_QUESTIONS, 2):
        assert any(f"questions.json:{line}: " in each and said in each for each in told), (line, said, told)
    with pytest.raises(InputError, match=r"answers\.json:4"):
        import_files([questions], tmp_path / "items.jsonl", answers=[answers])


ODD: list[Any] = [None, 1, "x", [], {}, [[]], {"id": {}}, {"a": [[[[]]]]}, True, [None], [{"role": "user"}], 10**30]


@pytest.mark.parametrize("field", ["id", "question", "function", "ground_truth", "result", "parameters", "properties"])
def test_no_row_breaks_the_reader(tmp_path: Path, field: str) -> None:
    def odd(row: Any, value: Any) -> Any:
        if isinstance(row, list):
            return [odd(each, value) for each in row]
        if not isinstance(row, dict):
            return row
        return {key: value if key == field else odd(each, value) for key, each in row.items()}

    good = [question("simple_python_0"), {"id": "simple_python_0", "ground_truth": [{"hotel.book": ANSWER}]}]
    for number, value in enumerate(ODD):
        rows = [odd(row, value) for row in (*good, {"id": "r", "result": [{"taxi": "{}"}]})]
        files = [write_rows(tmp_path / f"{number}{name}.json", row) for name, row in zip("qar", rows, strict=True)]
        for given in (files[:1], files[2:]):
            try:
                import_files(given, tmp_path / "out.jsonl", answers=files[1:2], skip_bad_rows=True)
            except InputError as error:
                assert str(error)


def test_deep_documents_are_refused(tmp_path: Path) -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(40):
        deep = {"type": "array", "items": deep}
    rows = write_rows(
        tmp_path / "q.json", question("irrelevance_0", [{"name": "x", "parameters": {"properties": {"a": deep}}}])
    )
    with pytest.raises(InputError, match=r"q\.json:1"):
        import_files([rows], tmp_path / "out.jsonl")


RESULTS: dict[str, tuple[Any, Any]] = {
    "calls": ([{"hotel.book": '{"city": "NYC"}'}], [("hotel_book", '{"city": "NYC"}')]),
    "arguments as an object": ([{"taxi": {"to": "x"}}], [("taxi", '{"to":"x"}')]),
    "broken arguments": ([{"taxi": '{"to": '}], [("taxi", '{"to": ')]),
    "no calls": ([], None),
    "notation": ("[hotel.book(city='NYC', nights=-2), taxi(to='x')]", None),
    "notation without brackets": ("```\ntaxi(to=[1, (2.5, None)], x={'a': True})\n```", None),
    "a calculation": ("[taxi(to=2*3)]", [("taxi", '{"to":"2 * 3"}')]),
    "words": ("I need the city.", "text"),
    "a mere name": ("[taxi]", "text"),
    "broken notation": ("[taxi(to=", "text"),
    "deep notation": ("[" * 5000, "text"),
    "deep minus": ("[taxi(to=" + "-" * 40000 + "1)]", "text"),
    "a number without end": ("[taxi(to=1e999)]", [("taxi", '{"to":"1e309"}')]),
}


@pytest.mark.parametrize("case", RESULTS)
def test_stored_results_become_samples(tmp_path: Path, case: str) -> None:
    result, wanted = RESULTS[case]
    if case == "notation":
        wanted = [("hotel_book", '{"city":"NYC","nights":-2}'), ("taxi", '{"to":"x"}')]
    if case == "notation without brackets":
        wanted = [("taxi", '{"to":[1,[2.5,null]],"x":{"a":true}}')]
    import_files([write_rows(tmp_path / "r.json", {"id": "a_0", "result": result})], tmp_path / "samples.jsonl")
    sample = json.loads((tmp_path / "samples.jsonl").read_text("utf-8"))
    calls = sample["output_tools"]
    given = [(each["function"]["name"], each["function"]["arguments"]) for each in calls] if calls else None
    assert given == (None if wanted == "text" else wanted)
    assert sample["output_text"] == (result if wanted == "text" else "" if wanted is None else None)


def test_a_category_is_run_in_two_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(*args: object) -> str:
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        assert ended.value.code == 0
        return capsys.readouterr().out

    questions = write_rows(
        tmp_path / "q" / "BFCL_v4_simple_python.json", question(), question("simple_python_1", [TAXI])
    )
    write_rows(
        tmp_path / "q" / "possible_answer" / questions.name,
        {"id": "simple_python_0", "ground_truth": [{"hotel.book": ANSWER}]},
        {"id": "simple_python_1", "ground_truth": [{"taxi": {"to": ["Airport"]}}]},
    )
    results = write_rows(
        tmp_path / "results.json",
        {"id": "simple_python_0", "result": "[hotel.book(city='nyc', nights=2)]"},
        {"id": "simple_python_1", "result": [{"taxi": '{"to": "Station"}'}]},
    )
    assert "2 items" in said("import", questions, "-o", tmp_path / "items.jsonl")
    assert "2 samples" in said("import", results, "-o", tmp_path / "samples.jsonl")
    done = json.loads(
        said(
            "eval",
            tmp_path / "items.jsonl",
            "-m",
            f"replay:{tmp_path / 'samples.jsonl'}",
            "-o",
            tmp_path / "run",
            "--json",
        )
    )
    scores = {row["metric"]: row["score"] for row in done["reports"][0]["metrics"]}
    assert scores["next_call_exact"] == 0.5


def test_questions_and_results_do_not_go_into_one_file(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "both.json", question("irrelevance_0"), {"id": "r_0", "result": "words"})
    with pytest.raises(InputError, match="one file"):
        import_files([rows], tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_the_file_of_answers_is_not_written_over(tmp_path: Path) -> None:
    imported(tmp_path, question(), {"hotel.book": ANSWER})
    beside = tmp_path / "possible_answer" / "BFCL_v4_simple_python.json"
    with pytest.raises(UsageError):
        import_files([tmp_path / "BFCL_v4_simple_python.json"], beside)
