"""Yes, no, or neither: what users say to a proposal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.synth.checks import explicit_no, explicit_yes, read_answer
from tests.conftest import ROOT

YES = """
yes
Yes, please.
yep
Yeah go ahead
Sure, do it.
Confirmed.
I confirm
Please proceed.
ok
Okay, that works.
That's correct, go ahead.
Looks good, please go ahead.
No problem, go ahead.
Yes, no other changes.
yes please, I don't need it anymore
Yes. How long will the refund take?
Yes please, could you change it?
Sounds good!
Why not, go ahead
Right, please do that.
Yes, cancel it.
It took a while, but yes, go ahead.
Please go ahead, no need to wait.
Thanks, yes that’s fine
"""
NO = """
no
No, don't.
nope
No thanks, leave it as it is.
Please don't cancel it.
I've changed my mind.
Never mind
Actually no
hold off for now
not now
I'd rather keep it
Don't do that.
Let's not
On second thoughts, leave it.
nah forget it
"""
UNCLEAR = """
yes but change the zip
Yes, but use my other card instead
What would the refund be?
Is that right?
Hmm
yes, wait, actually make it blue
My address is 12 Oak Street
yes, except the second item
Okay, but first tell me the price
I would like the blue one
"""
YES_ZH = """
可以
确认
好的，就这样
是的
对
行
没问题
嗯，可以
没错，麻烦办理
对的，取消吧
请帮我处理
OK，确认
确认，不用再改了
好的，请取消
是的，请继续。退款要多久？
可以，不好意思麻烦你了
确认，我不需要了
确认无误
好的，没有其他要改的了
对，就这么办
"""
NO_ZH = """
不用了
别取消
不要
算了
不可以
先不退了
不行
我再考虑一下
还是不改了
不了，谢谢
不确认
先别动
等等，我再想想
别改了，保持原样
"""
UNCLEAR_ZH = """
可以，但是把地址改成上海
好的，不过换成红色的
多少钱？
可以退吗？
什么时候能到
我的邮箱是abc@example.com
行，先把金额告诉我
"""
SAID = [
    (text, lang, answer)
    for block, lang, answer in (
        (YES, "en", "yes"),
        (NO, "en", "no"),
        (UNCLEAR, "en", "unclear"),
        (YES_ZH, "zh", "yes"),
        (NO_ZH, "zh", "no"),
        (UNCLEAR_ZH, "zh", "unclear"),
    )
    for text in block.strip().splitlines()
]


ELSEWHERE = [
    (text, lang, answer)
    for lang, answers in json.loads(Path(__file__).with_name("answers_elsewhere.json").read_text("utf-8")).items()
    for answer, texts in answers.items()
    for text in texts
]
"""To other questions than a shop asks: about files, branches, tables and appointments."""


def written_out(text: str) -> list[str]:
    """A phrase of our own with every choice of its alternatives."""
    inner = re.search(r"\(([^()]*)\)", text)
    if inner is None:
        return [text]
    return [
        each for way in inner[1].split("|") for each in written_out(text[: inner.start()] + way + text[inner.end() :])
    ]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_what_we_let_users_say_is_understood(lang: str, answer: str) -> None:
    users = ROOT / "src" / "evalwright" / "synth" / "scenarios" / "phrases" / lang / "users.phrases"
    text = users.read_text(encoding="utf-8")
    rule = text.split(f"\nuser/{answer}:\n")[1].split("\n\n")[0]
    lines = [re.sub(r"^(?:[*!?=@]\S*\s+)*", "", line.strip()) for line in rule.splitlines()]
    said = [each for line in lines if not re.search(r"[{\[]", line) for each in written_out(line)]
    assert len(said) > 10
    assert [text for text in said if read_answer(text, lang) != answer] == []


@pytest.mark.parametrize(("text", "lang", "answer"), ELSEWHERE)
def test_what_users_say_to_any_question(text: str, lang: str, answer: str) -> None:
    assert read_answer(text, lang) == answer


@pytest.mark.parametrize(("text", "lang", "answer"), SAID)
def test_what_users_say(text: str, lang: str, answer: str) -> None:
    assert read_answer(text, lang) == answer
    assert explicit_yes(text, lang) == (answer == "yes")
    assert explicit_no(text, lang) == (answer == "no")


@pytest.mark.parametrize(("text", "lang", "answer"), SAID)
def test_the_language_is_told_from_the_text_where_nobody_says_it(text: str, lang: str, answer: str) -> None:
    if not text.isascii() or lang == "en":
        assert read_answer(text) == answer


@given(st.text(max_size=300), st.sampled_from(["en", "zh", None, "de"]))
def test_any_text_has_an_answer(text: str, lang: str | None) -> None:
    assert read_answer(text, lang) in ("yes", "no", "unclear")
