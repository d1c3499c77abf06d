"""Ways to say a right call otherwise, or wrong: what BFCL's checker and ours are compared by.

A mutation takes the calls of one question (the first right value of every parameter), changes a copy of them in place
and says whether it could. `ACCEPTED` are those that the checker's authors mean to accept, `REFUSED` the others; what
the checker really says is measured.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Call = dict[str, dict[str, Any]]


@dataclass(slots=True)
class Question:
    """A question, its gold calls, and what is known about their parameters."""

    id: str
    category: str
    functions: list[dict[str, Any]]
    answers: list[dict[str, dict[str, list[Any]]]]
    calls: list[Call]
    random: random.Random

    def parameters(self) -> Iterator[tuple[dict[str, Any], str, dict[str, Any], list[Any], bool]]:
        """Every parameter given: its arguments, its name, its document, its right values, whether it is required."""
        for call, answer in zip(self.calls, self.answers, strict=True):
            ((_, arguments),), ((name, listed),) = call.items(), answer.items()
            document = next(each for each in self.functions if each["name"] == name)["parameters"]
            for param in list(arguments):
                if param in document["properties"]:
                    required = param in document["required"]
                    yield arguments, param, document["properties"][param], listed[param], required

    def every(self, change: Callable[..., Any], fits: Callable[..., bool]) -> bool:
        """Change the value of every parameter that fits."""
        found = [each for each in self.parameters() if fits(*each[2:], each[0][each[1]])]
        for arguments, param, *_ in found:
            arguments[param] = change(arguments[param])
        return bool(found)

    def one(self, change: Callable[..., Any], fits: Callable[..., bool]) -> bool:
        """Change the value of one parameter that fits."""
        found = [each for each in self.parameters() if fits(*each[2:], each[0][each[1]])]
        if not found:
            return False
        arguments, param, *_ = self.random.choice(found)
        arguments[param] = change(arguments[param])
        return True


Mutation = Callable[[Question], bool]
Fits = Callable[[dict[str, Any], list[Any], bool, Any], bool]


def questions(rows: list[Any], answers: dict[str, Any], category: str, seed: int) -> Iterator[Question]:
    """The questions of a category, each with its gold calls."""
    for row in rows:
        listed = answers[row["id"]]
        calls = [_gold_call(answer, row["function"]) for answer in listed]
        yield Question(row["id"], category, row["function"], listed, calls, random.Random(f"{seed} {row['id']}"))


def _gold_call(answer: dict[str, dict[str, list[Any]]], functions: list[Any]) -> Call:
    ((name, listed),) = answer.items()
    document = next(each for each in functions if each["name"] == name)["parameters"]
    given = {param: _first(values, document["properties"].get(param, {})) for param, values in listed.items()}
    return {name.replace(".", "_"): {param: value for param, value in given.items() if value != ""}}


def _first(values: list[Any], document: dict[str, Any]) -> Any:
    value = next((each for each in values if each != ""), "")
    if isinstance(value, dict) and document.get("type") == "dict":
        return _plain_object(value)
    if isinstance(value, list) and document.get("items", {}).get("type") == "dict":
        return [_plain_object(each) for each in value]
    return value


def _plain_object(value: dict[str, list[Any]]) -> dict[str, Any]:
    given = {key: next((each for each in listed if each != ""), "") for key, listed in value.items()}
    return {key: each for key, each in given.items() if each != "" or "" not in value[key]}


def _of(kind: str, inner: str | None = None, when: Callable[[Any], bool] = bool) -> Fits:
    """Parameters of a declared type whose value is of it, and as wanted."""
    types: dict[str, Any] = {"string": str, "integer": int, "float": (int, float), "boolean": bool, "dict": dict}

    def fits(document: dict[str, Any], values: list[Any], required: bool, value: Any) -> bool:
        if document.get("type") != kind or not isinstance(value, types.get(kind, list)):
            return False
        return (inner is None or document.get("items", {}).get("type") == inner) and bool(when(value))

    return fits


TEXT = _of("string")
WORDS = _of("string", when=lambda text: " " in text)
NUMBER: Fits = lambda document, values, required, value: type(value) in (int, float)  # noqa: E731
WHOLE = _of("integer", when=lambda value: type(value) is int)
TRUTH = _of("boolean", when=lambda value: True)
TEXTS = _of("array", "string")
LIST = _of("array", when=lambda value: len(value) > 1 and value != value[::-1])
OPTIONAL: Fits = lambda document, values, required, value: "" in values and not required  # noqa: E731
NEEDED: Fits = lambda document, values, required, value: required  # noqa: E731


def every(change: Callable[[Any], Any], fits: Fits) -> Mutation:
    return lambda question: question.every(change, fits)


def one(change: Callable[[Any], Any], fits: Fits) -> Mutation:
    return lambda question: question.one(change, fits)


def _another_right_value(question: Question) -> bool:
    changed = False
    for arguments, param, document, values, _required in list(question.parameters()):
        others = [each for each in values if each != "" and not isinstance(each, dict)][1:]
        if others and document.get("items", {}).get("type") != "dict":
            arguments[param] = question.random.choice(others)
            changed = True
    return changed


def _left_out(most: int, fits: Fits) -> Mutation:
    def mutation(question: Question) -> bool:
        found = [each for each in question.parameters() if fits(*each[2:], each[0][each[1]])]
        question.random.shuffle(found)
        for arguments, param, *_ in found[:most]:
            del arguments[param]
        return bool(found)

    return mutation


def _reordered_keys(question: Question) -> bool:
    for call in question.calls:
        for name, arguments in call.items():
            call[name] = dict(reversed(arguments.items()))
    return any(len(arguments) > 1 for call in question.calls for arguments in call.values())


def _reordered_calls(question: Question) -> bool:
    question.calls.reverse()
    return len(question.calls) > 1


def _blank(value: Any) -> Mutation:
    """A blank for what may be left out."""
    kind = {str: "string", list: "array"}[type(value)]

    def fits(document: dict[str, Any], values: list[Any], required: bool, given: Any) -> bool:
        lists_lists = all(isinstance(each, type(value)) for each in values if each != "")
        return document.get("type") == kind and "" in values and lists_lists

    return lambda question: question.every(lambda _: value, fits)


def _in_object(change: Callable[[str], str]) -> Mutation:
    def changed(value: dict[str, Any]) -> dict[str, Any]:
        return {key: change(each) if isinstance(each, str) else each for key, each in value.items()}

    return lambda question: question.every(changed, _of("dict", when=lambda value: any(map(_is_word, value.values()))))


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.upper() != value


def _extra(name: str, value: Any) -> Mutation:
    def mutation(question: Question) -> bool:
        for arguments in question.random.choice(question.calls).values():
            arguments[name] = value
        return True

    return mutation


def _unlisted_default(question: Question) -> bool:
    """A parameter at its declared default, which no answer lists."""
    for call, answer in zip(question.calls, question.answers, strict=True):
        ((_, arguments),), ((name, listed),) = call.items(), answer.items()
        document = next(each for each in question.functions if each["name"] == name)["parameters"]
        for param, each in document["properties"].items():
            if each.get("default") is not None and each["default"] not in listed.get(param, []):
                arguments[param] = each["default"]
                return True
    return False


def _another_name(question: Question) -> bool:
    names = [each["name"].replace(".", "_") for each in question.functions]
    call = question.random.choice(question.calls)
    ((name, arguments),) = call.items()
    others = [each for each in names if each != name] or [f"{name}_v2"]
    del call[name]
    call[question.random.choice(others)] = arguments
    return True


def _twice(question: Question) -> bool:
    question.calls.append(question.calls[0])
    return True


def _one_missing(question: Question) -> bool:
    question.calls.pop()
    return bool(question.calls)


def _none_made(question: Question) -> bool:
    question.calls.clear()
    return True


def _renamed_parameter(question: Question) -> bool:
    for arguments, param, *_ in list(question.parameters()):
        if param.upper() != param:
            arguments[param.upper()] = arguments.pop(param)
            return True
    return False


def _field_missing(question: Question) -> bool:
    for arguments, param, document, values, _required in question.parameters():
        listed = values[0] if document.get("type") == "dict" and isinstance(values[0], dict) else {}
        needed = [key for key, each in listed.items() if "" not in each and key in arguments[param]]
        if needed:
            del arguments[param][needed[0]]
            return True
    return False


_PUNCTUATION = str.maketrans("", "", ",./-_*^")


def _has_punctuation(text: str) -> bool:
    return text != text.translate(_PUNCTUATION)


def _several_at_once(question: Question) -> bool:
    question.every(str.upper, TEXT)
    question.every(lambda text: text.replace(" ", "-"), WORDS)
    _left_out(1, OPTIONAL)(question)
    return _reordered_keys(question)


_FLOATS = _of("array", "float", lambda value: all(type(each) is float and each == int(each) for each in value))
_QUOTED = _of("string", when=lambda text: "'" in text)

ACCEPTED: dict[str, Mutation] = {
    "the gold itself": lambda question: True,
    "another right value": _another_right_value,
    "one optional parameter left out": _left_out(1, OPTIONAL),
    "all optional parameters left out": _left_out(99, OPTIONAL),
    "texts in capitals": every(str.upper, TEXT),
    "texts in small letters": every(str.lower, TEXT),
    "texts in title case": every(str.title, TEXT),
    "punctuation left out": every(lambda text: text.translate(_PUNCTUATION), _of("string", when=_has_punctuation)),
    "a caret between words": every(lambda text: text.replace(" ", " ^ "), WORDS),
    "no spaces": every(lambda text: text.replace(" ", ""), WORDS),
    "two spaces for one": every(lambda text: text.replace(" ", "  "), WORDS),
    "hyphens for spaces": every(lambda text: text.replace(" ", "-"), WORDS),
    "underscores for spaces": every(lambda text: text.replace(" ", "_"), WORDS),
    "commas after words": every(lambda text: text.replace(" ", ", "), WORDS),
    "a full stop at the end": every(lambda text: f"{text}.", TEXT),
    "a space at both ends": every(lambda text: f" {text} ", TEXT),
    "a slash and a star": every(lambda text: f"{text[:1]}/{text[1:]}*", TEXT),
    "double quotes for single ones": every(lambda text: text.replace("'", '"'), _QUOTED),
    "a whole number for a fraction": every(int, _of("float", when=lambda value: value == int(value))),
    "parameters in another order": _reordered_keys,
    "calls in another order": _reordered_calls,
    "fields of an object in another order": every(lambda value: dict(reversed(value.items())), _of("dict")),
    "a hyphen for a text that may be left out": _blank("-"),
    "several of these at once": _several_at_once,
    "texts of a list in capitals": every(lambda value: [each.upper() for each in value], TEXTS),
    "texts of an object in capitals": _in_object(str.upper),
    "a blank text for what may be left out": _blank(""),
    "an empty list for what may be left out": _blank([]),
}
REFUSED: dict[str, Mutation] = {
    "another number": one(lambda value: value + 7, NUMBER),
    "a word more": one(lambda text: f"{text} perhaps", TEXT),
    "a letter less": one(lambda text: text[:-1], _of("string", when=lambda text: text[-1].isalnum())),
    "a required parameter left out": _left_out(1, NEEDED),
    "a parameter that does not exist": _extra("verbose_mode_9", True),
    "a parameter in capitals": _renamed_parameter,
    "a default that no answer lists": _unlisted_default,
    "another function": _another_name,
    "a call twice": _twice,
    "a call missing": _one_missing,
    "no call": _none_made,
    "a number as text": one(str, WHOLE),
    "a whole number with a fraction": one(float, WHOLE),
    "whole numbers in a list of fractions": one(lambda value: [int(each) for each in value], _FLOATS),
    "a boolean turned round": one(lambda value: not value, TRUTH),
    "a boolean as text": one(lambda value: str(value).lower(), TRUTH),
    "1 or 0 for a boolean": one(int, TRUTH),
    "null for a value": one(lambda value: None, NEEDED),
    "a text in a list": one(lambda text: [text], TEXT),
    "a list reversed": one(lambda value: value[::-1], LIST),
    "a list without its last": one(lambda value: value[:-1], LIST),
    "a list with one more": one(lambda value: [*value, value[0]], LIST),
    "a list as text": one(json.dumps, LIST),
    "an object without a field": _field_missing,
    "an object as text": one(json.dumps, _of("dict")),
    "a tab for a space": one(lambda text: text.replace(" ", "\t"), WORDS),
    "an apostrophe left out": one(lambda text: text.replace("'", ""), _QUOTED),
    "quotes around a text": one(lambda text: f'"{text}"', TEXT),
}
