"""The page of a made data set: what it covers, how varied it is, what the checks rejected, and a few rows to read.

The manifest and the rows flow in, one self-contained page without scripts flows out. Names of tools and all texts may
come from strangers and are escaped like any other data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.data import BadRow, scan_rows, stats, write_atomic
from evalwright.errors import InputError
from evalwright.report.html.frame import head
from evalwright.report.html.safe import NAME, listed, mapping, markup, one_line, several_lines
from evalwright.report.html.svg import Mark, Row, bar_rows, heat_map

_MAX_BARS = 30
_MAX_STATES = 20
_READ = 3
_MAX_ARGUMENTS = 600


def write_synthesis_page(folder: Path) -> Path:
    """Write report.html beside the manifest of a made data set."""
    page = folder / "report.html"
    with write_atomic(page) as stream:
        for part in synthesis_page(folder):
            stream.write(part.encode("utf-8", "backslashreplace"))
    return page


def synthesis_page(folder: Path) -> Iterator[str]:
    """The page, piece by piece."""
    manifest = _manifest(folder / "manifest.json")
    coverage = mapping(manifest.get("coverage"))
    yield from head("Made conversations", "en")
    yield "<body><header><h1>Made conversations</h1>"
    yield f'<p class="dim">{markup(_origin(manifest))}</p></header><main>\n'
    yield _grid("Numbers", ("measure", "value", "meaning"), list(_numbers(manifest, coverage)))
    yield _grid("Checks", ("drawn again because of", "times"), _counts(mapping(manifest.get("rejected"))))
    if manifest.get("worded"):
        yield _grid("A model's words", ("measure", "value"), list(_worded(mapping(manifest["worded"]))))
    yield _notes(manifest)
    yield from _lengths(folder, manifest)
    for title, key in (("Tools", "by_tool"), ("Wishes", "by_intent"), ("Variations", "by_tag")):
        yield _bars(title, mapping(coverage.get(key)))
    yield _transitions(mapping(coverage.get("by_transition")))
    yield from _rows_to_read(folder)
    yield "</main></body></html>\n"


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, JsonError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from None
    return mapping(found)


def _origin(manifest: Mapping[str, Any]) -> str:
    source = one_line(mapping(manifest.get("source")).get("text"), 200)
    how = "simulated from schemas" if manifest.get("simulated") else "executed"
    return (
        f"source {source} · seed {manifest.get('seed')} · profile {one_line(manifest.get('profile'))} · "
        f"wording {one_line(manifest.get('wording'))} · every call {how} · evalwright {manifest.get('evalwright')}"
    )


def _numbers(manifest: Mapping[str, Any], coverage: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, part in mapping(manifest.get("files")).items():
        yield one_line(name), f"{mapping(part).get('rows')}", "rows"
    yield "messages", f"{coverage.get('messages_mean')}", "mean, the system message and results counted"
    yield "calls", f"{coverage.get('calls_mean')}", "mean"
    yield "tools", f"{coverage.get('tools_used')} of {coverage.get('tools_declared')}", "called at least once"
    yield "transitions", f"{coverage.get('transitions')}", "different pairs of calls that follow one another"
    yield "effective plans", f"{coverage.get('effective_plans')}", "exp of the entropy of call sequences"
    yield "refusals", f"{coverage.get('error_results')}", "results that are errors, to be recovered from"
    yield "openings twice", f"{coverage.get('repeated_openings')}", "first messages that stand in two conversations"
    for lang, share in mapping(coverage.get("self_bleu_4")).items():
        yield f"self-BLEU-4 ({one_line(lang)})", f"{share}", "of what users say (150 rows); lower is more varied"


def _worded(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """How much of what a model wrote was kept, and why the rest was not."""
    unit = one_line(told.get("unit")) or "texts"
    yield f"{unit} tried", f"{told.get('tried')}"
    yield f"{unit} kept", f"{told.get('kept')}"
    for reason, count in sorted(mapping(told.get("refused")).items(), key=lambda entry: (-entry[1], entry[0])):
        yield f"refused: {one_line(reason)}", f"{count}"


def _counts(rejected: Mapping[str, Any]) -> list[tuple[str, str]]:
    made = [(one_line(rule), f"{count}") for rule, count in sorted(rejected.items(), key=lambda e: (-e[1], e[0]))]
    return made or [("nothing", "0")]


def _notes(manifest: Mapping[str, Any]) -> str:
    """What was left out or done otherwise, and why."""
    notes = [one_line(note, 400) for note in listed(manifest.get("notes"))]
    more = f"and {len(notes) - _MAX_BARS} more"
    shown = [*notes[:_MAX_BARS], *([more] if len(notes) > _MAX_BARS else [])]
    lines = "".join(f"<li>{markup(note)}</li>\n" for note in shown)
    return f"<h2>Notes</h2>\n<ul>{lines}</ul>\n" if lines else ""


def _lengths(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """How long conversations are: as the manifest says, else counted, which takes a while for many."""
    coverage = mapping(manifest.get("coverage"))
    messages, calls = mapping(coverage.get("by_messages")), mapping(coverage.get("by_calls"))
    if not messages:
        messages, calls = _counted(folder, manifest)
    yield _bars("Messages per conversation", messages)
    yield _bars("Calls per conversation", calls)


def _counted(folder: Path, manifest: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    names = [name for name in ("train.jsonl", "valid.jsonl") if name in mapping(manifest.get("files"))]
    paths = [folder / name for name in names if (folder / name).stat().st_size]
    messages: Counter[int] = Counter()
    calls: Counter[int] = Counter()
    for each in stats(paths).files if paths else ():
        messages += each.turns
        calls += each.calls_each
    by_messages = {str(size): messages[size] for size in sorted(messages)}
    return by_messages, {str(size): calls[size] for size in sorted(calls)}


def _bars(title: str, counts: Mapping[str, Any]) -> str:
    if not counts:
        return ""
    shown = list(islice(counts.items(), _MAX_BARS))
    rows = [Row(one_line(name, NAME), [Mark(float(count))]) for name, count in shown]
    more = f'<p class="dim">and {len(counts) - _MAX_BARS} more</p>' if len(counts) > _MAX_BARS else ""
    return f"<h2>{markup(title)}</h2>\n{bar_rows(rows, [[f'{count}'] for _, count in shown])}{more}\n"


def _transitions(counts: Mapping[str, Any]) -> str:
    """Which call follows which: rows are followed by columns."""
    pairs = {tuple(key.split(" -> ", 1)): count for key, count in counts.items() if " -> " in key}
    names: Counter[str] = Counter()
    for (before, after), count in pairs.items():
        names[before] += count
        names[after] += count
    states = sorted(name for name, _ in names.most_common(_MAX_STATES))
    if not states:
        return ""
    cells = [[int(pairs.get((before, after), 0)) for after in states] for before in states]
    shown = [one_line(name, 40) for name in states]
    drawn = heat_map((shown, shown), cells, "{expected} → {called}: {num}")
    return f'<h2>Which call follows which</h2>\n<div class="scroll">{drawn}</div>\n'


def _rows_to_read(folder: Path) -> Iterator[str]:
    """A few conversations in full."""
    path = folder / "train.jsonl"
    rows = (row for row in scan_rows(path) if not isinstance(row, BadRow)) if path.stat().st_size else iter(())
    yield "<h2>To read</h2>\n"
    for row in islice(rows, _READ):
        record = mapping(row.value)
        lines = "".join(_said(mapping(message)) for message in listed(record.get("messages")))
        title = f"{one_line(record.get('id'))} · {', '.join(_names(record))}"
        yield f'<details class="group"><summary>{markup(title)}</summary><dl>{lines}</dl></details>\n'


def _names(record: Mapping[str, Any]) -> Sequence[str]:
    told = mapping(record.get("metadata"))
    return [one_line(name) for key in ("intents", "tags") for name in listed(told.get(key))]


def _said(message: Mapping[str, Any]) -> str:
    role = one_line(message.get("role"))
    called = [mapping(mapping(call).get("function")) for call in listed(message.get("tool_calls"))]
    texts = [f"{one_line(each.get('name'))}({several_lines(each.get('arguments'), _MAX_ARGUMENTS)})" for each in called]
    if message.get("content"):
        texts.insert(0, several_lines(message["content"], _MAX_ARGUMENTS if role in ("tool", "system") else 2000))
    return f'<dt>{markup(role)}</dt><dd class="shown"><pre>{markup(chr(10).join(texts))}</pre></dd>'


def _grid(title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{markup(cell)}</th>" for cell in headers)
    body = "".join(f"<tr>{''.join(f'<td>{markup(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return (
        f'<h2>{markup(title)}</h2>\n<div class="scroll"><table class="numbers"><tr>{top}</tr>\n{body}</table></div>\n'
    )
