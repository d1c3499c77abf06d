"""A trace drawn for the terminal: one block a message, arrows between them, every value with where it came from.

What a value's source is stands in words, so that nothing is lost without colour; with it, what comes from nowhere is
red. All text from the data is made harmless before it is drawn, and colour is only ever added around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from evalwright.chat import plain

from .audit.finding import visible
from .provenance import Argument
from .show_trace import Step, Trace, TracedCall
from .show_wrap import width, wrap
from .terminal import cut

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
    place = ""
    if trace.file is not None:
        place = f" ({visible(trace.file, 200)}, line {trace.line}, index {trace.index})"
    found = f"{trace.ungrounded:,} ungrounded" if trace.ungrounded else "none ungrounded"
    values = f", values: {found}" if trace.calls else ""
    return (
        f"conversation {visible(trace.id, _NAME)}{place}: {len(trace.steps):,} messages, {trace.calls:,} calls{values}"
    )


class _Drawer:
    def __init__(self, columns: int, color: bool, full: bool) -> None:
        self._columns = columns
        self._color = color
        self._full = full

    def lines(self, trace: Trace) -> Iterator[str]:
        yield from wrap(headline(trace), self._columns).lines
        yield ""
        for step in trace.steps:
            yield from self._step(step)
            yield from _ARROW
        yield "[END OF TRACE]"

    def _step(self, step: Step) -> Iterator[str]:
        role = step.role.upper()
        names = ", ".join(dict.fromkeys(_named(call.name) for call in step.calls))
        mark = self._paint(role, role) + ("  (error)" if step.is_error else "")
        number = f"  [{step.message}]"
        room = self._columns - width(f"{role}  --(calls )-->{number}")
        head = f"{mark}  --(calls {cut(visible(names, self._columns), room)})-->" if step.calls else mark
        yield f"{head}{self._paint('source', number)}"
        if step.tool is not None:
            yield from self._painted("call", _named(step.tool), 4)
        if step.text:
            yield from self._text(step.text, _FOLDED.get(step.role, 6))
        elif not step.calls:
            yield from self._painted("fold", "(nothing)", 4)
        for call in step.calls:
            yield from self._call(call)

    def _text(self, text: str, most: int, indent: int = 4) -> Iterator[str]:
        found = wrap(text.strip("\n"), self._columns - indent, None if self._full else most)
        yield from (f"{' ' * indent}{line}".rstrip() for line in found.lines)
        if not found.whole:
            yield from self._painted("fold", f"... ({len(text):,} characters in all; --full shows them)", indent)

    def _call(self, call: TracedCall) -> Iterator[str]:
        yield from self._painted("call", f"TOOL CALL: {_named(call.name)}{'' if call.arguments else '()'}", 4)
        if call.unreadable is not None:
            yield from self._painted("nowhere", f"cannot be read: {call.unreadable}", 8)
            yield from self._text(call.raw, _FOLDED["tool"], 8)
        for argument in call.arguments:
            yield from self._argument(argument)
        if call.more:
            yield from self._painted("fold", f"... and {call.more:,} more values", 8)

    def _argument(self, argument: Argument) -> Iterator[str]:
        """The value, and behind it its source; below it where both do not fit in one line."""
        room = self._columns - 8
        shown = f"{visible(argument.path, _NAME)} = {_value(argument.value)}"
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
    words = argument.source.words()
    return f"{words.upper()}: it stands nowhere before this call" if not argument.source.known else words


def _named(name: str) -> str:
    return visible(name, _NAME) or "(no name)"


def _value(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)
