"""A domain: `evalwright synth ledger -o data` makes conversations about savings, every call executed here."""

import copy
import json

from evalwright import Result


def tool(name, about, **takes):
    parameters = {"type": "object", "properties": takes, "required": list(takes)}
    return {"type": "function", "function": {"name": name, "description": about, "parameters": parameters}}


class Ledger:
    name, simulated, rules = "ledger", False, [{"confirm": "deposit_coins", "unnamed": "saver_id"}]  # rules: optional

    def __init__(self, spec):
        self.coins = {f"S{number}": 10 * number for number in range(11, 21)}

    def tools(self):
        text, number = {"type": "string"}, {"type": "integer", "minimum": 1, "maximum": 50}
        return [
            tool("find_saver", "Find a saver by e-mail address.", email=text),
            tool("get_balance", "Look up the balance of a saver.", saver_id=text),
            tool("deposit_coins", "Deposit coins for a saver.", saver_id=text, coins=number),
        ]

    def effect(self, name):
        return "write" if name == "deposit_coins" else "read"

    def policy(self, lang):
        return "You keep a savings ledger. Find the saver first; deposit only after a clear yes."

    def known(self):  # optional: what users know of themselves
        return [{"email": f"{saver.lower()}@example.com"} for saver in self.coins]

    def fork(self):
        return copy.deepcopy(self)

    def hash(self):
        return json.dumps(self.coins)

    def close(self): ...

    def call(self, name, arguments):
        saver = str(arguments.get("saver_id") or arguments.get("email")).split("@")[0].upper()
        if saver not in self.coins:
            return Result(False, "Error: there is no such saver.")
        self.coins[saver] += arguments.get("coins", 0)
        value = {"saver_id": saver} if name == "find_saver" else {"balance": self.coins[saver]}
        return Result(True, json.dumps(value), value)
