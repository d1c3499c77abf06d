"""The real SmolLM2-135M-Instruct through llama.cpp: the same twice, and only valid calls under a grammar."""

from __future__ import annotations

from evalwright.chat import Call, read_call

from .test_smollm2 import answers, smollm2_weights


def test_it_answers_through_llama_cpp_the_same_twice() -> None:
    path = smollm2_weights()
    first = answers(f"gguf:{path}?context=1024&threads=2")
    assert first == answers(f"gguf:{path}?context=1024&threads=2")
    assert any("Paris" in (sample["output_text"] or "") for sample in first)


def test_a_grammar_lets_only_valid_calls_or_text_pass() -> None:
    for sample in answers(f"gguf:{smollm2_weights()}?context=1024&grammar=calls"):
        assert "<" not in (sample["output_text"] or "")
        for call in sample["output_tools"] or ():
            if sample["finish_reason"] != "length":
                read = read_call(call)
                assert isinstance(read, Call) and read.name == "get_order" and set(read.arguments) == {"order_id"}
