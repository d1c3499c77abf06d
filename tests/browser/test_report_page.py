"""report.html in a real browser: it opens, shows failures, fits a phone, a dark room and paper, and fetches nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.report.html import write_html

from ..report.html_help import call, make_run, review
from ..report.test_html import item, some_reviews
from ..report.test_html_hostile import harmful, hostile_run

NewPage = Callable[..., Any]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    reviews = {"base": some_reviews(0), "tuned": some_reviews(3)}
    items = [item(each["id"], at) for at, each in enumerate(reviews["base"])]
    return write_html(make_run(tmp_path_factory.mktemp("page") / "run", reviews, items=items)).as_uri()


def open_failure(page: Any, identifier: str) -> Any:
    """Open a failure as a reader does, by two clicks."""
    failure = page.locator("details.failure").filter(has_text=identifier).first
    failure.locator("xpath=..").locator("> summary").click()
    failure.locator("> summary").click()
    return failure


def test_it_opens_without_an_error_or_a_request(page: Any, report: str) -> None:
    page.goto(report)
    assert page.title() == "run · Evaluation report"
    assert page.locator("td.score").count() == 8
    assert page.watched.problems == []
    assert page.watched.requests == [report]


def test_a_failure_shows_its_difference_and_marks_the_source_in_the_conversation(page: Any, report: str) -> None:
    page.goto(report)
    failure = open_failure(page, "c0#4")
    row = failure.locator(".differences tbody tr")
    assert row.locator("td").all_inner_texts()[0].startswith("id")
    assert row.locator("mark.expected").inner_text() == "X4"
    failure.locator(".conversation > summary").click()
    said = failure.locator(".message.user .text")
    assert said.inner_text() == "My order is X4, not Y."
    assert said.locator("mark.expected").inner_text() == "X4"
    assert said.locator("mark.given").inner_text() == "Y"
    assert page.watched.problems == []


def test_the_filter_keeps_what_holds_the_text(page: Any, report: str) -> None:
    page.goto(report)
    page.locator("input[type=search]").fill("c0#4")
    shown = page.locator("details.failure:visible > summary")
    assert shown.count() > 0
    assert all("c0#4" in text for text in shown.all_inner_texts())
    page.locator("input[type=search]").fill("")
    assert page.locator("details.group:visible").count() == page.locator("details.group").count()


def test_a_phone_never_scrolls_sideways(new_page: NewPage, report: str) -> None:
    page = new_page(360, 740)
    page.goto(report)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.wait_for_selector(".shown")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    outside = page.evaluate("""() => [...document.querySelectorAll("body *")].filter((each) =>
        each.getBoundingClientRect().right > 361 && !each.closest(".scroll"))
        .map((each) => each.outerHTML.slice(0, 80))""")
    assert outside == []


def test_it_is_dark_in_a_dark_room_and_light_in_a_light_one(new_page: NewPage, report: str) -> None:
    colours = []
    for dark in (False, True):
        page = new_page(dark=dark)
        page.goto(report)
        colours.append(
            page.evaluate("""() => ["backgroundColor", "color"].map((name) =>
            getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).reduce((sum, each) => sum + +each, 0))""")
        )
    (light_back, light_text), (dark_back, dark_text) = colours
    assert light_back > 600 > 200 > light_text
    assert dark_back < 200 < 600 < dark_text


def test_on_paper_every_failure_is_open(page: Any, report: str) -> None:
    page.goto(report)
    pdf = page.pdf()
    assert pdf.startswith(b"%PDF")
    failures = page.locator("details.failure").count()
    assert page.locator("details.failure[open] > .shown").count() == failures > 0


def test_without_scripts_numbers_pictures_and_reasons_can_be_read(new_page: NewPage, report: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(report)
    assert page.locator("td.score:visible").count() == 8
    assert page.locator("figure svg:visible").count() > 4
    assert page.locator("noscript").inner_text().startswith("Scripts are off")
    page.locator("details.group > summary").first.click()
    assert page.locator("details.failure:visible").count() > 0


def test_hostile_text_stays_text(page: Any, tmp_path: Path) -> None:
    address = write_html(hostile_run(tmp_path / "run", harmful)).as_uri()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(address)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.evaluate("document.querySelectorAll('details.conversation').forEach((each) => { each.open = true; })")
    page.wait_for_selector(".message")
    page.wait_for_timeout(300)
    assert page.locator(".message").count() > 1000
    assert page.evaluate("document.pwned") is None
    foreign = "img, iframe, object, embed, base, form, video, audio, math, template, body style, [style], [onerror]"
    assert page.locator("a:not([href^='#f'])").count() == 0
    assert page.locator(foreign).count() == 0
    assert page.locator("script").count() == 2
    assert dialogs == []
    assert page.watched.problems == []
    assert page.watched.requests == [address]


def test_fifty_thousand_answers_open_within_two_seconds(page: Any, tmp_path: Path) -> None:
    reviews = []
    for at in range(50_000):
        expected = call(f"tool_{at % 30}", {"order_id": f"W{at}", "note": "很长的说明 " * 20})
        reviews.append(review(f"c{at // 10}#{at % 10}", "wrong_arguments", expected, call(f"tool_{at % 30}", {})))
    path = write_html(make_run(tmp_path / "run", {"m": reviews}))

    def opened_in() -> float:
        start = time.perf_counter()
        page.goto(path.as_uri())
        page.locator("details.group > summary").first.click()
        page.locator("details.failure:visible > summary").first.click()
        page.wait_for_selector(".shown")
        return time.perf_counter() - start

    # Other work on the machine may take the processor for a while, but hardly five times in a row.
    assert any(opened_in() < 2 for _ in range(5))
