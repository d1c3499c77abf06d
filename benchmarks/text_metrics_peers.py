"""The peers' side of `text_metrics`: pairs of texts scored with jieba, NLTK and rouge_chinese, as EvalScope does it.

Run by the interpreter of an environment that has the three; it knows nothing of this project. Loading is not timed.
Where NLTK's sentence model is not installed its word splitter runs without it, which is less work, not more.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

CHINESE = re.compile("[\u4e00-\u9fa5]")


def main() -> None:
    """Print the best processor time over the pairs, and the mean of each metric."""
    import jieba
    from nltk.translate.bleu_score import sentence_bleu
    from rouge_chinese import Rouge

    warnings.simplefilter("ignore")
    jieba.setLogLevel(logging.ERROR)
    jieba.dt.tmp_dir = str(Path(sys.argv[1]).parent)  # its cache, or it would lie in the shared temporary folder
    word_tokenize, model = tokenizer()
    with Path(sys.argv[1]).open(encoding="utf-8") as stream:
        pairs = [json.loads(line) for line in stream]

    def score(prediction: str, reference: str) -> list[float]:
        words = [list(jieba.cut(one)) if CHINESE.search(one) else word_tokenize(one) for one in (prediction, reference)]
        weights = [tuple(float(place == order) for place in range(4)) for order in range(4)]
        bleu = [float(sentence_bleu([words[1]], words[0], weights=one)) for one in weights]
        spaced = [" ".join(jieba.cut(one)) if CHINESE.search(one) else one for one in (prediction, reference)]
        found = Rouge().get_scores(spaced[0], spaced[1], ignore_empty=True)[0]
        return [found[f"rouge-{kind}"][part] for kind in "12l" for part in "rpf"] + bleu

    score(*pairs[0])
    best, rows = float("inf"), []
    for _ in range(int(sys.argv[2])):
        started = time.process_time()
        rows = [score(*pair) for pair in pairs]
        best = min(best, time.process_time() - started)
    means = [sum(column) / len(rows) for column in zip(*rows)]  # noqa: B905
    print(json.dumps({"seconds": best, "means": means, "sentence_model": model}))


def tokenizer() -> tuple[Callable[[str], list[str]], bool]:
    """NLTK's word splitter, and whether its sentence model is there."""
    from nltk import word_tokenize

    try:
        word_tokenize("One. Two.")
    except LookupError:
        return (lambda text: list(word_tokenize(text, preserve_line=True))), False
    return word_tokenize, True


if __name__ == "__main__":
    main()
