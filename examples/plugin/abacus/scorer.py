"""A scorer: short answers are good answers, whatever the task."""

from evalwright import Metric, Score


class Brevity:
    name = "brevity"
    metrics = (Metric("brevity", "mean"),)

    def score(self, record, sample):
        words = len((sample["output_text"] or "").split())
        return Score({"brevity": 1 / max(1, words)}, f"{words} words")
