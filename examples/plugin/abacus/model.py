"""A model: `-m abacus:0` answers sums rightly, `-m abacus:1` is one off."""

import json
import re


class Abacus:
    def __init__(self, spec):
        self.name, self.error = spec.text, int(spec.rest or 0)

    def identity(self):
        return {"kind": "abacus", "error": self.error}

    def prepare(self, request):
        return json.dumps(request.messages).encode()

    async def open(self): ...
    async def close(self): ...

    async def answer(self, request, prepared):
        total = sum(map(int, re.findall(r"\d+", request.messages[-1]["content"]))) + self.error
        return dict.fromkeys(("output_tools", "usage", "latency_ms")) | {
            "output_text": str(total),
            "finish_reason": "stop",
        }
