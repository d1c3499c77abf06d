"""evalwright stats: what is in files of conversations, as tables side by side, as JSON and as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .output import columns, json_option, result, say
from .paths import FileIn, FolderOut, Verb

if TYPE_CHECKING:
    from evalwright.data import Stats

Document = dict[str, Any]
"""The numbers of one file, as `--json` has them."""

_NAMED_BAD_ROWS = 5
_NAME = 60
_TOOLS = 30
_PLAN = 150


def _pictures() -> tuple[str, ...]:
    from evalwright.data import PICTURE_FILES

    return PICTURE_FILES


@click.command("stats", cls=Verb, short_help="Describe conversations: turns, calls, tools, transitions, plans.")
@click.argument("files", type=FileIn(), nargs=-1, required=True, metavar="FILE...")
@click.option("--plots", type=FolderOut(_pictures), metavar="DIR", help="Also write pictures there, as PNG and SVG.")
@click.option("--top", default=10, show_default=True, type=click.IntRange(min=1), help="Rows of the long tables.")
@json_option
def command(files: tuple[str, ...], plots: str | None, top: int, as_json: bool) -> None:
    """Describe the conversations of FILE..., several files side by side.

    num_turns is the messages of a conversation, tool_calls its calls.
    """
    from evalwright.data import draw_plots, stats

    done = stats(files)
    _name_bad_rows(done)
    if plots is not None:
        drawn = draw_plots(done, plots)
        say(f"{len(drawn.files)} pictures in {plots}")
        if drawn.remark:
            say(drawn.remark)
    result(done.to_dict(), lambda: _words(done, top), as_json=as_json)


def _name_bad_rows(done: Stats) -> None:
    from evalwright.data import visible

    for each in done.files:
        for row in each.bad_rows[:_NAMED_BAD_ROWS]:
            say(f"left out: {visible(str(row), 300)}")
        if each.bad_row_count > _NAMED_BAD_ROWS:
            say(f"left out: {each.bad_row_count - _NAMED_BAD_ROWS:,} more rows of {each.file} (--json names them)")


def _words(done: Stats, top: int) -> str:
    """The document in tables; files stand side by side."""
    from evalwright.data import file_labels

    names, files = file_labels(done), done.to_dict()["files"]
    parts = [_totals(file, name) for file, name in zip(files, names, strict=True)]
    for section in (_describe, _roles, _languages, _tools, _ends, _transitions, _plans, _openings, _positions):
        parts += section(files, names, top)
    return "\n".join(parts)


def _totals(file: Document, name: str) -> str:
    parallel = file["parallel"]
    words = [f"{name}: {file['conversations']:,} conversations, {file['messages']:,} messages, {file['calls']:,} calls"]
    if file["bad_rows"]["count"]:
        words.append(f"{file['bad_rows']['count']:,} rows that could not be read")
    if file["without_calls"]:
        words.append(f"{file['without_calls']:,} conversations without a call")
    if parallel["messages"]:
        most = f"at most {parallel['most_in_one_message']:,}"
        words.append(f"{parallel['calls']:,} calls in parallel ({parallel['messages']:,} messages, {most})")
    if file["left_out"]:
        words.append(f"too varied to be counted to the end: {', '.join(file['left_out'])}")
    return "; ".join(words)


def _describe(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    labels = ("num_turns", "tool_calls")
    rows = [
        [measure, *(_number(file[label][measure]) for file in files for label in labels)]
        for measure in files[0]["num_turns"]
    ]
    yield _table("Messages and calls per conversation", ["", *_headers(labels, names)], rows)


def _roles(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    rows = [
        [role, *(cell for file in files for cell in _role_cells(file["roles"][role]))]
        for role in files[0]["roles"]
        if any(file["roles"][role]["messages"] for file in files)
    ]
    yield _table("Roles", ["role", *_headers(("messages", "words", "words each"), names)], rows)


def _role_cells(row: Document) -> tuple[str, str, str]:
    each = row["words_per_message"]
    return f"{row['messages']:,}", f"{row['words']:,}", "-" if each is None else f"{each:.1f}"


def _languages(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    yield _counted("Languages", ("language", "conversations"), [file["languages"] for file in files], names, top)


def _tools(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    called = [{row["tool"]: row["calls"] for row in file["tools"] if row["calls"]} for file in files]
    yield _counted("Tools", ("tool", "calls"), called, names, max(top, _TOOLS))
    for file, name in zip(files, names, strict=True):
        for label, key in (("declared, never called", "never_called"), ("called, not declared", "not_declared")):
            tools = file[key]
            if tools:
                more = f" and {len(tools) - _TOOLS:,} more" if len(tools) > _TOOLS else ""
                yield f"{label} in {name}: {', '.join(_name(tool) for tool in tools[:_TOOLS])}{more}"


def _ends(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    for title, key in (("First call", "first_call"), ("Last call", "last_call")):
        yield _counted(title, ("tool", "conversations"), [file[key] for file in files], names, top)


def _transitions(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    """Each file's own most frequent ones: what follows what, and how often of all that follows it."""
    for at, file in enumerate(files):
        rows = [
            [_name(row["from"]), _name(row["to"]), f"{row['count']:,}", _percent(row["share"])]
            for row in file["transitions"][:top]
        ]
        title = f"Transitions{_of(names, at)}: {len(rows)} of {len(file['transitions']):,}"
        yield _table(title, ["from", "to", "count", "of all after it"], rows, "llrr")


def _plans(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    for at, file in enumerate(files):
        found = file["plans"]
        rows = [
            [f"{row['conversations']:,}", _percent(row["share"]), _name(" > ".join(row["plan"]), _PLAN)]
            for row in found["most_common"][:top]
        ]
        title = f"Plans{_of(names, at)}: {found['distinct']:,} distinct, effectively {found['effective']:.1f}"
        yield _table(title, ["conversations", "share", "calls in order"], rows, "rrl")


def _openings(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    yield "\nOpenings (first user message)"
    for file, name in zip(files, names, strict=True):
        found = file["openings"]
        line = f"{name}: {found['distinct']:,} distinct in {found['conversations']:,}, {found['duplicates']:,} repeated"
        again = found["most_repeated"]
        yield line + (f'; {again[0]["conversations"]:,} times: "{_name(again[0]["text"], 100)}"' if again else "")


def _positions(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    found = [{row["position"]: row for row in file["positions"]} for file in files]
    places = sorted({place for each in found for place in each})[:top]
    rows = [[str(place), *(cell for each in found for cell in _place_cells(each.get(place)))] for place in places]
    headers = _headers(("calls", "likeliest tool"), names)
    yield _table("Position of a call in its conversation", ["position", *headers], rows, "r" + "rl" * len(files))


def _place_cells(row: Document | None) -> tuple[str, str]:
    if row is None:
        return "-", "-"
    return f"{row['calls']:,} ({_percent(row['share'])})", f"{_name(row['tool'])} ({_percent(row['tool_share'])})"


def _counted(title: str, nouns: tuple[str, str], counts: list[dict[str, int]], names: list[str], top: int) -> str:
    """A table of counts with their shares, the most frequent of all files first."""
    wholes = [max(sum(each.values()), 1) for each in counts]
    weight: dict[str, float] = {}
    for each, whole in zip(counts, wholes, strict=True):
        for key, count in each.items():
            weight[key] = weight.get(key, 0.0) + count / whole
    rows = [
        [_name(key), *(_count_cell(each.get(key, 0), whole) for each, whole in zip(counts, wholes, strict=True))]
        for key in sorted(weight, key=lambda key: (-weight[key], key))[:top]
    ]
    more = f" ({len(rows)} of {len(weight):,})" if len(weight) > len(rows) else ""
    return _table(title + more, [nouns[0], *_headers((nouns[1],), names)], rows)


def _count_cell(count: int, whole: int) -> str:
    return f"{count:,} ({_percent(count / whole)})" if count else "-"


def _table(title: str, headers: list[str], rows: list[list[str]], align: str = "") -> str:
    """A grid without the lines between its rows: there are many tables, and they should fit a screen."""
    from evalwright.report import render_grid

    aligned = align or "l" + "r" * (len(headers) - 1)
    return f"\n{title}\n{render_grid(headers, rows, aligned, columns=columns(), ruled=False)}"


def _headers(labels: Sequence[str], names: list[str]) -> list[str]:
    """The columns, once for each file."""
    return [f"{label}{_of(names, at)}" for at in range(len(names)) for label in labels]


def _of(names: list[str], at: int) -> str:
    return f" {names[at]}" if len(names) > 1 else ""


def _name(text: str, length: int = _NAME) -> str:
    from evalwright.data import visible

    return visible(text, length)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"
