"""Importing files: each is recognised by its first rows, given to the importer of its shape, and what comes of all of
them is written as a whole or not at all: conversations, items or samples, never two kinds in one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import BadRow, as_file, check_outputs, dumps, label_of, write_atomic
from evalwright.errors import InputError

from ..redaction import Redactor
from .bfcl import answers_beside
from .result import Imported
from .sampling import Sampling
from .shape import ImportFile, ImportRun, Made, Shape


def import_files(
    files: Sequence[str | Path],
    out: str | Path,
    *,
    answers: Sequence[str | Path] = (),
    skip_bad_rows: bool = False,
    redact: Redactor | None = None,
    sample: Sampling | None = None,
) -> Imported:
    """Write what the rows of all files stand for to `out`: conversations, items or samples.

    The first row that cannot be used is an InputError; with `skip_bad_rows` it is left out and listed. Of the records,
    `sample` says which are kept, and `redact` replaces what is secret or personal in those.
    """
    check_outputs([*files, *answers, *(found for path in files for found in answers_beside(path))], [out])
    run = ImportRun(answers=answers)
    with ExitStack() as stack:
        given = [ImportFile(stack.enter_context(as_file(path)), label_of(path)) for path in files]
        stream = stack.enter_context(write_atomic(out))
        records = _good_records(run.done, _made_records(given, run), skip_bad_rows=skip_bad_rows)
        for record in sample(records, run.done) if sample is not None else records:
            _count(run.done, record)
            stream.write(dumps(record if redact is None else redact.redact(record)) + b"\n")
        run.done.redacted.update(redact.replaced if redact is not None else {})
        _check_kinds(run.done, given[0].label)
    return run.done


def _made_records(files: Sequence[ImportFile], run: ImportRun) -> Iterator[Made]:
    """What the importers make of the files, those of one shape together."""
    from .table import shape_of

    by_shape: dict[str, tuple[Shape, list[ImportFile]]] = {}
    for file in files:
        shape = shape_of(file)
        by_shape.setdefault(shape.name, (shape, []))[1].append(file)
    for name, (shape, group) in by_shape.items():
        run.done.shapes[name] = 0
        for made in shape.read(group, run):
            run.done.shapes[name] += isinstance(made, dict)
            yield made


def _good_records(done: Imported, records: Iterator[Made], *, skip_bad_rows: bool) -> Iterator[JsonObject]:
    """The records; bad rows are put aside or end the import."""
    for made in records:
        if not isinstance(made, BadRow):
            yield made
        elif skip_bad_rows:
            done.bad_rows.append(made)
        else:
            raise made.as_error()


def _check_kinds(done: Imported, label: str) -> None:
    if not done.kinds and not done.bad_rows:
        raise InputError.named("import.empty", path=label)
    if not done.kinds:
        raise InputError.named("import.nothing", path=label, row=done.bad_rows[0].words())
    if len(done.kinds) > 1:
        raise InputError.named("import.mixed", path=label)


def _count(done: Imported, record: JsonObject) -> None:
    if "expected_output" in record:
        done.items += 1
        done.several += _has_several(record.get("argument_rules", ()))
        if "unfair" in record:
            done.unfair[record["unfair"]] += 1
    elif "messages" in record:
        done.conversations += 1
    else:
        done.samples += 1


def _has_several(argument_rules: Sequence[dict[str, list[Any]]]) -> bool:
    """Whether another value, or none, is as right as an expected one."""
    rules = (rule for of_call in argument_rules for rules in of_call.values() for rule in rules)
    return any(isinstance(rule, dict) for rule in rules)
