"""The pictures of `stats`: histograms, calls against turns, tools, transitions; each as PNG and as SVG.

`Stats` flow in, files flow out; several files are colours side by side. matplotlib is loaded here alone, and only when
something is drawn. Text in an SVG stays text, so that whoever looks at it sees Chinese even where no font for it was
installed when it was drawn. The same numbers give the same bytes.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.data import write_atomic
from evalwright.text import phrase

from .audit.finding import visible
from .plots_font import chinese_font, matplotlib_part, needs_chinese_font
from .stats import END, START, FileStats, Stats

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOURS = ("#2f6db3", "#e08214", "#3a9a6b", "#b6479b", "#7a7a7a", "#c9a400")
_MAX_BARS = 40
_MAX_TOOLS = 25
_MAX_STATES = 18
_PANELS_ACROSS = 3
_NAME_LENGTH = 42
_SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "evalwright",
    "text.parse_math": False,  # a tool may be called $x$
    "axes.unicode_minus": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.axisbelow": True,
    "font.size": 10,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


@dataclass(slots=True)
class Drawn:
    """What was drawn."""

    files: list[Path] = field(default_factory=list)
    remark: str | None = None
    """What a reader of the pictures must know, such as a font that is missing."""


def draw_plots(stats: Stats, folder: str | Path) -> Drawn:
    """Write every picture into the folder."""
    names = file_labels(stats)
    drawn = Drawn()
    with _style([*names, *(tool for each in stats.files for tool in each.tools.counts)], drawn):
        for name, draw in _PICTURES.items():
            figure = draw(stats.files, names)
            for ending in ("png", "svg"):
                drawn.files.append(_save(figure, Path(folder) / f"{name}.{ending}"))
    return drawn


def file_labels(stats: Stats) -> list[str]:
    """The shortest names that tell the files apart: the last part of the path, or more where that is the same."""
    paths = [Path(each.file) for each in stats.files]
    for depth in range(1, 6):
        names = ["/".join(path.parts[-depth:]) for path in paths]
        if len(set(names)) == len(names):
            break
    else:
        names = [f"{number}: {path.name}" for number, path in enumerate(paths, start=1)]
    return [visible(name, 60) for name in names]


@contextmanager
def _style(labels: Sequence[str], drawn: Drawn) -> Iterator[None]:
    families = ["DejaVu Sans"]
    if needs_chinese_font(labels):
        font = chinese_font()
        if font is None:
            drawn.remark = phrase("stats.no_font")
        families += [font] if font else []
    with warnings.catch_warnings(), matplotlib_part("matplotlib").rc_context({**_SETTINGS, "font.family": families}):
        warnings.filterwarnings("ignore", message="Glyph .* missing from|constrained_layout not applied")
        yield


def _save(figure: Any, path: Path) -> Path:
    ending = path.suffix[1:]
    buffer = BytesIO()
    # The date would make every picture differ from the one before.
    figure.savefig(buffer, format=ending, dpi=150, metadata={"Date": None} if ending == "svg" else {"Software": None})
    with write_atomic(path) as stream:
        stream.write(buffer.getvalue())
    return path


def _figure(width: float, height: float) -> Any:
    return matplotlib_part("matplotlib.figure").Figure(figsize=(width, height))


def _histogram(files: Sequence[FileStats], names: Sequence[str], counts: list[Counter[int]], noun: str) -> Any:
    """Bars for whole numbers: counts for one file, shares for several, whose sizes may differ."""
    figure = _figure(8, 4.2)
    axes = figure.subplots()
    low = min((min(each) for each in counts if each), default=0)
    high = max((max(each) for each in counts if each), default=0)
    step = max(1, -(-(high - low + 1) // _MAX_BARS))
    places = range(low, high + 1, step)
    wide = 0.86 / len(files)
    for at, (each, name) in enumerate(zip(counts, names, strict=True)):
        whole = (each.total() or 1) / 100 if len(files) > 1 else 1
        heights = [sum(each[value] for value in range(place, place + step)) / whole for place in places]
        shift = (at - (len(files) - 1) / 2) * wide
        centres = [number + shift for number in range(len(heights))]
        axes.bar(centres, heights, wide * 0.96, color=_colour(at), label=_legend(name))
    shown = range(0, len(places), max(1, len(places) // 20))
    labels = [str(places[at]) if step == 1 else f"{places[at]}–{places[at] + step - 1}" for at in shown]
    axes.set_xticks(list(shown), labels, rotation=0 if step == 1 else 45, ha="center" if step == 1 else "right")
    axes.set_xlabel(f"{noun} in a conversation")
    axes.set_ylabel("conversations" if len(files) == 1 else "conversations, %")
    axes.grid(axis="y", alpha=0.25)
    _title(axes, f"{noun.capitalize()} per conversation", files, names)
    return figure


def _turns(files: Sequence[FileStats], names: Sequence[str]) -> Any:
    return _histogram(files, names, [each.turns for each in files], "messages")


def _plot_calls(files: Sequence[FileStats], names: Sequence[str]) -> Any:
    return _histogram(files, names, [each.calls_each for each in files], "tool calls")


def _calls_against_turns(files: Sequence[FileStats], names: Sequence[str]) -> Any:
    """A circle for every pair of numbers, its area the conversations there: nothing hides behind anything."""
    figure = _figure(8, 4.8)
    axes = figure.subplots()
    for at, (each, name) in enumerate(zip(files, names, strict=True)):
        pairs = each.sizes.common(5_000)
        most = max((count for _, count in pairs), default=1)
        shift = (at - (len(files) - 1) / 2) * 0.3
        axes.scatter(
            [turns + shift for (turns, _), _ in pairs],
            [calls for (_, calls), _ in pairs],
            s=[14 + 240 * count / most for _, count in pairs],
            color=_colour(at),
            alpha=0.6,
            linewidths=0,
            label=_legend(name),
        )
    _whole_ticks(axes)
    axes.set_xlabel("messages in a conversation")
    axes.set_ylabel("tool calls in it")
    axes.grid(alpha=0.25)
    _title(axes, "Tool calls against messages (area: conversations)", files, names)
    return figure


def _plot_tools(files: Sequence[FileStats], names: Sequence[str]) -> Any:
    """Bars for the most frequent tools, those that are never called last."""
    tools = _ranked(files)
    figure = _figure(8, max(2.4, 1.3 + (0.16 + 0.14 * len(files)) * len(tools)))
    axes = figure.subplots()
    tall = 0.8 / len(files)
    for at, (each, name) in enumerate(zip(files, names, strict=True)):
        shares = [100 * each.tools.counts[tool] / (each.calls or 1) for tool in tools]
        rows = [number + (at - (len(files) - 1) / 2) * tall for number in range(len(tools))]
        axes.barh(rows, shares, tall * 0.94, color=_colour(at), label=_legend(name))
        if len(files) == 1:
            for row, share, tool in zip(rows, shares, tools, strict=True):
                axes.text(share, row, f" {each.tools.counts[tool]:,}", va="center", fontsize=9, color="#555")
    axes.set_yticks(range(len(tools)), [_short(tool) for tool in tools])
    axes.margins(y=0.01)
    axes.invert_yaxis()
    axes.set_xlabel("share of all calls, %")
    axes.grid(axis="x", alpha=0.25)
    left = len({tool for each in files for tool in each.tools.counts} - set(tools))
    _title(axes, "Tools" + (f" (and {left:,} more)" if left else ""), files, names, where="lower right")
    return figure


def _ranked(files: Sequence[FileStats]) -> list[str]:
    """The tools of all files, the most called first; each file weighs the same, however long it is."""
    weight: Counter[str] = Counter()
    for each in files:
        for tool, count in each.tools.counts.items():
            weight[tool] += round(10**9 * count / (each.calls or 1))
        for tool in each.never_called:
            weight[tool] += 0
    return sorted(weight, key=lambda tool: (-weight[tool], tool))[:_MAX_TOOLS]


def _transitions(files: Sequence[FileStats], names: Sequence[str]) -> Any:
    """Which call follows which, a panel for each file: every row sums to 100 %."""
    tools = [tool for tool in _ranked(files) if any(each.tools.counts[tool] for each in files)][:_MAX_STATES]
    rows, columns = [START, *tools], [*tools, END]
    size = 0.36 * len(rows)
    across = min(len(files), _PANELS_ACROSS)
    down = -(-len(files) // across)
    figure = _figure(max(6.0, 3.4 + size * 1.1 * across), max(3.8, size + 2.9) * down)
    panels = figure.subplots(down, across, squeeze=False).ravel()
    for empty in panels[len(files) :]:
        empty.remove()
    for at, (axes, each, name) in enumerate(zip(panels, files, names, strict=False)):
        _heat(axes, _shares(each, rows, columns))
        axes.set_xticks(range(len(columns)), [_short(tool) for tool in columns], rotation=90, fontsize=8)
        axes.set_yticks(range(len(rows)), [_short(tool) for tool in rows], fontsize=8)
        axes.tick_params(length=0, labelleft=at % across == 0)
        axes.set_title(name if len(files) > 1 else f"Which call follows which, % of each row: {name}", fontsize=10)
        axes.set_xlabel("next call")
    panels[0].set_ylabel("call")
    if len(files) > 1:
        figure.suptitle("Which call follows which, % of each row", x=0.01, ha="left", fontsize=12)
    return figure


def _shares(stats: FileStats, rows: Sequence[str], columns: Sequence[str]) -> list[list[float]]:
    leaving: Counter[str] = Counter()
    for (source, _), count in stats.transitions.counts.items():
        leaving[source] += count
    return [[100 * stats.transitions.counts[row, column] / (leaving[row] or 1) for column in columns] for row in rows]


def _heat(axes: Any, shares: list[list[float]]) -> None:
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=100, aspect="auto")
    for side in axes.spines.values():
        side.set_visible(False)
    for row, values in enumerate(shares):
        for column, share in enumerate(values):
            if share >= 0.5:
                colour = "white" if share > 55 else "#234"
                axes.text(column, row, f"{share:.0f}", ha="center", va="center", fontsize=7, color=colour)
    axes.set_xticks([column + 0.5 for column in range(len(shares[0]) - 1)], minor=True)
    axes.set_yticks([row + 0.5 for row in range(len(shares) - 1)], minor=True)
    axes.grid(which="minor", color="#8883", linewidth=0.5)
    axes.tick_params(which="minor", length=0)


def _title(axes: Any, text: str, files: Sequence[FileStats], names: Sequence[str], where: str = "best") -> None:
    """What is shown; the file's name beside it, or a legend for several."""
    if len(files) == 1:
        axes.set_title(f"{text}: {names[0]}")
        return
    axes.set_title(text)
    axes.legend(loc=where)


def _whole_ticks(axes: Any) -> None:
    locator = matplotlib_part("matplotlib.ticker").MaxNLocator
    axes.xaxis.set_major_locator(locator(integer=True))
    axes.yaxis.set_major_locator(locator(integer=True))


def _colour(at: int) -> str:
    return COLOURS[at % len(COLOURS)]


def _legend(name: str) -> str:
    """A label that begins with an underscore would not be shown."""
    return f" {name}" if name.startswith("_") else name


def _short(tool: str) -> str:
    """A tool's name in the margin, cut once more where codes in place of characters made it long."""
    shown = visible(tool, _NAME_LENGTH)
    return shown if len(shown) <= _NAME_LENGTH + 1 else f"{shown[:_NAME_LENGTH]}…"


_PICTURES: dict[str, Callable[[Sequence[FileStats], Sequence[str]], Any]] = {
    "turns": _turns,
    "calls": _plot_calls,
    "calls_against_turns": _calls_against_turns,
    "tools": _plot_tools,
    "transitions": _transitions,
}
PICTURE_FILES = tuple(f"{name}.{ending}" for name in _PICTURES for ending in ("png", "svg"))
"""All that `draw_plots` writes."""
