"""Looking through a large file while its first items are asked already, where bad rows are to be skipped.

What a survey finds out of the whole file is not needed to ask an item: a bad row is passed over when it is met, and an
id that stands twice is put right when answers are scored, as that of a record that has moved. So both passes are one.
It is done for a new run of one file, of a task of ours, that servers answer: what is captured is found by its id, and
what a run holds already is compared before anything is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from evalwright.data import BadRow, IdSurvey, SharedTools, scan_records, sha256_of
from evalwright.models import Model
from evalwright.rundir import CONFIG
from evalwright.tasks import is_our_own, scorers_named

from .config import EvalConfig
from .datasets import DataFile
from .sources import begin_survey, finish_survey, look_at, pass_over

_LARGE = 16 * 1024 * 1024
"""Bytes of a file that takes a while; a smaller one is looked through first, as always."""
_SERVED = "openai_api"


def may_be_ongoing(config: EvalConfig, models: Sequence[Model], files: Sequence[DataFile]) -> bool:
    """Whether this evaluation may begin to ask before it has seen all of its data."""
    plain = config.skip_bad_rows and not config.limit and config.criteria is None and config.group_by is None
    alone = config.slice is None and not config.only_known and not (config.run / CONFIG).exists()
    return plain and alone and len(files) == 1 and _is_large(files[0]) and all(map(_is_served, models))


def _is_large(file: DataFile) -> bool:
    own = is_our_own(file.task) and not getattr(file.task, "marks", None) and not file.passing
    return own and os.path.isfile(file.path) and file.path.stat().st_size > _LARGE  # noqa: PTH113 (says no to any text)


def _is_served(model: Model) -> bool:
    return model.identity().get("kind") == _SERVED


class OngoingSurvey:
    """A file that is looked through as its items are asked for."""

    def __init__(self, config: EvalConfig, file: DataFile) -> None:
        self.source = begin_survey(file, config.copies, scorers_named(config.scorers))
        self.source.sha256 = sha256_of(file.path)
        self.source.rows = _estimated_rows(file)
        self.source.ongoing = self
        self.source.keeps = True
        self._noted = self.source.plan = IdSurvey()
        self._seen = 0
        self._passing = self._questions()

    def questions(self) -> Iterator[tuple[int, Any, Any]]:
        """Position, record and question of every item that can be asked and was not given yet."""
        return self._passing

    def finish(self) -> None:
        """Look through the rest; from then on the source is as any other."""
        for _ in self._passing:
            pass

    def _questions(self) -> Iterator[tuple[int, Any, Any]]:
        source, unusable = self.source, self.source.unusable
        # Nobody here changes a record, so that they may share their tools.
        for position, row in enumerate(scan_records(source.path, SharedTools().loads)):
            self._seen = position + 1
            problem = look_at(source, position, row)
            _, question = source.read.pop(position, ("", None))
            if problem is not None:
                pass_over(source, position, problem)
            elif position not in unusable and not isinstance(row, BadRow):
                yield position, source.record_in(row), question
        source.ongoing, source.keeps = None, False
        finish_survey(source, self._seen, self._noted)


def _estimated_rows(file: DataFile) -> int:
    """About how many rows there are, for those who wait: lines are counted, not read."""
    with file.path.open("rb") as stream:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b""))
