"""Do the alternatives that `expand` infers from bare conversations agree with those that the shop's plan knows?

`synth shop` writes into its rows what it knows to be as right as each call, every one executed. Here the same rows are
cut without that metadata, so that only the conversation speaks, and both are set side by side, call by call; then once
more after every tool, parameter, field and id was renamed. Answers in words are the plan's alone: nobody infers them.
"""

from __future__ import annotations

import json
import re
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import table

Record = dict[str, Any]
Marks = dict[str, set[str]]
"""By item what is right besides: each call and each rule as a text."""
_ID = re.compile(r"#?\b(?=[\w]*\d)[A-Za-z_]+_?\d{3,}\b|\b\d{7,}\b", re.ASCII)
_FIELD = re.compile(r"[a-z][a-z_]*[0-9]?")
_LANGS = ("en", "zh")
_LEAST_PRECISION, _LEAST_RECALL = 0.98, 0.85
_HEADERS = ("rows", "items", "ambiguous (plan)", "inferred", "precision", "recall", "items right", "items whole")


def measure(folder: Path, kinds: Sequence[str] = (), *, quick: bool) -> None:
    """Print precision and recall for each language, as the rows are and renamed."""
    del kinds
    rows = []
    for lang in _LANGS:
        records = shop_rows(folder, lang, 60 if quick else 300)
        for how, change in (("as they are", dict), ("renamed", renamed)):
            found = Agreement(folder, [change(record) for record in records])
            rows.append((f"{lang}, {how}", *found.cells()))
            for line in found.differences():
                print(f"  {lang}, {how}: {line}")
    table("alternatives: the plan's, and those inferred without it", ("", *_HEADERS), rows)
    print(f"at least {_LEAST_PRECISION:.0%} of those inferred must be the plan's, and {_LEAST_RECALL:.0%} found")


def shop_rows(folder: Path, lang: str, count: int) -> list[Record]:
    """Rows of the shop with what the plan knows."""
    from evalwright import synthesise

    synthesise("shop", out=folder / lang, n=count, seed=7, lang=lang)
    paths = [folder / lang / name for name in ("train.jsonl", "valid.jsonl")]
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


class Agreement:
    """Both sides of a set of rows."""

    def __init__(self, folder: Path, records: list[Record]) -> None:
        self.rows = len(records)
        self.known, self.inferred = {}, dict[str, set[str]]()
        for record in records:
            self.known |= _known(record)
        self.inferred = _inferred(folder, records)

    def counts(self) -> Counter[str]:
        """What agrees, one by one and by item."""
        made: Counter[str] = Counter()
        for key in {*self.known, *self.inferred}:
            ours, theirs = self.inferred.get(key, set()), self.known.get(key, set())
            made.update(both=len(ours & theirs), inferred=len(ours), known=len(theirs))
            made.update(inferred_items=bool(ours), known_items=bool(theirs))
            made.update(right_items=bool(ours) and ours <= theirs, whole_items=bool(theirs) and theirs <= ours)
        return made

    def cells(self) -> list[str]:
        """A line of the table."""
        made = self.counts()
        items = f"{len(self.inferred):,}"
        shares = [
            made["both"] / (made["inferred"] or 1),
            made["both"] / (made["known"] or 1),
            made["right_items"] / (made["inferred_items"] or 1),
            made["whole_items"] / (made["known_items"] or 1),
        ]
        several = [f"{made['known_items']:,}", f"{made['inferred_items']:,}"]
        return [str(self.rows), items, *several, *(f"{each:.1%}" for each in shares)]

    def differences(self) -> list[str]:
        """What one side has and the other has not."""
        made = []
        for key in sorted({*self.known, *self.inferred}):
            ours, theirs = self.inferred.get(key, set()), self.known.get(key, set())
            made += [f"{key} inferred only: {each}" for each in sorted(ours - theirs)]
            made += [f"{key} plan only: {each}" for each in sorted(theirs - ours)]
        return made


def _known(record: Record) -> Marks:
    told = record["metadata"].get("alternatives", {})
    ids = [call["id"] for message in record["messages"] for call in message.get("tool_calls") or ()]
    return {f"{record['id']}#{at}": _marks(told[each]) for at, each in enumerate(ids) if each in told}


def _inferred(folder: Path, records: list[Record]) -> Marks:
    from evalwright.workbench import ExpandOptions, expand_file

    bare, items = folder / "bare.jsonl", folder / "items.jsonl"
    lines = [json.dumps({key: each for key, each in record.items() if key != "metadata"}) for record in records]
    bare.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expand_file(bare, items, ExpandOptions(acceptable="infer"))
    made = map(json.loads, items.read_text("utf-8").splitlines())
    return {item["id"]: _marks(item) for item in made}


def _marks(told: Record) -> set[str]:
    """Every alternative in calls and every rule, as texts that can be compared."""
    made = set()
    for each in told.get("acceptable", []):
        calls = [(call["function"]["name"], json.loads(call["function"]["arguments"])) for call in each["tool_calls"]]
        made |= {json.dumps(calls, sort_keys=True, ensure_ascii=False)} if calls else set()
    for number, rules in enumerate(told.get("argument_rules", [])):
        made |= {f"{number} {path}: {json.dumps(rule)}" for path, rule in rules.items()}
    return made


def renamed(record: Record) -> Record:
    """The same row with other names of tools, parameters and fields, and other ids: the same everywhere."""
    names = {tool["function"]["name"]: f"op{at}" for at, tool in enumerate(record["tools"])}
    text = json.dumps(record, ensure_ascii=False)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, names[name])
    made: Record = json.loads(_ID.sub(lambda found: _other_id(found[0]), text))
    for tool in made["tools"]:
        tool["function"]["parameters"] = _schema_renamed(tool["function"]["parameters"])
    for message in made["messages"]:
        for call in message.get("tool_calls") or ():
            call["function"]["arguments"] = _text_renamed(call["function"]["arguments"])
        if message["role"] == "tool":
            message["content"] = _text_renamed(message["content"])
    told = made["metadata"].get("alternatives", {})
    made["metadata"]["alternatives"] = {call: _alternatives_renamed(each) for call, each in told.items()}
    return made


def _other_id(text: str) -> str:
    if text.startswith("call_"):
        return text
    return re.sub(r"\d", lambda digit: str((int(digit[0]) * 3 + 7) % 10), text)


def _key(name: str) -> str:
    return f"k{zlib.crc32(name.encode())}"


def _keys_renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return {_key(key) if _FIELD.fullmatch(key) else key: _keys_renamed(each) for key, each in value.items()}
    return [_keys_renamed(each) for each in value] if isinstance(value, list) else value


def _text_renamed(text: str) -> str:
    try:
        return json.dumps(_keys_renamed(json.loads(text)), ensure_ascii=False)
    except ValueError:
        return text


def _schema_renamed(schema: Record) -> Record:
    made = dict(schema)
    if "properties" in schema:
        made["properties"] = {_key(key): each for key, each in schema["properties"].items()}
    if "required" in schema:
        made["required"] = [_key(key) for key in schema["required"]]
    return made


def _alternatives_renamed(told: Record) -> Record:
    for each in told.get("acceptable", []):
        for call in each["tool_calls"]:
            call["function"]["arguments"] = _text_renamed(call["function"]["arguments"])
    if "argument_rules" in told:
        told["argument_rules"] = [dict(_rules_renamed(rules)) for rules in told["argument_rules"]]
    return told


def _rules_renamed(rules: Record) -> Iterator[tuple[str, Any]]:
    for path, rule in rules.items():
        together = isinstance(rule, dict) and rule.get("permute_together")
        yield _key(path), {"permute_together": [_key(each) for each in together]} if together else rule


Change = Callable[[Record], Record]

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        measure(Path(scratch), quick=False)
