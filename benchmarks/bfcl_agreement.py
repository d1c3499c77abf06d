"""Whether our verdict on imported BFCL items is that of BFCL's own checker, over many kinds of right and wrong calls.

`python -m benchmarks.bfcl_agreement [--most N] [--results FOLDER...]`: `make bench-peers` makes the environment with
`bfcl-eval`, whose data and checker are used; nothing of it is copied here. With --results, stored answers of models
(`BFCL_v4_*_result.json`, anywhere below the folder) are compared too. The exit code is 1 where agreement is below
97 % overall, 90 % in a kind or 98.5 % on stored answers.
"""

from __future__ import annotations

import argparse
import copy
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.bfcl_mutations import ACCEPTED, REFUSED, Mutation, Question, questions
from benchmarks.measure import ROOT, table
from evalwright import InputError, grade_tool_calls, import_files

PEERS = ROOT / ".venv-bfcl" / "bin" / "python"
CATEGORIES = ("simple_python", "multiple", "parallel", "parallel_multiple")
CATEGORIES += ("live_simple", "live_multiple", "live_parallel", "live_parallel_multiple")
AT_LEAST = {"overall": 0.97, "kind": 0.90, "stored": 0.985}
Asked = dict[str, Any]


class Checker:
    """BFCL's checker in its own environment."""

    def __init__(self, python: Path) -> None:
        self.command = (str(python), str(ROOT / "benchmarks" / "bfcl_peers.py"))
        self.data = Path(self._said([])[0])

    def verdicts(self, asked: list[Asked]) -> list[bool | None]:
        """What it says of each: right, wrong, or None where it breaks."""
        return [json.loads(line) for line in self._said(asked)[1:]]

    def _said(self, asked: list[Asked]) -> list[str]:
        lines = "".join(json.dumps(each) + "\n" for each in asked)
        done = subprocess.run(self.command, input=lines, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


class Ours:
    """Our verdict, on the items that the importer makes."""

    def __init__(self, data: Path, folder: Path) -> None:
        self.items: dict[str, Any] = {}
        several = 0
        for category in CATEGORIES:
            out = folder / f"{category}.jsonl"
            several += import_files([data / f"BFCL_v4_{category}.json"], out).several
            self.items |= {row["id"]: row for row in read_lines(out)}
        print(f"{len(self.items)} items imported, {several} of them with more than one right answer")

    def verdict(self, asked: Asked) -> bool:
        item = self.items[asked["id"]]
        given = [_openai_call(name, arguments) for call in asked["calls"] for name, arguments in call.items()]
        due = item["expected_output"]["tool_calls"]
        return grade_tool_calls(due, given, item["tools"], argument_rules=item["argument_rules"]).score == 1.0


def read_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _openai_call(name: str, arguments: Any) -> Any:
    return {"function": {"name": name, "arguments": json.dumps(arguments)}}


def main() -> None:
    """Print the tables; the exit code says whether they are good enough."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bfcl_agreement")
    parser.add_argument("--most", type=int, default=400, metavar="N", help="calls of each kind")
    parser.add_argument("--results", nargs="*", default=[], type=Path, metavar="FOLDER", help="stored answers")
    parser.add_argument("--peers", type=Path, default=PEERS, metavar="PYTHON", help="the one that has bfcl-eval")
    given = parser.parse_args()
    if not given.peers.exists():
        sys.exit("bfcl-eval is not installed: `make bench-peers` makes .venv-bfcl")
    checker = Checker(given.peers)
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as folder:
        ours = Ours(checker.data, Path(folder))
        good = compare_kinds(checker, ours, given.most)
        if given.results:
            good &= compare_stored(checker, ours, given.results, Path(folder) / "samples.jsonl")
    sys.exit(not good)


def compare_kinds(checker: Checker, ours: Ours, most: int) -> bool:
    """The table by kind; whether each and all are good enough."""
    every = list(all_questions(checker.data))
    rows, counts, taken = [], [], 0
    for meant, kinds in (("yes", ACCEPTED), ("no", REFUSED)):
        for kind, mutation in kinds.items():
            asked = mutated(every, kind, mutation, most)
            theirs = checker.verdicts(asked)
            same = sum(ours.verdict(each) == bool(said) for each, said in zip(asked, theirs, strict=True))
            accepted = sum(map(bool, theirs))
            taken += accepted > len(asked) / 2
            counts.append((same, len(asked)))
            rows.append([kind, meant, str(len(asked)), share(accepted, len(asked)), *agreed(same, len(asked))])
    same, num = (sum(column) for column in zip(*counts, strict=True))
    rows.append(["all", "", str(num), "", *agreed(same, num)])
    head = ("kind", "meant as right", "calls", "BFCL accepts", "we agree", "we do not")
    table("Calls of BFCL, by kind of change", head, rows)
    lowest = min(same / num for same, num in counts if num)
    print(f"{len(counts)} kinds, {taken} of them mostly accepted; agreement {share(same, num)}, lowest {lowest:.1%}")
    return same / num >= AT_LEAST["overall"] and lowest >= AT_LEAST["kind"]


def all_questions(data: Path) -> Iterator[Question]:
    for category in CATEGORIES:
        name = f"BFCL_v4_{category}.json"
        answers = {row["id"]: row["ground_truth"] for row in read_lines(data / "possible_answer" / name)}
        yield from questions(read_lines(data / name), answers, category, seed=16)


def mutated(every: list[Question], kind: str, mutation: Mutation, most: int) -> list[Asked]:
    """At most so many changed calls, of questions spread over all categories."""
    made: list[Asked] = []
    order = sorted(every, key=lambda question: hash_of(f"{kind} {question.id}"))
    for question in order:
        changed = copy.deepcopy(question)
        if mutation(changed):
            made.append({"id": question.id, "category": question.category, "calls": changed.calls})
        if len(made) == most:
            break
    return made


def hash_of(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()


def compare_stored(checker: Checker, ours: Ours, folders: Iterable[Path], out: Path) -> bool:
    """The table of stored answers by the folder they stand in; whether all together are good enough."""
    counts: dict[str, Counter[str]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("BFCL_v4_*_result.json")):
            category = path.name.removeprefix("BFCL_v4_").removesuffix("_result.json")
            if category in CATEGORIES:
                name = str(path.relative_to(folder).parent)
                counts.setdefault(name, Counter()).update(stored_file(checker, ours, path, category, out))
    rows = [stored_row(name, found) for name, found in counts.items()]
    total = sum(counts.values(), Counter[str]())
    columns = ("answers", "calls", "BFCL says right", "we agree", "we do not")
    table("Stored answers of models", ("folder", *columns), [*rows, stored_row("all", total)])
    return total["same"] / total["num"] >= AT_LEAST["stored"]


def stored_file(checker: Checker, ours: Ours, path: Path, category: str, out: Path) -> Counter[str]:
    """Counts of one file: what cannot be read as calls is wrong for both, and not compared."""
    try:
        import_files([path], out, skip_bad_rows=True)
    except InputError:
        return Counter()
    samples = read_lines(out)
    asked = [made for sample in samples if (made := stored_calls(sample, category)) is not None]
    theirs = checker.verdicts(asked)
    same = sum(ours.verdict(each) == bool(said) for each, said in zip(asked, theirs, strict=True))
    return Counter(answers=len(samples), num=len(asked), right=sum(map(bool, theirs)), same=same)


def stored_calls(sample: Any, category: str) -> Asked | None:
    try:
        calls = [
            {each["function"]["name"]: json.loads(each["function"]["arguments"])}
            for each in sample["output_tools"] or ()
        ]
    except ValueError:
        return None
    readable = all(isinstance(each, dict) for call in calls for each in call.values())
    return {"id": sample["id"], "category": category, "calls": calls} if calls and readable else None


def stored_row(name: str, found: Counter[str]) -> list[str]:
    num = found["num"]
    return [name, str(found["answers"]), str(num), share(found["right"], num), *agreed(found["same"], num)]


def agreed(same: int, num: int) -> tuple[str, str]:
    return share(same, num), str(num - same)


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


if __name__ == "__main__":
    main()
