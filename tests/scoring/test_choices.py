"""What counts as a stated choice, in replies of all manners: the extractor for multiple-choice questions."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.scoring.choices import Choice, Choices, stated_choice, stated_choices

from ..conftest import ROOT

TEN = "ABCDEFGHIJ"
VECTORS = ROOT / "tests" / "vectors" / "mcq_replies.jsonl"

CHOSE_C = [
    # The letter alone, in every dress.
    "C", "c", " C \n", "Ｃ", "ｃ", "C.", "C。", "C．", "C、", "C!", "(C)", "（C）", "【C】", "[C]", "「C」",
    "<C>", "**C**", "__C__", "*C*",
    "`C`", "```\nC\n```", "$C$", "\\(C\\)", "\\[C\\]", "$\\boxed{C}$", "\\boxed{\\text{C}}", "$\\text{C}$",
    "\\boxed{\\mathrm{C}}",
    "\"C\"", "“C”", "‘C’", "Ⓒ", "𝐂", "C\u200b", "\ufeffC", "### C", "> C", "- C", "**C.**", "**(C)**",
    # A marker before it.
    "答案：C", "答案是C", "答案为：C。", "答案=C", "答案 - C", "答案: C、", "答案应为C", "答案应该是 C",
    "答案就是C啦", "正确答案是选项C", "正確答案為：C", "選C",
    "應選 C", "答案選擇C", "【答案】C【解析】A错误", "[答案] C", "答案：第C项", "参考答案：C",
    "我的答案是（C）", "本题答案为 C", "这道题的答案是：C", "最终答案：**C**",
    "答：C", "故选C", "故选：C．", "故选 (C)", "所以选C", "我选 C。", "我选择C", "应选C", "应当选C",
    "因此应该选择选项C。", "综上，本题选C", "选C", "选：C",
    "正确选项：C", "正确选项为 C，因为 A 不对", "正确的是C", "符合题意的是C", "正确的选项是 C 项",
    "最佳选项为C", "选项是C", "选项：C", "正解：C",
    "ANSWER: C", "ANSWER：C", "Answer - C", "Answer = C", "Ans: c", "ans. C", "Answer C", "answer is c",
    "ANSWER: C.", "The answer: C",
    "Answer\nC", "## Answer\n\n**C**", "**Answer:** C", "Answer:\n\n(C) Paris", "The answer is C",
    "The answer is: C", "the correct answer is c.",
    "The answer is option C", "Final Answer: **(C) Paris**", "The best answer is C) 20",
    "Hence, the correct answer is option (C).", "Correct answer: C",
    "The answer to this question is C.", "The answer, therefore, is C.", "The correct choice would be C",
    "The right option is C.", "My choice: C",
    "My final answer is C", "I choose C", "I'd choose option C.", "I would go with C.", "I'll go with (C)",
    "I'm going with C", "I pick C because it fits",
    "I select C.", "I would select option C", "My guess is C", "Let's go with C!", "I opt for C",
    "Therefore, the answer is $\\boxed{C}$.", "The answer is \\(C\\)",
    "So the final answer is \\boxed{C. Paris}", "Answer: C: Paris", "Answer: C Paris", "Correct option: C",
    "The answer should be C", "The answer must be (c).",
    "<answer>C</answer>", "<b>Answer: C</b>", "Answer: <b>C</b>",
    # JSON.
    '{"answer": "C"}', '```json\n{"answer": "C"}\n```', '{"答案":"C"}', '{"reasoning": "A is wrong", "answer": "C"}',
    '{"answer": "C", "explanation": "A and B are wrong"}', "{'answer': 'C'}", '{"choice": "C"}',
    '{"correct_answer": "C", "A": "wrong"}', '{"answer":"c"}',
    # A letter with its text, or with what it is.
    "C. Paris", "C) 20", "C: Paris", "(C) Paris", "C、巴黎", "C．20种", "C，因为其他都不对",
    "C because it is the capital", "C - Paris", "C 20种", "C选项", "C项",
    "选项C", "Option C", "option c", "Option (C)", "第C项", "C选项正确", "C是正确答案", "C项正确。",
    "C为正确选项", "C is correct.", "C is the correct answer",
    "C is right", "C is the best choice.", "Option C is correct", "C would be the best answer", "C 最符合题意",
    "C符合题意，当选", "C. 正确", "The answer is Paris (C).",
    "The correct answer is Paris, which is option C.", "答案是20种（C）", "答案是 20 种，即选项C", "答案：C20种",
    # Conclusions.
    "It is C because of X-rays", "It's C.", "I think C", "I think it is C", "I believe it's C.",
    "Paris is the capital, so C.", "Therefore C", "Thus, (C).",
    "True, so C", "A and B are impossible, D is too large. Hence C.", "因此C", "所以是C。", "综上所述，C。",
    "我认为是C", "我觉得C", "Definitely C",
    "Paris is the capital of France.\n\nC", "法国的首都是巴黎。\n\n**C. 巴黎**", "Let me think.\n(C)",
    "It must be C, since A is too small.",
    # The last word counts.
    "First I thought ANSWER: A, but on reflection\nANSWER: C", "答案：A\n……更正\n答案：C",
    "The answer is A or rather C", "ANSWER: A. Wait, no, C.",
    "The answer is A. Actually, it's C.", "答案：B。不对，应该是C。", "我先选A，后来改选C",
    "\\boxed{A}\nI made a mistake.\n\\boxed{C}", "答案：D\n答案：C\n答案：", "A. I think the answer is C",
    "The answer is A. No, the answer is C.", "ANSWER: [LETTER]\nANSWER: C", "答案是：LETTER\n答案是：C",
    # What is explained is not chosen.
    "答案是：C\n解析：DNA", "答案：C\n（不是 答案：B）", "Answer: C\n\nExplanation: A, B and D are wrong.",
    "答案是 C，而不是 DNA", "答案：C，不选 A", "ANSWER: C, not D",
    "答案：C。A项错误，B项错误，D项错误。", "C\n\n解析：A、B、D正确，C错误。",
    "Answer: C\nA is a distractor, B too.", "答案：C，A选项不符合题意", "答案：C。若选A，则矛盾。",
    "The answer is C rather than D", "The answer is C, since A is too small and B too large",
    "答案：C。很多同学会误选A。", "答案C正确，A不对", "Answer: C, A is wrong.",
    "Answer: C (not B)", "The answer is C. If the answer were A, it would rain.", "答案是C。有人认为答案是A。",
    "C. Paris\n\nA is wrong because it is in Spain.", "Answer: C. A cat is a mammal.",
    "答案是C不是D", "The answer is C and A is wrong", "选C不选D",
    # Restated options and analyses.
    "A. 4种\nB. 22种\nC. 20种\nD. 19种\n答案：C", "A. London\nB. Rome\nC. Paris\nD. Oslo\n\nSo C.",
    "选项：A. 4种 B. 22种 C. 20种 D. 19种\n选C",
    "A is wrong. B is wrong. C is right.", "A错误，B错误，C正确", "A错B错C对D错", "排除A、B、D，选C",
    "A. 错误\nB. 错误\nC. 正确\nD. 错误", "A: wrong\nB: wrong\nC: correct\nD: wrong",
    "A项：不符合。B项：不符合。C项：符合题意。D项：不符合。", "先看A，再看B。答案：C",
    "A 不对，B 不对，D 也不对，所以答案是 C", "A. ❌\nB. ❌\nC. ✅\nD. ❌",
    "Let's look at each option.\n\nA) Wrong, as it is too small.\nB) Wrong.\nC) This is correct.\nD) Wrong.\n\n**C**",
    # Denials of others.
    "The answer is not A but C", "答案不是A，而是C", "The answer isn't A. It's C.", "不选A，选C",
    "Not A, the answer is C", "Is the answer A? No. The answer is C.", "答案是A吗？不是。答案是C。",
    # Thinking is no answer.
    "<think>答案：A</think>答案：C", "<think>\nANSWER: A\n</think>\n\nC", "maybe A\nANSWER: A</think>\nC",
    "<THINK>A</THINK> **C**", "<think>use <think> tags, A</think>C",
    "Answer: C\n<think>or A? ANSWER: A",
    # Lists of others beside it.
    "答案：C，A、B、D错误", "A、B、D错误，C正确", "A，B，D错误，C正确", "A, B and D are wrong; C is right.",
    "Options A, B, and D can be eliminated. C.", "Correct: C. Wrong: A, B, D.", "正确答案：C\n错误选项：A、B、D",
    "Correct answer: C\nIncorrect answers: A, B, D", "Eliminating A, B and D leaves C.",
    "Among A, B, C and D, C is correct.",
    "It can't be A. It can't be B. So it must be C.", "~~A~~ C", "~~答案：A~~ 答案：C",
    "第1题：C", "1. C", "Q: Which?\nA: C",
    "If I had to guess, I'd say C.", "如果必须选一个，我选C", "I'm not sure, but I think C.", "The odd one out is C.",
]  # fmt: skip

CHOSE_NOTHING = [
    "", " ", "\n", "。", "I don't know.", "我不知道", "No idea", "As an AI model, I cannot answer.",
    "As an AI, I can't choose.", "I cannot answer this question.", "抱歉，我无法回答这个问题。",
    "答案：", "ANSWER:", "答案是：无", "Answer: None", "Answer: none of the above", "答案：以上都不对",
    "答案不确定", "Answer: unknown", "Answer: 20", "答案：20种", "答案：3", "Paris", "巴黎",
    # Several.
    "答案：A和C", "A、C 都对", "ANSWER: A, B", "答案：C或D", "C or D", "答案：AC", "ANSWER: CD", "答案：A、C",
    "答案：A C", "ANSWER: C/D", "A B C", "A\nB\nC\nD", "ABCD", "A and C", "Both A and C are correct.",
    "The answer is either A or C", "A正确，C正确", "答案：A\n答案：A和C", "选A或者C", "Answer: A & B",
    "Answer: (A) and (C)", "Answer:\nA\nC", '{"answer": ["A", "C"]}', "C or D, I am not sure", "\\boxed{A, C}",
    "答案 ： A，C B",
    "A is correct. C is also correct.", "Options A and C",
    # No option.
    "答案是：E", "Answer: E", "E", "答案：K", "The answer is (E).", "答案：A\n答案：E", "ANSWER: Z", "选E",
    "\\boxed{E}", "Ⅲ", "答案：Ⅲ", "Ⅽ", "答案：С", "答案：Α", "ℂ",
    # Words are not letters.
    "DNA", "答案是 DNA", "The answer is DNA.", "A cat. DNA", "A person walks.", "ANSWER: A cat",
    "The answer is a city", "a dog", "It is a boy.", "X-rays are used.", "C-14 dating", "C++ is a language.",
    "维生素C", "The answer is vitamin C", "答案是C语言", "A型血", "答案：B超", "Washington D.C.", "Vitamin B12",
    "Bob", "℃", "The answer depends.",
    # Denied, asked, supposed.
    "The answer is not A", "答案不是A", "不选A", "A is wrong.", "A错误", "neither A nor B",
    "The answer is neither A nor B.", "If the answer were A, it would be odd.", "如果选A，那么矛盾",
    "I would not choose A.", "不能选A",
    "A and B are wrong.", "答案A错误", "The answer isn't A.", "A. 4种\nB. 22种\nC. 20种\nD. 19种",
    "A. London B. Rome C. Paris D. Oslo",
    "请从 A、B、C、D 中选择一个", "Please choose one of A, B, C or D.",
    # Thinking alone.
    "<think>The answer is C", "<think>ANSWER: C</think>", "<think>\n答案：C\n</think>\n", "<think>",
    "I don't think the answer is A", "I don't think it's A", "I doubt it is A.", "答案不可能是A", "排除选项A",
    "We can rule out option A.", "Anything but A", "Is it A?", "A对吗", "∠A", "°C",
    "B cells", "Option A says x, option B says y.",
]  # fmt: skip


@pytest.mark.parametrize("reply", CHOSE_C)
def test_a_stated_choice_is_found(reply: str) -> None:
    assert stated_choice(reply, "ABCD").letter == "C"


@pytest.mark.parametrize("reply", CHOSE_NOTHING)
def test_where_no_one_option_is_chosen_there_is_none(reply: str) -> None:
    assert stated_choice(reply, "ABCD").letter is None


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("答案是：J", "J"),
        ("ANSWER: I", "I"),
        ("I", "I"),
        ("I.", "I"),
        ("(I) Paris", "I"),
        ("Option I", "I"),
        ("选I", "I"),
        ("The answer is I because it fits", "I"),
        ("I is correct.", "I"),
        ("I think it is J", "J"),
        ("I choose A", "A"),
        ("ANSWER: E", "E"),
        ("I think so.", None),
        ("I, as an AI, cannot answer.", None),
        ("Answer: I don't know", None),
        ("Answer: I think it is B", "B"),
        ("答案：K", None),
        ("Answer: I and J", None),
    ],
)
def test_of_ten_options_the_pronoun_is_no_letter(reply: str, letter: str | None) -> None:
    assert stated_choice(reply, TEN).letter == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("True, so A", "A"),
        ("答案：C", None),
        ("对", None),
        ("A", "A"),
        ("ANSWER: b", "B"),
        ("A or B", None),
        ("答案：AB", None),
    ],
)
def test_of_two_options_others_are_none(reply: str, letter: str | None) -> None:
    assert stated_choice(reply, "AB").letter == letter


@pytest.mark.parametrize(
    ("reply", "letters"),
    [
        ("答案：A、C", "AC"),
        ("答案：A C", "AC"),
        ("答案：A和C", "AC"),
        ("答案：CA", "AC"),
        ("答案：ac", "AC"),
        ("答案：(A, C)", "AC"),
        ("故选ACD", "ACD"),
        ("A、C", "AC"),
        ("AC", "AC"),
        ("A, C", "AC"),
        ("ANSWER: A, C and D", "ACD"),
        ("A and C", "AC"),
        ("A正确，B错误，C正确", "AC"),
        ("A、C 都对", "AC"),
        ("Both A and C are correct.", "AC"),
        ('{"answer": ["A", "C"]}', "AC"),
        ("\\boxed{A, C}", "AC"),
        ("答案：B\n更正后答案：A、C", "AC"),
        ("答案：C，A、B、D错误", "C"),
        ("答案：C", "C"),
        ("答案：A或C", ""),
        ("答案：A、E", ""),
        ("I don't know", ""),
        ("", ""),
    ],
)
def test_several_choices_are_read_together(reply: str, letters: str) -> None:
    assert stated_choices(reply, "ABCD").letters == tuple(letters)


def test_the_reason_says_where_it_was_found_or_why_not() -> None:
    assert stated_choice("所以，答案：C", "ABCD") == Choice("C", "stated as the answer: “所以,答案:C”")
    assert stated_choice("答案：E", "ABCD").how.startswith("E is not an option")
    assert stated_choice("答案：A和C", "ABCD").how.startswith("several options are chosen (A, C)")
    assert stated_choice("C or D", "ABCD").how.startswith("undecided between C and D")
    assert stated_choice("No idea", "ABCD") == Choice(None, "the reply states no choice")
    assert stated_choices("<think>C", "ABCD") == Choices((), "the reply is empty")


def test_a_reply_cannot_draw_on_a_terminal_through_its_reason() -> None:
    how = stated_choice("答案：C\x1b[2J\x07", "ABCD").how
    assert how.isprintable()


def test_the_known_replies_are_all_right() -> None:
    rows = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    wrong = [
        row for row in rows if (stated_choice(row["reply"], TEN[: row["options"]]).letter or "") != row["intended"]
    ]
    assert wrong == []


PIECES = st.sampled_from(
    [
    "答案", "是", "：", "选", "不", "A", "B", "c", "E", "I", " ", "\n", "(", "）", "**", "$", "\\boxed{", "}",
    "<think>", "</think>", "answer", " is ", " not ", "or", "and", "、", ",", "。", "选项", "正确", "错", '"',
    "DNA", "if ", "?", "~~", "Ⅲ", "Ｃ", "\u200b",
    ]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join)), st.integers(2, 10))
def test_any_reply_gives_an_option_or_nothing(reply: str, count: int) -> None:
    letters = TEN[:count]
    one, many = stated_choice(reply, letters), stated_choices(reply, letters)
    assert one.letter is None or one.letter in letters
    assert set(many.letters) <= set(letters)
    assert list(many.letters) == sorted(set(many.letters))
    assert one.letter == (many.letters[0] if len(many.letters) == 1 else None)
    assert one.how


@pytest.mark.parametrize(
    "unit", ["答案：", "(", "A、", "A ", "<think>", "\\boxed{", " ", "_", "is A ", "答案是x", "~~", '","a":']
)
def test_a_hostile_reply_costs_no_more_than_its_length(unit: str) -> None:
    started = time.process_time()
    stated_choice(unit * (1_000_000 // len(unit)), TEN)
    assert time.process_time() - started < 8


def test_a_choice_at_the_end_of_a_runaway_reply_is_found() -> None:
    assert stated_choice("blah " * 200_000 + "\n答案：C", "ABCD").letter == "C"
