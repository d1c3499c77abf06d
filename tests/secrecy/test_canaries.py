"""Eight channels of secrets, every way a server can repeat them, and every sink: not one secret is found anywhere."""

from __future__ import annotations

import io
import json
import traceback
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from evalwright.report import open_run, report_markdown, run_junit, write_csv, write_html
from evalwright.run import EvalConfig, TaskConfig, evaluate

from ..conftest import write_jsonl
from ..server import TOOLS
from ..view.conftest import running
from .echo_server import MODES, echoing
from .forms import forms

CANARIES = {
    "env": "q7/Zx9",  # as short as a key can be
    "api_key": "sk-Kc4/apiKEYcanary+91=",
    "header": "hd-7J/HeaderCanary+22",
    "body": "bd 8K/BodyCanary+33",
    "query": "qy/9L+QueryCanary=44",
    "proxy": "px1M-ProxyCanary~55",
    "judge": "jd-2N/JudgeCanary+66",
    "named": "nm-3P/NamedCanary+77",
}
"""One for every channel, with the characters that encodings change."""


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadingHTTPServer]:
    with echoing() as running_server:
        yield running_server


@pytest.fixture(autouse=True)
def environment(server: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("no_proxy", "NO_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", f"http://me:{CANARIES['proxy']}@127.0.0.1:{server.server_port}")
    monkeypatch.setenv("OPENAI_API_KEY", CANARIES["env"])
    monkeypatch.setenv("NAMED_KEY", CANARIES["named"])


def found_in(texts: dict[str, str]) -> list[tuple[str, str, str]]:
    """Every canary that stands somewhere: which, in what form, where."""
    looked_for = [(channel, name, form) for channel, value in CANARIES.items() for name, form in forms(value).items()]
    found = []
    for where, text in texts.items():
        small, plain = text.lower(), unquote(text)
        found += [
            (channel, name, where)
            for channel, name, form in looked_for
            if form.lower() in small or (name == "plain" and form in plain)
        ]
    return found


def make_config(
    folder: Path, port: int, modes: list[str], *, variant: str = "config", judged: bool = False
) -> EvalConfig:
    """An evaluation that sends a secret through every channel, with an item per mode for the model or the judge.

    `variant` says where the command's key comes from.
    """
    # An address that is not this machine's own name, so that the proxy is asked.
    query = quote(CANARIES["query"], safe="")
    url = f"http://127.0.0.2:{port}/v1?api-version=2024-01-01&code={query}"
    questions = {mode: f"MODEL=content JUDGE={mode}" if judged else f"MODEL={mode} JUDGE=ok" for mode in modes}
    qa = write_jsonl(
        folder / "qa.jsonl", [{"id": mode, "query": text, "response": "fine"} for mode, text in questions.items()]
    )
    expected = {"role": "assistant", "tool_calls": [{"function": {"name": "lookup", "arguments": "{}"}}]}
    calls = write_jsonl(
        folder / "calls.jsonl",
        [
            {"id": mode, "messages": [{"role": "user", "content": text}], "tools": TOOLS, "expected_output": expected}
            for mode, text in questions.items()
        ],
    )
    generation = {
        "stream": modes[0].startswith("stream"),
        "extra_headers": {"X-Own-Auth": CANARIES["header"], "Cookie": f"session={CANARIES['header']}; theme=dark"},
        "extra_body": {"gateway": {"credentials": [{"password": CANARIES["body"]}]}},
    }
    judge_args = {"model_id": "judge", "api_url": f"http://127.0.0.3:{port}/v1", "api_key": CANARIES["judge"]}
    return EvalConfig(
        models=("m", f"m@http://127.0.0.4:{port}/v1?token={query}#NAMED_KEY"),
        data=(str(qa), str(calls)),
        run=folder / "run",
        api_url=url,
        api_key=CANARIES["api_key"] if variant == "config" else None,
        generation_config=generation,
        judge_model_args=judge_args,
        judge_strategy="llm",
        tries=1,
        retry_wait=0.01,
        show_progress=True,
    )


def everything(folder: Path, config: EvalConfig, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Run it, and collect all that anybody could read afterwards."""
    texts: dict[str, str] = {"repr of the settings": repr(config)}
    try:
        texts["repr of the evaluation"] = repr(evaluate(config))
    except Exception as error:
        texts["error"] = f"{error} {error!r} {error.args!r} {traceback.format_exc()}"
    run = folder / "run"
    if (run / "reports").is_dir():
        stored = open_run(run)
        texts["junit"], texts["markdown"] = run_junit(stored), report_markdown(stored.reports(), "en")
        table = io.BytesIO()
        write_csv(stored, table)
        texts["csv"] = table.getvalue().decode()
        write_html(stored, run / "again.html", "zh", latency=True)
        texts |= viewed(folder)
    for path in (path for path in folder.rglob("*") if path not in (folder / "qa.jsonl", folder / "calls.jsonl")):
        texts[f"name of {path}"] = str(path.relative_to(folder))
        if path.is_file():
            texts[str(path)] = path.read_bytes().decode("utf-8", "replace")
    shown = capsys.readouterr()
    return texts | {"stdout": shown.out, "stderr": shown.err}


def viewed(folder: Path) -> dict[str, str]:
    """What the viewer answers about the run."""
    texts = {}
    with running(folder) as served:
        listed = served.json("/api/all")
        texts["/api/all"] = json.dumps(listed, ensure_ascii=False)
        run = listed["runs"][0]
        for place, _ in enumerate(run["parts"]):
            pages = [f"/api/runs/{run['id']}", f"/api/runs/{run['id']}/parts/{place}/items?size=50"]
            items = served.get(pages[1])[2]
            for item in json.loads(items).get("items", ()):
                pages.append(f"/api/runs/{run['id']}/parts/{place}/item?id={quote(item['id'], safe='')}")
            texts |= {page: served.get(page)[2].decode() for page in pages}
    return texts


ENDING = ["http-401", "http-403", "http-404", "quota", "redirect"]
"""Modes that end a run: each has one of its own."""
STREAMS = [mode for mode in sorted(MODES) if mode.startswith("stream")]
GROUPS = [[mode for mode in sorted(MODES) if mode not in (*ENDING, *STREAMS)], STREAMS, *([mode] for mode in ENDING)]


@pytest.mark.parametrize("modes", GROUPS, ids=lambda modes: f"{modes[0]}+{len(modes) - 1}")
@pytest.mark.parametrize("who", ["model", "model, key from the environment", "judge"])
def test_what_a_server_repeats_is_nowhere(
    modes: list[str], who: str, server: ThreadingHTTPServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = "env" if "environment" in who else "config"
    config = make_config(tmp_path, server.server_port, modes, variant=variant, judged=who == "judge")
    texts = everything(tmp_path, config, capsys)
    assert len(texts) >= 4 and found_in(texts) == []


def test_there_are_enough_ways_to_repeat_a_secret() -> None:
    assert len(MODES) >= 20 and len(CANARIES) == 8


@pytest.mark.parametrize("variant", ["config", "env"])
def test_every_channel_really_carries_its_secret(variant: str, server: ThreadingHTTPServer, tmp_path: Path) -> None:
    """Without this the tests above could find nothing because nothing was sent."""
    seen: list[Any] = server.seen  # type: ignore[attr-defined]
    del seen[:]
    evaluate(make_config(tmp_path, server.server_port, ["ok"], variant=variant))
    sent = "\n".join(f"{unquote(path)} {headers} {body}" for path, headers, body in seen)
    carried = {channel for channel, value in CANARIES.items() if any(form in sent for form in forms(value).values())}
    assert carried == set(CANARIES) - {"env" if variant == "config" else "api_key"}


def test_the_settings_of_a_script_show_no_secret() -> None:
    config = TaskConfig(
        model=f"m@http://h/v1?token={quote(CANARIES['query'], safe='')}",
        api_url=f"http://h/v1?code={CANARIES['query']}",
        api_key=CANARIES["api_key"],
        generation_config={
            "extra_headers": {"Authorization": f"Bearer {CANARIES['header']}"},
            "extra_body": {"api_key": CANARIES["body"]},
        },
        judge_model_args={"model_id": "j", "api_key": CANARIES["judge"]},
    )
    assert found_in({"repr": repr(config)}) == []
    assert "model_id" in repr(config) and "***" in repr(config)
