"""The pictures of stats: all are drawn in both forms, for one file and for several, whatever the names hold."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from evalwright.errors import UsageError
from evalwright.workbench import plots_font
from evalwright.workbench.plots import draw_plots, file_labels
from evalwright.workbench.stats import FileStats, Stats, stats

from .test_stats import talk

NAMES = {"turns", "calls", "calls_against_turns", "tools", "transitions"}
HOSTILE = "$x_{\\frac$</text><script>alert(1)</script>\x1b[2J\u202e&amp;"


def drawn_for(records: list[object], folder: Path) -> dict[str, str]:
    """The SVG files by name."""
    pytest.importorskip("matplotlib")
    made = draw_plots(stats(records), folder)  # type: ignore[arg-type]
    assert {path.name for path in made.files} == {f"{name}.{ending}" for name in NAMES for ending in ("png", "svg")}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in made.files if path.suffix == ".png")
    return {path.stem: path.read_text("utf-8") for path in made.files if path.suffix == ".svg"}


def test_every_picture_is_drawn_and_names_its_tools(tmp_path: Path) -> None:
    found = drawn_for([talk("a_tool", "b_tool"), talk("a_tool")], tmp_path)
    assert ">a_tool<" in found["tools"]
    assert {">START<", ">END<", ">b_tool<"} <= set(re.findall(r">\w+<", found["transitions"]))
    assert "Messages per conversation" in found["turns"]


def test_names_are_shown_not_obeyed(tmp_path: Path) -> None:
    controls = "\x1b" * 500
    found = drawn_for([talk(HOSTILE, controls, "_hidden", "查订单", tools=(HOSTILE,))], tmp_path)
    for text in found.values():
        assert "<script" not in text
        assert "\x1b" not in text and "\u202e" not in text
    assert "查订单" in found["tools"]


def test_conversations_without_a_call_and_without_end_are_drawn(tmp_path: Path) -> None:
    none = drawn_for([talk()], tmp_path / "none")
    many = drawn_for([talk(*["a"] * 300), talk(*(f"t{number}" for number in range(60)))], tmp_path / "many")
    assert none.keys() == many.keys() and all("</svg>" in text for text in (*none.values(), *many.values()))


def test_several_files_are_drawn_side_by_side(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = [FileStats(f"{name}/valid.jsonl") for name in ("a", "b", "c", "d")]
    draw_plots(Stats(files), tmp_path)
    assert "b/valid.jsonl" in (tmp_path / "turns.svg").read_text("utf-8")


def test_the_same_numbers_give_the_same_bytes(tmp_path: Path) -> None:
    assert drawn_for([talk("a")], tmp_path / "one") == drawn_for([talk("a")], tmp_path / "two")


@pytest.mark.parametrize(
    ("files", "labels"),
    [
        (["x/train.jsonl", "x/valid.jsonl"], ["train.jsonl", "valid.jsonl"]),
        (["x/valid.jsonl", "y/valid.jsonl"], ["x/valid.jsonl", "y/valid.jsonl"]),
        (["same.jsonl", "same.jsonl"], ["1: same.jsonl", "2: same.jsonl"]),
    ],
)
def test_labels_tell_files_apart(files: list[str], labels: list[str]) -> None:
    assert file_labels(Stats([FileStats(name) for name in files])) == labels


class TestFonts:
    def test_a_missing_chinese_font_is_said_in_one_line(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        pytest.importorskip("matplotlib")
        monkeypatch.setattr("evalwright.workbench.plots.chinese_font", lambda: None)
        remark = draw_plots(stats(talk("查订单")), tmp_path).remark
        assert remark is not None and "no font" in remark and "\n" not in remark
        assert not caplog.records, "matplotlib has nothing to add"

    def test_latin_names_need_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("matplotlib")
        monkeypatch.setattr("evalwright.workbench.plots.chinese_font", lambda: pytest.fail("it was looked for"))
        assert draw_plots(stats(talk("a")), tmp_path).remark is None

    def test_the_liked_font_that_has_the_character_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Font:
            def __init__(self, name: str) -> None:
                self.name = self.fname = name

        fonts = [
            Font("Zapf"),
            Font("Last Resort High-Efficiency"),
            Font("Aaa Kai"),
            Font("SimHei"),
            Font("Noto Sans CJK SC"),
        ]
        manager = type("M", (), {"fontManager": type("F", (), {"ttflist": fonts})})
        monkeypatch.setattr(plots_font, "matplotlib_part", lambda name: manager)
        monkeypatch.setattr(plots_font, "_has_chinese", lambda name: name in ("SimHei", "Aaa Kai"))
        assert plots_font.chinese_font() == "SimHei"
        monkeypatch.setattr(plots_font, "_has_chinese", lambda name: name in ("Aaa Kai", "Last Resort High-Efficiency"))
        assert plots_font.chinese_font() == "Aaa Kai"
        monkeypatch.setattr(plots_font, "_has_chinese", lambda name: name.startswith("Last"))
        assert plots_font.chinese_font() is None

    def test_a_font_without_chinese_or_no_font_at_all_is_not_taken(self, tmp_path: Path) -> None:
        matplotlib = pytest.importorskip("matplotlib")
        latin = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
        broken = tmp_path / "broken.ttf"
        broken.write_bytes(b"not a font")
        assert not plots_font._has_chinese(str(latin))
        assert not plots_font._has_chinese(str(broken))


def test_without_matplotlib_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"evalwright\[plots\]"):
        draw_plots(stats(talk("a")), tmp_path / "none")
    assert not (tmp_path / "none").exists()
