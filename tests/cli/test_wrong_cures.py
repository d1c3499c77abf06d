"""What is refused is what is wrong, with the cure that helps; and nothing is dropped in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.workbench import audit, split

from ..conftest import ROOT, read_jsonl, write_jsonl
from .test_outputs import Ran

TRAIN = ROOT / "examples" / "retail" / "train.jsonl"
ODD = {"messages": [{"role": "user", "content": "x", "tool_calls": [{}]}, {"role": "assistant", "content": "y"}]}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    monkeypatch.chdir(tmp_path)
    return Ran(capsys)


@pytest.mark.parametrize("verb", ["stats", "show"])
def test_calls_in_a_user_message_are_passed_over(run: Ran, verb: str) -> None:
    write_jsonl(Path("odd.jsonl"), [ODD])
    assert run(verb, "odd.jsonl").code == 0
    found = audit("odd.jsonl").findings
    assert [finding.path for finding in found if finding.rule == "misplaced-calls"] == ["messages[0].tool_calls"]


def test_a_table_with_a_header_alone_is_said_to_have_no_row(run: Ran) -> None:
    Path("h.csv").write_text("question,A,B,answer\n")
    for more in ([], ["--task", "general_mcq"]):
        run("eval", "h.csv", "-m", "m@http://127.0.0.1:9/v1", "-o", "run", *more)
        assert run.code == 2 and "h.csv: has a header, but no row" in run.err
    assert not Path("run").exists()


@pytest.mark.parametrize("word", ["caf\xe9", "\xe9lan vital", "na\xefve fa\xe7ade"])
def test_a_latin_1_table_is_refused_and_not_read_as_chinese(run: Ran, word: str) -> None:
    Path("l.csv").write_bytes(f"question,A,B,answer\n{word}?,a,b,A\n".encode("latin-1"))
    run("eval", "l.csv", "-m", "m@http://127.0.0.1:9/v1", "-o", "run")
    assert run.code == 2 and "l.csv: the text is neither UTF-8" in run.err and "UTF-8 and try again" in run.err


def test_a_chinese_table_is_still_read(run: Ran) -> None:
    Path("c.csv").write_bytes("question,A,B,answer\n《红楼梦》的作者是谁？,曹雪芹,吴承恩,A\n".encode("gb18030"))
    write_jsonl(Path("said.jsonl"), [{"id": "0", "output_text": "答案是：A"}])
    assert run("eval", "c.csv", "-m", "replay:said.jsonl", "-o", "run").code == 0, run.err


def test_pandas_is_missed_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(UsageError, match="pip install pandas"):
        audit(TRAIN).to_pandas()


@pytest.mark.parametrize("wrap", [[], ["--wrap"]])
def test_items_are_not_cut_again(run: Ran, wrap: list[str]) -> None:
    assert run("expand", TRAIN, "-o", "items.jsonl", *wrap).code == 0
    run("expand", "items.jsonl", "-o", "again.jsonl", "--skip-bad-rows")
    assert run.code == 2 and "items.jsonl:1: these are items already" in run.err
    assert not Path("again.jsonl").exists()


@pytest.mark.parametrize(
    ("given", "metric", "said"),
    [
        ("80", "next_call_exact", "Did you mean 0.80?"),
        ("1.5", "Rouge-L-R", "lies between 0 and 1"),
        ("-1", "AverageAccuracy", "lies between 0 and 1"),
        ("nan", "AverageAccuracy", "lies between 0 and 1"),
    ],
)
def test_a_threshold_that_is_no_share_is_refused(run: Ran, given: str, metric: str, said: str) -> None:
    args = ["eval", TRAIN, "-m", "m@http://127.0.0.1:9/v1", "-o", "run", "--fail-under", given, "--metric", metric]
    assert run(*args).code == 2 and said in run.err
    assert not Path("run").exists()


def test_a_threshold_for_a_count_may_be_any_number(run: Ran) -> None:
    run("eval", "no", "-m", "m@http://127.0.0.1:9/v1", "--fail-under", "80", "--metric", "count_successful_tool_call")
    assert "no such file" in run.err


def test_curate_names_the_nearest_tool(run: Ran) -> None:
    Path("kept.jsonl").touch()
    run("curate", TRAIN, "-o", "kept.jsonl", "--uses", "get_order_detals")
    assert run.code == 2 and "Did you mean get_order_details?" in run.err
    run("curate", TRAIN, "-o", "kept.jsonl", "--not-uses", "cancel_pending_ordr")
    assert run.code == 2 and "Did you mean cancel_pending_order?" in run.err
    assert not Path("kept.jsonl").stat().st_size
    assert run("curate", TRAIN, "-o", "kept.jsonl", "--not-uses", "transfer_money").code == 0
    assert run("curate", TRAIN, "-o", "kept.jsonl", "--uses", "get_*").code == 0


def test_curate_says_aloud_that_nothing_is_left(run: Ran) -> None:
    run("curate", TRAIN, "-o", "kept.jsonl", "--rejected", "rest.jsonl", "--min-calls", "500")
    assert run.code == 0 and "nothing was kept, kept.jsonl is empty" in run.err
    assert len(read_jsonl(Path("rest.jsonl"))) == 41


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("frage,antwort\nwas,das\n", "its fields are frage, antwort"),
        ("question,gold\nwas,das\n", "the columns are question, gold"),
        ("question,option_a,option_b,answer\nwas,das,dies,a\n", "options (option_a, option_b) cannot be read"),
        ("question,选项1,选项2,answer\n谁,他,她,1\n", "options (选项1, 选项2) cannot be read"),
    ],
)
def test_a_table_with_other_columns_says_which_are_there(run: Ran, text: str, said: str) -> None:
    Path("t.csv").write_text(text, "utf-8")
    run("eval", "t.csv", "-m", "m@http://127.0.0.1:9/v1", "-o", "run")
    assert run.code == 2 and said in run.err, run.err
    assert "answer" in run.err or "response" in run.err
    assert not Path("run").exists()


PICTURE = [{"type": "text", "text": "Which?"}, {"type": "image_url", "image_url": {"url": "data:,"}}]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (
            {"messages": [{"role": "user", "content": PICTURE}], "options": ["x", "y"], "answer": "A"},
            "options (options)",
        ),
        ({"question": "Which?", "choices": {"A": "x", "B": "y"}, "answer": "A"}, "options (choices)"),
        ({"question": "Which?", "image": "a.png", "A": "x", "B": "y", "answer": "A"}, "`image` holds a picture"),
        ({"query": "What?", "image_1": "a.png", "response": "A cat."}, "`image_1` holds a picture"),
        ({"messages": [{"role": "user", "content": "Which?"}], "A": "x", "B": "y", "answer": "A"}, "options (A, B)"),
    ],
)
def test_options_and_pictures_are_never_dropped(run: Ran, record: dict[str, Any], said: str) -> None:
    write_jsonl(Path("q.jsonl"), [record])
    run("eval", "q.jsonl", "-m", "m@http://127.0.0.1:9/v1", "-o", "run")
    assert run.code == 2 and "q.jsonl:1" in run.err and said in run.err, run.err


def talk(order: str, **more: Any) -> dict[str, Any]:
    """Somebody who names an order, and gets an answer without a call."""
    said = [{"role": "user", "content": order}, {"role": "assistant", "content": "It is on its way."}]
    return {"messages": said, "tools": [], **more}


SAME_ORDER = [
    ("Where is my order #W7654321?", "Please cancel #W7654321 today."),
    ("My user id is mia_chen_4417, hello", "hi, this is mia_chen_4417 again"),
    ("The order number is 88127734, thanks", "It is about order no. 88127734."),
    ("我的订单号是 88127734，谢谢", "请取消订单 88127734"),
]


@pytest.mark.parametrize(("one", "other"), SAME_ORDER)
def test_ids_that_only_users_say_are_found_on_both_sides(tmp_path: Path, one: str, other: str) -> None:
    train = write_jsonl(tmp_path / "train.jsonl", [talk(one)])
    valid = write_jsonl(tmp_path / "valid.jsonl", [talk(other)])
    found = audit(valid, against=train).findings
    assert [finding.message for finding in found if finding.rule == "leaked-entity"] == [0]
    others = [
        talk(f"{word} is what I want to talk about") for word in ("Tea", "Rain", "Music", "Chess", "Paris", "Ink")
    ]
    done = split([talk(one), *others, talk(other)], valid_share=0.5)
    assert done.links["entity"] == 1
    assert len({number in done.valid for number in (0, 7)}) == 1


def test_an_id_of_a_call_is_known_again_in_what_a_user_says(tmp_path: Path) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps({"order_id": "ZX81-20"})}}
    made = [
        {"role": "user", "content": "Look it up"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "{}"},
        {"role": "assistant", "content": "Done."},
    ]
    files = [
        write_jsonl(tmp_path / "a.jsonl", [{"messages": made, "tools": []}]),
        write_jsonl(tmp_path / "b.jsonl", [talk("What about zx81-20, is it there?")]),
    ]
    for one, other in (files, files[::-1]):
        found = audit(one, against=other).findings
        assert [finding.rule for finding in found if finding.rule == "leaked-entity"] == ["leaked-entity"]
    assert split([{"messages": made, "tools": []}, talk("What about zx81-20, is it there?")]).links["entity"] == 1


def test_what_is_no_id_is_not_taken_for_one(tmp_path: Path) -> None:
    said = "On 2026-05-01 at 10:30 I paid 1299.00 for 2 WH-1000XM4 in room 1204, ZIP 10001, iPhone15 and 4K-60Hz."
    train = write_jsonl(tmp_path / "train.jsonl", [talk(said)])
    valid = write_jsonl(tmp_path / "valid.jsonl", [talk(f"Hello. {said} Is that right?")])
    assert not [finding for finding in audit(valid, against=train).findings if finding.rule == "leaked-entity"]


def test_the_same_history_with_other_tools_is_no_contradiction(tmp_path: Path) -> None:
    def made(name: str, number: int) -> dict[str, Any]:
        schema = {"type": "object", "properties": {name: {"type": "integer"}}}
        function = {"name": "f", "arguments": json.dumps({name: number})}
        messages = [
            {"role": "user", "content": "Do it with 1 or 2"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c", "type": "function", "function": function}],
            },
            {"role": "tool", "tool_call_id": "c", "content": "{}"},
            {"role": "assistant", "content": "Done."},
        ]
        tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
        return {"messages": messages, "tools": [tool]}

    def contradictions(*records: dict[str, Any]) -> int:
        path = write_jsonl(tmp_path / "x.jsonl", list(records))
        return sum(finding.rule == "contradictory-gold" for finding in audit(path).findings)

    assert contradictions(made("a", 1), made("b", 1)) == 0
    assert contradictions(made("a", 1), made("a", 2)) == 1
