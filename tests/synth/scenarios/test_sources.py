"""A scenario file on any source: domains that bring one along, tools files, and servers that are really started."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import audit, register_domain, synthesise, verify
from evalwright.cli import main
from evalwright.errors import InputError, UsageError
from evalwright.plugins import DOMAINS
from evalwright.synth import prove

from ...servers.kit import ROOT, SERVERS
from .clinic import Clinic, scenario_text

EXAMPLES = ROOT / "examples" / "scenarios"
WORLDS = {"filesystem": "gardens", "sqlite": "library"}


@pytest.fixture(autouse=True)
def clinic() -> Iterator[None]:
    register_domain("clinic")(Clinic)
    yield
    DOMAINS.forget("clinic")


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("how", ["path", "text"])
def test_a_domain_may_bring_its_scenarios_along(how: str, tmp_path: Path) -> None:
    file = written(tmp_path / "clinic.yaml", scenario_text())

    class WithScenarios(Clinic):
        def scenarios(self) -> Path | str:
            return file if how == "path" else scenario_text()

    register_domain("clinic")(WithScenarios)
    made = synthesise("clinic", out=tmp_path / "out", n=10, seed=4)
    assert made.made == 10 and verify(tmp_path / "out").ok
    assert ("sha256" in made.manifest["scenarios"]) is (how == "path")
    assert set(made.manifest["coverage"]["by_intent"]) <= {
        "move an appointment", "cancel an appointment", "book an appointment", "who works here",
    }  # fmt: skip


def test_a_mistake_in_the_file_stops_synth_with_its_line(tmp_path: Path) -> None:
    text = scenario_text().replace("- list_doctors: {}\n        choose", "- list_docters: {}\n        choose")
    file = written(tmp_path / "clinic.yaml", text)
    with pytest.raises(InputError) as found:
        synthesise("clinic", out=tmp_path / "out", n=5, scenarios=file)
    line = text[: text.index("list_docters")].count("\n") + 1
    assert found.value.line == line and "list_doctors" in str(found.value.cure)
    assert not (tmp_path / "out").exists()


def test_a_language_that_the_file_does_not_speak_is_refused(tmp_path: Path) -> None:
    file = written(
        tmp_path / "en.yaml",
        'scenarios:\n  - name: who\n    wants: ["Who works here?"]\n    steps: [{list_doctors: {}}]\n'
        '    tells: ["{list_doctors.name} do."]\n',
    )
    with pytest.raises((InputError, UsageError)):
        synthesise("clinic", out=tmp_path / "out", n=5, lang="zh", scenarios=file)


def test_a_scenario_that_never_comes_to_an_end_is_named_and_the_others_are_told(tmp_path: Path) -> None:
    broken = (
        "  - name: a lost id\n    wants:\n      en: [Cancel A999 for me.]\n      zh: [请取消 A999。]\n    steps:\n"
        "      - cancel_appointment: {appointment_id: A999}\n"
        "        confirms: {en: [Shall I cancel A999?], zh: [要取消 A999 吗？]}\n"
        "    tells: {en: [Done.], zh: [好了。]}\n"
    )
    file = written(tmp_path / "clinic.yaml", scenario_text() + broken)
    made = synthesise("clinic", out=tmp_path / "out", n=20, seed=1, scenarios=file)
    assert made.made == 20 and "a lost id" not in made.manifest["coverage"]["by_intent"]
    [note] = [note for note in made.manifest["notes"] if "a lost id" in note]
    assert "A999 is not known" in note and "cancel_appointment" in note


def test_the_command_prints_what_was_varied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "clinic.yaml", scenario_text())
    command = ["synth", "clinic", "--scenarios", str(file), "-o", str(tmp_path / "out")]
    with pytest.raises(SystemExit) as ended:
        main([*command, "-n", "30"])
    assert ended.value.code in (0, None)
    assert "variations, used of where they apply: all-at-once " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([*command, "-n", "5", "--json"])
    assert json.loads(capsys.readouterr().out)["scenarios"]["variations"]["thanks"]["applicable"] == 5


def test_a_tools_file_is_played_with_simulated_results(tmp_path: Path) -> None:
    tools = [
        {
            "type": "function",
            "function": {
                "name": "search_flights",
                "description": "Search for flights between two cities on a day.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "origin": {"type": "string", "description": "city"},
                        "destination": {"type": "string", "description": "city"},
                        "date": {"type": "string", "format": "date"},
                    },
                    "required": ["origin", "destination", "date"],
                },
            },
        }
    ]
    source = written(tmp_path / "tools.json", json.dumps(tools))
    file = written(
        tmp_path / "flights.yaml",
        "values:\n  city: [Oslo, Rome, Lyon, Porto]\n  day: ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']\n"
        "scenarios:\n  - name: a flight\n    wants: ['Is there a flight from {city} to Berlin on {day}?']\n    steps:\n"
        "      - search_flights: {origin: $city, destination: Berlin, date: $day}\n"
        "    tells: ['I have found {search_flights.total}.']\n",
    )
    made = synthesise(str(source), out=tmp_path / "out", n=6, seed=2, scenarios=file)
    assert made.made >= 1 and made.manifest["simulated"]


def server(name: str) -> Any:
    found = next(each for each in SERVERS if each.name == name)
    if not found.is_installed():
        pytest.skip(f"the server {name} is not installed: make servers")
    return found


@pytest.mark.parametrize("name", list(WORLDS))
def test_the_examples_are_played_on_real_servers(name: str, tmp_path: Path) -> None:
    place = tmp_path / WORLDS[name]
    script = str(ROOT / "examples" / "servers" / "worlds.py")
    subprocess.run([sys.executable, script, WORLDS[name], str(place)], check=True)
    out = tmp_path / "out"
    state = {"state": (str(place),), "scenarios": EXAMPLES / f"{name}.yaml"}
    made = synthesise(server(name).source(place), out=out, n=24, seed=5, lang="en,zh", **state)
    assert made.made == 24
    assert prove(out, run=True).ok
    for part in ("train.jsonl", "valid.jsonl"):
        assert audit(out / part).errors == 0
    used = set(made.manifest["coverage"]["by_tool"])
    assert {"filesystem": {"edit_file", "move_file"}, "sqlite": {"write_query"}}[name] <= used
    shutil.rmtree(place) if place.is_dir() else place.unlink()
