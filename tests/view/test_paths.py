"""What can be reached: what lies under the directory, by id. No path of a client, no link, no pipe leads out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright.engine import sole_writer
from evalwright.rundir import RunDir

from .conftest import Serve, Served, running
from .runs import item, make_run, prediction, review, write

SECRET = "the secret that lies outside"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    write(
        folder / "secret.jsonl",
        [review("a#0", reason=SECRET), {"id": "x", "messages": [{"role": "user", "content": SECRET}]}],
    )
    return folder


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("paths") / "root"
    make_run(root / "run", {"m": [review("a#0")]})
    write(root / "talk.jsonl", [item("a")])
    write(root.parent / "secret.jsonl", [item("a", SECRET)])
    with running(root) as served:
        yield served


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.jsonl",
        "/..%2fsecret.jsonl",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../app.py",
        "/static/..%2f..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/app.js%00.html",
        "/api/files/..",
        "/api/files/%2e%2e%2fsecret.jsonl",
        "/api/files//etc/passwd",
        "/api/files/%00",
        "/api/files/secret.jsonl",
        "/api/runs/run",
        "/api/runs/..%2frun",
        "/api/runs/{run}/parts/-1/items",
        "/api/runs/{run}/parts/0x0/items",
        "/api/runs/{run}/parts/99/items",
        "/api/runs/{run}/parts/٣/items",
        "/api/files/{file}/rows/-1",
        "/api/files/{file}/rows/999999999999",
        "/api/files/{file}/rows/1e3",
        "/api/files/{run}",
        "/api/runs/{file}",
        "/api/runs/{run}/parts/0/item?key=..%2f..%2fetc%2fpasswd",
        "/file:///etc/passwd",
        "/\\..\\..\\etc\\passwd",
        "/static/style.css/../../x",
        "//evil.example/%2f..",
    ],
)
def test_a_path_of_the_client_leads_nowhere(plain: Served, path: str) -> None:
    listed = plain.json("/api/all")
    address = path.replace("{run}", listed["runs"][0]["id"]).replace("{file}", listed["files"][0]["id"])
    request = f"GET {address} HTTP/1.1\r\nHost: localhost:{plain.port}\r\nConnection: close\r\n\r\n"
    assert 400 <= plain.status(request.encode()) < 500
    assert plain.get("/api/all")[0] == 200


@pytest.mark.parametrize("name", ["picture.svg", "page.html", "code.js"])
def test_no_file_is_served_as_it_is(serve: Serve, tmp_path: Path, name: str) -> None:
    root = tmp_path / "root"
    run = make_run(root / "run", {"m": [review("a#0")]})
    for folder in (root, run):
        (folder / name).write_text(f"<svg onload=alert(1)>{SECRET}</svg>")
    viewer = serve(root)
    assert [file["name"] for file in viewer.json("/api/all")["files"]] == ["run-data/eval.jsonl"]
    for path in (f"/{name}", f"/static/{name}", f"/run/{name}", f"/api/files/{name}", f"/api/runs/run/{name}"):
        status, headers, body = viewer.get(path)
        assert status == 404 and SECRET.encode() not in body
        assert not headers["content-type"].startswith(("text/html", "image/", "text/javascript"))


def test_looking_changes_nothing(serve: Serve, tmp_path: Path) -> None:
    run = make_run(tmp_path / "root" / "run", {"m": [review("a#0")]}, predictions={"m": [prediction("a#0")]})
    write(tmp_path / "root" / "talk.jsonl", [item("a")])

    def everything() -> dict[str, tuple[int, bytes]]:
        files = [path for path in (tmp_path / "root").rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}

    before = everything()
    viewer = serve(tmp_path / "root")
    listed = viewer.json("/api/all")
    base = f"/api/runs/{listed['runs'][0]['id']}"
    for path in ("/", base, f"{base}/parts/0/items", f"{base}/parts/0/item?key=a%230"):
        assert viewer.get(path)[0] == 200
        with sole_writer(run):  # which nobody who only looks holds back
            assert viewer.get(path)[0] == 200
        (run / ".lock").unlink()
        assert viewer.get(path, method="DELETE")[0] == 405
    assert viewer.get(f"/api/files/{listed['files'][0]['id']}")[0] == 200
    assert everything() == before


def test_links_are_not_listed(serve: Serve, tmp_path: Path, outside: Path) -> None:
    make_run(outside / "run", {"m": [review("a#0", reason=SECRET)]})
    root = tmp_path / "root"
    write(root / "talk.jsonl", [item("a")])
    (root / "linked.jsonl").symlink_to(outside / "secret.jsonl")
    (root / "linked-folder").symlink_to(outside)
    (root / "linked-run").symlink_to(outside / "run")
    (root / "loop").symlink_to(root)
    listed = serve(root).json("/api/all")
    assert listed["runs"] == []
    assert [file["name"] for file in listed["files"]] == ["talk.jsonl"]


@pytest.mark.parametrize(
    "what",
    ["config.json", "predictions file", "predictions folder", "reviews file", "reviews folder", "reports folder"],
)
def test_links_inside_a_run_are_not_followed(serve: Serve, tmp_path: Path, outside: Path, what: str) -> None:
    root = tmp_path / "root"
    run = make_run(root / "run", {"m": [review("a#0")]})
    other = make_run(
        outside / "run", {"m": [review("a#0", reason=SECRET)]}, predictions={"m": [prediction("a#0", note=SECRET)]}
    )
    write(RunDir(other).report("m", "next_call"), [{"metrics": [{"metric": SECRET, "subset": "eval", "score": 1}]}])
    target = {
        "config.json": run / "config.json",
        "predictions file": RunDir(run).predictions("m", "next_call", "eval"),
        "predictions folder": run / "predictions" / "m",
        "reviews file": RunDir(run).reviews("m", "next_call", "eval"),
        "reviews folder": run / "reviews",
        "reports folder": run / "reports",
    }[what]
    if target.exists():
        target.rename(target.with_name(".away"))
    target.symlink_to(other / target.relative_to(run))
    viewer = serve(root)
    listed = viewer.json("/api/all")
    for entry in listed["runs"]:
        base = f"/api/runs/{entry['id']}"
        for path in (
            base,
            f"{base}/parts/0/items",
            f"{base}/parts/0/items?of=predictions",
            f"{base}/parts/0/item?key=a%230",
            f"/api/compare/summary?a={entry['id']}.0&b={entry['id']}.0",
        ):
            status, _, body = viewer.get(path)
            assert SECRET.encode() not in body
            assert status in (200, 404, 409, 422)


def test_a_pipe_in_place_of_a_file_is_not_waited_for(serve: Serve, tmp_path: Path) -> None:
    root = tmp_path / "root"
    run = make_run(root / "run", {"m": [review("a#0")]})
    reviews = RunDir(run).reviews("m", "next_call", "eval")
    reviews.unlink()
    os.mkfifo(reviews)
    os.mkfifo(root / "pipe.jsonl")
    viewer = serve(root)
    listed = viewer.json("/api/all")
    assert listed["files"] == [] or all(file["name"] != "pipe.jsonl" for file in listed["files"])
    assert viewer.get(f"/api/runs/{listed['runs'][0]['id']}/parts/0/items")[0] in (200, 404)


def test_a_data_file_is_read_only_if_it_is_the_one_the_run_was_made_from(
    serve: Serve, tmp_path: Path, outside: Path
) -> None:
    root = tmp_path / "root"
    run = make_run(root / "run", {"m": [review("a#0")]}, data=[item("a#0", "the words of the record")])
    viewer = serve(root)
    entry = viewer.json("/api/all")["runs"][0]["id"]
    found = viewer.json(f"/api/runs/{entry}/parts/0/item?key=a%230")
    assert found["record"]["trace"]["steps"][0]["text"] == "the words of the record"
    config = json.loads((run / "config.json").read_text())
    config["data"][0]["path"] = str(outside / "secret.jsonl")
    (run / "config.json").write_text(json.dumps(config))
    found = viewer.json(f"/api/runs/{entry}/parts/0/item?key=a%230")
    assert found["record"]["state"] == "changed"
    assert SECRET not in json.dumps(found)
    for path in ("/dev/zero", "/etc", "/nowhere", "\0", 7):
        config["data"][0]["path"] = path
        (run / "config.json").write_text(json.dumps(config))
        assert viewer.json(f"/api/runs/{entry}/parts/0/item?key=a%230")["record"]["state"] == "no_file"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"models": 1, "data": []}',
        '{"models": [{}], "data": [{}]}',
        '{"models": [{"name": "../../x"}], "data": [{"dataset": "../..", "subset": "/etc"}]}',
    ],
)
def test_a_run_that_cannot_be_read_says_so(serve: Serve, tmp_path: Path, text: str) -> None:
    root = tmp_path / "root"
    run = make_run(root / "run", {"m": [review("a#0")]})
    (run / "config.json").write_text(text)
    viewer = serve(root)
    entry = viewer.json("/api/all")["runs"][0]
    status = viewer.get(f"/api/runs/{entry['id']}")[0]
    assert status in (200, 422)
    assert (entry["state"] == "unreadable") == (status == 422)
    assert viewer.get(f"/api/runs/{entry['id']}/parts/0/items")[0] in (200, 422)
