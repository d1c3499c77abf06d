"""evalwright stats: what is in files of conversations, as tables side by side, as JSON and as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import InputError
from evalwright.text import in_words, listed, localized, localized_section, phrase

from .forms import lang_option
from .output import columns, json_option, result, say
from .paths import FileIn, FolderOut, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.executor import Executor
    from evalwright.workbench import Stats

Document = Mapping[str, Any]
"""The numbers of one file, as `--json` has them."""

_NAMED_BAD_ROWS = 5
_NAME = 60
_TOOLS = 30
_PLAN = 150
_TABLES = (".csv", ".tsv")
_DESCRIBED = ("num_turns", "tool_calls")


def _pictures() -> tuple[str, ...]:
    from evalwright.workbench import PICTURE_FILES

    return PICTURE_FILES


@click.command("stats", cls=Verb)
@click.argument("files", type=FileIn(), nargs=-1, required=True, metavar="FILE...")
@click.option("--plots", type=FolderOut(_pictures), metavar="DIR")
@click.option("--top", default=10, show_default=True, type=click.IntRange(min=1))
@workers_options
@lang_option
@json_option
def command(files: tuple[str, ...], plots: str | None, top: int, as_json: bool, workers: Executor) -> None:
    """Describe the conversations of FILE..., several files side by side."""
    from evalwright.workbench import draw_plots, stats

    done = stats(files, workers=workers)
    _expect_conversations(done)
    _name_bad_rows(done)
    if plots is not None:
        drawn = draw_plots(done, plots)
        say(localized("stats.pictures", num=len(drawn.files), folder=plots))
        if drawn.remark:
            say(in_words(drawn.remark))
    result(done.to_dict(), lambda: _stats_summary(done, top), as_json=as_json)


def _expect_conversations(done: Stats) -> None:
    """InputError where no file holds a conversation: there is nothing to describe."""
    if any(each.conversations for each in done.files):
        return
    first = done.files[0]
    if first.file.lower().endswith(_TABLES):
        raise InputError.named("stats.is_table", path=first.file)
    row = first.bad_rows[0]  # a file without any row is refused when it is read
    values = {"num": first.bad_row_count, "at": row.line, "problem": row.text}
    raise InputError.named("stats.no_conversation", path=first.file, **values)


def _name_bad_rows(done: Stats) -> None:
    from evalwright.workbench import visible

    for each in done.files:
        for row in each.bad_rows[:_NAMED_BAD_ROWS]:
            say(localized("common.left_out", row=visible(in_words(row.words()), 300)))
        if each.bad_row_count > _NAMED_BAD_ROWS:
            more = localized("stats.more_bad", num=each.bad_row_count - _NAMED_BAD_ROWS, file=each.file)
            say(localized("common.left_out", row=more))


def _stats_summary(done: Stats, top: int) -> str:
    """The document in tables; files stand side by side."""
    from evalwright.workbench import file_labels

    names, files = file_labels(done), list[Document](done.to_dict()["files"])
    parts = [_totals(file, name) for file, name in zip(files, names, strict=True)]
    called = any(file["calls"] for file in files)
    for section in _WITH_CALLS if called else (_describe, _roles, _languages, _openings):
        parts += section(files, names, top)
    return "\n".join(parts)


def _totals(file: Document, name: str) -> str:
    parallel = file["parallel"]
    numbers = {key: file[key] for key in ("conversations", "messages", "calls")}
    words = [phrase("stats.total", name=name, **numbers)]
    if file["bad_rows"]["count"]:
        words.append(phrase("stats.bad_rows", num=file["bad_rows"]["count"]))
    if file["without_calls"]:
        words.append(phrase("stats.without_calls", num=file["without_calls"]))
    if parallel["messages"]:
        most = parallel["most_in_one_message"]
        words.append(phrase("stats.parallel", calls=parallel["calls"], messages=parallel["messages"], most=most))
    if file["left_out"]:
        names = listed(phrase(f"stats.left_out.{name}") for name in file["left_out"])
        words.append(phrase("stats.varied", names=names))
    return in_words(listed(words, "semicolon"))


def _describe(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    rows = [
        [
            _localized_key("measures", measure),
            *(_format_number(file[label][measure]) for file in files for label in _DESCRIBED),
        ]
        for measure in files[0]["num_turns"]
    ]
    labels = [localized(f"stats.described.{label}") for label in _DESCRIBED]
    yield _titled_grid(localized("stats.describe"), ["", *_headers(labels, names)], rows)


def _roles(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    rows = [
        [localized(f"roles.{role}"), *(cell for file in files for cell in _role_cells(file["roles"][role]))]
        for role in files[0]["roles"]
        if any(file["roles"][role]["messages"] for file in files)
    ]
    labels = [localized(f"stats.{key}") for key in ("messages", "words", "words_each")]
    yield _titled_grid(localized("stats.roles_title"), [localized("stats.role"), *_headers(labels, names)], rows)


def _role_cells(row: Document) -> tuple[str, str, str]:
    each = row["words_per_message"]
    return f"{row['messages']:,}", f"{row['words']:,}", "-" if each is None else f"{each:.1f}"


def _languages(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    counts = [{_localized_key("languages", key): num for key, num in file["languages"].items()} for file in files]
    yield _counts_table("languages_title", ("language", "conversations"), counts, names, top)


def _tools_section(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    called = [{row["tool"]: row["calls"] for row in file["tools"] if row["calls"]} for file in files]
    yield _counts_table("tools_title", ("tool", "calls"), called, names, max(top, _TOOLS))
    for file, name in zip(files, names, strict=True):
        for key in ("never_called", "not_declared"):
            tools = file[key]
            if tools:
                shown = listed(_visible_name(tool) for tool in tools[:_TOOLS])
                if len(tools) > _TOOLS:
                    shown = phrase("common.and_more", shown=shown, num=len(tools) - _TOOLS)
                yield localized(f"stats.{key}", name=name, tools=shown)


def _first_last_calls(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    for key in ("first_call", "last_call"):
        yield _counts_table(key, ("tool", "conversations"), [file[key] for file in files], names, top)


def _transitions(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    """Each file's own most frequent ones: what follows what, and how often of all that follows it."""
    for at, file in enumerate(files):
        rows = [
            [_step(row["from"]), _step(row["to"]), f"{row['count']:,}", _percent(row["share"])]
            for row in file["transitions"][:top]
        ]
        title = localized("stats.transitions", of=_of(names, at), shown=len(rows), num=len(file["transitions"]))
        headers = [localized(f"stats.{key}") for key in ("from", "to", "count", "of_all_after")]
        yield _titled_grid(title, headers, rows, "llrr")


def _plans(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    for at, file in enumerate(files):
        found = file["plans"]
        rows = [
            [f"{row['conversations']:,}", _percent(row["share"]), _visible_name(" > ".join(row["plan"]), _PLAN)]
            for row in found["most_common"][:top]
        ]
        values = {"distinct": found["distinct"], "effective": f"{found['effective']:.1f}"}
        headers = [localized(f"stats.{key}") for key in ("conversations", "share", "in_order")]
        yield _titled_grid(localized("stats.plans", of=_of(names, at), **values), headers, rows, "rrl")


def _openings(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    yield f"\n{localized('stats.openings')}"
    for file, name in zip(files, names, strict=True):
        found = file["openings"]
        numbers = {"distinct": found["distinct"], "conversations": found["conversations"]}
        line = localized("stats.opening", name=name, repeated=found["duplicates"], **numbers)
        for again in found["most_repeated"][:1]:
            values = {"num": again["conversations"], "text": _visible_name(again["text"], 100)}
            line = localized("stats.opening_again", line=line, **values)
        yield line


def _positions(files: list[Document], names: list[str], top: int) -> Iterator[str]:
    found = [{row["position"]: row for row in file["positions"]} for file in files]
    places = sorted({place for each in found for place in each})[:top]
    rows = [[str(place), *(cell for each in found for cell in _place_cells(each.get(place)))] for place in places]
    headers = _headers([localized("stats.calls"), localized("stats.likeliest")], names)
    align = "r" + "rl" * len(files)
    yield _titled_grid(localized("stats.positions"), [localized("stats.position"), *headers], rows, align)


_WITH_CALLS = (
    _describe,
    _roles,
    _languages,
    _tools_section,
    _first_last_calls,
    _transitions,
    _plans,
    _openings,
    _positions,
)


def _place_cells(row: Document | None) -> tuple[str, str]:
    if row is None:
        return "-", "-"
    return (
        f"{row['calls']:,} ({_percent(row['share'])})",
        f"{_visible_name(row['tool'])} ({_percent(row['tool_share'])})",
    )


def _counts_table(title: str, nouns: tuple[str, str], counts: list[dict[str, int]], names: list[str], top: int) -> str:
    """A table of counts with their shares, the most frequent of all files first."""
    wholes = [max(sum(each.values()), 1) for each in counts]
    weight: dict[str, float] = {}
    for each, whole in zip(counts, wholes, strict=True):
        for key, count in each.items():
            weight[key] = weight.get(key, 0.0) + count / whole
    rows = [
        [
            _visible_name(key),
            *(_count_cell(each.get(key, 0), whole) for each, whole in zip(counts, wholes, strict=True)),
        ]
        for key in sorted(weight, key=lambda key: (-weight[key], key))[:top]
    ]
    shown = localized(f"stats.{title}")
    if len(weight) > len(rows):
        shown = localized("stats.shown_of", title=shown, shown=len(rows), num=len(weight))
    first, second = (localized(f"stats.{noun}") for noun in nouns)
    return _titled_grid(shown, [first, *_headers((second,), names)], rows)


def _count_cell(count: int, whole: int) -> str:
    return f"{count:,} ({_percent(count / whole)})" if count else "-"


def _titled_grid(title: str, headers: list[str], rows: list[list[str]], align: str = "") -> str:
    """A grid without the lines between its rows: there are many tables, and they should fit a screen."""
    from evalwright.text import render_grid

    aligned = align or "l" + "r" * (len(headers) - 1)
    return f"\n{title}\n{render_grid(headers, rows, aligned, columns=columns(), ruled=False)}"


def _headers(labels: Sequence[str], names: list[str]) -> list[str]:
    """The columns, once for each file."""
    return [f"{label}{_of(names, at)}" for at in range(len(names)) for label in labels]


def _of(names: list[str], at: int) -> str:
    return f" {names[at]}" if len(names) > 1 else ""


def _localized_key(section: str, key: str) -> str:
    """What a key of the document is called for people; a share such as 50% is called so in every language."""
    names = localized_section(f"stats.{section}")
    return str(names[key]) if key in names else key


def _step(tool: str) -> str:
    """A tool of the transitions, or where a conversation begins and ends."""
    return _visible_name(_localized_key("ends", tool))


def _visible_name(text: str, length: int = _NAME) -> str:
    from evalwright.workbench import visible

    return visible(text, length)


def _format_number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"
