"""ROUGE and BLEU: EvalScope 1.3.0's numbers, the word splitting behind them, and texts that mean harm."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.scoring.bleu import BLEU_METRICS, bleu
from evalwright.scoring.chinese import cut_chinese
from evalwright.scoring.english import split_english
from evalwright.scoring.longest_common import common_words
from evalwright.scoring.rouge import ROUGE_METRICS, rouge
from evalwright.scoring.sentences import split_sentences
from evalwright.scoring.texts import TEXT_METRICS, text_scores
from evalwright.scoring.words import split_words

from ..conftest import ROOT, read_jsonl

VECTORS = ROOT / "tests" / "vectors" / "evalscope"


def vectors() -> Iterator[tuple[str, str, dict[str, float]]]:
    """Answer, reference and EvalScope 1.3.0's values."""
    for record in read_jsonl(VECTORS / "qa_rouge_bleu_fuzz.jsonl"):
        yield record["pred"], record["ref"], record["evalscope"]["1.3.0"]
    for record in read_jsonl(VECTORS / "qa_rouge_bleu.jsonl"):
        found = record["evalscope"]["1.3.0"]
        yield found["extracted_prediction"], found["target_as_stored"], found["value"]


def test_every_value_is_that_of_evalscope() -> None:
    count = 0
    for prediction, reference, due in vectors():
        values = text_scores(prediction, [reference]).values
        # Where a side is empty EvalScope gives no ROUGE at all; ours is 0.
        expected = {name: due.get(name, 0.0) for name in TEXT_METRICS}
        assert values == pytest.approx(expected, rel=0, abs=1e-9), (prediction, reference)
        count += 1
    assert count > 100


def test_the_metrics_come_in_the_order_of_the_page() -> None:
    assert list(rouge("a", "a")) == [
        *("Rouge-1-R", "Rouge-1-P", "Rouge-1-F"),
        *("Rouge-2-R", "Rouge-2-P", "Rouge-2-F"),
        *("Rouge-L-R", "Rouge-L-P", "Rouge-L-F"),
    ]
    assert list(bleu("a", "a")) == ["bleu-1", "bleu-2", "bleu-3", "bleu-4"]
    assert tuple(text_scores("a", ["a"]).values) == TEXT_METRICS == (*ROUGE_METRICS, *BLEU_METRICS)


def test_rouge_counts_distinct_words_and_the_longest_common_subsequence() -> None:
    values = rouge("the cat the cat sat", "the cat sat down")
    assert values["Rouge-1-R"] == 3 / 4
    assert values["Rouge-1-P"] == 3 / 3
    assert values["Rouge-2-R"] == 2 / 3
    assert values["Rouge-2-P"] == 2 / 3
    assert values["Rouge-L-R"] == 3 / 4
    assert values["Rouge-L-P"] == 3 / 5
    assert rouge("a b", "a b")["Rouge-L-F"] == pytest.approx(0.999999995, abs=1e-12)


def test_bleu_is_of_a_single_order_and_punishes_short_answers() -> None:
    assert bleu("a b c d", "a b x d")["bleu-1"] == pytest.approx(3 / 4)
    assert bleu("a b c d", "a b x d")["bleu-2"] == pytest.approx(1 / 3)
    assert bleu("a b c d", "a b x d")["bleu-3"] == 0.0
    assert bleu("the the the", "the cat sat")["bleu-1"] == pytest.approx(1 / 3)
    assert bleu("a", "a b")["bleu-1"] == pytest.approx(0.36787944117144233)


@pytest.mark.parametrize(
    ("prediction", "references", "notes"),
    [
        ("", ["a"], ("empty_answer",)),
        (" \n", ["a"], ("empty_answer",)),
        ("a", [""], ("empty_reference",)),
        ("a", [], ("empty_reference",)),
        ("", ["", " "], ("empty_answer", "empty_reference")),
    ],
)
def test_an_empty_side_counts_as_zero_and_is_named(prediction: str, references: list[str], notes: tuple[str]) -> None:
    scores = text_scores(prediction, references)
    assert scores.notes == notes
    assert set(scores.values.values()) == {0.0}


def test_of_several_references_each_metric_takes_the_best() -> None:
    answer, long, short = "a b c d", "a b c d e f g h", "d"
    both = text_scores(answer, ["", long, short])
    assert both.notes == ()
    assert both.values == {
        name: max(text_scores(answer, [long]).values[name], text_scores(answer, [short]).values[name])
        for name in TEXT_METRICS
    }
    assert both.values["Rouge-1-R"] == 1.0 and both.values["Rouge-1-P"] == 1.0


# The words as NLTK 3.9.2 with its English sentence model, or jieba 0.42.1, gives them.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Mr. Smith went to Washington. He came.", "Mr. Smith went to Washington . He came ."),
        ("The U.S. dog, the U.S. The end.", "The U.S. dog , the U.S . The end ."),
        ("Plan B. The plan, see Dr. J. Bach.", "Plan B . The plan , see Dr. J. Bach ."),
        ("In 1999. Then 5. apples, e.g. this", "In 1999 . Then 5. apples , e.g . this"),
        ("I can't, won't; he'll cannot gonna", "I ca n't , wo n't ; he 'll can not gon na"),
        ("wanna go, I wanna", "wan na go , I wan na"),
        ("'Tis John's dogs' o'clock", "'T is John 's dogs ' o'clock"),
        ('"Yes," he said ("no").', "`` Yes , '' he said ( `` no '' ) ."),
        ("It costs $3.88, i.e. 50% off!", "It costs $ 3.88 , i.e . 50 % off !"),
        ("wait... what?! 10:30 a,b 1,000 a--b", "wait ... what ? ! 10:30 a , b 1,000 a -- b"),
        ("“quoted” ‘x’ «y» (it.) 'z'", "“ quoted ” ‘ x ’ « y » ( it . ) ' z '"),
        ("A—B e-mail http://a.b/c?d=1", "A—B e-mail http : //a.b/c ? d=1"),
        ("a,,b", "a , ,b"),
    ],
)
def test_english_words(text: str, words: str) -> None:
    assert split_english(text) == words.split(" ")


def test_sentences_end_where_a_full_stop_does_not_belong_to_the_word() -> None:
    text = 'He met Mr. Smith (at 5 p.m. on Sept. 3). "Why?" I asked. It is J. Bach. Bye'
    assert split_sentences(text) == [
        "He met Mr. Smith (at 5 p.m. on Sept. 3).",
        '"Why?"',
        "I asked.",
        "It is J. Bach.",
        "Bye",
    ]


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab.!?'\"`,:;()[]-*5A“’ \n\ud800\x00")))
def test_english_words_lose_nothing_but_space_and_the_form_of_double_quotes(text: str) -> None:
    def bare(one: str) -> str:
        return "".join(one.replace('"', "''").replace("``", "''").replace("`", "'").split())

    assert bare("".join(split_english(text))) == bare(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("中国的首都是北京", "中国|的|首都|是|北京"),
        ("张小凡在2024年用了C++和3.14%", "张小凡|在|2024|年用|了|C++|和|3.14%"),
        ("北京，\r\n 上海。", "北京|，|\r\n| |上海|。"),
    ],
)
def test_chinese_words(text: str, words: str) -> None:
    assert cut_chinese(text) == words.split("|")


@pytest.fixture(scope="module")
def jieba(tmp_path_factory: pytest.TempPathFactory) -> Any:
    module = pytest.importorskip("jieba")
    module.setLogLevel(logging.CRITICAL)
    # Its cache goes to a folder of our own, not to the shared one.
    module.dt.tmp_dir = str(tmp_path_factory.mktemp("jieba"))
    return module


CHINESE_PARTS = st.one_of(
    st.sampled_from("的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家"),
    st.sampled_from(
        ["中国", "北京大学", "研究生命", "模型", "GPT-4", "3.14", "50%", "C++", "\r\n", "\u3000", "，", "𠀀"]
    ),
    st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF),
    st.characters(max_codepoint=0x2FF),
)


@settings(max_examples=250, deadline=None)
@given(st.lists(CHINESE_PARTS, max_size=40))
def test_chinese_is_cut_as_jieba_cuts_it(jieba: Any, parts: list[str]) -> None:
    text = "".join(parts)
    assert cut_chinese(text) == jieba.lcut(text)


def test_each_side_is_split_in_its_own_language() -> None:
    assert split_words("It's 中").cut == ["It", "'", "s", " ", "中"]
    assert split_words("It's").cut == ["It", "'s"]
    assert split_words("It's").spaced == ["It's"]
    assert split_words("really?yes。x").spaced == ["really?", "yes。", "x"]
    assert split_words("a\n \nb").spaced == ["a", "", "b"]


def test_chinese_is_loaded_when_needed_and_quietly(tmp_path: Path) -> None:
    code = (
        "import sys, json\n"
        "from evalwright.scoring.texts import text_scores\n"
        "text_scores('one', ['one'])\n"
        "before = 'evalwright.scoring.chinese' in sys.modules\n"
        "text_scores('张小凡在北京', ['北京'])\n"
        "print(json.dumps([before, 'jieba' in sys.modules]))"
    )
    environment = {"PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert json.loads(done.stdout) == [False, False]
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12))
def test_common_words_are_those_of_the_table(left: list[str], right: list[str]) -> None:
    row = [0] * (len(right) + 1)
    for one in left:
        last = row[:]
        for place, other in enumerate(right, 1):
            row[place] = last[place - 1] + 1 if one == other else max(last[place], row[place - 1])
    assert common_words(left, right) == (row[-1], True)


def test_very_long_texts_get_a_lower_bound_and_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalwright.scoring.longest_common.MOST_CELLS", 100)
    scores = text_scores("x " + "a b " * 20, ["y " + "b a " * 20])
    assert scores.notes == ("long_text",)
    assert 0.0 < scores.values["Rouge-L-R"] <= 1.0
    assert common_words(["x", *"ab" * 20], ["y", *"ba" * 20]) == (9, False)


@pytest.mark.parametrize(
    "text",
    ["a", "中", "。", ".", "a. ", "Mr. ", "'", '"', "!", "`", "-", ",", "\ud800", "\x00", "1,", "\u3000.", "中a."],
)
def test_no_text_breaks_the_measure_or_takes_for_ever(text: str) -> None:
    long = text * (60_000 // len(text))
    started = time.process_time()
    scores = text_scores(long + " x", [f"x {long}", "中\ud800\x00"])
    assert time.process_time() - started < 5
    assert all(0.0 <= value <= 1.0 for value in scores.values.values())


def test_white_space_after_an_abbreviation_costs_no_more_than_its_length() -> None:
    started = time.process_time()
    assert split_english(f"Mr.{' ' * 100_000}x") == ["Mr.", "x"]
    assert time.process_time() - started < 1
