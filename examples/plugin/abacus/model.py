"""A model: `-m abacus:0` answers sums rightly, `-m abacus:1` is one off."""

import re


class Abacus:
    def __init__(self, spec):
        self.name, self.error = spec.text, int(spec.rest or 0)

    def identity(self):  # what decides its answers
        return {"kind": "abacus", "error": self.error}

    def prepare(self, request):
        return request.messages[-1]["content"].encode()

    async def open(self): ...
    async def close(self): ...

    async def answer(self, request, prepared):
        total = sum(map(int, re.findall(rb"\d+", prepared))) + self.error
        said = {"output_text": str(total), "output_tools": None, "finish_reason": "stop"}
        return {**said, "usage": None, "latency_ms": None}
