"""evalwright audit: check anyone's conversations, with no model; findings in words, as JSON or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.errors import OK, THRESHOLD_MISSED, InputError, UsageError
from evalwright.text import in_words, localized

from .counting import Counting
from .forms import lang_option
from .output import json_option, result, say
from .paths import FileIn, FileOut, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.executor import Executor
    from evalwright.workbench import Audit, Rule

_SHOWN = 5
_SEVERITY = 7
"""The columns of the longest, `warning`."""
_COUNTED_BYTES = 4_000_000
"""Smaller files are done before anybody would look at a progress line."""


@click.command("audit", cls=Verb)
@click.argument("files", type=FileIn(), nargs=-1, required=True, metavar="FILE...")
@click.option("--against", type=FileIn(), metavar="OTHER")
@click.option("--rule", "rules", multiple=True, metavar="NAME")
@click.option("--ignore", multiple=True, metavar="NAME")
@click.option("--free-form", multiple=True, metavar="TOOL.PARAM")
@click.option("--env", "environment", metavar="NAME")
@click.option("--env-seed", default=0, show_default=True)
@click.option("--rules-from", type=FileIn(), metavar="FILE")
@click.option("--html", type=FileOut(), metavar="PAGE")
@click.option("--max-findings", default=5000, show_default=True)
@workers_options
@lang_option
@json_option
def command(
    files: tuple[str, ...],
    against: str | None,
    rules: tuple[str, ...],
    ignore: tuple[str, ...],
    free_form: tuple[str, ...],
    environment: str | None,
    env_seed: int,
    rules_from: str | None,
    html: str | None,
    max_findings: int,
    as_json: bool,
    workers: Executor,
) -> int:
    """Check every conversation of FILE... and name each fault with its place."""
    from evalwright.workbench import audit

    total = _count_rows(files)
    counting = Counting("audit", total)
    done = audit(
        files,
        against=against,
        rules=rules,
        ignore=ignore,
        free_form=_free_form(free_form),
        limit=max(max_findings, 0),
        progress=counting.tick if total else None,
        extra_rules=_more_rules(environment, env_seed, rules_from, rules),
        workers=workers,
    )
    counting.end()
    if html:
        _write_page(html, done)
    result(done.to_dict(), lambda: _audit_summary(done), as_json=as_json)
    return THRESHOLD_MISSED if done.errors else OK


def _more_rules(environment: str | None, seed: int, path: str | None, named: tuple[str, ...]) -> list[Rule]:
    """The rules of later rooms: those that need an environment or a file of rules where there is one, else the rest."""
    if environment is None and path is None and not named:
        return []
    from evalwright.synth import environment_rules, every_rule, file_rules, lone_rules

    if environment is not None:
        return environment_rules(environment, seed, path)
    alone = lone_rules()
    if path is not None:
        return [*alone, *file_rules(path)]
    for rule in every_rule():
        if rule.name in named and rule.family in ("policy", "replay"):
            policy = rule.family == "policy"
            raise UsageError.named("audit.needs_rules" if policy else "audit.needs_environment", name=rule.name)
    return alone


def _free_form(given: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in given:
        tool, dot, name = text.rpartition(".")
        if not dot or not tool or not name:
            raise click.UsageError(localized("usage_line.free_form", text=repr(text)))
        found.setdefault(tool, []).append(name)
    return found


def _write_page(path: str, done: Audit) -> None:
    from evalwright.data import write_atomic

    with write_atomic(path) as stream:
        stream.write(done.to_html().encode("utf-8", "backslashreplace"))
    say(localized("common.page", path=path))


def _audit_summary(done: Audit) -> str:
    """The result for people: the numbers, then by rule what was found, the first few with their places."""
    from evalwright.workbench import visible

    lines = [localized("audit.read", conversations=done.conversations, messages=done.messages, calls=done.calls)]
    shown: dict[str, list[str]] = {}
    for finding in done.findings:
        kept = shown.setdefault(finding.rule, [])
        if len(kept) < _SHOWN:
            where = finding.file if finding.line is None else f"{finding.file}:{finding.line}"
            kept.append(
                f"    {visible(where, 200)} {visible(finding.path, 160)}".rstrip()
                + f"  {visible(in_words(finding.text))}"
            )
    for name, numbers in done.summary["rules"].items():
        count, touched = numbers["findings"], numbers["conversations"]
        told = localized(
            "audit.rule_line_in" if touched else "audit.rule_line", rule=name, count=count, touched=touched
        )
        lines.append(f"{severity_column(numbers['severity'])}  {told}")
        lines += shown.get(name, [])
        if count > _SHOWN:
            lines.append(f"    {localized('common.and_more_json', num=count - _SHOWN)}")
    lines += [localized("common.bound_checked", name=bound_in_words(name)) for name in done.full]
    return "\n".join([*lines, _verdict(done)])


def severity_column(severity: str) -> str:
    """How bad a finding is, in words, set to the right of its column."""
    from evalwright.text import width

    said = localized(f"audit.severity.{severity}")
    return " " * (_SEVERITY - width(said)) + said


def bound_in_words(name: str) -> str:
    """What is no longer looked at beyond a bound."""
    return localized(f"audit.bounds.{name.replace(' ', '_')}")


def _verdict(done: Audit) -> str:
    found = done.by_severity()
    numbers = {"errors": found["error"], "warnings": found["warning"], "remarks": found["info"]}
    return localized("audit.verdict", clean=done.clean, conversations=done.conversations, **numbers)


def _count_rows(files: tuple[str, ...]) -> int:
    """The rows of the files, where there are enough of them to wait for."""
    paths = [Path(name) for name in files]
    try:
        if not all(path.is_file() for path in paths) or sum(path.stat().st_size for path in paths) < _COUNTED_BYTES:
            return 0
        from evalwright.data import split_file

        return sum(split.rows for name in files for split in split_file(name).splits)
    except (OSError, InputError):
        return 0  # whoever reads it says what is wrong with it
