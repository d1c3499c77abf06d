"""Which family a chat template belongs to, by the marks that it writes around calls."""

from __future__ import annotations

FAMILIES = ("hermes", "qwen_xml", "glm", "llama", "mistral", "kimi", "harmony")
"""The ways of writing calls that can be read and written."""

_MARKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("harmony", ("<|channel|>", "to=")),
    ("kimi", ("<|tool_call_begin|>",)),
    ("glm", ("<arg_key>",)),
    ("qwen_xml", ("<function=", "<parameter=")),
    ("mistral", ("[TOOL_CALLS]",)),
    ("hermes", ("<tool_call>",)),
    ("llama", ("<|python_tag|>",)),
    ("llama", ("<|start_header_id|>", '"parameters"')),
)
"""The most telling first: GLM and Qwen3-Coder write `<tool_call>` too."""


def family_of_template(template: str) -> str | None:
    """The family whose marks a chat template writes, or None where it writes no calls."""
    return next((family for family, marks in _MARKS if all(mark in template for mark in marks)), None)
