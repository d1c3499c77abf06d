"""A large file is looked through while it is asked, and nothing that is left behind tells which of both was done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.errors import InputError
from evalwright.run import ongoing_survey
from tests.conftest import write_jsonl
from tests.e2e.test_parts import contents
from tests.server import FaultServer, item

COUNT = 34
MORE: dict[str, Any] = {"repeats": 2, "concurrency": 3}


@pytest.fixture
def items(tmp_path: Path) -> Path:
    """Items with repeated, missing and numeric ids, one that fails, one without gold, and lines that are none."""
    rows: list[Any] = [item(f"i{n}", "status:400" if n == 7 else "ok") for n in range(COUNT)]
    rows[30]["id"] = "i2"
    rows[31]["id"] = "9"
    for place in (9, 20):
        rows[place].pop("id")
    rows[12]["expected_output"] = {"tool_calls": [{"function": {"name": "f", "arguments": "{"}}]}
    path = write_jsonl(tmp_path / "items.jsonl", rows)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n{torn\n", 3))
    return path


def config(items: Path, server: FaultServer, run: Path, **more: Any) -> EvalConfig:
    options: dict[str, Any] = {"models": ("m", "n"), "skip_bad_rows": True, "retry_wait": 0.01, **more}
    return EvalConfig(data=(str(items),), api_url=server.url, run=run, **options)


def test_the_files_are_the_same(
    items: Path, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate(config(items, server, tmp_path / "first-run", **MORE))
    monkeypatch.setattr(ongoing_survey, "_LARGE", 0)
    seen: list[int] = []
    monkeypatch.setattr(ongoing_survey.OngoingSurvey, "finish", _noting(seen, ongoing_survey.OngoingSurvey.finish))
    evaluate(config(items, server, tmp_path / "other-run", **MORE))
    assert seen
    assert contents(tmp_path / "other-run") == contents(tmp_path / "first-run")
    asked = len(server.ledger)
    evaluate(config(items, server, tmp_path / "other-run", **MORE))
    assert len(server.ledger) - asked <= 4 * MORE["repeats"], "only what failed is asked again"


def test_the_first_is_asked_before_the_last_row_was_seen(
    items: Path, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ongoing_survey, "_LARGE", 0)
    asked_at: list[int] = []
    look_at = ongoing_survey.look_at
    monkeypatch.setattr(
        ongoing_survey, "look_at", lambda *given: (asked_at.append(len(server.ledger)), look_at(*given))[1]
    )
    evaluate(config(items, server, tmp_path / "run", models=("m",), concurrency=1))
    assert asked_at[-1] > 0


def test_a_file_of_bad_rows_alone_is_refused_and_leaves_nothing(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ongoing_survey, "_LARGE", 0)
    items = write_jsonl(tmp_path / "items.jsonl", [item("a")])
    items.write_bytes(items.read_bytes()[:-9] + b"\n")
    with pytest.raises(InputError):
        evaluate(config(items, server, tmp_path / "run", task="next_call"))
    assert not (tmp_path / "run").exists() and not server.ledger


def _noting(seen: list[int], finish: Any) -> Any:
    def noted(self: Any) -> None:
        seen.append(1)
        finish(self)

    return noted
