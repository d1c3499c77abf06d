"""general_mcq: a question, two to ten options, one right letter (or several)."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evalwright.chat import JsonObject, Message
from evalwright.models import Request, Sample
from evalwright.scoring import Metric, stated_choice, stated_choices
from evalwright.text import listed, phrase, to_store

from .options import Options
from .protocol import TaskOption
from .record_shapes import is_of_choices
from .review_line import ReviewLine
from .templates import fill, require_place
from .unused_fields import refuse_unread

MAX_OPTIONS = 10
_SHORT = 200

_TEMPLATES = {
    "zh": "请回答问题，并选出其中的正确答案。你的回答的最后一行应该是这样的格式：“答案是：LETTER”（不带引号），"
    "其中 LETTER 是 {listed} 中的一个。\n{query}",
    "en": "Answer the question by choosing the correct option. The last line of your reply should have the form "
    '"The answer is: LETTER" (without quotes), where LETTER is one of {listed}.\n{query}',
}
_EXAMPLES = {
    "zh": ("以下是一些示例：", "答案是：{answer}", "现在请回答："),
    "en": ("Here are some examples:", "The answer is: {answer}", "Now the question:"),
}
_SEPARATOR = {"zh": "、", "en": ", "}


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A record with options."""

    id: str
    question: str
    choices: tuple[str, ...]
    answers: tuple[str, ...]
    """The right letters; one, unless several are asked for."""

    @property
    def letters(self) -> str:
        return string.ascii_uppercase[: len(self.choices)]

    @property
    def listed(self) -> str:
        """The options as they are shown."""
        return "\n".join([f"{letter}) {text}" for letter, text in zip(self.letters, self.choices, strict=True)])


class MultipleChoice:
    """EvalScope's multiple-choice format, with one extractor for all templates and both languages."""

    name = "general_mcq"
    metrics: tuple[Metric, ...] = (Metric("AverageAccuracy", "rate"),)
    quick_to_review = True
    main_metric = "AverageAccuracy"
    splits = ("val",)
    reading_options: Mapping[str, Any] = {"multiple_correct": True}  # reads records with one and with several answers
    options = (
        TaskOption("prompt_template", str),
        TaskOption("system_prompt", str),
        TaskOption("language", str, "zh"),
        TaskOption("few_shot_num", int, 0),
        TaskOption("few_shot_random", bool, False),
        TaskOption("multiple_correct", bool, False),
    )

    def __init__(self, options: Mapping[str, Any]) -> None:
        settings = Options(options)
        self.several = settings.flag("multiple_correct")
        self.system = settings.text("system_prompt")
        template = settings.text("prompt_template")
        self.language = settings.language(template)
        places = ("query", "question")
        self.template = require_place(template, places, "prompt_template") if template else _TEMPLATES[self.language]
        self.examples: Sequence[ChoiceQuestion] = ()
        if self.several:
            self.metrics = (*self.metrics, Metric("multi_choice_acc", "mean"))

    def recognises(self, record: Any) -> bool:
        return is_of_choices(record)

    def read(self, record: Any, identifier: str) -> ChoiceQuestion:
        if not isinstance(record, dict):
            raise ValueError(phrase("bad_row.record.kind_or_row"))
        question = _cell_text(record.get("question"))
        if not question:
            raise ValueError(phrase("bad_row.record.missing", name="question"))
        refuse_unread(record)
        choices = _choices(record)
        return ChoiceQuestion(identifier, question, choices, self._answers(record.get("answer"), choices))

    def request(self, question: ChoiceQuestion, settings: Mapping[str, Any]) -> Request:
        prompt = self._prompt(question)
        messages: list[Message] = [{"role": "user", "content": prompt}]
        if self.system:
            messages.insert(0, {"role": "system", "content": self.system})
        return Request(question.id, messages, [], settings)

    def review(self, question: ChoiceQuestion, sample: Sample) -> ReviewLine:
        reply = sample.get("output_text") or ""
        grade = _short_graded_reply if len(reply) <= _SHORT else _graded_reply
        score, verdict, reason, details = grade(reply, question.letters, question.answers, self.several)
        return {
            "id": question.id,
            "score": dict(score),
            "verdict": verdict,
            "reason": reason,
            "details": {**details},
        }

    def _answers(self, given: Any, choices: tuple[str, ...]) -> tuple[str, ...]:
        if type(given) is str and len(given) == 1 and given in string.ascii_uppercase[: len(choices)]:
            return (given,)  # nearly all
        listed = given if isinstance(given, list) else [given]
        if self.several and isinstance(given, str) and len(_letters_only(given)) > 1:
            listed = list(_letters_only(given))
        answers = tuple(sorted({_answer_letter(one, choices) for one in listed}))
        if not answers:
            raise ValueError(phrase("bad_row.record.missing", name="answer"))
        if len(answers) > 1 and not self.several:
            raise ValueError(phrase("bad_row.choice.several"))
        return answers

    def _prompt(self, question: ChoiceQuestion) -> str:
        choices = question.listed
        values = {
            "query": f"{question.question}\n{choices}",
            "question": question.question,
            "choices": choices,
            **_shown_letters(question.letters, self.language),
        }
        prompt = fill(self.template, values)
        if not self.examples:
            return prompt
        head, answer, now = _EXAMPLES[self.language]
        shown = [
            f"{example.question}\n{example.listed}\n{fill(answer, {'answer': ', '.join(example.answers)})}"
            for example in self.examples
        ]
        return "\n\n".join([head, *shown, now, prompt])


@lru_cache(maxsize=64)
def _shown_letters(letters: str, language: str) -> Mapping[str, str]:
    return {"letters": ",".join(letters), "listed": _SEPARATOR[language].join(letters)}


def _graded_reply(
    reply: str, letters: str, answers: tuple[str, ...], several: bool
) -> tuple[Mapping[str, float], str, str, JsonObject]:
    """The scores of a reply, its verdict, the reason and the details."""
    if several:
        found = stated_choices(reply, letters)
        given, how = tuple(found.letters), found.how
    else:
        one = stated_choice(reply, letters)
        given, how = ((one.letter,) if one.letter else ()), one.how
    right = given == answers
    score = {"AverageAccuracy": float(right)}
    if several:
        hits = set(given) & set(answers)
        score["multi_choice_acc"] = len(hits) / len(answers) if set(given) <= set(answers) else 0.0
    key = "review.mcq.chose" if given else "review.mcq.chose_none"
    reason = phrase(key, chosen=listed(given), how=how, expected=listed(answers))
    details = {"expected": list(answers), "given": list(given), "how": how, "reply": reply}
    told = {**details, **to_store(reason=reason, how=how)}
    return score, "right" if right else "wrong" if given else "no_choice", reason, told


_short_graded_reply = lru_cache(maxsize=4096)(_graded_reply)
"""Replies that are little more than a letter stand in thousands of answers, word for word: each is read once."""


def _choices(record: JsonObject) -> tuple[str, ...]:
    """The options from A on, as text. Empty cells at the end are no options; a gap in between is an error."""
    texts = [_cell_text(record[name]) if name is not None else "" for name in _option_columns(tuple(record))]
    count = len(texts)
    while count and not texts[count - 1]:
        count -= 1
    if count < 2:
        raise ValueError(phrase("bad_row.choice.few"))
    if count > MAX_OPTIONS:
        raise ValueError(phrase("bad_row.choice.many", count=count, most=MAX_OPTIONS))
    found = tuple(texts[:count])
    if "" in found:
        raise ValueError(phrase("bad_row.choice.gap", letter=string.ascii_uppercase[found.index("")]))
    return found


@lru_cache(maxsize=256)
def _option_columns(names: tuple[Any, ...]) -> tuple[Any, ...]:
    """The field of every letter up to the last that is there, None for those between that are not."""
    letters = {str(name): name for name in names if len(str(name)) == 1 and str(name).isascii()}
    upper = any(name in string.ascii_uppercase for name in letters)
    found = [letters.get(letter) for letter in (string.ascii_uppercase if upper else string.ascii_lowercase)]
    return tuple(found[: max((at for at, name in enumerate(found, 1) if name is not None), default=0)])


def _cell_text(value: Any) -> str:
    """A cell as text; nothing for what is not there."""
    if type(value) is str:  # nearly all
        return value.strip()
    if value is None or isinstance(value, dict | list):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()


def _letters_only(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).upper() if letter in string.ascii_uppercase)


def _answer_letter(given: Any, choices: tuple[str, ...]) -> str:
    """The letter that an `answer` names: the letter itself in any dress, or the whole text of one option."""
    text = _cell_text(given)
    if not text:
        raise ValueError(phrase("bad_row.record.missing", name="answer"))
    letters = string.ascii_uppercase[: len(choices)]
    if len(text) == 1 and text in letters:
        return text
    bare = unicodedata.normalize("NFKC", text).strip(" .()[]").upper()
    if len(bare) == 1 and bare in letters:
        return bare
    if choices.count(text) == 1:
        return letters[choices.index(text)]
    raise ValueError(phrase("bad_row.choice.answer", answer=repr(text[:40]), first=letters[0], last=letters[-1]))
