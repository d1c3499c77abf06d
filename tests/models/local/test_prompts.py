"""Prompts: what a template shows is left to it, what it leaves out is written by us, and training sees the same."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.models.local.prompts import PromptFormat, prompt_format, render_prompt, render_text, render_training
from evalwright.models.local.template import PLAIN, ChatTemplate, PromptError

from .tiny import CHATML, TOOL, WITH_TOOLS

CALL = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"id": 1.50}'}}
TALK: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Find 1.5"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": '{"found": true}'},
    {"role": "assistant", "content": "Found."},
]


def letters(text: str) -> list[int]:
    return [ord(letter) for letter in text]


def with_offsets(text: str) -> tuple[list[int], list[tuple[int, int]]]:
    return letters(text), [(place, place + 1) for place in range(len(text))]


def form(template: str) -> PromptFormat:
    return prompt_format(ChatTemplate(template, {"bos_token": "<s>"}), letters, ("<|im_end|>",))


def test_a_template_that_shows_tools_is_given_them() -> None:
    made = form(WITH_TOOLS)
    assert (made.shows_tools, made.shows_calls, made.arguments_as_text, made.family) == (True, True, False, "hermes")
    text = render_text(made, TALK, [TOOL])
    assert text.startswith('<|im_start|>system\n[{"type": "function"')
    assert '{"name": "find", "arguments": {"id": 1.5}}' in text
    assert text.endswith("<|im_start|>assistant\n")


def test_a_template_that_shows_none_gets_them_in_messages() -> None:
    made = form(CHATML)
    assert (made.shows_tools, made.shows_calls, made.shows_system, made.family) == (False, False, True, "hermes")
    text = render_text(made, TALK, [TOOL])
    system, user, call, result, last = text.split("<|im_start|>")[1:6]
    assert system.startswith("system\nBe brief.\n\n# Tools") and "find(id: integer)" in system
    assert "<tool_call>" in system
    assert user == "user\nFind 1.5<|im_end|>\n"
    assert call == 'assistant\n<tool_call>\n{"name": "find", "arguments": {"id": 1.50}}\n</tool_call><|im_end|>\n'
    assert result == 'user\n<tool_response>\n{"found": true}\n</tool_response><|im_end|>\n'
    assert last == "assistant\nFound.<|im_end|>\n"


def test_without_tools_nothing_is_added() -> None:
    assert "Tools" not in render_text(form(CHATML), TALK[:2])


def test_tools_without_a_system_message_make_one() -> None:
    assert render_text(form(CHATML), TALK[1:2], [TOOL]).startswith("<|im_start|>system\n# Tools")


@pytest.mark.parametrize(
    ("template", "as_text"),
    [
        (WITH_TOOLS, False),
        (WITH_TOOLS.replace("call.function.arguments | tojson", "call.function.arguments"), True),
        (WITH_TOOLS.replace("call.function.arguments | tojson", "'' + call.function.arguments"), True),
    ],
)
def test_arguments_come_as_the_template_wants_them(template: str, as_text: bool) -> None:
    made = form(template)
    assert made.arguments_as_text is as_text
    text = render_text(made, TALK, [TOOL])
    assert f'"arguments": {{"id": {"1.50" if as_text else "1.5"}}}' in text


def test_broken_arguments_are_shown_as_they_are() -> None:
    broken = {**CALL, "function": {"name": "find", "arguments": '{"id": '}}
    for template in (CHATML, WITH_TOOLS):
        text = render_text(form(template), [TALK[1], {"role": "assistant", "content": "", "tool_calls": [broken]}])
        assert '{"id": ' in text or '{\\"id\\": ' in text


def test_a_template_without_a_system_role_gets_it_from_the_user() -> None:
    strict = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}" + CHATML
    text = render_text(form(strict), TALK[:2], [TOOL])
    assert text.startswith("<|im_start|>user\nBe brief.\n\n# Tools") and "Find 1.5" in text


def test_parts_of_a_message_are_joined() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "text", "text": "b"}]
    assert "user\nab<|im_end|>" in render_text(form(CHATML), [{"role": "user", "content": parts}])


def test_several_results_become_one_message() -> None:
    results = [{"role": "tool", "tool_call_id": "c1", "content": text} for text in "xy"]
    text = render_text(form(CHATML), [*TALK[:3], *results])
    assert "<tool_response>\nx\n</tool_response>\n<tool_response>\ny\n</tool_response><|im_end|>" in text


def counted(ids: list[int], mask: list[bool]) -> str:
    return "".join(chr(token) for token, counts in zip(ids, mask, strict=True) if counts)


@pytest.mark.parametrize(("template", "number"), [(CHATML, "1.50"), (WITH_TOOLS, "1.5")])
def test_only_what_the_assistant_says_counts_in_training(template: str, number: str) -> None:
    training = render_training(form(template), with_offsets, TALK, [TOOL])
    call = f'<tool_call>\n{{"name": "find", "arguments": {{"id": {number}}}}}\n</tool_call>'
    assert counted(training.ids, training.mask) == f"{call}<|im_end|>Found.<|im_end|>"
    last = render_training(form(template), with_offsets, TALK, [TOOL], last_only=True)
    assert counted(last.ids, last.mask) == "Found.<|im_end|>" and last.ids == training.ids


@pytest.mark.parametrize("template", [CHATML, WITH_TOOLS])
def test_training_shows_what_inference_shows(template: str) -> None:
    """Up to where the assistant speaks, the tokens are those of the prompt."""
    made = form(template)
    training = render_training(made, with_offsets, TALK, [TOOL], last_only=True)
    prompt = render_prompt(made, TALK[:-1], [TOOL])
    assert training.ids[: len(prompt)] == prompt
    assert training.mask.index(True) == len(prompt)


def test_a_template_that_rewrites_the_past_is_refused_for_whole_conversations() -> None:
    forgetful = CHATML.replace("message['content']", "(message['content'] if loop.last else message['content'][:2])")
    with pytest.raises(PromptError, match="otherwise once it is past"):
        render_training(form(forgetful), with_offsets, TALK)


@pytest.mark.parametrize(
    "template",
    [
        "{{ messages.__class__.__mro__ }}",
        "{{ ''.__class__.__base__.__subclasses__() }}",
        "{{ messages.append(1) }}",
        "{{ raise_exception('no') }}",
        "{{ 1 / 0 }}",
        "{% for a in range(10**9) %}{% endfor %}",
    ],
)
def test_a_hostile_template_gets_nowhere(template: str) -> None:
    with pytest.raises(PromptError):
        ChatTemplate(template, {}).render([{"role": "user", "content": "x"}], None, reply=True)


def test_what_is_no_template_is_refused() -> None:
    with pytest.raises(PromptError, match="cannot be read"):
        ChatTemplate("{% if %}", {})


def test_usual_helpers_are_there_and_dates_stand_still() -> None:
    source = (
        "{{ bos_token }}{{ strftime_now('%Y') }}{%- generation -%}{{ {'a': '<é>'} | tojson }}{%- endgeneration -%}"
        "{% for a in [1, 2] %}{% break %}{% endfor %}{{ enable_thinking }}"
    )
    made = ChatTemplate(source, {"bos_token": "<s>"})
    assert made.render([], None, reply=False, told={"enable_thinking": False}) == '<s>2026{"a": "<é>"}False'


def test_a_base_model_without_a_template_is_shown_a_transcript() -> None:
    assert render_text(form(PLAIN), TALK[:2]) == "System: Be brief.\n\nUser: Find 1.5\n\nAssistant:"
