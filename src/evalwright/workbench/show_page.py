"""A trace as one self-contained page: no script, no outside address, every text escaped, long ones folded.

The policy of the page allows its own style sheet, by hash, and nothing else: whatever the data holds, nothing in it can
run or be fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from html import escape

from evalwright.chat import plain
from evalwright.text import harmless, localized, resource_text

from .audit.finding import visible
from .provenance import Argument
from .show_text import headline, role_shown, source_words
from .show_trace import Step, Trace, TracedCall

_FOLD = 600
"""Characters of a text that stand open; a longer one can be unfolded."""
_FOLD_SYSTEM = 200
_NAME = 200


def trace_page(trace: Trace) -> str:
    """The page."""
    return "".join(_trace_page_parts(trace))


def _trace_page_parts(trace: Trace) -> Iterator[str]:
    style = "\n" + resource_text(__package__, "show_page.css")
    mark = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{mark}'; base-uri 'none'; form-action 'none'"
    yield f'<!doctype html>\n<html lang="{localized("languages.html")}"><head><meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{_escape_name(trace.id)}</title>\n<style>{style}</style></head>\n<body>\n"
    yield f'<h1>{_escape_name(trace.id)}</h1>\n<p class="dim">{escape(headline(trace))}</p>\n<ol>\n'
    for step in trace.steps:
        yield from _step_html(step)
    yield f'</ol>\n<p class="dim">{localized("show.end_page")}</p>\n</body></html>\n'


def _step_html(step: Step) -> Iterator[str]:
    role = step.role if step.role in ("system", "user", "assistant", "tool") else "other"
    error = f' <span class="bad">{localized("show.error_page")}</span>' if step.is_error else ""
    tool = f" <code>{_escape_name(step.tool)}</code>" if step.tool is not None else ""
    said_by = _escape_name(role_shown(step.role))
    yield f'<li class="step {role}" id="m{step.message}"><span class="role">{said_by}</span>'
    yield f'{tool}{error} <span class="dim">{step.message}</span>\n'
    if step.text:
        yield _folded(step.text, _FOLD_SYSTEM if role == "system" else _FOLD, "text")
    elif not step.calls:
        yield f'<div class="dim">{localized("show.nothing")}</div>\n'
    for call in step.calls:
        yield from _call_html(call)
    yield "</li>\n"


def _call_html(call: TracedCall) -> Iterator[str]:
    yield f'<div class="call">{localized("show.call_page")} <code><b>{_escape_name(call.name)}</b></code>\n'
    if call.unreadable is not None:
        yield f'<div class="bad">{_unreadable(call)}</div>\n{_folded(call.raw, _FOLD, "raw")}'
    if call.arguments:
        yield "<dl>\n"
        yield from map(_argument, call.arguments)
        yield "</dl>\n"
    if call.more:
        yield f'<div class="dim">{localized("show.more_values_page", num=call.more)}</div>\n'
    yield "</div>\n"


def _unreadable(call: TracedCall) -> str:
    return escape(visible(localized("show.unreadable", problem=call.unreadable), _NAME))


def _argument(argument: Argument) -> str:
    source = argument.source
    bad = "" if source.known else ' class="bad"'
    words = escape(visible(source_words(argument), _NAME))
    if source.message is not None and source.kind != "free-form":
        words = f'<a href="#m{source.message}">{words}</a>'
    value = json.dumps(plain(argument.value), ensure_ascii=False)
    shown = f"<code>{escape(harmless(value))}</code>" if len(value) <= _FOLD else _folded(value, _FOLD, "raw")
    return (
        f"<dt><code>{_escape_name(argument.path)}</code></dt>"
        f'<dd{bad}>{shown} <span class="source {source.kind}">&larr; {words}</span></dd>\n'
    )


def _folded(text: str, most: int, style: str) -> str:
    """A text; the rest of a long one unfolds."""
    if len(text) <= most:
        return f'<div class="{style}" dir="auto">{_escape_lines(text)}</div>\n'
    start = f'<div class="{style}" dir="auto">{_escape_lines(text[:most])}&hellip;</div>\n'
    all_of_it = f'<div class="{style}" dir="auto">{_escape_lines(text)}</div>'
    summary = localized("show.all_characters", num=len(text))
    return f"{start}<details><summary>{summary}</summary>\n{all_of_it}</details>\n"


def _escape_lines(text: str) -> str:
    return escape("\n".join(harmless(line) for line in text.replace("\r\n", "\n").split("\n")))


def _escape_name(text: str) -> str:
    return escape(visible(text, _NAME)) or escape(localized("show.no_name"))
