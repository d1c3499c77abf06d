"""What every page begins with: nothing allowed from outside, and from inside only what is allowed by its hash."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from evalwright.text import resource_text

from .safe import markup


def asset(name: str) -> str:
    """The text of a style sheet or script of ours."""
    return resource_text(__package__, f"assets/{name}")


def head(title: str, lang: str, *, script: str | None = None) -> Iterator[str]:
    """The head of a page with our style sheet and, where one is given, this script allowed."""
    style = asset("report.css")
    scripts = f"script-src {_allowed(script)}; " if script else ""
    policy = (
        f"default-src 'none'; style-src {_allowed(style)}; {scripts}img-src data:; base-uri 'none'; form-action 'none'"
    )
    yield f'<!doctype html>\n<html lang="{"zh-Hans" if lang == "zh" else lang}"><head><meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
    yield f"<title>{markup(title)}</title>\n<style>{style}</style></head>\n"


def _allowed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
