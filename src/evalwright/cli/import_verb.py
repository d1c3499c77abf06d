"""evalwright import: files of others in; conversations, items or samples out; what they were, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import UsageError
from evalwright.text import in_words, localized

from .forms import lang_option
from .import_evals import NAME as HOSTED_EVALS
from .import_evals import import_evals
from .output import json_option, result, say
from .paths import FileIn, FileOut, Verb

if TYPE_CHECKING:
    from evalwright.workbench import Imported, Redactor


@click.command("import", cls=Verb)
@click.argument("files", nargs=-1, required=True, type=FileIn(), metavar="FILE...")
@click.option("-o", "--out", type=FileOut(), default="-", metavar="OUT")
@click.option("--answers", multiple=True, type=FileIn(), metavar="FILE")
@click.option("--sample", type=click.IntRange(min=1), metavar="N")
@click.option("--by", default="tool,outcome", metavar="NAME[,NAME]", show_default=True)
@click.option("--seed", type=int, default=0, metavar="S", show_default=True)
@click.option("--redact", is_flag=True)
@click.option("--redact-key", type=FileIn(), metavar="FILE")
@click.option("--redact-names", multiple=True, type=FileIn(), metavar="FILE")
@click.option("--redact-addresses", multiple=True, type=FileIn(), metavar="FILE")
@click.option("--skip-bad-rows", is_flag=True)
@lang_option
@json_option
def command(
    files: tuple[str, ...],
    out: str,
    answers: tuple[str, ...],
    sample: int | None,
    by: str,
    seed: int,
    skip_bad_rows: bool,
    as_json: bool,
    **redaction: Any,
) -> None:
    """Turn FILE... into conversations, items or samples."""
    from evalwright.workbench import Sampling, import_files, is_hosted_file

    named = files[0] == HOSTED_EVALS and not Path(HOSTED_EVALS).exists()
    if named or (out != "-" and "-" not in files and all(map(is_hosted_file, files))):
        import_evals(files[named:], out, skip_bad_rows=skip_bad_rows, as_json=as_json)
        return
    done = import_files(
        files,
        out,
        answers=answers,
        skip_bad_rows=skip_bad_rows,
        redact=_redactor(**redaction),
        sample=None if sample is None else Sampling(sample, _names(by), seed),
    )
    for row in done.bad_rows:
        say(localized("common.left_out", row=row.words()))
    result(done.to_dict(), lambda: _import_summary(done, out), as_json=as_json and out != "-", to_stderr=out == "-")


def _names(by: str) -> tuple[str, ...]:
    found = tuple(name.strip() for name in by.split(",") if name.strip())
    if not found:
        raise UsageError.named("import.by")
    return found


def _redactor(
    redact: bool, redact_key: str | None, redact_names: tuple[str, ...], redact_addresses: tuple[str, ...]
) -> Redactor | None:
    """What replaces values, where any of its options is given; whether stand-ins can be made again is said."""
    if not (redact or redact_key or redact_names or redact_addresses):
        return None
    from evalwright.workbench import Redactor, new_redaction_key, read_redaction_key, read_value_list

    key = new_redaction_key() if redact_key is None else read_redaction_key(redact_key)
    if redact_key is None:
        say(localized("import.fresh_key"))
    names, addresses = (
        [value for path in paths for value in read_value_list(path)] for paths in (redact_names, redact_addresses)
    )
    return Redactor(key, names, addresses)


def _import_summary(done: Imported, out: str) -> str:
    return "\n".join(_summary_lines(done, out))


def _summary_lines(done: Imported, out: str) -> Iterator[str]:
    for shape, num in done.shapes.items():
        yield localized("import.read_as", shape=localized(f"import.shapes.{shape}"), num=num)
    (kind,) = done.kinds
    yield localized(f"import.done_{kind}", **{kind: getattr(done, kind)}, several=done.several, out=out)
    for why, num in sorted(done.unfair.items()):
        yield localized("import.unfair", num=num, why=in_words(why))
    yield from _trace_lines(done)
    for name, num in sorted(done.lost.items()):
        yield f"  {localized('import.lost', name=in_words(name), num=num)}"


def _trace_lines(done: Imported) -> Iterator[str]:
    """What became of spans, of a sample, and what was replaced."""
    if done.spans:
        yield f"  {localized('import.spans', spans=done.spans, merged=done.merged)}"
    if done.strata:
        of = sum(each["of"] for each in done.strata.values())
        kept = sum(each["kept"] for each in done.strata.values())
        yield f"  {localized('import.sampled', kept=kept, of=of, strata=len(done.strata), alike=done.near_duplicates)}"
    if done.redacted:
        listed = ", ".join(f"{localized(f'import.kinds.{kind}')} {num}" for kind, num in sorted(done.redacted.items()))
        yield f"  {localized('import.redacted', kinds=listed)}"
