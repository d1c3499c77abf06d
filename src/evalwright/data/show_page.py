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
from evalwright.text import localized

from .audit.finding import visible
from .provenance import Argument
from .show_text import headline, role_shown, source_words
from .show_trace import Step, Trace, TracedCall
from .show_wrap import harmless

_FOLD = 600
"""Characters of a text that stand open; a longer one can be unfolded."""
_FOLD_SYSTEM = 200
_NAME = 200
_STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1c2128; --dim: #5c6670; --line: #d5dae0; --box: #f6f8fa;
  --user: #0b62b0; --assistant: #1a7f37; --tool: #8250df; --bad: #cf222e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --back: #12161b; --text: #dfe5ec; --dim: #98a2ad; --line: #313943;
  --box: #1b2128; --user: #6cb6ff; --assistant: #57c772; --tool: #c297ff; --bad: #ff7b72; --warn: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 68rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text);
  background: var(--back); overflow-wrap: anywhere; }
h1 { font-size: 1.2rem; margin: .5rem 0; }
.dim { color: var(--dim); font-size: .9rem; }
ol { list-style: none; margin: 1rem 0; padding: 0; }
li.step { border: 1px solid var(--line); border-left: .3rem solid var(--dim); border-radius: .4rem;
  padding: .6rem .8rem; background: var(--box); }
li.step + li.step { margin-top: 1.7rem; position: relative; }
li.step + li.step::before { content: "\\2193"; position: absolute; top: -1.65rem; left: 1.5rem; color: var(--dim); }
li.user { border-left-color: var(--user); } li.user > .role { color: var(--user); }
li.assistant { border-left-color: var(--assistant); } li.assistant > .role { color: var(--assistant); }
li.tool { border-left-color: var(--tool); } li.tool > .role { color: var(--tool); }
.role { font-size: .8rem; font-weight: 700; letter-spacing: .05em; }
.text { white-space: pre-wrap; unicode-bidi: isolate; margin: .3rem 0 0; font: inherit; }
li.tool .text, .raw { font: .85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; margin: .3rem 0 0; }
summary { cursor: pointer; color: var(--dim); }
.call { margin-top: .6rem; border-top: 1px solid var(--line); padding-top: .5rem; }
code { font: .9rem ui-monospace, monospace; unicode-bidi: isolate; }
dl { margin: .3rem 0 0; display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .15rem .8rem; }
dt { color: var(--dim); } dd { margin: 0; }
dt code, dd code { font-size: .85rem; }
.source { color: var(--dim); font-size: .85rem; } .source a { color: inherit; }
.source.assistant { color: var(--warn); }
.bad, .bad code, .source.nowhere { color: var(--bad); font-weight: 600; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .4rem; } }
"""


def trace_page(trace: Trace) -> str:
    """The page."""
    return "".join(_parts(trace))


def _parts(trace: Trace) -> Iterator[str]:
    mark = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{mark}'; base-uri 'none'; form-action 'none'"
    yield f'<!doctype html>\n<html lang="{localized("languages.html")}"><head><meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{_line(trace.id)}</title>\n<style>{_STYLE}</style></head>\n<body>\n"
    yield f'<h1>{_line(trace.id)}</h1>\n<p class="dim">{escape(headline(trace))}</p>\n<ol>\n'
    for step in trace.steps:
        yield from _step(step)
    yield f'</ol>\n<p class="dim">{localized("show.end_page")}</p>\n</body></html>\n'


def _step(step: Step) -> Iterator[str]:
    role = step.role if step.role in ("system", "user", "assistant", "tool") else "other"
    error = f' <span class="bad">{localized("show.error_page")}</span>' if step.is_error else ""
    tool = f" <code>{_line(step.tool)}</code>" if step.tool is not None else ""
    yield f'<li class="step {role}" id="m{step.message}"><span class="role">{_line(role_shown(step.role))}</span>'
    yield f'{tool}{error} <span class="dim">{step.message}</span>\n'
    if step.text:
        yield _folded(step.text, _FOLD_SYSTEM if role == "system" else _FOLD, "text")
    elif not step.calls:
        yield f'<div class="dim">{localized("show.nothing")}</div>\n'
    for call in step.calls:
        yield from _call(call)
    yield "</li>\n"


def _call(call: TracedCall) -> Iterator[str]:
    yield f'<div class="call">{localized("show.call_page")} <code><b>{_line(call.name)}</b></code>\n'
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
        f"<dt><code>{_line(argument.path)}</code></dt>"
        f'<dd{bad}>{shown} <span class="source {source.kind}">&larr; {words}</span></dd>\n'
    )


def _folded(text: str, most: int, style: str) -> str:
    """A text; the rest of a long one unfolds."""
    if len(text) <= most:
        return f'<div class="{style}" dir="auto">{_lines(text)}</div>\n'
    start = f'<div class="{style}" dir="auto">{_lines(text[:most])}&hellip;</div>\n'
    all_of_it = f'<div class="{style}" dir="auto">{_lines(text)}</div>'
    summary = localized("show.all_characters", num=len(text))
    return f"{start}<details><summary>{summary}</summary>\n{all_of_it}</details>\n"


def _lines(text: str) -> str:
    return escape("\n".join(harmless(line) for line in text.replace("\r\n", "\n").split("\n")))


def _line(text: str) -> str:
    return escape(visible(text, _NAME)) or escape(localized("show.no_name"))
