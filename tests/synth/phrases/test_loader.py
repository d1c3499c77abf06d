"""Phrase files: what they may hold, and what is said about one that cannot be read."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError
from evalwright.synth.phrases import Out, WordLists, load, read_folder


def plain(value: Any, out: Out) -> None:
    out.value(str(value))


def write(folder: Path, text: str, name: str = "some.phrases") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def rules(folder: Path) -> dict[str, list[tuple[int, str]]]:
    return {name: section.lines for name, section in read_folder(folder).items()}


def test_a_name_and_a_colon_head_the_lines_below(tmp_path: Path) -> None:
    write(tmp_path, "# words\n\ngreet:\n  hi\n\n  # more\n  hello, # and all\nyes?:\n\tyes\n")
    assert rules(tmp_path) == {"greet": [(4, "hi"), (7, "hello, # and all")], "yes?": [(9, "yes")]}


def test_a_line_that_ends_in_a_backslash_goes_on(tmp_path: Path) -> None:
    write(tmp_path, "greet:\n  hi \\\n      there \\\n  you\n  hello\n")
    assert rules(tmp_path)["greet"] == [(2, "hi there you"), (5, "hello")]


def test_one_heading_may_stand_for_several_rules(tmp_path: Path) -> None:
    write(tmp_path, "user/want.<cancel|return>:\n  I want to [<>.do]\n<cancel|return>.do:\n  <> it\n")
    assert {name: lines[0][1] for name, lines in rules(tmp_path).items()} == {
        "user/want.cancel": "I want to [cancel.do]",
        "user/want.return": "I want to [return.do]",
        "cancel.do": "cancel it",
        "return.do": "return it",
    }


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_of_other_systems_are_taken(tmp_path: Path, ends: str) -> None:
    (tmp_path / "a.phrases").write_bytes(b"\xef\xbb\xbf" + ends.join(["greet:", "  hi", "  你好"]).encode())
    assert rules(tmp_path) == {"greet": [(2, "hi"), (3, "你好")]}


def test_files_of_a_folder_speak_with_each_other(tmp_path: Path) -> None:
    write(tmp_path, "greet:\n  hello [name]\n", "a.phrases")
    write(tmp_path, "name:\n  Ann\n", "b.phrases")
    write(tmp_path, "not: a phrase file", "README.txt")
    grammar = load(tmp_path, {})
    assert grammar.expand("greet", {}, Out(grammar, random.Random(0), "user", "plain", {})) == "hello Ann"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("greet:\n  hi\nhello there\n  x\n", 3, "hello there: not the name of a rule and a colon"),
        ("greet: hi\n", 1, "greet: hi: not the name"),
        ("  hi\n", 1, "stands under no rule"),
        ("greet:\nbye:\n  x\n", 1, "greet: says nothing"),
        ("greet:\n  hi\ngreet:\n  x\n", 3, "greet: is already defined at"),
        ("greet:\n  hi\n\n  # no such\n  [name]\n", 5, "greet: [name]: there is no such rule"),
        ("greet:\n  hi \\\n  you\n  {name}\n", 4, "greet: {name}: there is no such slot or form"),
        ("greet:\n  hi\n  (a|b\n", 3, "greet: a ( is not closed"),
        ("greet:\n  hi)\n", 2, "greet: a ) closes nothing"),
        ("greet:\n  a|b\n", 2, "greet: a | stands outside ( )"),
        ("greet:\n  a]\n", 2, "greet: a stray ]"),
        ("greet:\n  a\\ \n  b\n", 2, "greet: a stray \\"),
        ("greet:\n  *often a\n", 2, "greet: *often is no weight"),
        ("greet:\n  =topic a\n", 2, "greet: =topic names no value"),
        ("greet:\n  " + "a" * 30_000, 2, "greet: is longer than 20000 characters"),
    ],
)
def test_what_cannot_be_read_is_told_by_file_and_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load(tmp_path, {})
    assert str(caught.value).startswith(f"{path}:{line}: {problem}")
    assert str(caught.value).endswith("evalwright phrases check")


def test_bytes_that_are_no_text_are_told_by_line(tmp_path: Path) -> None:
    (tmp_path / "a.phrases").write_bytes(b"greet:\n  hi\n  \xb5\n")
    with pytest.raises(InputError, match=r"a\.phrases:3: is not UTF-8"):
        load(tmp_path, {})


def test_word_lists_have_the_same_shape(tmp_path: Path) -> None:
    path = write(
        tmp_path, "# verbs\nverbs:\n  get = look up | check\n  add = add\nown:\n  order | loan\n  room\n", "a.words"
    )
    lists = WordLists(path)
    assert lists.choices("verbs") == {"get": ("look up", "check"), "add": ("add",)}
    assert lists.table("verbs")["add"] == "add"
    assert lists.words("own") == {"order", "loan", "room"}
    with pytest.raises(InputError, match=r"a\.words:6: order \| loan: there is no ="):
        lists.table("own")
    with pytest.raises(InputError, match=r"a\.words: the list units is missing"):
        lists.words("units")
