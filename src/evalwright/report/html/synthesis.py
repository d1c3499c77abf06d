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

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import BadRow, scan_rows, write_atomic
from evalwright.errors import InputError
from evalwright.text import localized_section

from ..compare_words import Grid
from .comparison import grid_table
from .frame import head
from .pictures import figure
from .safe import NAME, listed, mapping, markup, one_line, several_lines
from .svg import Mark, Row, bar_rows, heat_map

Words = Mapping[str, Any]

_MEASURES = ("transitions", "effective_plans", "error_results", "repeated_openings")
_MAX_BARS = 30
_MAX_STATES = 20
_READ = 3
_MAX_ARGUMENTS = 600


def write_synthesis_page(folder: Path, lang: str | None = None) -> Path:
    """Write report.html beside the manifest of a made data set; in Chinese where all of the data is."""
    page = folder / "report.html"
    with write_atomic(page) as stream:
        for part in synthesis_page(folder, lang):
            stream.write(part.encode("utf-8", "backslashreplace"))
    return page


def synthesis_page(folder: Path, lang: str | None = None) -> Iterator[str]:
    """The page, piece by piece."""
    manifest = _manifest(folder / "manifest.json")
    coverage = mapping(manifest.get("coverage"))
    lang = lang or ("zh" if manifest.get("lang") == ["zh"] else "en")
    words = localized_section("synth.page", lang)
    yield from head(words["title"], lang)
    yield f"<body><header><h1>{markup(words['title'])}</h1>"
    yield f'<p class="facts">{_origin(manifest, words)}</p></header><main>\n<div class="pictures">'
    yield _grid_figure(words, "numbers", list(_numbers(manifest, coverage, words)), "lrl")
    yield _grid_figure(words, "checks", _counts(mapping(manifest.get("rejected")), words), "lr")
    if manifest.get("worded"):
        yield _grid_figure(words, "worded", list(_worded(mapping(manifest["worded"]), words)), "lr")
    yield _notes(manifest, words)
    yield from _lengths(folder, manifest, words)
    for key in ("by_tool", "by_intent", "by_tag"):
        yield _bars(words[key], _most_first(mapping(coverage.get(key))), words)
    yield _transitions(mapping(coverage.get("by_transition")), words)
    yield "</div>\n"
    yield from _rows_to_read(folder, words)
    yield "</main></body></html>\n"


def _manifest(path: Path) -> JsonObject:
    try:
        found = loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, JsonError) as error:
        raise InputError.named("report.unreadable", error=error, path=path) from None
    return mapping(found)


def _origin(manifest: Mapping[str, Any], words: Words) -> str:
    """Where the data comes from, one fact after the other."""
    facts = [
        (words["source"], one_line(mapping(manifest.get("source")).get("text"), 200)),
        (words["seed"], f"{manifest.get('seed')}"),
        (words["profile"], one_line(manifest.get("profile"))),
        (words["wording"], one_line(manifest.get("wording"))),
        (words["calls"], words["simulated" if manifest.get("simulated") else "executed"]),
        ("evalwright", f"{manifest.get('evalwright')}"),
    ]
    return "".join(f"<span>{markup(name)} <b>{markup(value)}</b></span>" for name, value in facts)


def _numbers(manifest: Mapping[str, Any], coverage: Mapping[str, Any], words: Words) -> Iterator[Sequence[str]]:
    """Each measure with its value and what it means."""
    for name, part in mapping(manifest.get("files")).items():
        yield one_line(name), f"{mapping(part).get('rows')}", words["rows"]
    tools = words["of"].format(part=coverage.get("tools_used"), whole=coverage.get("tools_declared"))
    values = {
        "messages_mean": f"{coverage.get('messages_mean')}",
        "calls_mean": f"{coverage.get('calls_mean')}",
        "tools_used": tools,
        **{name: f"{coverage.get(name)}" for name in _MEASURES},
    }
    for name, value in values.items():
        yield words["measures"][name]["name"], value, words["measures"][name]["meaning"]
    for lang, share in mapping(coverage.get("self_bleu_4")).items():
        yield f"self-BLEU-4 ({one_line(lang)})", f"{share}", words["self_bleu"]


def _worded(told: Mapping[str, Any], words: Words) -> Iterator[Sequence[str]]:
    """How much of what a model wrote was kept, and why the rest was not."""
    unit = one_line(told.get("unit"))
    unit = words["units"].get(unit, unit) or words["units"]["texts"]
    yield words["tried"].format(unit=unit), f"{told.get('tried')}"
    yield words["kept"].format(unit=unit), f"{told.get('kept')}"
    for reason, count in _most_first(mapping(told.get("refused"))).items():
        yield words["refused"].format(reason=one_line(reason)), f"{count}"


def _counts(rejected: Mapping[str, Any], words: Words) -> list[Sequence[str]]:
    made = [(one_line(rule), f"{count}") for rule, count in _most_first(rejected).items()]
    return list(made or [(words["nothing"], "0")])


def _most_first(counts: Mapping[str, Any]) -> JsonObject:
    """Counts from the largest down, those that are equal by name."""
    return dict(sorted(counts.items(), key=lambda entry: (-_as_number(entry[1]), entry[0])))


def _as_number(count: Any) -> float:
    return float(count) if isinstance(count, int | float) else 0.0


def _notes(manifest: Mapping[str, Any], words: Words) -> str:
    """What was left out or done otherwise, and why."""
    notes = [one_line(note, 400) for note in listed(manifest.get("notes"))]
    more = words["more"].format(num=len(notes) - _MAX_BARS)
    shown = [*notes[:_MAX_BARS], *([more] if len(notes) > _MAX_BARS else [])]
    lines = "".join(f"<li>{markup(note)}</li>\n" for note in shown)
    return figure(words["notes"], f"<ul>{lines}</ul>") if lines else ""


def _lengths(folder: Path, manifest: Mapping[str, Any], words: Words) -> Iterator[str]:
    """How long conversations are: as the manifest says, else counted, which takes a while for many."""
    coverage = mapping(manifest.get("coverage"))
    messages, calls = mapping(coverage.get("by_messages")), mapping(coverage.get("by_calls"))
    if not messages:
        messages, calls = _conversation_sizes(folder, manifest)
    yield _bars(words["by_messages"], messages, words)
    yield _bars(words["by_calls"], calls, words)


def _conversation_sizes(folder: Path, manifest: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    from evalwright.workbench import stats

    names = [name for name in ("train.jsonl", "valid.jsonl") if name in mapping(manifest.get("files"))]
    paths = [folder / name for name in names if (folder / name).stat().st_size]
    messages: Counter[int] = Counter()
    calls: Counter[int] = Counter()
    for each in stats(paths).files if paths else ():
        messages += each.turns
        calls += each.calls_each
    by_messages = {str(size): messages[size] for size in sorted(messages)}
    return by_messages, {str(size): calls[size] for size in sorted(calls)}


def _bars(title: str, counts: Mapping[str, Any], words: Words) -> str:
    if not counts:
        return ""
    shown = list(islice(counts.items(), _MAX_BARS))
    rows = [Row(one_line(name, NAME), [Mark(_as_number(count))]) for name, count in shown]
    more = words["more"].format(num=len(counts) - _MAX_BARS) if len(counts) > _MAX_BARS else ""
    return figure(title, bar_rows(rows, [[f"{count}"] for _, count in shown]), more, "bars")


def _transitions(counts: Mapping[str, Any], words: Words) -> str:
    """Which call follows which: rows are followed by columns, those that stand most often first."""
    pairs = {tuple(key.split(" -> ", 1)): count for key, count in counts.items() if " -> " in key}
    names: Counter[str] = Counter()
    for (before, after), count in pairs.items():
        names[before] += count
        names[after] += count
    states = list(_most_first(names))[:_MAX_STATES]
    if not states:
        return ""
    cells = [[int(pairs.get((before, after), 0)) for after in states] for before in states]
    shown = [one_line(name, 40) for name in states]
    drawn = heat_map((shown, shown), cells, "{expected} → {called}: {num}", same_is_right=False)
    return figure(words["by_transition"], f'<div class="scroll">{drawn}</div>', words["transition_note"], "heat")


def _rows_to_read(folder: Path, words: Words) -> Iterator[str]:
    """A few conversations in full."""
    path = folder / "train.jsonl"
    rows = (row for row in scan_rows(path) if not isinstance(row, BadRow)) if path.stat().st_size else iter(())
    yield f"<h2>{markup(words['to_read'])}</h2>\n"
    for row in islice(rows, _READ):
        record = mapping(row.value)
        lines = "".join(_message_html(mapping(message)) for message in listed(record.get("messages")))
        title = f"{one_line(record.get('id'))} · {', '.join(_intents_and_tags(record))}"
        yield f'<details class="group"><summary>{markup(title)}</summary><dl>{lines}</dl></details>\n'


def _intents_and_tags(record: Mapping[str, Any]) -> Sequence[str]:
    told = mapping(record.get("metadata"))
    return [one_line(name) for key in ("intents", "tags") for name in listed(told.get(key))]


def _message_html(message: Mapping[str, Any]) -> str:
    role = one_line(message.get("role"))
    called = [mapping(mapping(call).get("function")) for call in listed(message.get("tool_calls"))]
    texts = [f"{one_line(each.get('name'))}({several_lines(each.get('arguments'), _MAX_ARGUMENTS)})" for each in called]
    if message.get("content"):
        texts.insert(0, several_lines(message["content"], _MAX_ARGUMENTS if role in ("tool", "system") else 2000))
    return f'<dt>{markup(role)}</dt><dd class="shown"><pre>{markup(chr(10).join(texts))}</pre></dd>'


def _grid_figure(words: Words, name: str, rows: Sequence[Sequence[str]], align: str) -> str:
    told = words[name]
    return figure(told["title"], grid_table(Grid(told["title"], told["headers"], rows, align)), kind="table")
