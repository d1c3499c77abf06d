"""A lending library with a policy and readers who know their addresses, and what a capable model would draft for it."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

from evalwright import Result

from ..scenarios.clinic import tool

POLICY = """\
You work at a lending library. Find the reader by e-mail address first, and use the reader_id that was found.
Renew a loan only after an explicit yes. Look at one thing at a time: at most one call per message.
After a loan was renewed say "Happy reading!"."""
TITLES = ("Salt", "Slow Train", "The Baker", "Low Tide", "Paper Moon", "North Wind")


class Library:
    name, simulated = "lending", False

    def __init__(self, spec: Any = None) -> None:
        self.loans = {
            f"R{100 + at}": [
                {"loan_id": f"L{at}{number}", "title": TITLES[(at + number) % 6], "due": f"2026-12-{10 + at}"}
                for number in range(2)
            ]
            for at in range(12)
        }

    def tools(self) -> list[dict[str, Any]]:
        return [
            tool("find_reader", "Find a reader by e-mail address.", email="e-mail address of the reader"),
            tool("list_loans", "List the loans of a reader.", reader_id="id of the reader"),
            tool("renew_loan", "Renew a loan.", loan_id="id of the loan"),
        ]

    def effect(self, name: str) -> str:
        return "write" if name == "renew_loan" else "read"

    def policy(self, lang: str) -> str:
        return POLICY

    def known(self) -> list[dict[str, str]]:
        return [{"email": f"{reader.lower()}@example.com"} for reader in self.loans]

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        value: Any = None
        if name == "find_reader":
            reader = str(arguments["email"]).split("@")[0].upper()
            value = {"reader_id": reader} if reader in self.loans else None
        elif name == "list_loans" and arguments["reader_id"] in self.loans:
            value = {"loans": self.loans[arguments["reader_id"]]}
        else:
            loan = next(
                (
                    each
                    for all_of in self.loans.values()
                    for each in all_of
                    if each["loan_id"] == arguments.get("loan_id")
                ),
                None,
            )
            if loan is not None:
                loan["due"] = "2027-01-15"
                value = {"loan_id": loan["loan_id"], "due": loan["due"]}
        return Result(True, json.dumps(value), value) if value else Result(False, "Error: there is no such thing.")

    def fork(self) -> Library:
        return copy.deepcopy(self)

    def hash(self) -> str:
        return json.dumps(self.loans)

    def close(self) -> None: ...


EMAIL = """\
people:
  know:
    email:
      ask: {en: ["What is your e-mail address?", "Which address are you registered with?"]}
      say: {en: ["It is {me.email}.", "My address is {me.email}."]}
"""
LOANS = """\
scenarios:
  - name: what I have borrowed
    wants: {en: ["Which books do I have at the moment?", "When are my books due?"]}
    steps:
      - find_reader: {email: $me.email}
      - list_loans: {reader_id: $find_reader.reader_id}
    tells: {en: ["You have {list_loans.loans.title}, due on {list_loans.loans.due}."]}
"""
RENEW = """\
scenarios:
  - name: keep a book longer
    wants: {en: ["Can I keep {loan.title} a little longer?", "I'm not done with {loan.title} yet."]}
    knows: [loan.title]
    steps:
      - find_reader: {email: $me.email}
      - list_loans: {reader_id: $find_reader.reader_id}
        choose: {loan: any of loans}
        none: {en: ["You have no books at the moment."]}
      - renew_loan: {loan_id: $loan.loan_id}
        confirms: {en: ["I would renew {loan.title}. Shall I?"]}
    tells: {en: ["{loan.title} is yours until {renew_loan.due}."]}
"""
RULES = """\
rules:
  - {confirm: [renew_loan], unnamed: [loan_id]}
  - {before: [list_loans], call: find_reader, same: reader_id}
  - {at_most: 1, tools: "*", per: message}
  - {says_after: renew_loan, en: ["Happy reading!"]}
  - {at_most: 1, tools: "*", per: conversation}
  - {before: [find_reader], call: list_loans}
"""
GOOD = {
    "fact email": [EMAIL],
    "find_reader > list_loans": [LOANS],
    "find_reader > list_loans > renew_loan": [RENEW],
    "rules": [RULES.replace("Happy reading!", "Have a nice day!"), RULES],
}
