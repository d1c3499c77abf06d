"""The system message for tools that come without rules of their own, and theirs where they do."""

from __future__ import annotations

from evalwright.text import resource_text


def policy_of(given: str, lang: str) -> str:
    """The rules that the assistant works by."""
    return given.strip() or resource_text(__package__, f"words/policy.{'zh' if lang == 'zh' else 'en'}.md").strip()
