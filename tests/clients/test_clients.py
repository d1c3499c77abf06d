"""Unmodified clients against the server: base_url alone is changed, and the numbers are those of a hand count."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest

from evalwright.serve import read_models_file

from ..serve.conftest import Api, serving
from ..serve.speaker import speaking
from .install import PLACE, is_there, python_of

HERE = Path(__file__).parent
WORDS = [("please", "PLEASE"), ("go", "GO"), ("audio", "AUDIO"), ("thanks", "WRONG"), ("aeiou", "AEIOU")]
pytestmark = pytest.mark.slow


def needs(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not is_there(name), reason=f"the client {name} is not installed (make clients)")


def said_by_judge(body: dict[str, Any]) -> str:
    """A judge by rule: the length as score, words with an s are polite."""
    text = str(body["messages"][-1]["content"])
    if text.startswith("Score "):
        return json.dumps({"steps": [], "result": float(len(text.removeprefix("Score ")))})
    return json.dumps({"steps": [], "result": "polite" if "s" in text.rpartition("? ")[2].lower() else "rude"})


def _rule(body: dict[str, Any]) -> str:
    return said_by_judge(body) if body["model"] == "their-judge" else str(body["messages"][-1]["content"]).upper()


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    folder = tmp_path_factory.mktemp("clients")
    with speaking(_rule) as speaker, speaking(_rule, latency=1.0) as slow:
        models = folder / "models.json"
        named = {"shouter": speaker.url, "judge": {"url": speaker.url, "model": "their-judge"}, "slow": slow.url}
        models.write_text(json.dumps(named))
        with serving(folder / "dir", read_models_file(models, None)) as served:
            yield served


def _printed(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip().splitlines()[-1]


def _vowels(text: str) -> float:
    return sum(letter in "aeiouAEIOU" for letter in text) / 4


@needs("openai")
def test_openai_python_does_all_of_it(api: Api) -> None:
    found = json.loads(_printed(str(python_of("openai")), str(HERE / "openai_client.py"), api.url))
    assert found["created"]["testing_criteria"][0]["id"] and found["retrieved"] == found["created"]
    assert found["updated"] == "words again" and found["created"]["id"] in found["listed"]
    assert found["content"] and found["file"]["filename"] == "rows.jsonl" and found["file"]["id"] in found["files"]
    shouted = [word.upper() for word, _ in WORDS]
    by_hand = {
        "same": [float(said == gold) for said, (_, gold) in zip(shouted, WORDS, strict=True)],
        "polite": [float("S" in said) for said in shouted],
        "length": [float(len(said)) for said in shouted],
        "vowels": [_vowels(said) for said in shouted],
    }
    least = {"same": 1, "polite": 1, "length": 3, "vowels": 0.5}
    passed = {name: [score >= least[name] for score in scores] for name, scores in by_hand.items()}
    run = found["run"]
    assert run["status"] == "completed", run
    for number, (name, scores) in enumerate(by_hand.items()):
        results = [item["results"][number] for item in found["items"]]
        assert [result["score"] for result in results] == scores, name
        assert [result["passed"] for result in results] == passed[name], name
        counted = run["per_testing_criteria_results"][number]
        assert (counted["passed"], counted["failed"]) == (sum(passed[name]), len(WORDS) - sum(passed[name]))
    whole = [all(each) for each in zip(*passed.values(), strict=True)]
    assert run["result_counts"] == {"total": 5, "passed": sum(whole), "failed": 5 - sum(whole), "errored": 0}
    assert found["failed"] == [row for row in reversed(range(5)) if not whole[row]]
    assert {usage["model_name"]: usage["invocation_count"] for usage in run["per_model_usage"]} == {
        "shouter": 5,
        "judge": 10,
    }
    assert found["one"] and found["runs"] and found["canceled"] == "canceled" and found["missing"] == 404
    assert [each["reward"] for each in found["grader_runs"]] == [1.0, 0.75, 4.0]
    assert found["validated"]["grader"]["name"] == "same" and found["invalid"]["param"]
    assert (found["chat"], found["streamed"], found["response"]) == ("HELLO", "AB", "HELLO")
    assert found["models"] == ["shouter", "judge", "slow"]
    assert found["deleted"] and found["deleted_run"] and found["deleted_file"]


@needs("azure")
def test_azure_ai_evaluation_gets_its_columns(api: Api, tmp_path: Path) -> None:
    rows = [("please", "please"), ("go", "gone"), ("thanks", "thanks a lot"), ("audio", "audios")]
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps({"response": said, "truth": gold}) + "\n" for said, gold in rows))
    printed = _printed(str(python_of("azure")), str(HERE / "azure_client.py"), api.url, str(data))
    found = json.loads(printed.removeprefix("RESULT "))
    near = [SequenceMatcher(None, said, gold).ratio() >= 0.8 for said, gold in rows]
    by_hand = {
        "same": [said == gold for said, gold in rows],
        "near": near,
        "polite": ["s" in said for said, _ in rows],
        "length": [len(said) >= 4 for said, _ in rows],
        "vowels": [_vowels(said) >= 0.5 for said, _ in rows],
    }
    for name, passed in by_hand.items():
        assert [row[f"outputs.{name}.passed"] for row in found["rows"]] == passed, name
        assert found["metrics"][f"{name}.pass_rate"] == pytest.approx(sum(passed) / len(rows))
    assert [row["outputs.length.score"] for row in found["rows"]] == [float(len(said)) for said, _ in rows]
    assert [row["outputs.vowels.score"] for row in found["rows"]] == [_vowels(said) for said, _ in rows]


@needs("node")
def test_the_package_of_npm_takes_the_main_path(api: Api) -> None:
    found = json.loads(_printed("node", str(HERE / "npm_client.mjs"), api.url, cwd=PLACE / "node"))
    assert found == {
        "counts": {"total": 3, "passed": 2, "failed": 1, "errored": 0},
        "items": ["pass", "fail", "pass"],
        "canceled": "completed",
        "deleted": True,
    }
