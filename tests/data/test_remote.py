"""Data by address: read, named and resumed by it; a finished run copied; no key anywhere; the cure without fsspec."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.errors import InputError, UsageError
from tests.server import FaultServer, item

KEY = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    pytest.importorskip("s3fs", reason="the extra `remote` is not installed")
    moto = pytest.importorskip("moto.server", reason="moto is not installed")
    running = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    given = {"ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE", "SECRET_ACCESS_KEY": KEY, "ENDPOINT_URL": f"http://{host}:{port}"}
    for name, value in {**given, "DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    import s3fs

    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("bucket")
    yield "s3://bucket"
    s3fs.S3FileSystem.clear_instance_cache()
    running.stop()


def _rows(count: int) -> bytes:
    return "".join(json.dumps(item(f"i{n}")) + "\n" for n in range(count)).encode()


def test_a_bucket_is_read_and_takes_the_run_and_no_key_is_written(
    bucket: str, server: FaultServer, tmp_path: Path
) -> None:
    import fsspec

    with fsspec.open(f"{bucket}/data/items.jsonl", "wb") as out:
        out.write(_rows(5))
    config = EvalConfig(
        data=(f"{bucket}/data/items.jsonl",),
        models=("m",),
        api_url=server.url,
        run=tmp_path / "run",
        copy_to=f"{bucket}/runs/first",
    )
    for _ in range(2):
        evaluate(config)
    assert len(server.ledger) == 5
    assert f'"{bucket}/data/items.jsonl"' in (tmp_path / "run/config.json").read_text(encoding="utf-8")
    copied = fsspec.filesystem("s3").find("bucket/runs/first")
    assert sorted(name.removeprefix("bucket/runs/first/") for name in copied) == sorted(
        str(path.relative_to(tmp_path / "run"))
        for path in (tmp_path / "run").rglob("*")
        if path.is_file() and not path.name.startswith(".")
    )
    assert all(KEY.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    with pytest.raises(InputError, match=f"{bucket}/data/none.jsonl") as refused:
        evaluate(replace(config, data=(f"{bucket}/data/none.jsonl",), run=tmp_path / "no"))
    assert KEY not in str(refused.value) and not (tmp_path / "no").exists()


def test_bad_rows_are_named_by_the_address(server: FaultServer, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec", reason="the extra `remote` is not installed")
    with fsspec.open("memory://folder/torn.jsonl", "wb") as out:
        out.write(_rows(2) + b"{\n")
    data = ("memory://folder/torn.jsonl",)
    with pytest.raises(InputError, match=r"memory://folder/torn\.jsonl:3"):
        evaluate(EvalConfig(data=data, models=("m",), api_url=server.url, run=tmp_path / "r"))


def test_without_the_extra_an_address_is_refused_with_the_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(UsageError, match=r"evalwright\[remote\]") as refused:
        evaluate(EvalConfig(data=("s3://user:secretword@b/x.jsonl",), models=("recorded:",), run=tmp_path / "r"))
    assert "secretword" not in str(refused.value)
