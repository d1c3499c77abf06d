"""The engine: how rules are read, chosen and expanded, and what it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.synth.phrases import MARK, Form, Grammar, Out, Rule, RuleError


def plain(value: Any, out: Out) -> None:
    out.value(str(value))


FORMS: dict[str, Form] = {"id": plain, "name": plain, "plain": plain, "source": plain}


def expand(
    rules: dict[str, str], slots: dict[str, Any] | None = None, *, seed: int = 0, style: str = "plain"
) -> tuple[str, list[str]]:
    grammar = Grammar(rules, FORMS)
    out = Out(grammar, random.Random(seed), "user", style, {})
    return grammar.expand("top", slots or {}, out), out.values


def outcomes(
    rules: dict[str, str], slots: dict[str, Any] | None = None, style: str = "plain", tries: int = 60
) -> set[str]:
    return {expand(rules, slots, seed=seed, style=style)[0] for seed in range(tries)}


def test_a_line_is_a_production_and_blank_lines_are_none() -> None:
    assert outcomes({"top": "\none\n\n  two  \n"}) == {"one", "two"}


def test_a_reference_is_replaced_by_its_rule() -> None:
    assert outcomes({"top": "a [inner] c", "inner": "b\nB"}) == {"a b c", "a B c"}


def test_choices_nest_and_may_be_empty() -> None:
    assert outcomes({"top": "x(a|b(1|2)|)y"}) == {"xay", "xb1y", "xb2y", "xy"}


def test_backslash_escapes_breaks_lines_and_continues_them() -> None:
    assert expand({"top": "\\(a\\|b\\) \\[c\\] \\{d\\}\\n\\\\ and \\\n   more"})[0] == "(a|b) [c] {d}\n\\ and more"


def test_a_space_at_the_begin_of_a_line_can_be_kept() -> None:
    assert expand({"top": "a[b]", "b": "\\ b"})[0] == "a b"


def test_a_value_is_kept_apart_from_the_words() -> None:
    text, values = expand({"top": "order {id}, {name:plain}."}, {"id": "#W1", "name": "Ann"})
    assert text == f"order {MARK}, {MARK}."
    assert values == ["#W1", "Ann"]


def test_a_slot_may_be_a_path_into_mappings_and_lists() -> None:
    slots = {"method": {"source": "paypal"}, "items": [{"name": "Mug"}, {"name": "Pan"}]}
    assert expand({"top": "{method.source} {items.1.name}"}, slots)[1] == ["paypal", "Pan"]


@pytest.mark.parametrize(
    ("slots", "said"),
    [
        ({}, {"none"}),
        ({"id": ""}, {"none"}),
        ({"id": "1"}, {"one"}),
        ({"id": "1", "topic": "moved house"}, {"one", "moved"}),
        ({"id": "1", "topic": "typo"}, {"one", "typo"}),
    ],
)
def test_marks_tell_when_a_production_may_be_chosen(slots: dict[str, Any], said: set[str]) -> None:
    rules = {"top": "!id none\n?id one\n?id =topic:moved_house moved\n?id =topic:typo,slip typo"}
    assert outcomes(rules, slots) == said


@pytest.mark.parametrize(("number", "said"), [(1.5, "more"), (-2, "less"), (0, "even")])
def test_numbers_are_told_apart_by_their_sign(number: float, said: str) -> None:
    assert outcomes({"top": ">difference more\n<difference less\n!difference even"}, {"difference": number}) == {said}


def test_a_mark_may_look_into_a_value() -> None:
    rules = {"top": "?items.1 many\n!items.1 one"}
    assert outcomes(rules, {"items": [1]}) == {"one"}
    assert outcomes(rules, {"items": [1, 2]}) == {"many"}


def test_styles_choose_and_exclude() -> None:
    rules = {"top": "@terse,upset short\n@-terse long"}
    assert outcomes(rules, style="terse") == {"short"}
    assert outcomes(rules, style="upset") == {"short", "long"}
    assert outcomes(rules, style="plain") == {"long"}


def test_weights_count() -> None:
    said = [expand({"top": "*9 often\nseldom"}, seed=seed)[0] for seed in range(400)]
    assert 320 < said.count("often") < 395


def test_a_production_is_not_used_twice_while_others_are_left() -> None:
    grammar = Grammar({"top": "a\nb\nc\nd"}, FORMS)
    for seed in range(20):
        used: dict[Rule, set[int]] = {}
        out = Out(grammar, random.Random(seed), "user", "plain", used)
        said = [grammar.expand("top", {}, out) for _ in range(8)]
        assert sorted(said[:4]) == sorted(said[4:]) == ["a", "b", "c", "d"]


def test_a_form_may_say_another_rule() -> None:
    def twice(value: Any, out: Out) -> None:
        out.text("twice: ")
        out.say("inner", {"name": value})

    grammar = Grammar({"top": "{name:twice}", "inner": "<{name}>"}, {**FORMS, "twice": twice})
    out = Out(grammar, random.Random(0), "user", "plain", {})
    assert grammar.expand("top", {"name": "Ann"}, out) == f"twice: <{MARK}>"


def test_the_same_seed_gives_the_same_words() -> None:
    rules = {"top": "(a|b|c) [x] [x]", "x": "1\n2\n3\n4"}
    assert [expand(rules, seed=seed) for seed in range(30)] == [expand(rules, seed=seed) for seed in range(30)]


@pytest.mark.parametrize(
    "text",
    ["[nowhere]", "{name:nothing}", "(a|b", "a)b", "a|b", "[open", "{open", "", "stray ]"],
)
def test_a_rule_that_cannot_be_read_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="top"):
        Grammar({"top": text}, FORMS)


def test_where_no_mark_holds_the_rule_is_named_with_the_cure() -> None:
    with pytest.raises(UsageError, match=r"inner.*evalwright phrases check"):
        expand({"top": "[inner]", "inner": "?id one"})


def test_a_rule_that_never_ends_is_an_error_and_no_traceback() -> None:
    with pytest.raises(UsageError, match="top never ends"):
        expand({"top": "[inner]", "inner": "[top]"})


@pytest.mark.parametrize("weight", ["*0", "*-1", "*nan", "*inf", "*1e99", "*many"])
def test_a_weight_is_a_number_above_zero(weight: str) -> None:
    with pytest.raises(RuleError, match="is no weight"):
        Grammar({"top": f"{weight} a\nb"}, FORMS)


def test_brackets_cannot_stand_inside_one_another_without_end() -> None:
    with pytest.raises(RuleError, match="inside one another"):
        Grammar({"top": "(" * 5000 + ")" * 5000}, FORMS)


def test_text_that_looks_like_a_format_is_never_formatted() -> None:
    said = "\\{0.__class__\\} %s \\{id!r\\} $id"
    assert expand({"top": said}, {"id": "x"}) == ("{0.__class__} %s {id!r} $id", [])
    for slot in ("{0.__class__}", "{id!r}", "{id.__class__:plain}", "{}"):
        try:
            written = expand({"top": slot}, {"id": "x"})[1]
        except RuleError:
            continue
        assert written == ["None"]


def test_an_error_says_which_line_of_which_rule_it_is() -> None:
    with pytest.raises(RuleError) as caught:
        Grammar({"a": "x\n[b]"}, FORMS)
    assert (caught.value.rule, caught.value.number) == ("a", 1)
