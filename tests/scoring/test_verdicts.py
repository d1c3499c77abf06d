"""What a judge's reply says, as a careful reader would have it: a verdict, or none."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.errors import UsageError
from evalwright.scoring.verdicts import Verdict, VerdictRules, read_verdict

LETTERS = VerdictRules("pattern")
NUMBERS = VerdictRules("numeric")
GRADES = VerdictRules("pattern", score_mapping={"C": 1.0, "P": 0.5, "I": 0.0})
WORDS = VerdictRules("pattern", score_mapping={"correct": 1, "partially correct": 0.5, "incorrect": 0, "正确": 1})

CORRECT = [
    *("A", "a", "A.", "A!", "(A)", "[A]", "**A**", '"A"', "Ａ", "> A", "A\nA", "\\boxed{A}", "$\\boxed{\\text{A}}$"),
    *("A: CORRECT", "A (correct)", "CORRECT", "Correct.", "正确", "正确。", "A：正确", "回答正确", "评判结果：正确"),
    *("答案：A", "ANSWER:A", "Answer: a", "综上所述，选 A", "The answer is A", "**Verdict:** A", "### Verdict\nA"),
    *("<answer>A</answer>", "Option A", "Sure! A", "Because the prediction matches, A", "It is not B but A"),
    *("A. The prediction matches.", "A\n\nThe prediction matches the reference.", "**A**: it matches."),
    *(
        "The correct answer is B. The model said B. So: A",
        "A: CORRECT\nB: INCORRECT\n\nA",
        "Verdict: A\nConfidence: 90%",
    ),
    *('{"verdict": "A"}', '{"verdict": "a"}', '{"grade": "A"}', '{"verdict": ["A"]}', '{"result": {"verdict": "A"}}'),
    *('```json\n{"verdict": "A"}\n```', '{"reasoning": "Both {x} fine, not B", "verdict": "A"}', '{"correct": true}'),
    *('{"reasoning": "he said "no"", "verdict": "A"}', 'Verdict B at first.\n{"verdict": "A"}'),
    *("<think>B? B!</think>A", "surely B</think>\nA", "First I thought B. Final verdict: A"),
]
INCORRECT = [
    *("B", "b", "B.", "**B**", "- B", "B: INCORRECT", "INCORRECT (B)", "INCORRECT", "incorrect", "not correct", "错误"),
    *(
        "不正确",
        "该回答不正确。",
        "结论：B（不正确）",
        "答案：B",
        "答案是B，因为不符",
        "正确答案是A，但回答错误",
        "Assistant: B",
    ),
    *(
        "My verdict is: **B**.",
        "Judgment: B",
        "I would choose B because it is wrong",
        "Verdict: B, as it is unclear if it fits",
        "The answer is incorrect",
    ),
    *('<think>A or B?</think>{"verdict": "B"}', '{"answer": "A", "verdict": "B"}', "Final answer: B)"),
]
NOTHING = [
    *("", " \n", "C", "GRADE: C", "GRADE: I", "BAD", "[[1]]", "A+", "A-", "Grade: A+", "I am not sure", "Neither."),
    *("Both A and B", "A or B?", "neither A nor B", "Options were A, B", "A, B", "Verdict: A/B", "答案：A或B", "A\nB"),
    *("A: INCORRECT", "A. Incorrect", "A: CORRECT\nB: INCORRECT", "The answer is not A", "Is it A?"),
    *("vitamin A", "the reference mentions plan B", "A prediction like this is fine", "answer is a good one"),
    *(
        "The correct answer is B.",
        "正确答案是A",
        "If it matches, the answer is A",
        "Reply A if it is correct, B if it is incorrect",
        "It is partially correct",
    ),
    *("I cannot judge this.", "As an AI, I can't", "抱歉，我无法评判。", "<think>A", "[ERROR] judge-Alpha-7B@host"),
    *('{"verdict": "A"} {"verdict": "B"}', '{"verdict": "A"}\nTherefore B', '{"verdict": "A", "verdict": "B"}'),
    *('{"verdict": "A"', '```json\n{"reasoning": "fine", "verdict": "A', '{"verdict": "C"}', '{"verdict": null}', "{}"),
    *('{"score": 1}', '{"reasoning": "A"}', '{"verdict": "A", "grade": "B"}', "Verdict: A. On reflection, grade: C"),
]


@pytest.mark.parametrize("reply", CORRECT)
def test_a_reply_that_says_correct(reply: str) -> None:
    assert read_verdict(reply, LETTERS) == Verdict(1.0, "A", "the judge's verdict is A")


@pytest.mark.parametrize("reply", INCORRECT)
def test_a_reply_that_says_incorrect(reply: str) -> None:
    assert read_verdict(reply, LETTERS) == Verdict(0.0, "B", "the judge's verdict is B")


@pytest.mark.parametrize("reply", NOTHING)
def test_a_reply_that_says_nothing_is_unjudged_and_not_zero(reply: str) -> None:
    verdict = read_verdict(reply, LETTERS)
    assert (verdict.score, verdict.label) == (None, None)
    assert verdict.reason


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        *(("GRADE: P", 0.5), ("c", 1.0), ("I", 0.0), ('{"verdict":"P"}', 0.5), ("I think it is C", 1.0)),
        *(("GRADE: A", None), ("I am not sure", None), ("I, as a judge, cannot", None), ("nothing", None)),
        ("Result: I think so", None),
    ],
)
def test_the_labels_of_the_users_mapping(reply: str, score: float | None) -> None:
    assert read_verdict(reply, GRADES).score == score


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        *(("Partially correct.", 0.5), ("Verdict: incorrect", 0.0), ("CORRECT", 1.0), ("正确", 1.0)),
        *(("不正确", None), ("it is not correct", None), ("mostly correct", None)),
    ],
)
def test_labels_that_are_words(reply: str, score: float | None) -> None:
    assert read_verdict(reply, WORDS).score == score


def test_a_swapped_mapping_swaps_the_letters_and_drops_the_words() -> None:
    swapped = VerdictRules("pattern", score_mapping={"A": 0, "B": 1})
    assert read_verdict("B", swapped).score == 1.0
    assert read_verdict("CORRECT", swapped).score is None


@pytest.mark.parametrize(
    ("pattern", "reply", "score"),
    [
        ("GRADE: (C|P|I)", "GRADE: C, no: GRADE: P", 0.5),
        ("(?<=GRADE: )[CPI]", "GRADE: C", 1.0),
        ("GRADE: (?:(C)|<(I)>)", "GRADE: <I>", 0.0),
        ("(?i)grade: (c|p|i)", "grade: c", 1.0),
        ("GRADE: (.)", "GRADE: X", None),
        ("GRADE: (C|P|I)", "<think>GRADE: C</think>none", None),
        ("P*", "P and no more", 0.5),
    ],
)
def test_the_users_pattern_takes_its_last_match_and_its_first_group(
    pattern: str, reply: str, score: float | None
) -> None:
    rules = VerdictRules("pattern", pattern, {"C": 1.0, "P": 0.5, "I": 0.0})
    assert read_verdict(reply, rules).score == score


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        *(("[[0.8]]", 0.8), ("[[ 0.8 ]]", 0.8), ("[[.5]]", 0.5), ("[[1]]", 1.0), ("[[0]]", 0.0), ("[[00.5]]", 0.5)),
        *(("[[１]]", 1.0), ("[[0.5]] then [[0.9]]", 0.9), ("Rating: [[0.75]]", 0.75), ("评分：[[0.6]]分", 0.6)),
        *(("0.8", 0.8), ("1", 1.0), ("**0.8**", 0.8), ("0.8.", 0.8), ("[0.8]", 0.8), ("blah\n评分：0.7分", 0.7)),
        *(('{"score": 0.8}', 0.8), ('{"score": "0.8"}', 0.8), ('{"rating": 0.8}', 0.8), ('{"score": 1e-5}', 1e-5)),
        *(('```json\n{"score": 0.8}\n```', 0.8), ('{"reasoning": "[[0.1]]", "score": 0.25}', 0.25)),
        *(("[[0.8]] as in [[link]]", 0.8), ("<think>[[0.1]]</think>[[0.2]]", 0.2), ("[[0.9]]<think>[[0.1]]", 0.9)),
    ],
)
def test_a_number_from_0_to_1(reply: str, score: float) -> None:
    assert read_verdict(reply, NUMBERS).score == score


@pytest.mark.parametrize("reply", ["[[8]]", "[[1.5]]", "[[100]]", "[[-0.5]]", '{"score": 80}', "8", "[[0.5]] [[7]]"])
def test_a_number_out_of_range_is_unjudged_and_the_reason_says_how_to_scale(reply: str) -> None:
    verdict = read_verdict(reply, NUMBERS)
    assert verdict.score is None
    assert "out of range" in verdict.reason and "0 to 1" in verdict.reason


@pytest.mark.parametrize(
    "reply",
    [
        *("", "good", "A", "[[0,8]]", "[[0.8.1]]", "[[80%]]", "[[0.8/1]]", "[[0.8]", "[0.8]]", "[[nan]]", "[[1e-1]]"),
        *("80%", "0.8/1", "[[0.5]] then [[0,8]]", '{"score": null}', '{"score": true}', '{"score": 0.8', "{}"),
        *('{"score": 0.2} {"score": 0.3}', '{"score": 0.2}\n[[0.3]]', '{"score": 1e400}', '{"score": NaN}'),
    ],
)
def test_what_is_no_plain_number_is_unjudged(reply: str) -> None:
    assert read_verdict(reply, NUMBERS).score is None


def test_the_users_numeric_pattern() -> None:
    rules = VerdictRules("numeric", r"Score=(\S+)")
    assert read_verdict("Score=0.3 Score=0.4", rules).score == 0.4
    assert read_verdict("Score=many", rules).score is None
    assert "out of range" in read_verdict("Score=85", rules).reason
    scaled = VerdictRules("numeric", r"Score=(\d)", {"1": 0.0, "2": 0.5, "3": 1.0})
    assert read_verdict("Score=2", scaled).score == 0.5


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"score_type": "patern"}, "Did you mean 'pattern'?"),
        ({"score_type": "foo"}, "pattern (a label) or numeric"),
        ({"score_pattern": "GRADE: (C"}, "not a regular expression"),
        ({"score_pattern": 7}, "not text but int"),
        ({"score_pattern": "(a+)+$"}, "possessive"),
        ({"score_pattern": r"(?:\w+\s*)*x"}, "possessive"),
        ({"score_pattern": "(?:a|ab|b)*x"}, "possessive"),
        ({"score_pattern": ".*.*.*.*.*x"}, "open repeats"),
        ({"score_mapping": {}}, "names no label"),
        ({"score_mapping": {"A": 2}}, "from 0 to 1"),
        ({"score_mapping": {"A": "1"}}, "from 0 to 1"),
        ({"score_mapping": {"A": True}}, "from 0 to 1"),
        ({"score_mapping": {"A": float("nan")}}, "from 0 to 1"),
        ({"score_mapping": {None: 1}}, "not text"),
    ],
)
def test_rules_that_cannot_be_used_are_refused_with_the_cure(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as refused:
        VerdictRules(**settings)
    assert said in str(refused.value)


def test_the_cure_for_a_nested_repeat_works() -> None:
    rules = VerdictRules("pattern", r"(?:\w++\s)*(A|B)$")
    assert read_verdict("well I say B", rules).label == "B"


@pytest.mark.parametrize(
    ("pattern", "reply"),
    [
        (".*x", "ab" * 50_000),
        (".*.*x", "ab" * 50_000),
        (r"(?s).*a.*?b.*?x", "ab" * 50_000),
        (r"y\s*:?\s*\**\s*x", "y" + " " * 50_000 + "z"),
        (r"\d*\d*\d*x", "7" * 50_000),
    ],
)
def test_no_accepted_pattern_runs_for_long(pattern: str, reply: str) -> None:
    started = time.process_time()
    assert read_verdict(reply, VerdictRules("pattern", pattern)).score is None
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "piece", ["{", '{"a":', "<think>", "answer ", "A or ", "answer: is ", "A\n", "[[", "\\boxed{", ": ", "[[0.5", "ﷺ"]
)
def test_no_long_reply_takes_long(piece: str) -> None:
    started = time.process_time()
    for rules in (LETTERS, NUMBERS, WORDS):
        read_verdict(piece * 100_000, rules)
    assert time.process_time() - started < 3


def test_of_a_long_reply_the_end_is_read() -> None:
    assert read_verdict("B. " * 20_000 + "\nVerdict: A", LETTERS).label == "A"
    assert read_verdict("Verdict: A\n" + "word " * 20_000, LETTERS).score is None


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*"AB{}[]\"':.,\n ", "verdict", "answer is", "不", "正确", "<think>", "0.5", "not"])))
def test_any_reply_gives_a_score_in_range_or_a_reason(pieces: list[str]) -> None:
    for rules in (LETTERS, NUMBERS, GRADES):
        verdict = read_verdict("".join(pieces), rules)
        assert verdict.reason
        assert verdict.score is None or 0.0 <= verdict.score <= 1.0


RECORDED_NUMBERS = {
    **{"[[0.8]]": 0.8, "[[1]]": 1.0, "[[1.0]]": 1.0, "[[0]]": 0.0, "[[0.80]]": 0.8, "[[00.5]]": 0.5, "[[.5]]": 0.5},
    **{"[[0.5]] then [[0.9]]": 0.9, "Rating: [[0.75]]": 0.75, "评分：[[0.6]]分": 0.6, "[[0.5]]": 0.5, "[[0.9]]": 0.9},
    **{"0.8": 0.8, "[0.8]": 0.8, '{"score": 0.8}': 0.8, '{"score": 1}': 1.0, '{"reasoning":"good","score":0.25}': 0.25},
    **{'```json\n{"score": 0.8}\n```': 0.8, '{"score": "0.8"}': 0.8, '{"rating": 0.8}': 0.8, '{"score":0.3}': 0.3},
    **dict.fromkeys(("", "[[8]]", "[[1.5]]", "[[100]]", "[[10]]", "[[85]]", "[[-0.5]]", "[[0,8]]", "[[0.8/1]]")),
    **dict.fromkeys(("[[80%]]", "[[0.8]", "[[0.8.1]]", '{"score": null}', '{"score": 80}')),
}
RECORDED_GRADES = {
    **{"GRADE: C": 1.0, "GRADE: P": 0.5, "GRADE: I": 0.0, '{"verdict":"P"}': 0.5, '{"verdict":"I"}': 0.0},
    "nothing": None,
}
RECORDED_LETTERS = {
    **{'{"verdict":"A"}': 1.0, '{"verdict":"B"}': 0.0, '{"reasoning": "Both {x} fine", "verdict": "A"}': 1.0},
    **dict.fromkeys(CORRECT, 1.0),
    **dict.fromkeys(INCORRECT, 0.0),
    **dict.fromkeys(NOTHING),
}


def test_every_recorded_reply_is_read_as_a_careful_reader_would() -> None:
    path = Path(__file__).parents[1] / "vectors" / "evalscope" / "judge.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    seen = 0
    for row in rows:
        args = {key: value for key, value in row["judge_model_args"].items() if key.startswith("score_")}
        reply = row["judge_reply"].get("content")
        if reply is None or args.get("score_type") == "foo":
            continue
        seen += 1
        graded = RECORDED_GRADES if "score_mapping" in args else RECORDED_LETTERS
        expected = RECORDED_NUMBERS if args.get("score_type") == "numeric" else graded
        assert read_verdict(reply, VerdictRules(**args)).score == expected[reply], (row["id"], reply)
    assert seen > 100
