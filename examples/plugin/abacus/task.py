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
            raise ValueError("`total` must be a whole number")  # a bad row, named by file and line
        return identifier, self.prompt.replace("{sum}", record["sum"]), record["total"]

    def request(self, question, settings):
        return Request(question[0], [{"role": "user", "content": question[1]}], [], settings)

    def review(self, question, sample):
        found, total = re.search(r"-?\d+", sample["output_text"] or ""), question[2]
        error = abs(int(found[0]) - total) if found else 9
        score = {"sum_right": not error, "closeness": 1 / (1 + error)}
        return {"score": score, "verdict": "wrong" if error else "right", "reason": f"{total} was due, {error} off"}
