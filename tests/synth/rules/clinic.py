"""Conversations of a small clinic, told by hand, and the rules that they are held to as YAML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright.synth import file_rules
from evalwright.workbench import Finding, audit

Record = dict[str, Any]
_NAMES = ("policy-broken", "no-login", "asks-first", "all-said")


class Talk:
    """One conversation in the making."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self.messages: list[Record] = []
        self._calls = 0

    def user(self, text: str) -> Talk:
        self.messages.append({"role": "user", "content": text})
        return self

    def says(self, text: str) -> Talk:
        self.messages.append({"role": "assistant", "content": text})
        return self

    def call(self, tool: str, arguments: Record | None = None, gives: Any = "ok") -> Talk:
        return self.calls((tool, arguments or {}, gives))

    def calls(self, *made: tuple[str, Record, Any]) -> Talk:
        """Several calls in one message."""
        calls, answers = [], []
        for tool, arguments, gives in made:
            self._calls += 1
            function = {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}
            calls.append({"id": f"c{self._calls}", "type": "function", "function": function})
            content = gives if isinstance(gives, str) else json.dumps(gives, ensure_ascii=False)
            answers.append({"role": "tool", "tool_call_id": f"c{self._calls}", "content": content})
        self.messages += [{"role": "assistant", "content": None, "tool_calls": calls}, *answers]
        return self

    def found(self, patient: str = "P-17") -> Talk:
        """The patient is found."""
        self.user("I am Ana Ruiz, born on 1990-03-04." if self.lang == "en" else "我是安娜，1990年3月4日出生。")
        return self.call("find_patient", {"name": "Ana Ruiz"}, {"patient_id": patient, "name": "Ana Ruiz"})

    def record(self, **metadata: Any) -> Record:
        return {"messages": self.messages, "metadata": {"lang": self.lang} | metadata}


def broken(folder: Path, rules: str, talk: Talk | Record) -> list[Finding]:
    """What a conversation breaks of rules that stand in a file."""
    path = folder / "rules.yaml"
    path.write_text(rules, encoding="utf-8")
    record = talk.record() if isinstance(talk, Talk) else talk
    return [found for found in audit(record, extra_rules=file_rules(path)).findings if found.rule in _NAMES]


def places(folder: Path, rules: str, talk: Talk | Record) -> list[int | None]:
    """The messages in which they are broken."""
    return [found.message for found in broken(folder, rules, talk)]
