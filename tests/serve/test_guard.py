"""Who is answered: programs, not pages; with the key where one is needed; within the quotas, in OpenAI's shape."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright.errors import EvalwrightError
from evalwright.serve import Quotas, read_models_file

from ..conftest import Run
from .conftest import Api, an_eval, over, rows_of, same, serving

PAGE = [{"Origin": "http://127.0.0.1:{port}"}, {"Origin": "null"}, {"Sec-Fetch-Site": "none"}, {"Origin": ""}]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with serving(tmp_path_factory.mktemp("guard") / "dir") as served:
        yield served


@pytest.mark.parametrize("headers", PAGE, ids=str)
@pytest.mark.parametrize(("method", "path"), [("GET", "/evals"), ("POST", "/evals"), ("DELETE", "/evals/x")])
def test_requests_of_pages_are_refused(api: Api, headers: dict[str, str], method: str, path: str) -> None:
    sent = {name: value.replace("{port}", str(api.port)) for name, value in headers.items()}
    answer = api.ask(method, path, an_eval(same()) if method == "POST" else None, sent)
    assert answer.status == 403 and answer.error["code"] == "browser"


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "PATCH", "TRACE"])
def test_no_other_method_is_answered(api: Api, method: str) -> None:
    answer = api.ask(method, "/evals")
    assert answer.status == 405
    assert not any(name.startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_is_written_comes_as_json(api: Api, kind: str) -> None:
    answer = api.ask("POST", "/evals", json.dumps(an_eval(same())).encode(), {"Content-Type": kind} if kind else {})
    assert answer.status == 415
    assert api.ask("POST", "/files", {"file": "x"}).status == 415


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example"])
def test_another_host_is_not_served(api: Api, host: str) -> None:
    assert api.ask("GET", "/evals", headers={"Host": host}).status == 421


def test_a_key_is_demanded_where_one_is_set_and_goes_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_SERVE_KEY", "the-key-of-this-server")
    with serving(tmp_path / "dir", key_env="TEST_SERVE_KEY") as api:
        assert api.ask("GET", "/evals").status == 401
        assert api.ask("GET", "/evals", headers={"Authorization": "Bearer another"}).status == 401
        assert api.ask("GET", "/evals", headers={"Authorization": "Bearer the-key-of-this-server"}).status == 200
        assert api.ask("GET", "/evals", headers={"api-key": "the-key-of-this-server"}).status == 200
        made = api.ask("POST", "/evals", an_eval(same()), {"api-key": "the-key-of-this-server"}).json
        assert made["object"] == "eval"
        assert Api(api.port, "").ask("GET", "/api/all").status == 403
    held = b"".join(path.read_bytes() for path in (tmp_path / "dir").rglob("*") if path.is_file())
    assert b"the-key-of-this-server" not in held


def test_a_body_that_is_no_json_object_is_said(api: Api) -> None:
    for raw in (b"", b"[]", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"\xff", b"[" * 100_000, b"{" * 1_000_000):
        answer = api.ask("POST", "/evals", raw, {"Content-Type": "application/json"})
        assert answer.status == 400 and answer.error["message"]


def test_quotas_answer_413_or_429_in_openais_shape(tmp_path: Path) -> None:
    quotas = Quotas(body_bytes=20_000, file_bytes=10_000, evals=1, files=1, queued_runs=0)
    with serving(tmp_path / "dir", quotas=quotas) as api:
        assert api.ask("POST", "/evals", an_eval(same(), name="x" * 30_000)).error["code"] == "body_long"
        made = api.post("/evals", an_eval(same()))["id"]
        assert api.ask("POST", "/evals", an_eval(same())).error["code"] == "many_evals"
        assert api.ask("POST", f"/evals/{made}/runs", over(rows_of(("a", "a")))).error["code"] == "queue_full"
        assert api.upload(b"x" * 10_001).error["code"] == "file_long"
        assert api.upload(b"x" * 10).status == 200
        assert api.upload(b"x" * 10).error["code"] == "many_files"
    with serving(tmp_path / "dir", quotas=Quotas(dir_bytes=100)) as api:
        answer = api.upload(b"x" * 100)
        assert answer.status == 413 and answer.error["code"] == "dir_full"
    with serving(tmp_path / "dir", quotas=Quotas(free_bytes=2**60)) as api:
        assert api.ask("POST", "/evals", an_eval(same())).error["code"] == "disk_full"


NAMES = ["../../etc/passwd", "..\\\\..\\\\x", "a\\nb", "", "名字.jsonl", "x" * 600, ".", "/abs", "CON", "<script>"]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name[:12])
def test_the_name_of_an_upload_is_only_text(api: Api, name: str) -> None:
    made = api.upload(b'{"item": {}}\n', name).json
    assert made["object"] == "file" and made["bytes"] == 13 and len(made["filename"]) <= 500
    assert api.ask("GET", f"/files/{made['id']}/content").body == b'{"item": {}}\n'
    assert api.delete(f"/files/{made['id']}") == {"id": made["id"], "object": "file", "deleted": True}
    assert api.ask("GET", f"/files/{made['id']}").status == 404


def test_files_are_listed_by_purpose_and_page(api: Api) -> None:
    ids = [api.upload(b"x", purpose=purpose).json["id"] for purpose in ("evals", "fine-tune", "evals")]
    assert [each["id"] for each in api.get("/files?purpose=evals")["data"]] == [ids[2], ids[0]]
    page = api.get("/files?limit=1&order=asc")
    assert page["has_more"] and page["data"][0]["id"] == ids[0]
    assert api.upload(b"x", purpose="nonsense").status == 400
    for broken in (b"", b"no boundary", b"--a\r\n\r\n--a--"):
        answer = api.ask("POST", "/files", broken, {"Content-Type": "multipart/form-data; boundary=a"})
        assert answer.status == 400


def test_sixty_four_clients_at_once_are_all_answered(api: Api) -> None:
    found: list[int] = []

    def client(number: int) -> None:
        body = an_eval(same(), name=f"c{number}") if number % 2 else b"{" * 100_000
        found.append(api.ask("POST", "/evals", body, {"Content-Type": "application/json"}).status)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(found) == [200] * 32 + [400] * 32


def test_two_servers_never_hold_one_directory_nor_somebodys_folder(evalwright: Run, tmp_path: Path) -> None:
    with serving(tmp_path / "dir"):
        ended = evalwright("serve", "dir")
        assert ended.returncode == 2 and "dir" in ended.stderr and len(ended.stderr.strip().splitlines()) == 1
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine").chmod(0o755)
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(EvalwrightError, match="mine"), serving(tmp_path / "mine"):
        pass
    assert stat.S_IMODE((tmp_path / "mine").stat().st_mode) == 0o755


def test_a_models_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    wrong = {
        "a.json": '{"a": 3}',
        "b.json": '{"a": {"url": "http://x", "key": "k"}}',
        "c.yaml": "a: nonsense",
        "d.json": "[]",
    }
    for name, content in wrong.items():
        (tmp_path / name).write_text(content)
        with pytest.raises(EvalwrightError, match=name):
            read_models_file(tmp_path / name, None)
