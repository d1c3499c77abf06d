"""A trace drawn for the terminal: one block a message, arrows between them, every value with where it came from.

What a value's source is stands in words, so that nothing is lost without colour; with it, what comes from nowhere is
red. All text from the data is made harmless before it is drawn, and colour is only ever added around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from evalwright.chat import plain
from evalwright.text import cut, in_words, localized, localized_section, width, wrap

from .audit.finding import visible
from .provenance import Argument
from .show_trace import Step, Trace, TracedCall

_ARROW = ("          |", "          v")
_FOLDED = {"system": 3, "user": 12, "assistant": 12, "tool": 6}
"""Lines of a text that are shown; the rest is folded away."""
_VALUE_LINES = 2
_MORE = " ..."
_NARROWEST = 30
_NAME = 80
_STYLES = {
    "SYSTEM": "2",
    "USER": "1;36",
    "ASSISTANT": "1;32",
    "TOOL": "1;35",
    "call": "1",
    "nowhere": "1;31",
    "assistant": "33",
    "source": "2",
    "fold": "2",
}


def trace_text(trace: Trace, *, columns: int = 100, color: bool = False, full: bool = False) -> str:
    """The drawing. `full`: nothing is folded. `color`: with terminal colours."""
    drawer = _Drawer(max(columns, _NARROWEST), color, full)
    return "\n".join(drawer.lines(trace))


def headline(trace: Trace) -> str:
    """What the trace is about, in one line."""
    values = {"id": visible(trace.id, _NAME), "messages": len(trace.steps), "calls": trace.calls}
    head = localized("show.head", **values)
    if trace.file is not None:
        place = localized("show.place", file=visible(trace.file, 200), line=trace.line, index=trace.index)
        head = localized("show.head_place", place=place, **values)
    if not trace.calls:
        return head
    key = "show.ungrounded" if trace.ungrounded else "show.grounded"
    return localized(key, head=head, num=trace.ungrounded)


class _Drawer:
    def __init__(self, columns: int, color: bool, full: bool) -> None:
        self._columns = columns
        self._color = color
        self._full = full

    def lines(self, trace: Trace) -> Iterator[str]:
        yield from wrap(headline(trace), self._columns).lines
        yield ""
        for step in trace.steps:
            yield from self._draw_step(step)
            yield from _ARROW
        yield localized("show.end")

    def _draw_step(self, step: Step) -> Iterator[str]:
        role = step.role.upper()
        names = ", ".join(dict.fromkeys(_visible_tool_name(call.name) for call in step.calls))
        mark = self._paint(role, role_shown(step.role)) + (f"  {localized('show.error')}" if step.is_error else "")
        number = f"  [{step.message}]"
        room = self._columns - width(f"{role_shown(step.role)}  {localized('show.calls', names='')}{number}")
        calls = localized("show.calls", names=cut(visible(names, self._columns), room))
        head = f"{mark}  {calls}" if step.calls else mark
        yield f"{head}{self._paint('source', number)}"
        if step.tool is not None:
            yield from self._painted("call", _visible_tool_name(step.tool), 4)
        if step.text:
            yield from self._draw_text(step.text, _FOLDED.get(step.role, 6))
        elif not step.calls:
            yield from self._painted("fold", localized("show.nothing"), 4)
        for call in step.calls:
            yield from self._draw_call(call)

    def _draw_text(self, text: str, most: int, indent: int = 4) -> Iterator[str]:
        found = wrap(text.strip("\n"), self._columns - indent, None if self._full else most)
        yield from (f"{' ' * indent}{line}".rstrip() for line in found.lines)
        if not found.whole:
            yield from self._painted("fold", localized("show.folded", num=len(text)), indent)

    def _draw_call(self, call: TracedCall) -> Iterator[str]:
        yield from self._painted(
            "call", localized("show.call", name=f"{_visible_tool_name(call.name)}{'' if call.arguments else '()'}"), 4
        )
        if call.unreadable is not None:
            yield from self._painted("nowhere", localized("show.unreadable", problem=call.unreadable), 8)
            yield from self._draw_text(call.raw, _FOLDED["tool"], 8)
        for argument in call.arguments:
            yield from self._argument(argument)
        if call.more:
            yield from self._painted("fold", localized("show.more_values", num=call.more), 8)

    def _argument(self, argument: Argument) -> Iterator[str]:
        """The value, and behind it its source; below it where both do not fit in one line."""
        room = self._columns - 8
        shown = f"{visible(argument.path, _NAME)} = {_value_json(argument.value)}"
        found = wrap(shown, room - len(_MORE), None if self._full else _VALUE_LINES)
        lines = [*found.lines[:-1], found.lines[-1] + ("" if found.whole else _MORE)]
        style = argument.source.kind if argument.source.kind in _STYLES else "source"
        source = f"<- {visible(source_words(argument), 160)}"
        red = style == "nowhere"
        for line in lines[:-1]:
            yield f"        {self._paint(style, line) if red else line}"
        last = self._paint(style, lines[-1]) if red else lines[-1]
        if width(lines[-1]) + 2 + width(source) <= room:
            yield f"        {last}  {self._paint(style, source)}"
            return
        yield f"        {last}"
        yield from self._painted(style, source, 12)

    def _painted(self, style: str, text: str, indent: int) -> Iterator[str]:
        """A remark in one colour, in as many lines as it takes."""
        yield from (f"{' ' * indent}{self._paint(style, line)}" for line in wrap(text, self._columns - indent).lines)

    def _paint(self, style: str, text: str) -> str:
        code = _STYLES.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self._color and code else text


def source_words(argument: Argument) -> str:
    """Where a value came from, with what a reader must not miss."""
    return in_words(argument.source.words()) if argument.source.known else localized("show.nowhere")


def role_shown(role: str) -> str:
    """Who speaks; a role that is none of ours as it is called."""
    names = localized_section("show.roles")
    return str(names[role]) if role in names else role.upper()


def _visible_tool_name(name: str) -> str:
    return visible(name, _NAME) or localized("show.no_name")


def _value_json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)
