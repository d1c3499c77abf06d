"""An audit as one self-contained page: no script, no outside address, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from evalwright.text import in_words, localized, localized_section, resource_text

from .finding import Finding, visible
from .result import Audit

_SHOWN = 500
"""Findings of one rule on the page; the rest are in the JSON document."""


def html_page(audit: Audit) -> str:
    """The page."""
    return "".join(_audit_page_parts(audit))


def _audit_page_parts(audit: Audit) -> Iterator[str]:
    words = localized_section("audit.page")
    title = escape(words["title"])
    yield f'<!doctype html>\n<html lang="{localized("languages.html")}"><head><meta charset="utf-8">\n'
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
    yield f"<style>\n{resource_text(__package__, 'page.css')}</style></head>\n"
    yield f"<body>\n<h1>{title}</h1>\n<p>{_escape_visible(', '.join(audit.files), 2000)}</p>\n"
    yield f"<p>{escape(_numbers(audit))}</p>\n"
    if audit.summary["rules"]:
        yield from _overview(audit, words)
    for name in audit.summary["rules"]:
        yield from _details(name, audit)
    yield "</body></html>\n"


def _overview(audit: Audit, words: Mapping[str, str]) -> Iterator[str]:
    """The rules that found something, one a row."""
    columns = (words[name] for name in ("rule", "severity", "findings", "conversations", "about"))
    yield f"<table><thead><tr>{_headers(columns)}</thead><tbody>\n"
    for name, numbers in audit.summary["rules"].items():
        severity = localized(f"audit.severity.{numbers['severity']}")
        yield f'<tr><td><code>{_escape_visible(name)}</code><td class="{numbers["severity"]}">{severity}'
        yield f'<td class="n">{numbers["findings"]:,}<td class="n">{numbers["conversations"]:,}'
        yield f"<td>{_escape_visible(in_words(audit.about.get(name, name)))}</tr>\n"
    yield "</tbody></table>\n"


def _numbers(audit: Audit) -> str:
    summary = audit.summary
    found = {"errors": summary["errors"], "warnings": summary["warnings"], "remarks": summary["infos"]}
    read = {"conversations": audit.conversations, "messages": audit.messages, "calls": audit.calls}
    return localized("audit.page.numbers", clean=audit.clean, **read, **found)


def _headers(columns: Iterable[str]) -> str:
    return "".join(f"<th>{escape(column)}" for column in columns)


def _details(name: str, audit: Audit) -> Iterator[str]:
    found = audit.of(name)
    severity = audit.severities[name]
    yield f'<details{" open" if severity == "error" else ""}><summary class="{severity}">{_escape_visible(name)}: '
    yield f"{audit.counts[name]:,}</summary>\n"
    columns = (localized(f"audit.page.{name}") for name in ("where", "conversation", "place", "what"))
    yield f"<table><thead><tr>{_headers(columns)}</thead><tbody>\n"
    for finding in found[:_SHOWN]:
        yield _finding_row(finding)
    yield "</tbody></table>\n"
    left = audit.counts[name] - min(len(found), _SHOWN)
    more = escape(localized("audit.page.more", num=left))
    yield f"<p>{more}</p></details>\n" if left else "</details>\n"


def _finding_row(finding: Finding) -> str:
    where = finding.file if finding.line is None else f"{finding.file}:{finding.line}"
    cells = (where, finding.conversation or "", finding.path, in_words(finding.text))
    return "<tr>" + "".join(f"<td>{_escape_visible(cell)}" for cell in cells) + "</tr>\n"


def _escape_visible(text: str, length: int = 600) -> str:
    """A text from outside: seen, never obeyed."""
    return escape(visible(text, length))
