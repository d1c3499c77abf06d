"""A domain: `evalwright synth ledger -o data` makes conversations about savings, every call executed here."""

import copy
import json

from evalwright import Result

TEXT, NUMBER = {"type": "string"}, {"type": "integer", "minimum": 1, "maximum": 50}
TOOLS = {
    "find_saver": ("Find a saver by e-mail address.", {"email": TEXT}),
    "get_balance": ("Look up the balance of a saver.", {"saver_id": TEXT}),
    "deposit_coins": ("Deposit coins for a saver.", {"saver_id": TEXT, "coins": NUMBER}),
}


class Ledger:
    name, simulated = "ledger", False

    def __init__(self, spec):
        self.coins = {f"S{number}": 10 * number for number in range(11, 21)}

    def tools(self):
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": about,
                    "parameters": {"type": "object", "properties": takes, "required": list(takes)},
                },
            }
            for name, (about, takes) in TOOLS.items()
        ]

    def effect(self, name):
        return "write" if name == "deposit_coins" else "read"

    def policy(self, lang):
        return "You keep a savings ledger. Find the saver first; deposit only after a clear yes."

    def known(self):
        return [{"email": f"{saver.lower()}@example.com"} for saver in self.coins]  # what users know

    def rules(self):
        return {"finds": ["find_saver"], "writes": ["deposit_coins"], "user_key": "saver_id"}

    def fork(self):
        return copy.deepcopy(self)

    def hash(self):
        return json.dumps(self.coins)

    def close(self): ...

    def call(self, name, arguments):
        saver = str(arguments.get("saver_id") or arguments.get("email", "")).split("@")[0].upper()
        if name not in TOOLS or saver not in self.coins:
            return Result(False, "Error: there is no such saver or tool.")
        self.coins[saver] += arguments.get("coins", 0)
        value = {"saver_id": saver} if name == "find_saver" else {"balance": self.coins[saver]}
        return Result(True, json.dumps(value), value)
