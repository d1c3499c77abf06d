"""Conversations with tools nobody here has seen: true to the schema, grounded, repeatable, varied."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.chat import toolbox
from evalwright.synth.generic import ToolsGenerator, simulated_from
from evalwright.synth.plan import Draft
from evalwright.synth.seeds import random_for
from evalwright.workbench import audit

from ...conftest import write_jsonl
from .tool_files import ALL, HOME, HOPELESS, LIBRARY, ODD, backend, maker, names_called, source_of, text, tool

_COUNT = 36
UNDESCRIBED = {"ping", "free"}
"""Tools of which nobody says what they give: an answer could only be false."""


def drafts_of(made: ToolsGenerator, count: int = _COUNT) -> list[Draft]:
    found = [made.make(random_for(5, number), str(number)) for number in range(count)]
    return [draft for draft in found if draft is not None]


def errors_of(drafts: list[Draft], tools: list[dict[str, Any]], path: Path) -> list[str]:
    rows = [{"id": each.id, "messages": each.messages, "tools": tools, "metadata": each.metadata} for each in drafts]
    found = audit(write_jsonl(path / "rows.jsonl", rows))
    return [f"{finding.rule}: {finding.text}" for finding in found.findings if finding.severity == "error"]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ALL)
class TestAnyTools:
    def test_rows_pass_the_audit_and_use_every_tool(self, name: str, lang: str, tmp_path: Path) -> None:
        drafts = drafts_of(maker(ALL[name], lang))
        assert len(drafts) == _COUNT
        assert errors_of(drafts, ALL[name], tmp_path) == []
        used = {call for draft in drafts for call in names_called(draft.messages)}
        assert used == {each["function"]["name"] for each in ALL[name]} - UNDESCRIBED
        assert all(draft.metadata["simulated"] and draft.metadata["lang"] == lang for draft in drafts)

    def test_calls_give_the_same_when_made_again(self, name: str, lang: str) -> None:
        environment = backend(ALL[name], locale=lang)
        for draft in drafts_of(maker(ALL[name], lang), 20):
            state = environment.fork()
            calls = [call for message in draft.messages for call in message.get("tool_calls", ())]
            results = [message["content"] for message in draft.messages if message["role"] == "tool"]
            for call, result in zip(calls, results, strict=True):
                function = call["function"]
                assert state.call(function["name"], json.loads(function["arguments"])).content == result
            assert state.hash() == draft.metadata["hash_after"]

    def test_openings_and_spans(self, name: str, lang: str) -> None:
        drafts = drafts_of(maker(ALL[name], lang))
        openings = [draft.messages[1]["content"] for draft in drafts]
        assert len(set(openings)) >= len(openings) - 1
        for draft in drafts:
            for index, spans in draft.spans.items():
                said = draft.messages[index]["content"]
                assert all(said[begin:end].strip() for begin, end in spans)


class TestShape:
    def test_the_same_seed_gives_the_same_words(self) -> None:
        one, other = (drafts_of(maker(LIBRARY), 8) for _ in range(2))
        assert [each.messages for each in one] == [each.messages for each in other]

    def test_nothing_is_changed_before_a_summary_and_a_yes(self) -> None:
        changed = 0
        for draft in drafts_of(maker(HOME)):
            for index, message in enumerate(draft.messages):
                if "set_light" in names_called([message]):
                    changed += 1
                    arguments = json.loads(message["tool_calls"][0]["function"]["arguments"])
                    assert draft.messages[index - 1]["role"] == "user"
                    summary = draft.messages[index - 2]
                    assert summary["role"] == "assistant" and str(arguments["brightness"]) in summary["content"]
        assert changed > 5

    def test_who_says_no_gets_no_change(self) -> None:
        declined = [draft for draft in drafts_of(maker(HOME), 150) if "declines" in draft.metadata["tags"]]
        assert declined
        for draft in declined:
            if draft.metadata["intents"] == ["set_light"]:
                assert draft.metadata["hash_before"] == draft.metadata["hash_after"]

    def test_variations_come_up(self) -> None:
        tags = {tag for draft in drafts_of(maker(LIBRARY), 200) for tag in draft.metadata["tags"]}
        assert tags >= {"asks-missing", "all-at-once", "wrong-value", "second-request", "irrelevant", "no-tool"}

    def test_two_sides_share_no_people(self) -> None:
        made = maker(LIBRARY)
        sides: list[set[str]] = []
        for share in ((0.0, 0.2), (0.2, 1.0)):
            drafts = [made.make(random_for(number), str(number), share) for number in range(40)]
            sides.append({each for draft in drafts if draft is not None for each in draft.entities})
        assert sides[0] and sides[1] and not sides[0] & sides[1]

    def test_a_wish_is_what_the_user_comes_for(self) -> None:
        draft = maker(LIBRARY).make(random.Random(1), "x", wish="borrow_book")
        assert draft is not None and draft.metadata["intents"][0] == "borrow_book"

    def test_the_policy_of_the_source_is_the_system_message(self) -> None:
        source = source_of(HOME)
        source.policy = "Be kind to lamps."
        draft = ToolsGenerator(source, simulated_from(source), "en", 1).make(random.Random(1), "x")
        assert draft is not None and draft.messages[0] == {"role": "system", "content": "Be kind to lamps."}


class TestOddTools:
    def test_tools_that_cannot_be_called_sensibly_are_left_out_and_named(self) -> None:
        made = maker([*HOPELESS, *HOME])
        assert [note.partition(":")[0] for note in made.notes] == ["upload_label", "endless"]
        called = {name for draft in drafts_of(made, 30) for name in names_called(draft.messages)}
        assert not called & {"upload_label", "endless"}

    def test_without_any_usable_tool_nothing_is_made(self) -> None:
        assert maker(HOPELESS).make(random.Random(1), "x") is None

    def test_one_tool_without_parameters_is_enough(self, tmp_path: Path) -> None:
        tools = [tool("get_time", "Get the time.", {})]
        drafts = drafts_of(maker(tools), 20)
        assert len(drafts) == 20 and errors_of(drafts, tools, tmp_path) == []

    def test_sixty_tools(self, tmp_path: Path) -> None:
        tools = [
            tool(f"{verb}_{noun}", f"{verb.title()} a {noun}.", {f"{noun}_id": text()})
            for noun in ("pump", "valve", "sensor", "boiler", "tank", "filter", "meter", "fan", "door", "lamp")
            for verb in ("get", "delete", "update", "start", "stop", "check")
        ]
        drafts = drafts_of(maker(tools), 40)
        assert len(drafts) == 40 and errors_of(drafts, tools, tmp_path) == []

    def test_a_description_cannot_speak_for_itself(self) -> None:
        hostile = "Get {0.__class__} <b>rich</b> [now](http://x) \u202e\x00 " * 40
        tools = [tool("get_gold", hostile, {"city": text(hostile)})]
        for lang in ("en", "zh"):
            for draft in drafts_of(maker(tools, lang), 10):
                said = " ".join(str(each["content"]) for each in draft.messages[1:] if each["role"] != "tool")
                assert not any(mark in said for mark in ("{", "<b>", "](", "\u202e", "\x00"))

    @settings(max_examples=15)
    @given(
        st.dictionaries(
            st.text(min_size=1, max_size=12),
            st.fixed_dictionaries(
                {},
                optional={
                    "type": st.sampled_from(["string", "integer", "number", "boolean", "array", "object"]),
                    "description": st.text(max_size=40),
                    "enum": st.lists(st.text(max_size=6) | st.integers(), min_size=1, max_size=3),
                    "minimum": st.integers(-5, 5),
                    "pattern": st.sampled_from(["^[A-Z]{3}$", "(", "\\d+", "^(?=x)"]),
                    "items": st.just({"type": "string"}),
                },
            ),
            max_size=4,
        ),
        st.text(max_size=60),
    )
    def test_whatever_the_tool_is_every_call_fits_its_schema(
        self, properties: dict[str, Any], description: str
    ) -> None:
        tools = [tool("change_thing", description, properties), *ODD[1:3]]
        checks = toolbox(tools)
        made = maker(tools)
        for number in range(3):
            draft = made.make(random.Random(number), "x")
            for message in draft.messages if draft is not None else ():
                for call in message.get("tool_calls", ()):
                    function = call["function"]
                    assert checks.problem(function["name"], json.loads(function["arguments"])) is None
