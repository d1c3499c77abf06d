"""The line that long work shows of itself fits any terminal, and tells the most wanted first."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.text import StatusLine, cut, terminal_columns, width
from evalwright.text.status_line import fitted_status

FACTS = st.lists(st.text("abc 019/通义千问，é\u0301", min_size=1, max_size=60), min_size=1, max_size=8)


@given(st.floats(-1, 2), FACTS, st.integers(20, 200))
def test_no_status_is_wider_than_its_terminal(share: float, facts: list[str], columns: int) -> None:
    assert width(fitted_status(share, facts, columns)) <= columns


def test_bar_done_rate_and_time_come_before_all_else() -> None:
    facts = ["70/155", "12/s", "left 7 s", "score ≈0.42", "errors 1", "tuned eval"]
    assert fitted_status(0.45, facts, 19) == "━━━╌╌╌ 70/155  12/s"
    assert fitted_status(0.45, facts, 36) == "━━━━╌╌╌╌  45% 70/155  12/s  left 7 s"
    assert fitted_status(0.45, facts, 79).endswith("  score ≈0.42  errors 1  tuned eval")
    assert "╌" in fitted_status(0.45, facts, 79)


def test_chinese_counts_two_columns_where_a_text_is_cut() -> None:
    assert cut("通义千问", 8) == "通义千问"
    assert cut("通义千问", 7) == "通义千…"
    assert cut("通义千问", 6) == "通义…"


def test_a_pipe_has_no_width_unless_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert terminal_columns(io.StringIO()) is None
    monkeypatch.setenv("COLUMNS", "61")
    assert terminal_columns(io.StringIO()) == 61
    for nonsense in ("0", "-3", "wide", "８０"):
        monkeypatch.setenv("COLUMNS", nonsense)
        assert terminal_columns(io.StringIO()) is None


def test_where_there_is_no_terminal_lines_are_whole() -> None:
    out = io.StringIO()
    line = StatusLine(out)
    line.draw(0.5, ["m: 1/2", "3/s", "a fact that is rather long" * 5])
    line.clear()
    assert out.getvalue() == "m: 1/2  3/s  " + "a fact that is rather long" * 5 + "\n"


def test_a_terminal_that_was_made_smaller_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    line = StatusLine(out)
    for columns in ("90", "30"):
        monkeypatch.setenv("COLUMNS", columns)
        line.draw(0.5, ["70/155", "12/s", "left 7 s", "score ≈0.42", "tuned eval"])
    wide, narrow = out.getvalue().split("\r\x1b[K")[1:]
    assert 30 < width(wide) < 90
    assert width(narrow) < 30
