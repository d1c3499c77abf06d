"""What names and schemas tell: words, kinds, parameters, examples, shapes."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.synth.generic.names import act_of, is_opaque, key_of, kind_in, participle, singular, words_of
from evalwright.synth.generic.parameters import UnreadableSchemaError, params_of, place
from evalwright.synth.generic.samples import number, sample
from evalwright.synth.generic.shapes import fitting, like
from evalwright.synth.generic.value_extraction import bundles_in, values_in


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("find_user_id", ("find", "user", "id")),
        ("getOrderDetails", ("get", "order", "details")),
        ("HTTPServer2", ("http", "server", "2")),
        ("查询-订单", ("查询", "订单")),
        ("", ()),
    ],
)
def test_words_of_names(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("name", "key"),
    [("order_id", "order_id"), ("new_item_ids", "item_id"), ("orderId", "order_id"), ("train_number", "train_id"),
     ("phone_number", "phone_number"), ("zip_code", "zip_code"), ("new_city", "city")],
)  # fmt: skip
def test_the_same_thing_under_two_names_is_the_same(name: str, key: str) -> None:
    assert key_of(name) == key


def test_a_bare_id_is_of_what_it_stands_in() -> None:
    assert key_of("id", "order") == "order_id"
    assert kind_in("id") is None


def test_verbs_say_what_a_tool_does() -> None:
    assert act_of("cancel_order") == ("end", "cancel")
    assert act_of("orders_list")[0] == "list"
    assert act_of("xyz", "预订火车票")[0] == "create"
    assert act_of("xyz") == (None, "")
    assert [participle(verb) for verb in ("cancel", "renew", "close", "apply")] == [
        "cancelled", "renewed", "closed", "applied",
    ]  # fmt: skip
    assert [singular(word) for word in ("boxes", "cities", "address", "status", "books")] == [
        "box", "city", "address", "status", "book",
    ]  # fmt: skip


def test_tokens_and_keys_are_nothing_that_people_say() -> None:
    assert is_opaque("session_token") and is_opaque("apiKey")
    assert not is_opaque("order_id") and not is_opaque("monkey")


def one(schema: dict[str, Any]) -> Any:
    return params_of({"type": "object", "properties": {"value": schema}, "required": ["value"]})[0]


class TestParameters:
    def test_nested_objects_become_leaves_with_paths(self) -> None:
        inner = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
        schema = {
            "type": "object",
            "properties": {"to": inner, "stops": {"type": "array", "minItems": 2, "items": inner}},
        }
        params = params_of(schema | {"required": ["to"]})
        assert [(param.path, param.required) for param in params] == [
            (("to", "city"), True),
            (("stops", 0, "city"), False),
            (("stops", 1, "city"), False),
        ]
        made: dict[str, Any] = {}
        for param in params:
            place(made, param.path, "x")
        assert made == {"to": {"city": "x"}, "stops": [{"city": "x"}, {"city": "x"}]}

    def test_alternatives_are_settled(self) -> None:
        assert one({"anyOf": [{"type": "null"}, {"type": "integer"}]}).type == "integer"
        assert one({"oneOf": [{"const": "a"}, {"const": "b"}]}).options == ("a", "b")
        assert one({"type": ["null", "number"]}).type == "number"
        assert one({"allOf": [{"type": "integer"}, {"minimum": 3}]}).schema["minimum"] == 3

    def test_examples_are_found_where_people_write_them(self) -> None:
        assert one({"description": "The id, such as 'A1' or 'B2'."}).examples == ("A1", "B2")
        assert one({"description": "编号，例如“G1024”"}).examples == ("G1024",)
        assert one({"description": "The code, e.g. XY-77."}).examples == ("XY-77",)
        assert one({"examples": ["q"], "default": "d"}).examples == ("q", "d")

    @pytest.mark.parametrize(
        ("description", "examples"),
        [
            ("The city, such as Paris or New York.", ("Paris", "New York")),
            ("Where, e.g. San Francisco, CA", ("San Francisco, CA",)),
            ("Use it, e.g. Use the other one", ()),
            ("The city, such as Paris (France) or its suburbs", ()),
            ("日期，格式：YYYY-MM-DD，例如：2000-08-16", ("2000-08-16",)),
            ("八字，用空格隔开。例如：戊寅 己未 己卯 辛未", ("戊寅 己未 己卯 辛未",)),
            ("城市名称，例如：北京、上海", ("北京", "上海")),
            ("要搜索的内容，例如：用户想要的菜", ()),
        ],
    )
    def test_bare_names_at_the_end_of_a_description_are_examples(
        self, description: str, examples: tuple[str, ...]
    ) -> None:
        assert one({"description": description}).examples == examples

    def test_what_has_no_end_is_said(self) -> None:
        node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}}, "required": ["next"]}
        with pytest.raises(UnreadableSchemaError, match="has no end"):
            params_of({"properties": {"n": {"$ref": "#/$defs/n"}}, "required": ["n"], "$defs": {"n": node}})

    def test_a_list_longer_than_anyone_would_say_is_said(self) -> None:
        with pytest.raises(UnreadableSchemaError, match="is a list of 1000000 or more"):
            one({"type": "array", "minItems": 1_000_000, "items": {"type": "string"}})
        assert params_of({"properties": {"v": {"type": "array", "minItems": 51, "items": {"type": "string"}}}}) == []

    @pytest.mark.parametrize("schema", [None, [], {"$ref": "#"}, {"allOf": [{"$ref": "#"}]}, {"properties": 3}])
    def test_rubbish_has_no_parameters(self, schema: Any) -> None:
        assert params_of(schema) == []


class TestShapes:
    def test_an_id_like_the_example(self) -> None:
        rng = random.Random(1)
        assert re.fullmatch(r"#W\d{7}", like("#W0000000", rng))
        assert re.fullmatch(r"[A-Z]{3}", like("ABC", rng))
        assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12}", like("3f2a9c1e-0b7d-6c5d4b3a2e10", rng))

    @given(st.integers(0, 1000))
    @settings(max_examples=40)
    def test_a_text_fits_its_pattern(self, seed: int) -> None:
        for pattern in (r"^SH-[A-Z]{2}\d{4,6}$", r"(?:ab|cd)+x?", r"^[a-c_-]{3}\.\w$", r"\+\d{2} \d+"):
            made = fitting(pattern, random.Random(seed))
            assert made is not None and re.fullmatch(pattern.strip("^$"), made)

    @pytest.mark.parametrize("pattern", ["(?=x)", "[^a]", "(", "a{99}", "[", "\\", "x" * 300 + "("])
    def test_a_pattern_that_is_not_understood_gives_nothing(self, pattern: str) -> None:
        assert fitting(pattern, random.Random(1)) is None

    @given(low=st.integers(-50, 50), span=st.integers(0, 60), seed=st.integers(0, 99))
    @settings(max_examples=60)
    def test_numbers_keep_to_their_bounds(self, low: int, span: int, seed: int) -> None:
        schema = {"minimum": low, "maximum": low + span}
        for kind in ("integer", "number"):
            assert low <= number("brightness", schema, kind, random.Random(seed)) <= low + span

    def test_a_value_suits_its_name(self) -> None:
        def said(name: str, locale: str = "en") -> str:
            schema = {"type": "object", "properties": {name: {"type": "string"}}}
            return str(sample(params_of(schema)[0], random.Random(3), locale))

        assert re.fullmatch(r"[\w.]+@example\.(com|org|net)", said("email"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", said("check_in_date"))
        assert re.fullmatch(r"\d\d:\d\d", said("departure_time"))
        assert re.search("[\u4e00-\u9fff]", said("city", "zh"))


class TestHarvest:
    def test_values_are_known_by_what_they_are(self) -> None:
        value = {"id": "#W1", "items": [{"item_id": "7"}], "orders": ["#W2"], "cards": {"card_1234": {"brand": "x"}}}
        found = {(each.key, each.value) for each in values_in(value, "order")}
        assert found >= {("order_id", "#W1"), ("item_id", "7"), ("order_id", "#W2"), ("card_id", "card_1234")}

    def test_records_keep_together_and_know_what_they_stand_in(self) -> None:
        value = {"user_id": "u1", "name": {"first_name": "Ada"}, "pets": [{"pet_id": "p1", "age": 3}]}
        outer, inner = bundles_in(value, "user")
        assert (outer["user_id"], outer["first_name"]) == ("u1", "Ada")
        assert inner == {"user_id": "u1", "pet_id": "p1", "age": 3}

    def test_a_deep_or_wide_result_ends(self) -> None:
        deep: Any = 1
        for _ in range(200):
            deep = {"a": [deep]}
        assert values_in(deep, None) == []
        assert len(values_in(list(range(5000)), "number")) <= 400


@pytest.mark.parametrize(
    ("first", "second", "written"),
    [
        ("start_date", "end_date", {"format": "date"}),
        ("createdAt", "updatedAt", {"format": "date-time"}),
        ("from_date", "to_date", {"description": "as YYYY-MM-DD"}),
        ("check_in_date", "check_out_date", {}),
        ("date_of_birth", "start_date", {"examples": ["2025-01-31"]}),
    ],
)
def test_what_begins_lies_before_what_ends_whichever_days_are_put_together(
    first: str, second: str, written: dict[str, Any]
) -> None:
    fields = {name: {"type": "string", **written} for name in (first, second)}
    begins, ends = params_of({"type": "object", "properties": fields, "required": [first, second]})
    latest = max(str(sample(begins, random.Random(seed), "en")) for seed in range(40))
    assert latest[:10] < min(str(sample(ends, random.Random(seed), "en")) for seed in range(40))[:10]


def options_of(about: str) -> tuple[Any, ...]:
    """The values that a text may have whose description is this."""
    (param,) = params_of({"type": "object", "properties": {"it": {"type": "string", "description": about}}})
    return param.options


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ('The mode to set. [Enum]: ["engage", "release"]', ("engage", "release")),
        ("The base currency. [Enum]: USD, RMB, EUR", ("USD", "RMB", "EUR")),
        ("The name. [Enum]: Paris, Sunset Valley, New York", ("Paris", "Sunset Valley", "New York")),
        ("The class of the travel. Options are: economy, business, first.", ("economy", "business", "first")),
        ("Can be one of: `open`, `won't fix`, and `done`.", ("open", "won't fix", "done")),
        ("Status: one of pending, active, done", ("pending", "active", "done")),
        ("State; either 'open' or 'closed'", ("open", "closed")),
        ("Type of the order (Buy/Sell).", ("Buy", "Sell")),
        ("priority (low|medium|high)", ("low", "medium", "high")),
        ("Priority level: low, medium, high", ("low", "medium", "high")),
        ("Valid columns: todo, doing, done", ("todo", "doing", "done")),
        ("状态，可选值：进行中、已完成", ("进行中", "已完成")),
    ],
)
def test_options_are_read_where_words_announce_them(text: str, options: tuple[str, ...]) -> None:
    assert options_of(text) == options


@pytest.mark.parametrize(
    "text",
    [
        "Only one of the required reviewers needs to approve",
        "speed (km/h)",
        "date (YYYY/MM/DD)",
        "Use either `tree.sha` or `content`, not both",
        "must be a string, a number or null",
        "Keys must be snake_case and cannot contain spaces",
        "Must start with 'http://' or 'https://'",
        "must be between 1 and 5",
        "can be a path, a URL or a name",
    ],
)
def test_what_reads_like_a_sentence_lists_nothing(text: str) -> None:
    assert options_of(text) == ()


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("Position of the pedal, between 0 and 1.", 0, 1),
        ("Position, between 0 (not pressed) and 1 (fully pressed).", 0, 1),
        ("from 1 to 5", 1, 5),
        ("评分，1到5", 1, 5),
    ],
)
def test_a_made_up_number_keeps_to_bounds_that_only_the_description_tells(text: str, low: int, high: int) -> None:
    told = {"description": text}
    made = [number("position", told, kind, random.Random(seed)) for seed in range(20) for kind in ("number", "integer")]
    assert all(low <= each <= high for each in made)


def test_none_as_a_default_is_no_example() -> None:
    texts = {"name": {"type": "string", "default": "None"}, "place": {"type": "string", "default": "home"}}
    name, place = params_of({"type": "object", "properties": texts})
    assert name.examples == () and place.examples == ("home",)
