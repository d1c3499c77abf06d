"""The run directory: which file lies where, and what config.json says. Names from data cannot choose a path."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright._version import __version__
from evalwright.data import dumps_canonical, dumps_pretty, safe_name, write_atomic
from evalwright.errors import UsageError
from evalwright.models import Model
from evalwright.secrecy import redacted_tree, shown_settings

from .config import EvalConfig
from .sources import Source

if TYPE_CHECKING:
    from .judging import Judge


class RunDir:
    """Paths inside one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """Create the directory; UsageError where that cannot be."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise UsageError(f"{self.path} is a file", cure="Give a directory with -o") from None
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be made ({error.strerror})", cure="Give another with -o") from None

    def predictions(self, model: str, dataset: str, subset: str) -> Path:
        return self.path / "predictions" / safe_name(model) / f"{safe_name(f'{dataset}_{subset}')}.jsonl"

    def reviews(self, model: str, dataset: str, subset: str) -> Path:
        return self.path / "reviews" / safe_name(model) / f"{safe_name(f'{dataset}_{subset}')}.jsonl"

    def judgements(self, model: str, dataset: str, subset: str) -> Path:
        return self.path / "judgements" / safe_name(model) / f"{safe_name(f'{dataset}_{subset}')}.jsonl"

    def report(self, model: str, dataset: str) -> Path:
        return self.path / "reports" / safe_name(model) / f"{safe_name(dataset)}.json"

    def write_config(
        self, config: EvalConfig, models: Sequence[Model], sources: Sequence[Source], judge: Judge | None
    ) -> None:
        """Say what this run is: the resolved configuration, its digest, the data's hashes, versions. Never a key."""
        described = describe(config, models, sources, judge)
        with write_atomic(self.path / "config.json") as out:
            out.write(dumps_pretty(described))


def describe(
    config: EvalConfig, models: Sequence[Model], sources: Sequence[Source], judge: Judge | None
) -> dict[str, Any]:
    """The configuration as data; the digest covers all that decides the scores."""
    deciding: dict[str, Any] = {
        "models": [{"name": model.name, **model.identity()} for model in models],
        "generation": shown_settings(config.generation),
        "limit": config.limit,
        "repeats": config.copies,
        "data": [_described(source, config) for source in sources],
        "judge": _judge(judge, config),
    }
    deciding = redacted_tree(deciding)
    return {
        **deciding,
        "digest": hashlib.sha256(dumps_canonical(deciding)).hexdigest(),
        "asking": {
            "concurrency": config.concurrency or "adaptive",
            "tries": config.policy.tries,
            "timeout": config.policy.timeout,
            "deadline": config.policy.deadline,
        },
        "versions": {"evalwright": __version__, "python": platform.python_version()},
    }


def _described(source: Source, config: EvalConfig) -> dict[str, Any]:
    return {
        "task": source.task.name,
        "dataset": source.dataset,
        "subset": source.subset,
        "path": str(source.path),
        "sha256": source.sha256,
        "rows": source.rows,
        "bad_rows": len(source.bad_rows),
        "options": config.options_for(source.task.name),
    }


def _judge(judge: Judge | None, config: EvalConfig) -> dict[str, Any] | None:
    if judge is None:
        return None
    return {
        "strategy": str(config.strategy),
        **judge.model.identity(),
        "score_type": judge.rules.score_type,
        "generation": shown_settings(dict(judge.settings)),
    }
