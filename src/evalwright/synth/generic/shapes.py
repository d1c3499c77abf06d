"""Texts of a given shape: ids that look like an example, and texts that fit a pattern.

An example such as `#W0000000` says how an id is built; a pattern says it exactly, as far as it uses the plain parts
of regular expressions. What comes out is a proposal: whoever uses it checks it against the schema.
"""

from __future__ import annotations

import random
import re
import string

_UPPER, _LOWER, _DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
_HEX = re.compile(r"[0-9a-f]{8,}|[0-9a-f]{4,}(?:-[0-9a-f]{4,}){2,}", re.I)
_PERSON = re.compile(r"[a-z]+[._][a-z]+[._]?\d+")
_CLASSES = {"d": _DIGITS, "w": _LOWER + _DIGITS, "s": " "}
_MAX_LENGTH = 60
_COUNT = re.compile(r"\{(\d{1,3})(?:,(\d{0,3}))?\}")


def like(example: str, rng: random.Random) -> str:
    """A text of the same build: digits become other digits, a text without any gets other letters."""
    if _HEX.fullmatch(example) and not example.isdigit():
        return "".join(rng.choice("0123456789abcdef") if char.isalnum() else char for char in example)
    if any(char.isdigit() for char in example):
        first = example.find(next(char for char in example if char.isdigit()))
        made = [_digit(char, rng, first=at == first) for at, char in enumerate(example)]
        return "".join(made)
    return "".join(_letter(char, rng) for char in example)


def of_person(example: str, first: str, last: str, rng: random.Random) -> str | None:
    """An id made from a name, where the example is built so; else None."""
    if not _PERSON.fullmatch(example) or not (first.isascii() and last.isascii()):
        return None
    apart = "." if "." in example else "_"
    digits = sum(char.isdigit() for char in example)
    number = "".join(rng.choice(_DIGITS) for _ in range(max(digits, 3)))
    return f"{first.lower()}{apart}{last.lower()}{apart}{number}".replace(" ", "")


def _digit(char: str, rng: random.Random, *, first: bool) -> str:
    if not char.isdigit():
        return char
    return rng.choice("123456789" if first else _DIGITS)


def _letter(char: str, rng: random.Random) -> str:
    if char.isascii() and char.isalpha():
        return rng.choice(_UPPER if char.isupper() else _LOWER)
    return char


def fitting(pattern: str, rng: random.Random) -> str | None:
    """A text that fits the pattern; None where the pattern uses more than is understood here."""
    text = pattern[:200].removeprefix("^").removesuffix("$")
    try:
        made, rest = _alternatives(text, rng, 0)
    except (IndexError, ValueError, RecursionError):
        return None
    return made if not rest and len(made) <= _MAX_LENGTH else None


def _alternatives(text: str, rng: random.Random, depth: int) -> tuple[str, str]:
    """One of the branches up to the end of the group, and what stands after it."""
    if depth > 8:
        raise ValueError(text)
    branches, made = [], ""
    while text and text[0] != ")":
        if text[0] == "|":
            branches.append(made)
            made, text = "", text[1:]
            continue
        options, text = _atom(text, rng, depth)
        low, high, text = _repeats(text)
        for _ in range(rng.randint(low, high)):
            made += rng.choice(options)
            if len(made) > _MAX_LENGTH:
                raise ValueError(text)
    return rng.choice([*branches, made]), text


def _atom(text: str, rng: random.Random, depth: int) -> tuple[list[str], str]:
    """The texts that the next part of a pattern may be, and what stands after it."""
    char = text[0]
    if char == "(":
        inner = text[1:].removeprefix("?:")
        if inner.startswith("?"):
            raise ValueError(text)
        made, rest = _alternatives(inner, rng, depth + 1)
        if not rest.startswith(")"):
            raise ValueError(text)
        return [made], rest[1:]
    if char == "[":
        return _set(text[1:])
    if char == "\\":
        return list(_CLASSES.get(text[1], text[1] if not text[1].isalnum() else "")), text[2:]
    if char in "*+?{^$":
        raise ValueError(text)
    return list(_LOWER) if char == "." else [char], text[1:]


def _set(text: str) -> tuple[list[str], str]:
    if text[0] == "^":
        raise ValueError(text)
    options: list[str] = []
    while text[0] != "]":
        if text[0] == "\\":
            options += _CLASSES.get(text[1], text[1])
            text = text[2:]
        elif text[1] == "-" and text[2] != "]":
            options += [chr(code) for code in range(ord(text[0]), min(ord(text[2]), ord(text[0]) + 200) + 1)]
            text = text[3:]
        else:
            options.append(text[0])
            text = text[1:]
    return options, text[1:]


def _repeats(text: str) -> tuple[int, int, str]:
    counted = _COUNT.match(text)
    if counted:
        low = int(counted[1])
        high = low if counted[2] is None else int(counted[2] or low + 3)
        return low, max(low, high), text[counted.end() :]
    if text[:1] in ("*", "+", "?"):
        return {"*": (0, 4), "+": (1, 5), "?": (0, 1)}[text[0]] + (text[1:],)
    return 1, 1, text
