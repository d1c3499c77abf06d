"""The check of phrases finds every kind of hole, with its file and line, and our own have none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from evalwright.synth import check_phrases
from evalwright.synth.phrases import Grammar, MoveSpec, Out
from evalwright.synth.phrases.vocabulary import Vocabulary, our_packs
from evalwright.synth.phrases.walk import walk_move

SHOP, GENERAL, *_ = (pack.folder for pack in our_packs())


def plain(value: object, out: Out) -> None:
    out.value(str(value))


def problems(rules: dict[str, str], spec: MoveSpec, topics: tuple[str, ...] = ()) -> list[str]:
    forms = dict.fromkeys(("order_id", "product", "email", "money"), plain)
    styles = {"user": ("plain", "terse")}
    closed = {"source": ("credit_card", "gift_card", "paypal")}
    words = Vocabulary({"user/move": (spec,)}, forms, styles, topics={"user/move": topics}, closed=closed)
    return [f"{hole.rule}: {hole.problem}" for hole in walk_move(Grammar(rules, forms), "user/move", spec, words)]


def pack(folder: Path, **files: str) -> Path:
    """A pack with one file for each language, or a file in no language."""
    for name, text in files.items():
        path = folder / name / "talk.phrases" if name in ("en", "zh") else folder / f"{name}.phrases"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def told(*paths: Path) -> list[tuple[str, int | None, str, str]]:
    """What is found: language, line, kind and rule."""
    return [(fault.path.parent.name, fault.line, fault.kind, fault.rule) for fault in check_phrases(paths).faults]


def test_our_own_phrases_are_whole_in_both_languages() -> None:
    done = check_phrases()
    assert done.faults == []
    assert done.rules > 400 and done.files > 20


def test_an_optional_slot_that_is_not_guarded_is_found() -> None:
    found = problems({"user/move": "cancel {order_id}"}, MoveSpec((), ("order_id",)))
    assert found == ["user/move: {order_id} is not there (with no slots; style terse)"]


def test_a_combination_without_words_is_found_also_in_another_rule() -> None:
    rules = {"user/move": "do [this]", "this": "?order_id {order_id}\n?product {product}"}
    found = problems(rules, MoveSpec((), ("order_id", "product")))
    assert [line for line in found if line.startswith("this: nothing can be said (with no slots")]


def test_a_style_without_words_is_found() -> None:
    assert [line for line in problems({"user/move": "@terse x"}, MoveSpec(())) if "plain" in line]


def test_a_topic_without_words_is_found() -> None:
    spec = MoveSpec(("topic",))
    assert problems({"user/move": "=topic:a x\n=topic:b y"}, spec, ("a", "b")) == []
    assert "no words for the topic b" in problems({"user/move": "=topic:a x\nz"}, spec, ("a", "b"))[-1]


def test_marks_that_look_into_a_value_must_leave_no_gap() -> None:
    spec = MoveSpec(("items", "difference"))
    assert problems({"user/move": "?items.1 x\n!items.1 y"}, spec) == []
    assert problems({"user/move": "?items.1 x"}, spec)
    assert problems({"user/move": ">difference x\n<difference y\n!difference z"}, spec) == []
    assert problems({"user/move": ">difference x\n<difference y"}, spec)
    assert problems({"user/move": "=items.0.name:a x"}, spec)


def test_closed_lists_need_no_default() -> None:
    rules = {"user/move": "=method.source:credit_card,paypal x\n=method.source:gift_card y"}
    assert problems(rules, MoveSpec(("method",))) == []


HI = "# a comment\n\nuser/greet:\n  hi\n"


def test_what_cannot_be_said_is_named_by_file_and_line(tmp_path: Path) -> None:
    bad = [
        "user/greet:",
        "  hello [nobody]",
        "  hello {order_id}",
        "  hello {nothing}",
        "  @chaty hello",
        "  ?ordr hello",
        "  hello (there",
        "  [name]",
        "name:",
        "  *x Ann",
        "  Bob [name]",
    ]
    pack(tmp_path, en="\n".join(bad), zh=HI)
    assert told(tmp_path) == [
        ("en", line, "unsayable", "user/greet" if line < 9 else "name") for line in (2, 3, 4, 5, 6, 7, 10, 11)
    ]


def test_a_rule_that_leads_back_to_itself_is_named_with_its_way(tmp_path: Path) -> None:
    pack(tmp_path, en="user/greet:\n  hi [a]\na:\n  x\n  ([b]|c)\nb:\n  [a]\n", zh=HI)
    (fault,) = check_phrases([tmp_path]).faults
    assert (fault.line, fault.rule) == (7, "b")
    assert "b → a → b" in fault.problem


def test_a_rule_that_is_never_reached_is_named(tmp_path: Path) -> None:
    pack(tmp_path, en=f"{HI}  [a]\na:\n  x\nalone:\n  [too]\ntoo:\n  y\n", zh=HI)
    assert told(tmp_path) == [("en", 8, "unreached", "alone"), ("en", 10, "unreached", "too")]


def test_what_one_language_alone_can_say_is_named(tmp_path: Path) -> None:
    pack(tmp_path, en=f"{HI}user/bye:\n  bye\n", zh=f"{HI}user/thanks:\n  [ta]\nta:\n  thanks\n")
    assert told(tmp_path) == [("en", 5, "one_language", "user/bye"), ("zh", 5, "one_language", "user/thanks")]


def test_a_file_is_checked_with_the_pack_around_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = pack(tmp_path / "mine", en=f"{HI}  [name]\n", zh=HI)
    (inner / "en" / "names.phrases").write_text("name:\n  Ann\n", encoding="utf-8")
    assert told(inner / "en" / "talk.phrases") == told(inner / "en") == told(inner) == told(tmp_path) == []
    monkeypatch.chdir(inner / "en")
    assert check_phrases([Path("talk.phrases")]).rules == 3
    lone = pack(tmp_path / "other", alone=f"{HI}  [name]\n") / "alone.phrases"
    assert told(lone) == [("other", 5, "unsayable", "user/greet")]


def test_a_copy_of_ours_is_held_against_what_ours_is_asked_for(tmp_path: Path) -> None:
    for folder, name in ((SHOP, "shop"), (GENERAL, "general")):
        shutil.copytree(folder, tmp_path / name, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        assert told(tmp_path / name) == []
    changed = tmp_path / "shop" / "en" / "refusing.phrases"
    text = changed.read_text(encoding="utf-8")
    changed.write_text(text.replace("is {status}, and", "is {email}, and", 1), encoding="utf-8")
    (fault,) = check_phrases([changed]).faults
    assert text.splitlines()[(fault.line or 0) - 1].strip().startswith("*2 [sorry] order {order_id} is {status}")


def test_a_move_that_ours_lack_in_both_languages_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(tmp_path, en=HI, zh=HI)
    (ours, *_) = our_packs()
    monkeypatch.setattr("evalwright.synth.phrases.check.our_packs", lambda: [ours._replace(folder=tmp_path)])
    assert ("en", 1, "unsayable", "user/bye") in told(tmp_path)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"user/greet:\n  hi\n  \xff\xfe\n", "3: is not UTF-8"),
        (b"user/greet:\n  " + b"a" * 10_000_000, "2: is longer"),
        (b"a" * 10_000_000, "1: "),
        (b"user/greet:\n  " + b"(" * 15_000, "2: more than 12 brackets"),
        (b"user/greet:\n  [r0]\n" + b"".join(b"r%d:\n  [r%d]\n" % (n, n + 1) for n in range(5000)), "more than 100"),
        (b"user/give.items:\n" + b"".join(b"  ?items.%d x\n" % n for n in range(200)), "1: has more conditions"),
        (b"\x00\x01\x02", "1: "),
        (b"  hi\n", "1: stands under no rule"),
        (b"user/greet:\n", "1: says nothing"),
        (b"greet: hi\n", "1: greet: hi: not the name"),
    ],
    ids=["not utf-8", "long line", "long name", "brackets", "depth", "conditions", "nul", "no rule", "empty", "inline"],
)
def test_a_hostile_file_is_named_and_nothing_more(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "bad.phrases"
    path.write_bytes(data)
    found = [f"{fault.line}: {fault.problem}" for fault in check_phrases([path]).faults]
    assert any(problem in line for line in found), [line[:200] for line in found[:5]]
    assert all(len(line) < 2000 for line in found)
