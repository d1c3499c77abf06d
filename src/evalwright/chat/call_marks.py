"""Whether a text may hold calls at all: asked of every reply, before anything that reads them is loaded."""

from __future__ import annotations

import re

MARK = re.compile(
    r"<tool_call>|</?think>|<function=|<\|python_tag\|>|\[TOOL_CALLS\]|<\|tool_call_begin\|>|<\|channel\|>"
    r"|<\|start\|>assistant to="
)
"""How the calls and thoughts of any family begin."""


def may_hold_calls(text: str) -> bool:
    """Whether a closer look can find a call; quick, since nearly every reply has none."""
    return MARK.search(text) is not None or text.lstrip()[:1] in ("{", "[", "`")
