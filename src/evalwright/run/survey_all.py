"""The first look at all data of an evaluation: before anything is asked, or while it is where that changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evalwright.models import Model
from evalwright.tasks import scorers_named

from .config import EvalConfig
from .datasets import data_files
from .sources import Source, survey


def surveyed(config: EvalConfig, paths: Sequence[Path], asked: Sequence[Model] = ()) -> list[Source]:
    """All sources of an evaluation, each looked through once.

    `asked`: who is asked by this process alone; a large file is then looked through while they are, where it may be.
    """
    files = data_files(config, paths)
    if asked and config.skip_bad_rows:
        from .ongoing_survey import OngoingSurvey, may_be_ongoing

        if may_be_ongoing(config, asked, files):
            return [OngoingSurvey(config, files[0]).source]
    return [
        survey(
            file,
            limit=config.limit,
            copies=config.copies,
            skip_bad_rows=config.skip_bad_rows,
            scorers=scorers_named(config.scorers),
            group_by=config.group_by,
            criteria=config.testing_criteria(),
            part=config.slice,
        )
        for file in files
    ]
