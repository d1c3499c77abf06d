"""Quantiles against published tables and closed forms."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.report import t_quantile
from evalwright.report.quantiles import normal_quantile


@pytest.mark.parametrize(
    ("p", "published"),
    [(0.5, 0.0), (0.975, 1.959963984540054), (0.995, 2.5758293035489004), (0.9, 1.2815515655446004)],
)
def test_normal_quantile_is_the_published_one(p: float, published: float) -> None:
    assert normal_quantile(p) == pytest.approx(published, abs=1e-12)


@pytest.mark.parametrize(
    ("p", "df", "published"),
    [
        (0.975, 3, 3.182),
        (0.975, 5, 2.571),
        (0.975, 9, 2.262),
        (0.975, 10, 2.228),
        (0.975, 30, 2.042),
        (0.975, 120, 1.980),
        (0.95, 10, 1.812),
        (0.995, 20, 2.845),
        (0.9995, 5, 6.869),
    ],
)
def test_t_quantile_is_the_one_in_the_printed_tables(p: float, df: int, published: float) -> None:
    assert t_quantile(p, df) == pytest.approx(published, abs=5.1e-4)


@pytest.mark.parametrize("p", [0.5000001, 0.6, 0.9, 0.975, 0.9999, 1 - 1e-9])
def test_one_two_and_four_degrees_of_freedom_have_closed_forms(p: float) -> None:
    odds = 2 * p - 1
    assert t_quantile(p, 1) == pytest.approx(1 / math.tan(math.pi * (1 - p)), rel=1e-9)
    assert t_quantile(p, 2) == pytest.approx(odds * math.sqrt(2 / (1 - odds * odds)), rel=1e-9)
    inner = 4 * p * (1 - p)
    cosine = math.cos(math.acos(math.sqrt(inner)) / 3) / math.sqrt(inner)
    assert t_quantile(p, 4) == pytest.approx(2 * math.sqrt(max(0.0, cosine - 1)), rel=1e-7, abs=1e-7)


def test_the_expansion_for_many_degrees_of_freedom_joins_without_a_step() -> None:
    below, above = t_quantile(0.975, 9_999.9999), t_quantile(0.975, 10_000)
    slope = (normal_quantile(0.975) ** 3 + normal_quantile(0.975)) / 4 / 10_000**2
    assert below - above == pytest.approx(slope * 1e-4, abs=1e-9)


@given(st.floats(1e-6, 1 - 1e-6), st.integers(1, 5000))
def test_t_is_symmetric_and_wider_than_the_normal(p: float, df: int) -> None:
    t = t_quantile(p, df)
    assert t == pytest.approx(-t_quantile(1 - p, df), rel=1e-6, abs=1e-9)
    assert abs(t) >= abs(normal_quantile(p)) - 1e-9


@pytest.mark.parametrize("p", [0.0, 1.0, -0.1, 2.0, math.nan])
def test_a_probability_outside_0_and_1_is_refused(p: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(p, 5)


def test_degrees_of_freedom_must_be_positive() -> None:
    with pytest.raises(ValueError, match="above 0"):
        t_quantile(0.9, 0)
