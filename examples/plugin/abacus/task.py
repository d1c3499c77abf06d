"""A task: records such as {"sum": "2 + 3", "total": 5}, answered by a number."""

import re

from evalwright import Metric, Request, TaskOption


class Sums:
    name = "sums"
    metrics = (Metric("sum_right", "rate"), Metric("closeness", "mean"))
    options = (TaskOption("prompt", str, "What is {sum}? Answer with the number alone."),)

    def __init__(self, options):
        self.prompt = options.get("prompt") or self.options[0].default

    def recognises(self, record):  # optional: so that a bare file is known without --task
        return {"sum", "total"} <= record.keys()

    def read(self, record, identifier):
        if not isinstance(record.get("total"), int):
            raise ValueError("`total` must be a whole number")
        return identifier, record["sum"], record["total"]

    def request(self, question, settings):
        words = self.prompt.replace("{sum}", question[1])
        return Request(question[0], [{"role": "user", "content": words}], [], settings)

    def review(self, question, sample):
        found = re.search(r"-?\d+", sample["output_text"] or "")
        given, total = int(found[0]) if found else None, question[2]
        score = {"sum_right": given == total, "closeness": 0 if given is None else 1 / (1 + abs(given - total))}
        verdict = "right" if given == total else "wrong" if found else "no_number"
        return {"score": score, "verdict": verdict, "reason": f"{total} was due, {given} was said"}
