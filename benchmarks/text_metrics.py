"""How fast ROUGE and BLEU are, beside jieba, NLTK and rouge_chinese on the same texts.

`python -m benchmarks.text_metrics [--quick] [--peers PYTHON]`: PYTHON is the interpreter of an environment with the
three; the variable EVALWRIGHT_PEERS_PYTHON names it too. Without one only our own figures are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measure import ROOT, table

PEERS = "EVALWRIGHT_PEERS_PYTHON"
INSTALLED = ROOT / ".venv-peers" / "bin" / "python"
Pair = tuple[str, str]

_CHINESE = (
    "{name}在{year}年提出，模型的效率取决于数据的质量，而不只是参数的数量。",
    "根据{name}教授的研究，这座城市的人口在过去{number}年里增长了{number}%。",
    "首先打开设置页面，然后选择“网络”，最后点击保存按钮即可完成配置。",
    "{name}说：“我们应当先核对订单号，再决定是否退款。”",
    "水的沸点在标准大气压下是100摄氏度，海拔越高，沸点越低。",
    "该公司去年第{number}季度的营业收入为{number}亿元，同比下降了{number}%。",
    "Python是一种解释型语言，适合快速开发；{name}认为它也适合教学。",
    "如果您在{number}天内没有收到包裹，请联系客服{name}，电话是{year}{number}。",
    "春天来了，江南的油菜花开得正盛，游人络绎不绝！",
    "为什么天空是蓝色的？因为短波长的光更容易被空气分子散射。",
)
_ENGLISH = (
    "In {year}, {name} showed that the quality of the data matters more than the number of parameters.",
    "Mr. {name} said the U.S. office wouldn't open before {number} a.m. on Monday.",
    'First open the settings, then choose "Network"; finally press Save, and you\'re done.',
    "The company's revenue fell by {number}% to ${number},000 in the last quarter.",
    "Water boils at 100 degrees at sea level, but at a lower temperature in the mountains.",
    "Please check the order number (it begins with #W) before you decide on a refund.",
    "Why is the sky blue? Because shorter wavelengths are scattered more by the air!",
    "{name} cannot confirm the delivery of {number} parcels until the driver has called back.",
    "It's a state-of-the-art method, e.g. for short texts, though {name} disagrees.",
    "He isn't going to answer -- at least that is what {name} told us yesterday.",
)
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉萍红建文晓宇辰梓涵"


def measure(folder: Path, kinds: Sequence[str] = (), *, quick: bool, peers: str | None = None) -> None:
    """Print the time per pair of texts for both languages, and the ratio where peers are given."""
    peers = peers or os.environ.get(PEERS) or (str(INSTALLED) if INSTALLED.exists() else None)
    count, rounds = (100, 1) if quick else (400, 3)
    rows = []
    for language, sentences in (("Chinese", _CHINESE), ("English", _ENGLISH)):
        for size, length in (("short", 2), ("long", 8)):
            pairs = _pairs(sentences, count, length)
            rows.append(
                _row(f"{language}, {size} ({_mean_length(pairs):.0f} characters)", pairs, folder, peers, rounds)
            )
    head = ("", "ours, ms a pair", "peers, ms a pair", "peers / ours", "largest difference of a mean")
    table(f"ROUGE and BLEU, {count} pairs of texts, CPU time without loading", head, rows)


def _row(title: str, pairs: list[Pair], folder: Path, peers: str | None, rounds: int) -> list[str]:
    ours, means = _ours(pairs, rounds)
    per_pair = 1000 / len(pairs)
    if not peers:
        return [title, f"{ours * per_pair:.3f}", "-", "-", "-"]
    path = folder / "pairs.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    command = (peers, str(ROOT / "benchmarks" / "text_metrics_peers.py"), str(path), str(rounds))
    theirs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    apart = max(abs(one - other) for one, other in zip(means, theirs["means"], strict=True))
    note = "" if theirs["sentence_model"] else " (NLTK without sentences)"
    ratio = theirs["seconds"] / ours
    return [
        title,
        f"{ours * per_pair:.3f}",
        f"{theirs['seconds'] * per_pair:.3f}",
        f"{ratio:.1f} x",
        f"{apart:.1e}{note}",
    ]


def _ours(pairs: list[Pair], rounds: int) -> tuple[float, list[float]]:
    from evalwright.scoring import chinese_names
    from evalwright.scoring.texts import text_scores

    def scored() -> list[list[float]]:
        # What an earlier round has remembered must not make this one look faster.
        chinese_names.forget()
        return [list(text_scores(made, [due]).values.values()) for made, due in pairs]

    text_scores(pairs[0][0], [pairs[0][1]])  # loads the word list
    return _best(scored, rounds)


def _best(work: Callable[[], list[list[float]]], rounds: int) -> tuple[float, list[float]]:
    best = float("inf")
    rows: list[list[float]] = []
    for _ in range(rounds):
        started = time.process_time()
        rows = work()
        best = min(best, time.process_time() - started)
    return best, [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _pairs(sentences: tuple[str, ...], count: int, length: int) -> list[Pair]:
    """References of some sentences, and answers that keep most of them, change a few and add one."""
    chance = random.Random(f"{sentences[0]}{length}")
    return [_pair(sentences, length, chance) for _ in range(count)]


def _pair(sentences: tuple[str, ...], length: int, chance: random.Random) -> Pair:
    chosen = [_filled(chance.choice(sentences), chance) for _ in range(length)]
    kept = [one if chance.random() < 0.6 else _filled(chance.choice(sentences), chance) for one in chosen]
    joint = "" if sentences is _CHINESE else " "
    return joint.join([*kept, _filled(chance.choice(sentences), chance)]), joint.join(chosen)


def _filled(sentence: str, chance: random.Random) -> str:
    chinese = sentence in _CHINESE
    name = chance.choice(_SURNAMES) + "".join(chance.sample(_GIVEN, 2)) if chinese else f"J. {chance.choice('ABCD')}ohn"
    for place, value in (("{name}", name), ("{year}", str(chance.randint(1950, 2030)))):
        sentence = sentence.replace(place, value)
    return sentence.replace("{number}", str(chance.randint(2, 99)))


def _mean_length(pairs: list[Pair]) -> float:
    return sum(len(made) + len(due) for made, due in pairs) / len(pairs) / 2


def main() -> None:
    """Run this measurement alone."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.text_metrics")
    parser.add_argument("--quick", action="store_true", help="few pairs, one round")
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter with jieba, nltk and rouge_chinese")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as folder:
        measure(Path(folder), quick=given.quick, peers=given.peers)


if __name__ == "__main__":
    main()
