"""The scenario files for real servers: short, without a mistake, and what they make is lively, apart and proved.

One set is made of each file and looked at from all sides. `EXAMPLE_ROWS=200` makes it as large as one would for
training; what is asked of it then is written beside what is asked of a small one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT, Run

from .measures import names_a_tool, tells_failure_as_success
from .scenario_sets import EXAMPLES, VARIATIONS, Example, Made, counted

ROWS = int(os.environ.get("EXAMPLE_ROWS", "32"))
SLOW = 900


@pytest.fixture(scope="module", params=EXAMPLES, ids=lambda example: example.name)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A set of one file, made once."""
    example: Example = request.param
    if not example.is_installed():
        pytest.skip(f"{example.name} is not installed: make servers")
    folder = tmp_path_factory.mktemp(example.name)
    source = example.source(folder)
    out = folder / "made"
    asked = ("-n", str(ROWS), "--lang", "en,zh", "--scenarios", str(example.file), "-o", str(out))
    done = subprocess.run(
        [sys.executable, "-c", "from evalwright.cli import main; main()", "synth", *source, *asked],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=SLOW,
    )
    assert done.returncode == 0, done.stderr
    return Made(example, out, source, done.stdout + done.stderr)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_file_is_short_and_has_both_languages(example: Example) -> None:
    text = example.file.read_text(encoding="utf-8")
    assert text.count("\n") <= 80
    english, chinese = (len(re.findall(rf"[{{ ]{lang}:", text)) for lang in ("en", "zh"))
    assert english == chinese > 20 and "confirms:" in text


@pytest.mark.slow
def test_nothing_is_wrong_with_a_file_when_it_is_played(made: Made, evalwright: Run) -> None:
    done = evalwright(
        "scenarios", "check", made.example.file, *made.source, "--world", made.out / "world.json", timeout=SLOW
    )
    assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stdout


@pytest.mark.slow
def test_what_a_file_makes_is_proved_and_clean(made: Made, evalwright: Run) -> None:
    proved = evalwright("verify", "--run", made.out, timeout=SLOW)
    assert proved.returncode == 0 and "as it was written" in proved.stdout, proved.stdout
    train, valid = made.out / "train.jsonl", made.out / "valid.jsonl"
    for audited in (evalwright("audit", valid, "--against", train), evalwright("audit", train)):
        assert audited.returncode == 0 and "0 errors" in audited.stdout and "shared-call" not in audited.stdout


@pytest.mark.slow
def test_every_variation_is_used_where_it_applies(made: Made) -> None:
    facts = made.variations()
    missing = [name for name in VARIATIONS if not facts[name]["used"]]
    assert not missing, facts
    assert "variations, used of where they apply:" in made.summary


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_calls_are_many_fed_and_none_is_made_twice(made: Made, lang: str) -> None:
    found = counted(made, lang, sorted(made.example.confirmed()))
    assert found.rows == ROWS // 2
    assert found.calls >= 2.5 * found.rows and found.fed >= 0.4 * found.calls
    assert found.sequences >= min(15, found.rows // 2)
    assert not found.repeated and not found.unconfirmed


@pytest.mark.slow
def test_tools_are_all_used_and_nobody_names_one(made: Made) -> None:
    used = {call.name for _, calls in made.calls() for call in calls}
    tools = {tool["function"]["name"] for row in made.rows() for tool in row["tools"]}
    assert made.example.tools() <= used and set(made.example.writes) <= used
    for row, calls in made.calls():
        said = [str(each["content"]) for each in row["messages"] if each["role"] == "user"]
        assert not any(names_a_tool(text, tools) for text in said)
        assert not any(call.answer and tells_failure_as_success(call.result, call.answer) for call in calls)


@pytest.mark.slow
def test_valid_asks_about_other_things_than_train(made: Made) -> None:
    found = counted(made)
    assert found.about_things and found.shared <= 0.1 * found.about_things


@pytest.mark.slow
def test_a_trouble_that_is_put_in_reads_like_those_of_the_server(made: Made) -> None:
    faults = [text for row in made.rows() for _, text in row["metadata"].get("environment", {}).get("faults", ())]
    assert faults and all(re.match(made.example.trouble, text) for text in faults), faults
