"""A real browser for the pages: Debian's Chromium, driven by Playwright. Without either the tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
]


@dataclass
class Watched:
    """What a page did that a page of ours must not do, and every address it asked for."""

    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def others(self, *origins: str) -> list[str]:
        """The requests that went to none of these origins."""
        return [address for address in self.requests if not address.startswith((*origins, "data:"))]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for all tests of a session."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright for Python is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page with a context of its own: `new_page(width=360, dark=True)`; its `watched` notes what it does."""
    contexts = []

    def make(width: int = 1200, height: int = 900, *, dark: bool = False, **more: Any) -> Any:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **more)
        contexts.append(context)
        page = context.new_page()
        page.watched = watched = Watched()
        page.on("console", lambda said: said.type in ("error", "warning") and watched.problems.append(said.text))
        page.on("pageerror", lambda error: watched.problems.append(str(error)))
        page.on("request", lambda request: watched.requests.append(request.url))
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """A page of the usual size, in light colours."""
    return new_page()
