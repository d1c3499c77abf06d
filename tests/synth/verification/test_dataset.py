"""Proving a directory: as it was written it passes, and whatever is changed in it is found and named."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalwright.data import dumps, dumps_pretty
from evalwright.errors import EvalwrightError
from evalwright.synth import Verified, row_digest, verify

from ...conftest import Run
from ..checks.talk import SEED, SIZES, Record, cancelling, cancelling_in_chinese, exchanging, handed_over, shop

ROWS = {
    "train.jsonl": [cancelling().record(), exchanging().record(), cancelling_in_chinese().record()],
    "valid.jsonl": [handed_over().record(), handed_over("zh").record() | {"id": "hand-over-zh"}],
    "negatives.jsonl": [{"id": "twin", "prompt": [], "chosen": [{"role": "user", "content": "a"}], "rejected": []}],
}


def write(folder: Path, rows: dict[str, list[Any]] = ROWS) -> Path:
    """A directory as a synthesis leaves it."""
    folder.mkdir(exist_ok=True)
    files = {}
    for name, records in rows.items():
        written = b"".join(dumps(record) + b"\n" for record in records)
        (folder / name).write_bytes(written)
        files[name] = {
            "sha256": hashlib.sha256(written).hexdigest(),
            "rows": len(records),
            "digests": [row_digest(record) for record in records],
        }
    manifest = {
        "format": 1,
        "evalwright": "0",
        "source": {"kind": "shop", "text": "shop"},
        "environment": {
            "name": "shop",
            "seed": SEED,
            "options": SIZES,
            "locales": {lang: shop(lang).hash() for lang in ("en", "zh")},
        },
        "seed": SEED,
        "n": 5,
        "simulated": False,
        "files": files,
    }
    (folder / "manifest.json").write_bytes(dumps_pretty(manifest))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "data")


def rewrite(folder: Path, name: str, records: list[Any]) -> None:
    (folder / name).write_bytes(b"".join(dumps(record) + b"\n" for record in records))


def alter_manifest(folder: Path, alter: Callable[[Record], Any]) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    alter(manifest)
    path.write_bytes(dumps_pretty(manifest))


def errors(done: Verified) -> list[str]:
    return [found.rule for found in done.findings if found.severity == "error"]


def test_a_directory_as_it_was_written_is_proved(folder: Path) -> None:
    done = verify(folder)
    assert errors(done) == []
    assert (done.ok, done.rows, done.replayed) == (True, 5, True)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every value in a record."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        yield from leaves(inner, (*path, key))
    if not isinstance(value, dict | list):
        yield path


def altered(value: Any, how: int) -> Any:
    """Another value than this one."""
    if isinstance(value, bool) or value is None:
        return [not value, "x", 0.5][how % 3]
    if isinstance(value, int | float):
        return [value + 1, str(value), None][how % 3]
    if not value:
        return "x"
    at = how % len(value)
    other = "x" if value[at] != "x" else "y"
    return [value[:at] + other + value[at + 1 :], value + " ", value[:at] + value[at + 1 :], None][how % 4]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("shared") / "data")


PLACES = [(name, line, path) for name, rows in ROWS.items() for line, row in enumerate(rows) for path in leaves(row)]
OUTSIDE_TOOLS = [place for place in PLACES if "tools" not in place[2]]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from(OUTSIDE_TOOLS) | st.sampled_from(PLACES), how=st.integers(0, 10_000))
def test_any_one_value_that_is_changed_is_found_and_its_line_named(
    shared: Path, place: tuple[str, int, tuple[Any, ...]], how: int
) -> None:
    name, line, path = place
    rows = json.loads(json.dumps(ROWS[name]))  # copies that share nothing
    inner: Any = rows[line]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = altered(inner[path[-1]], how)
    rewrite(shared, name, rows)
    try:
        done = verify(shared)
    finally:
        rewrite(shared, name, ROWS[name])
    named = [found for found in done.findings if found.severity == "error" and found.file.endswith(name)]
    assert line + 1 in [found.line for found in named]


def test_the_changed_message_and_the_changed_value_are_named(folder: Path) -> None:
    rows = copy.deepcopy(ROWS["train.jsonl"])
    at = next(i for i, message in enumerate(rows[1]["messages"]) if '"items"' in str(message.get("content")))
    order = json.loads(rows[1]["messages"][at]["content"])
    order["items"][0]["price"] += 0.01
    rows[1]["messages"][at]["content"] = json.dumps(order)
    rewrite(folder, "train.jsonl", rows)
    found = {finding.rule: finding for finding in verify(folder).findings}
    assert (found["changed-row"].line, found["changed-row"].message) == (2, at)
    assert "$.items[0].price" in found["replay-result"].text


def test_changed_tools_are_named(folder: Path) -> None:
    rows = json.loads(json.dumps(ROWS["train.jsonl"]))  # copies that share nothing
    rows[1]["tools"][3]["function"]["description"] += "!"
    rewrite(folder, "train.jsonl", rows)
    found = next(finding for finding in verify(folder).findings if finding.rule == "changed-row")
    assert (found.line, found.path) == (2, "tools[3].function.description")


def test_rows_that_are_missing_added_or_exchanged_are_found(folder: Path) -> None:
    rows = ROWS["train.jsonl"]
    rewrite(folder, "train.jsonl", rows[:2])
    assert errors(verify(folder)) == ["row-count"]
    rewrite(folder, "train.jsonl", [*rows, rows[0]])
    assert {"row-count", "changed-row"} <= set(errors(verify(folder)))
    for nothing in ("", "\n \n"):
        (folder / "train.jsonl").write_text(nothing)
        assert errors(verify(folder)) == ["row-count"]
    rewrite(folder, "train.jsonl", [rows[1], rows[0], rows[2]])
    assert "changed-row" in errors(verify(folder))


def test_bytes_that_no_row_shows_are_found(folder: Path) -> None:
    path = folder / "train.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"id":', b'"id" :', 1))
    assert errors(verify(folder)) == ["changed-file"]


def test_a_line_that_is_no_json_is_named(folder: Path) -> None:
    path = folder / "valid.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    found = [finding for finding in verify(folder).findings if finding.severity == "error"]
    assert [(finding.rule, finding.line) for finding in found] == [("unreadable-row", 2)]


def test_what_leaks_between_the_files_is_found(tmp_path: Path) -> None:
    rows = ROWS | {"valid.jsonl": [cancelling(answer="Yes, do that.").record() | {"id": "again"}]}
    done = verify(write(tmp_path / "leaky", rows))
    assert "leaked-entity" in errors(done)


@pytest.mark.parametrize(
    ("alter", "rule"),
    [
        (lambda m: m["files"]["train.jsonl"].update(rows=4), "row-count"),
        (lambda m: m["files"]["train.jsonl"].update(rows=4), "manifest-sum"),
        (lambda m: m.update(n=2), "manifest-sum"),
        (lambda m: m.update(coverage={"conversations": 6}), "manifest-sum"),
        (lambda m: m.update(coverage={"calls_mean": 1.0}), "manifest-sum"),
        (lambda m: m.update(coverage={"by_tool": {"calculate": 1}}), "manifest-sum"),
        (lambda m: m["files"]["train.jsonl"].update(sha256="0" * 64), "changed-file"),
        (lambda m: m["environment"].update(seed=8), "other-environment"),
        (lambda m: m["environment"]["locales"].update(en="0"), "other-environment"),
        (lambda m: m["environment"].update(options={"users": 10**12}), "other-environment"),
    ],
)
def test_a_manifest_that_contradicts_itself_or_the_shop_is_found(
    folder: Path, alter: Callable[[Record], Any], rule: str
) -> None:
    alter_manifest(folder, alter)
    assert rule in errors(verify(folder))


@pytest.mark.parametrize(
    "alter",
    [
        lambda m: m.pop("format"),
        lambda m: m.update(format=2),
        lambda m: m.pop("files"),
        lambda m: m.update(files={}),
        lambda m: m.update(files=[]),
        lambda m: m["files"].update({"../out.jsonl": m["files"]["train.jsonl"]}),
        lambda m: m["files"].update({"gone.jsonl": m["files"]["train.jsonl"]}),
        lambda m: m["files"]["train.jsonl"].pop("rows"),
        lambda m: m["files"]["train.jsonl"].update(digests=["x"]),
        lambda m: m["files"]["train.jsonl"].update(digests=None),
        lambda m: m.update(environment=3),
    ],
)
def test_a_manifest_that_cannot_be_used_is_an_error_with_a_cure(folder: Path, alter: Callable[[Record], Any]) -> None:
    alter_manifest(folder, alter)
    with pytest.raises(EvalwrightError) as caught:
        verify(folder)
    assert caught.value.exit_code == 2
    assert caught.value.cure


def test_without_an_environment_the_rest_is_proved(folder: Path) -> None:
    alter_manifest(folder, lambda m: m.update(environment={}, simulated=True))
    done = verify(folder)
    assert (done.ok, done.replayed) == (True, False)
    rows = copy.deepcopy(ROWS["train.jsonl"])
    rows[0]["messages"][3]["content"] = "{}"
    rewrite(folder, "train.jsonl", rows)
    assert not verify(folder).ok


def test_the_environment_may_be_given(folder: Path) -> None:
    only = {"train.jsonl": [cancelling().record(), exchanging().record()]}
    write(folder, only)
    alter_manifest(folder, lambda m: m.update(environment={"name": "elsewhere"}, n=2))
    (folder / "valid.jsonl").unlink()
    assert verify(folder, environment=shop()).replayed


def test_the_verb_proves_names_and_refuses(folder: Path, evalwright: Run) -> None:
    done = evalwright("verify", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "5 rows, every call executed again: as it was written" in done.stdout
    rows = copy.deepcopy(ROWS["valid.jsonl"])
    rows[1]["messages"][1]["content"] += "!"
    rewrite(folder, "valid.jsonl", rows)
    done = evalwright("verify", folder, "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["ok"] is False
    assert [(found["line"], found["message"]) for found in document["findings"] if found["rule"] == "changed-row"] == [
        (2, 1)
    ]
    (folder / "manifest.json").unlink()
    done = evalwright("verify", folder)
    assert done.returncode == 2
    assert "manifest.json: no such file" in done.stderr


def test_audit_replays_anyones_rows(folder: Path, evalwright: Run) -> None:
    plain = evalwright("audit", folder / "train.jsonl", "--env", "shop")
    assert plain.returncode == 0, plain.stdout
    rows = copy.deepcopy(ROWS["train.jsonl"])
    rows[0]["messages"][-1]["content"] = "Order #W0000001 has been cancelled."
    rewrite(folder, "train.jsonl", rows)
    found = evalwright("audit", folder / "train.jsonl", "--env", "shop")
    assert found.returncode == 1
    assert "unseen-id" in found.stdout
    assert evalwright("audit", folder / "train.jsonl").returncode == 0
    assert evalwright("audit", folder / "train.jsonl", "--rule", "unseen-id").returncode == 1
    assert evalwright("audit", folder / "train.jsonl", "--env", "nowhere").returncode == 2


def test_a_foreign_directory_is_refused(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path)
    with pytest.raises(EvalwrightError):
        verify(tmp_path)
