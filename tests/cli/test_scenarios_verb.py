"""`evalwright scenarios`, as somebody who writes a file meets it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.conftest import Run

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": about,
            "parameters": {"type": "object", "properties": {key: {"type": "string"} for key in keys}, "required": keys},
        },
    }
    for name, about, keys in (
        ("list_parcels", "List the parcels of a depot.", ["depot"]),
        ("get_parcel", "Show a parcel.", ["parcel_id"]),
        ("cancel_parcel", "Cancel a parcel.", ["parcel_id"]),
    )
]
GOOD = """\
values:
  depot: [north, south]
scenarios:
  - name: where a parcel is
    wants: "What lies in {depot}?"
    steps:
      - list_parcels: {depot: $depot}
    tells: "{list_parcels.text}"
"""


def files(folder: Path, text: str) -> None:
    (folder / "tools.json").write_text(json.dumps(TOOLS))
    (folder / "s.yaml").write_text(text, encoding="utf-8")


def test_a_file_that_fits_is_clean(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD)
    done = evalwright("scenarios", "check", "s.yaml", "tools.json")
    assert (done.returncode, done.stdout) == (0, "1 scenario in en: nothing is wrong.\n")


def test_mistakes_are_named_as_compilers_name_them(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD.replace("list_parcels: {depot", "list_parcel: {depot").replace("in {depot}", "in {depto}"))
    done = evalwright("scenarios", "check", "s.yaml", "tools.json")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "s.yaml:5: depto: nothing has this name. Did you mean depot?",
        "s.yaml:7: there is no tool list_parcel. Did you mean list_parcels?",
        "1 scenario in en: 2 errors.",
    ]
    chinese = evalwright("scenarios", "check", "s.yaml", "tools.json", env={"EVALWRIGHT_LANG": "zh"}).stdout
    assert "s.yaml:7: 没有工具 list_parcel。是不是想写 list_parcels？" in chinese.splitlines()
    document = json.loads(evalwright("scenarios", "check", "s.yaml", "tools.json", "--json").stdout)
    assert document["scenarios"] == 1 and document["languages"] == ["en"]
    assert document["findings"][1] == {
        "line": 7,
        "severity": "error",
        "kind": "unknown_tool",
        "message": "there is no tool list_parcel",
        "cure": "Did you mean list_parcels?",
    }


def test_a_warning_alone_is_no_failure(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD.replace("  depot:", "  colour: [red]\n  depot:"))
    done = evalwright("scenarios", "check", "s.yaml", "tools.json")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "s.yaml:2: warning: nothing uses colour. Use it, or leave it out",
        "1 scenario in en: no errors, 1 warning.",
    ]


def test_without_a_source_a_file_is_only_read(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD.replace("list_parcels: {depot", "nobody_knows: {depot"))
    assert evalwright("scenarios", "check", "s.yaml").returncode == 0
    files(tmp_path, GOOD.replace("wants: ", "wnats: "))
    assert evalwright("scenarios", "check", "s.yaml").returncode == 1


def test_what_stands_in_a_file_cannot_steer_the_terminal(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD.replace("list_parcels: {", '"\\e[31mred\\a": {'))
    done = evalwright("scenarios", "check", "s.yaml", "tools.json")
    assert done.returncode == 1 and "\x1b" not in done.stdout and "red" in done.stdout


def test_wrong_words_are_one_line_with_the_cure(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD)
    for words in (
        ("check",),
        ("tools.json",),
        ("check", "none.yaml", "tools.json"),
    ):
        done = evalwright("scenarios", *words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert done.stderr.count("\n") == 1 and "scenarios" in done.stderr


def test_a_starter_has_every_tool_and_its_blanks_are_named(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD)
    done = evalwright("scenarios", "tools.json", "-o", "new.yaml", "--lang", "en,zh")
    assert done.returncode == 0
    text = (tmp_path / "new.yaml").read_text(encoding="utf-8")
    assert "languages: [en, zh]" in text and "- confirm: [cancel_parcel]" in text
    assert all(f"- {tool['function']['name']}: " in text for tool in TOOLS)
    assert re.search(r"^# {3}\w+ \{.*\}\n# {5}\S", text, re.M)  # what a call gave
    checked = evalwright("scenarios", "check", "new.yaml", "tools.json")
    blank = [number for number, line in enumerate(text.splitlines(), 1) if '""' in line and not line.startswith("#")]
    named = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if "still missing" in line}
    assert checked.returncode == 1 and named == set(blank)


def test_a_starter_with_its_blanks_filled_in_is_clean(evalwright: Run, tmp_path: Path) -> None:
    files(tmp_path, GOOD)
    assert evalwright("scenarios", "tools.json", "-o", "new.yaml").returncode == 0
    lines = []
    for line in (tmp_path / "new.yaml").read_text(encoding="utf-8").splitlines():
        words, _, slots = line.partition("  # ")
        told = slots if line.lstrip().startswith(("wants", "tells")) else "{parcel_id}" if "confirms" in line else "a"
        lines.append(words.replace('""', json.dumps(f"So: {told}")))
    (tmp_path / "new.yaml").write_text("\n".join(lines), encoding="utf-8")
    done = evalwright("scenarios", "check", "new.yaml", "tools.json")
    assert done.returncode == 0, done.stdout
