"""A stranger's domain that plans its conversations itself: by the door that the shop uses, checked like all others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from evalwright import Result, register_domain, synthesise, verify
from evalwright.errors import UsageError
from evalwright.plugins import DOMAINS
from evalwright.synth.domain_kit import Called, Draft, Move, Plan, Said, Worded, assemble, random_for

NAME = "kiln-room"
TOOL = {"type": "object", "properties": {"kiln": {"type": "string"}}, "required": ["kiln"]}


class KilnRoom:
    name, simulated = NAME, False

    def tools(self) -> list[dict[str, Any]]:
        about = {"name": "read_kiln", "description": "The temperature of a kiln.", "parameters": TOOL}
        return [{"type": "function", "function": about}]

    def effect(self, name: str) -> str:
        return "read"

    def policy(self, lang: str) -> str:
        return "You watch over the kilns of a pottery."

    def fork(self) -> KilnRoom:
        return self

    def hash(self) -> str:
        return "kilns"

    def close(self) -> None: ...

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        value = {"celsius": 400 + 7 * int(str(arguments["kiln"]).removeprefix("K-"))}
        return Result(True, json.dumps(value), value)

    def generator(self, settings: Any) -> KilnTalks:
        return KilnTalks(settings)


class KilnTalks:
    """One question and its answer, in as many ways as there are kilns."""

    simulated, replays, varied, judged_by_calls, in_rounds = False, True, True, True, False
    told = ""
    """What the assistant makes of a number; a false word is for the checks."""

    def __init__(self, settings: Any) -> None:
        self._settings, self._room = settings, KilnRoom()

    def make(self, number: int, attempt: int, side: str, coverage: object) -> list[Draft]:
        rng = random_for(self._settings.seed, number, attempt)
        kiln = f"K-{rng.randrange(40) * 2 + (side == 'valid')}"  # a kiln is on one side alone
        done = Called("read_kiln", {"kiln": kiln}, self._room.call("read_kiln", {"kiln": kiln}))
        ask, tell = Move("ask", {"kiln": kiln}), Move("tell", done.result.value)
        plan = Plan(f"{number}", [Said("user", [ask]), done, Said("assistant", [tell])], ["ask"], [], {}, [], "", "")
        metadata: Any = {"intents": ["ask"], "tags": [], "lang": "en", "simulated": False}
        metadata["environment"] = {"name": NAME, "seed": self._settings.seed, "hash": "kilns", "hash_after": "kilns"}
        return [assemble(plan, self, self._room.policy("en"), metadata, f"kiln-{number}")]

    def say(self, said: Said) -> Worded:
        slots = said.moves[0].slots
        return Worded(
            f"How hot is kiln {slots['kiln']}?" if "kiln" in slots else f"{slots['celsius']} degrees{self.told}."
        )

    def accepted(self, drafts: Sequence[Draft]) -> None: ...

    def environment(self, lang: str) -> KilnRoom:
        return self._room

    def vocabulary(self, lang: str) -> str:
        return "how hot is kiln degrees"

    def describe(self) -> dict[str, Any]:
        place = {"name": NAME, "seed": self._settings.seed, "options": {}, "locales": {"en": "kilns"}}
        return {"source": {"kind": NAME, "text": NAME}, "environment": place, "notes": []}

    def close(self) -> None: ...


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    register_domain(NAME)(lambda spec: KilnRoom())
    yield
    DOMAINS.forget(NAME)


def test_its_conversations_are_written_and_proved(tmp_path: Path) -> None:
    done = synthesise(NAME, out=tmp_path, n=20, seed=1)
    assert done.made == 20 and done.manifest["source"]["kind"] == NAME
    assert verify(tmp_path).ok
    row = json.loads((tmp_path / "train.jsonl").read_text().splitlines()[0])
    assert [message["role"] for message in row["messages"]] == ["system", "user", "assistant", "tool", "assistant"]


def test_workers_are_asked_for_what_they_know_alone(tmp_path: Path) -> None:
    for workers in (1, 2):
        synthesise(NAME, out=tmp_path / str(workers), n=10, seed=1, workers=workers)
    one, two = ((tmp_path / str(workers) / "train.jsonl").read_bytes() for workers in (1, 2))
    assert one == two


def test_what_it_says_is_held_to_the_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KilnTalks, "told", ", and $312.50 are due")
    with pytest.raises(UsageError, match="conversation"):
        synthesise(NAME, out=tmp_path, n=5, seed=1)
