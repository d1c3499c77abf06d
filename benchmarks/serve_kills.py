"""Kill the server, the process of a run, or both, at many moments of runs with judges, and hold the results together.

What must hold each time: the run goes on and is completed, nothing whose reply was in a journal is asked again, what is
asked twice was in flight, and the output items are those of a run without a kill.

python -m benchmarks.serve_kills [--moments 50] [--items 60] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.serve.conftest import Api, Process, an_eval, free_port, same
from tests.serve.kills import WHO, answered, asking, kill_run, without_times
from tests.serve.speaker import Speaker, speaking

JUDGE = {
    "type": "score_model",
    "name": "length",
    "model": "judge",
    "input": [{"role": "user", "content": "Score {{item.word}} {{sample.output_text}}"}],
    "range": [0, 10],
    "pass_threshold": 3,
}
LABEL = {
    "type": "label_model",
    "name": "odd",
    "model": "judge",
    "input": [{"role": "user", "content": "Label {{item.word}} {{sample.output_text}}"}],
    "labels": ["odd", "even"],
    "passing_labels": ["odd"],
}
CRITERIA = [same(given="{{sample.output_text}}"), JUDGE, LABEL]


def rule(body: dict[str, Any]) -> str:
    """Answers and judgements that depend on nothing but the request."""
    text = str(body["messages"][-1]["content"])
    if text.startswith("Score "):
        return json.dumps({"steps": [], "result": float(len(text.split()[-1]))})
    if text.startswith("Label "):
        return json.dumps({"steps": [], "result": "odd" if len(text) % 2 else "even"})
    return text.removeprefix("say ").upper()


def journalled(folder: Path, run: str) -> int:
    """How many replies are on disk: the clock by which moments are chosen."""
    return sum(answered(folder, run).values())


def asked_by(speaker: Speaker) -> Counter[str]:
    """How often each question was sent."""
    return speaker.asked()


class Campaign:
    """One server's directory, one run after the other."""

    def __init__(self, folder: Path, models: Path, items: int) -> None:
        self.folder, self.models, self.items = folder, models, items
        self.port = free_port()
        self.process = self._begin()

    def _begin(self) -> Process:
        return Process(self.folder, "--models", str(self.models), port=self.port)

    def run(self, speaker: Speaker, who: str | None, moment: int) -> tuple[Any, list[Any], set[str], int]:
        """A run, killed when so many replies are on disk (or soon after); what stood there, and how many it had."""
        api: Api = self.process.api
        speaker.bodies.clear()
        made = api.post("/evals", an_eval(*CRITERIA, sampled=True))["id"]
        run = api.post(f"/evals/{made}/runs", asking(self.items))["id"]
        known: set[str] = set()
        at = 0
        if who is not None:
            while journalled(self.folder, run) < moment and not _is_over(api, made, run):
                time.sleep(0.002)
            self._kill(who, run)
            known = set(answered(self.folder, run))
            at = len(known)
            if who != "run":
                self.process = self._begin()
        api = self.process.api
        return api.wait(made, run, 300), api.items(made, run), known, at

    def _kill(self, who: str, run: str) -> None:
        if who in ("server", "both"):
            self.process.kill()
        if who in ("run", "both"):
            kill_run(run)


def _is_over(api: Api, made: str, run: str) -> bool:
    return api.get(f"/evals/{made}/runs/{run}")["status"] in ("completed", "failed")


def main() -> int:
    """Print a line per moment and the sum; 1 where one did not hold."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    draw, bad, twice, wholly = random.Random(told.seed), 0, 0, told.items * 3
    with tempfile.TemporaryDirectory() as temporary, speaking(rule, latency=0.01) as speaker:
        models = Path(temporary) / "models.json"
        models.write_text(json.dumps({"m": speaker.url, "judge": speaker.url}))
        campaign = Campaign(Path(temporary) / "dir", models, told.items)
        run, items, _, _ = campaign.run(speaker, None, 0)
        assert run["status"] == "completed", run["error"]
        expected, counts = without_times(items), run["result_counts"]
        for number in range(told.moments):
            who, moment = WHO[number % 3], draw.randrange(wholly)
            run, items, known, at = campaign.run(speaker, who, moment)
            again = {key for key, times in asked_by(speaker).items() if times > 1}
            repeated = {key for key in again if _was_known(key, known)}
            holds = run["status"] == "completed" and run["result_counts"] == counts and not repeated
            holds = holds and without_times(items) == expected and max(asked_by(speaker).values()) <= 2
            bad += not holds
            twice += len(again)
            said = "good" if holds else "BAD"
            print(f"{number + 1:3} {who:6} at {at:3} of {wholly}: asked twice {len(again):2}, {said}", flush=True)
        campaign.process.kill()
    print(
        f"{told.moments} moments: {told.moments - bad} good, {bad} bad; asked twice {twice} of {told.moments * wholly}"
    )
    return 1 if bad else 0


_JOURNALS = {"say": "predictions", "Score": "length", "Label": "odd"}


def _was_known(question: str, known: set[str]) -> bool:
    """Whether the reply to a question stood in a journal when the kill came."""
    kind, word = question.split()[:2]
    return f"{_JOURNALS[kind]} {word.removeprefix('w')}" in known


if __name__ == "__main__":
    sys.exit(main())
