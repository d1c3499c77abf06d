"""evalwright audit: check anyone's conversations, with no model; findings in words, as JSON or as a page."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.errors import OK, THRESHOLD_MISSED

from .output import json_option, result, say

if TYPE_CHECKING:
    from evalwright.data import Audit

_SHOWN = 5
_DRAW_SECONDS, _PLAIN_SECONDS = 0.25, 10.0
_COUNTED_BYTES = 4_000_000
"""Smaller files are done before anybody would look at a progress line."""


@click.command("audit", short_help="Check conversations: shape, schema, protocol, grounding, leakage.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--against", metavar="OTHER", help="A file that must share no user, order or wording with these.")
@click.option("--rule", "rules", multiple=True, metavar="NAME", help="Run only this rule (repeatable).")
@click.option("--ignore", multiple=True, metavar="NAME", help="Leave this rule out (repeatable).")
@click.option("--free-form", multiple=True, metavar="TOOL.PARAM", help="A parameter that is composed, not copied.")
@click.option("--html", metavar="PAGE", help="Also write the findings as a self-contained page.")
@click.option("--max-findings", default=5000, show_default=True, help="Findings kept per rule (0: all); all count.")
@json_option
def command(
    files: tuple[str, ...],
    against: str | None,
    rules: tuple[str, ...],
    ignore: tuple[str, ...],
    free_form: tuple[str, ...],
    html: str | None,
    max_findings: int,
    as_json: bool,
) -> int:
    """Check every conversation of FILE... and name each fault with its place.

    Exit code 1 where an error is found. The rules are listed in docs/audit-rules.md.
    """
    from evalwright.data import audit

    progress = _Progress(files)
    done = audit(
        files,
        against=against,
        rules=rules,
        ignore=ignore,
        free_form=_free_form(free_form),
        limit=max(max_findings, 0),
        progress=progress.tick if progress.total else None,
    )
    progress.end()
    if html:
        _write_page(html, done)
    result(done.to_dict(), lambda: _words(done), as_json=as_json)
    return THRESHOLD_MISSED if done.errors else OK


def _free_form(given: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in given:
        tool, dot, name = text.rpartition(".")
        if not dot or not tool or not name:
            raise click.UsageError(f"--free-form wants TOOL.PARAM, not {text!r}")
        found.setdefault(tool, []).append(name)
    return found


def _write_page(path: str, done: Audit) -> None:
    from evalwright.data import write_atomic

    with write_atomic(path) as stream:
        stream.write(done.to_html().encode("utf-8", "backslashreplace"))
    say(f"page: {path}")


def _words(done: Audit) -> str:
    """The result for people: the numbers, then by rule what was found, the first few with their places."""
    from evalwright.data import visible

    lines = [f"{done.conversations:,} conversations, {done.messages:,} messages, {done.calls:,} calls"]
    shown: dict[str, list[str]] = {}
    for finding in done.findings:
        kept = shown.setdefault(finding.rule, [])
        if len(kept) < _SHOWN:
            where = finding.file if finding.line is None else f"{finding.file}:{finding.line}"
            kept.append(
                f"    {visible(where, 200)} {visible(finding.path, 160)}".rstrip() + f"  {visible(finding.text)}"
            )
    for name, numbers in done.summary["rules"].items():
        count, touched = numbers["findings"], numbers["conversations"]
        inside = f" in {touched:,} conversations" if touched else ""
        lines.append(f"{numbers['severity']:>7}  {name}: {count:,}{inside}")
        lines += shown.get(name, [])
        if count > _SHOWN:
            lines.append(f"    and {count - _SHOWN:,} more (--json lists them)")
    lines += [f"a bound was reached: beyond it, {name} are not checked" for name in done.full]
    return "\n".join([*lines, _verdict(done)])


def _verdict(done: Audit) -> str:
    found = done.by_severity()
    numbers = f"{found['error']:,} errors, {found['warning']:,} warnings, {found['info']:,} remarks"
    return f"{numbers}; {done.clean:,} of {done.conversations:,} conversations without an error"


class _Progress:
    """A line on standard error for long files: done, rate, time left; drawn again on a terminal."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.total = _rows(files)
        self._started = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._due = self._started + (_DRAW_SECONDS if self._terminal else _PLAIN_SECONDS)
        self._drawn = False

    def tick(self, done: int) -> None:
        """So many conversations are done."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + (_DRAW_SECONDS if self._terminal else _PLAIN_SECONDS)
        self._drawn = True
        rate = done / (now - self._started)
        left = f"  left {max(self.total - done, 0) / rate:.0f} s" if rate else ""
        line = f"audit: {done:,}/{self.total:,}  {rate:,.0f}/s{left}"
        if self._terminal:
            filled = round(min(done / self.total, 1.0) * 24)
            print(f"\r\x1b[K{'━' * filled}{'╌' * (24 - filled)}  {line}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the line away."""
        if self._drawn and self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _rows(files: tuple[str, ...]) -> int:
    """The lines of the files, where there are enough of them to wait for."""
    paths = [Path(name) for name in files]
    if not all(path.is_file() for path in paths) or sum(path.stat().st_size for path in paths) < _COUNTED_BYTES:
        return 0
    return sum(_lines(path) for path in paths)


def _lines(path: Path) -> int:
    with path.open("rb") as stream:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b""))
