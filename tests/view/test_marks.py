"""The one address that writes: what our own page sends is kept beside the items, all else writes nothing."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from evalwright.data import item_digest, read_marks

from .conftest import Serve, Served, running
from .runs import item, make_run, prediction, review

WORDS = {"output_text": "Which order do you mean?", "output_tools": [], "finish_reason": "stop"}


class Marking(NamedTuple):
    """A viewer over a run, and where its marks go."""

    viewer: Served
    run: str
    marks: Path

    def page(self, key: str = "a#0") -> Any:
        return self.viewer.json(f"/api/runs/{self.run}/parts/0/item?key={key.replace('#', '%23')}")

    def wish(self, **more: Any) -> dict[str, Any]:
        return {"run": self.run, "part": 0, "key": "a#0", "copy": 0, "mark": "also_right", "why": "as good"} | more

    def headers(self, **more: str | None) -> dict[str, str]:
        own = {
            "Origin": f"http://127.0.0.1:{self.viewer.port}",
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/json",
            "X-Evalwright-Token": self.page()["marks"]["token"],
        } | {name.replace("_", "-"): value for name, value in more.items()}
        return {name: value for name, value in own.items() if value is not None}

    def send(
        self, wish: Any, headers: dict[str, str] | None = None, path: str = "/api/marks", method: str = "POST"
    ) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.viewer.port, timeout=30)
        try:
            body = wish if isinstance(wish, bytes) else json.dumps(wish).encode()
            connection.request(method, path, body, self.headers() if headers is None else headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else text.decode()
        finally:
            connection.close()


def made_run(root: Path) -> Path:
    wrong = [review("a#0", right=False), review("b#0", right=False)]
    other = prediction("a#0")
    other["sample"]["output_tools"][0]["function"]["arguments"] = '{"order_id": "#E2"}'
    answers = [other, {**prediction("b#0"), "sample": WORDS}]
    make_run(root / "run", {"m": wrong}, predictions={"m": answers})
    return root


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Marking]:
    root = made_run(tmp_path_factory.mktemp("marks") / "root")
    with running(root) as viewer:
        yield Marking(viewer, viewer.json("/api/all")["runs"][0]["id"], root / "run-data" / "marks.jsonl")


@pytest.fixture
def marking(shared: Marking) -> Marking:
    shared.marks.unlink(missing_ok=True)
    return shared


def test_an_answer_is_marked_beside_the_items_and_taken_back(marking: Marking) -> None:
    status, told = marking.send(marking.wish())
    assert (status, [each["mark"] for each in told["own"]]) == (200, ["also_right"])
    [kept] = read_marks(marking.marks)["marks"]
    arguments = kept["tool_calls"][0]["function"]
    assert arguments == {"name": "get_order", "arguments": '{"order_id":"#E2"}'}
    assert kept["digest"] == item_digest(item("a#0")) and kept["why"] == "as good"
    marking.send(marking.wish(key="b#0", why=""))
    assert read_marks(marking.marks)["marks"][1]["tool_calls"] == []
    assert marking.page()["marks"]["own"] == told["own"]
    wish = {key: value for key, value in marking.wish().items() if key not in ("mark", "why")}
    status, told = marking.send({**wish, "withdraw": told["own"][0]["name"]})
    assert (status, told["own"], len(read_marks(marking.marks)["marks"])) == (200, [], 1)


def test_marks_are_no_data_file_of_the_list(marking: Marking) -> None:
    marking.send(marking.wish(mark="unfair"))
    assert [file["name"] for file in marking.viewer.json("/api/all")["files"]] == ["run-data/eval.jsonl"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": None}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "none"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": None}, 415),
        ({"X_Evalwright_Token": None}, 403),
        ({"X_Evalwright_Token": "wrong"}, 403),
        ({"X_Evalwright_Token": ""}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Transfer_Encoding": "chunked"}, 413),
    ],
)
def test_what_another_page_could_send_writes_nothing(
    marking: Marking, headers: dict[str, str | None], status: int
) -> None:
    assert marking.send(marking.wish(), marking.headers(**headers))[0] == status
    assert not marking.marks.exists()


def test_a_browser_without_fetch_metadata_may_mark(marking: Marking) -> None:
    assert marking.send(marking.wish(), marking.headers(Sec_Fetch_Site=None))[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "GET"])
def test_no_other_method_and_no_other_address_takes_a_body(marking: Marking, method: str) -> None:
    assert marking.send(marking.wish(), method=method)[0] in (405, 413)
    assert marking.send(marking.wish(), path="/api/all")[0] == 405
    assert marking.send(marking.wish(), path="/api/marks/")[0] == 405
    assert not marking.marks.exists()


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        (b"", 400),
        (b"\xff\xfe", 400),
        (b"[" * 4000, 400),
        (b'{"mark": "unfair", "mark": "also_right"}', 400),
        ({"mark": "unfair"}, 404),
        ({"mark": "perfect"}, 400),
        ({"mark": "unfair", "part": "0"}, 400),
        ({"mark": "unfair", "part": True}, 400),
        ({"mark": "unfair", "copy": -1}, 400),
        ({"mark": "unfair", "why": "x" * 600}, 400),
        ({"mark": "unfair", "path": "/etc/passwd"}, 400),
        ({"mark": "unfair", "tool_calls": []}, 400),
        ({"mark": "unfair", "withdraw": "x"}, 400),
        ({"mark": "unfair", "key": "nobody"}, 404),
        ({"mark": "unfair", "run": "../run"}, 404),
        ({"mark": "unfair", "part": 7}, 404),
        (b'{"why": "' + b"x" * 9000 + b'"}', 413),
    ],
)
def test_what_is_no_mark_is_refused(marking: Marking, wish: Any, status: int) -> None:
    if isinstance(wish, dict) and len(wish) > 1:
        wish = {key: value for key, value in marking.wish().items() if key != "mark"} | wish
    assert marking.send(wish)[0] == status
    assert not marking.marks.exists()
    assert marking.viewer.get("/api/all")[0] == 200


def test_data_that_is_not_what_was_asked_is_not_marked(tmp_path: Path, serve: Serve) -> None:
    root = made_run(tmp_path / "root")
    viewer = serve(root)
    place = Marking(viewer, viewer.json("/api/all")["runs"][0]["id"], root / "run-data" / "marks.jsonl")
    headers = place.headers()
    (root / "run-data" / "eval.jsonl").write_text(json.dumps(item("a#0", "Another question")) + "\n", encoding="utf-8")
    assert place.page()["marks"]["can"] is False
    assert place.send(place.wish(), headers)[0] == 409
    assert not place.marks.exists()


def test_a_file_that_is_no_file_of_marks_stays_and_the_reason_is_said(marking: Marking) -> None:
    marking.marks.write_text("my notes\n", encoding="utf-8")
    status, told = marking.send(marking.wish())
    assert status == 422 and "marks.jsonl:1" in told["error"]
    assert marking.marks.read_text(encoding="utf-8") == "my notes\n"
    assert "marks.jsonl:1" in marking.page()["marks"]["problem"]


def test_many_marks_at_once_are_all_kept(marking: Marking) -> None:
    from concurrent.futures import ThreadPoolExecutor

    headers = marking.headers()
    wishes = [marking.wish(key=key, mark=kind) for key in ("a#0", "b#0") for kind in ("also_right", "unfair")]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda wish: marking.send(wish, headers)[0], wishes * 4))
    assert set(found) == {200}
    assert len(read_marks(marking.marks)["marks"]) == 4
