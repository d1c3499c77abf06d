"""`--wording paraphrase`: a model's words are used where they hold up, the grammar's everywhere else."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from evalwright.domains.retail.wording.languages import phrase_texts
from evalwright.synth import synthesise, verify
from evalwright.synth.checks import read_answer
from evalwright.synth.rewrite.meaning import said_otherwise, values_in

from .conftest import rows_of, settings
from .player import PREFIXES, Body, Reply, lang_of, masked_of, players, playing, rewritten, role_of

ANOTHER = {"en": "我想说的是另外一种语言", "zh": "This is quite another language, as you can see for yourself. "}
TALE = {
    "en": "The mountains were covered in snow, and the goats had come down to the village. ",
    "zh": "山上积满了雪，羊群都下到村子里来了。",
}
VOCABULARY = " ".join(phrase_texts("en"))
NO = {"en": "No, please leave it.", "zh": "不了，先别办。"}


class Fault(NamedTuple):
    """What a faulty model replies, what becomes of it, and which requests it can be done to."""

    reply: Callable[[Body], Reply]
    reason: str
    fits: Callable[[Body], bool] = lambda body: True


def slots(body: Body) -> str:
    return "".join(f"⟦{number}⟧" for number in range(1, masked_of(body).count("⟦") + 1))


def has_slot(body: Body) -> bool:
    return "⟦" in masked_of(body)


def is_plain(body: Body) -> bool:
    """Neither long nor with numbers outside its slots, so that nothing else is wrong with the reply first."""
    words = masked_of(body)
    return len(words) < 120 and not values_in("".join(part.partition("⟧")[2] for part in f"⟧{words}".split("⟦")))


FAULTS = {
    "drops a slot": Fault(lambda body: {"content": rewritten(body).replace("⟦1⟧", "it")}, "slot-lost", has_slot),
    "repeats a slot": Fault(lambda body: {"content": rewritten(body) + " ⟦1⟧"}, "slot-repeated", has_slot),
    "alters an id": Fault(lambda body: {"content": rewritten(body).replace("⟦1⟧", "#W7777777")}, "slot-lost", has_slot),
    "invents an id": Fault(lambda body: {"content": rewritten(body) + " #W7777777"}, "value-invented"),
    "invents an amount": Fault(lambda body: {"content": rewritten(body) + " ($77.77)"}, "value-invented"),
    "refuses": Fault(lambda body: {"content": f"I can't assist with that. {slots(body)}"}, "not-a-rewrite", is_plain),
    "answers": Fault(
        lambda body: {"content": f"I would be happy to help with that. {slots(body)}"},
        "not-a-rewrite",
        lambda body: is_plain(body) and role_of(body) == "user",
    ),
    "says nothing": Fault(lambda body: {"content": "  "}, "empty"),
    "only thinks": Fault(lambda body: {"content": f"<think>{masked_of(body)}"}, "empty"),
    "speaks another language": Fault(
        lambda body: {"content": ANOTHER[lang_of(body)] + slots(body)},
        "other-language",
        lambda body: is_plain(body) and len(masked_of(body)) < 40,
    ),
    "never stops": Fault(lambda body: {"content": rewritten(body) + " and so on" * 5000}, "wrong-length"),
    "calls a tool": Fault(
        lambda body: {"content": masked_of(body), "tool_calls": [{"name": "think", "arguments": {}}]}, "called-a-tool"
    ),
    "is cut off": Fault(lambda body: {"content": rewritten(body), "finish_reason": "length"}, "cut-off"),
    "sends a page": Fault(lambda body: {"raw": b"<html>Welcome</html>"}, "no-answer"),
    "fails": Fault(lambda body: {"status": 500}, "no-answer"),
    "tells a tale": Fault(
        lambda body: {"content": TALE[lang_of(body)] + slots(body)},
        "other-topic",
        lambda body: (
            is_plain(body)
            and role_of(body) == "user"
            and len(masked_of(body)) >= 40
            and read_answer(masked_of(body), lang_of(body)) == "unclear"
        ),
    ),
    "turns a yes into a no": Fault(
        lambda body: {"content": NO[lang_of(body)]},
        "answer-turned",
        lambda body: (
            role_of(body) == "user"
            and not has_slot(body)
            and is_plain(body)
            and read_answer(masked_of(body), lang_of(body)) == "yes"
        ),
    ),
    "loses the question": Fault(
        lambda body: {"content": f"I see, so that is how it is then: {slots(body)}."},
        "question-lost",
        lambda body: (
            role_of(body) == "assistant" and is_plain(body) and "?" in masked_of(body) and lang_of(body) == "en"
        ),
    ),
}


class Mixed:
    """A model that is honest every fourth time, and otherwise has any fault that fits; the rarest first."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.expected: Counter[str] = Counter()
        self._chosen: dict[str, str | None] = {}

    def __call__(self, body: Body) -> Reply:
        key = f"{body['seed']} {masked_of(body)}"
        if key not in self._chosen:
            self._chosen[key] = self._choice(key, body)
            if (name := self._chosen[key]) is not None:
                self.done[name] += 1
                self.expected[FAULTS[name].reason] += 1
        chosen = self._chosen[key]
        return {"content": rewritten(body)} if chosen is None else FAULTS[chosen].reply(body)

    def _choice(self, key: str, body: Body) -> str | None:
        if zlib.crc32(key.encode()) % 4 == 0:
            return None
        fitting = [name for name, fault in FAULTS.items() if fault.fits(body)]
        return min(fitting, key=lambda name: (self.done[name], name))


def test_nothing_that_a_faulty_model_says_reaches_the_output(tmp_path: Path, told_by_code: list[Any]) -> None:
    model = Mixed()
    with playing(model) as server:
        # One at a time: which fault comes when depends on the order of the requests.
        done = synthesise(settings(tmp_path, "paraphrase"), players=players(server, concurrency=1))
    assert set(model.done) == set(FAULTS)
    worded = done.manifest["worded"]
    lacking = {reason: count for reason, count in model.expected.items() if worded["refused"].get(reason, 0) < count}
    assert not lacking, worded["refused"]
    assert worded["kept"] + sum(worded["refused"].values()) == worded["tried"]
    assert worded["kept"] >= 0.9 * (worded["tried"] - model.expected.total()) > 10
    assert worded["kept_share"] == round(worded["kept"] / worded["tried"], 4)
    assert done.unanswered == worded["refused"]["no-answer"] == model.expected["no-answer"]
    assert (done.made, verify(tmp_path).errors) == (12, 0)
    assert honest_words(rows_of(tmp_path), told_by_code) == worded["kept"]


def honest_words(rows: list[Any], before: list[Any]) -> int:
    """How many messages are the honest model's; all others are what they were."""
    reworded = 0
    for row, old in zip(rows, before, strict=True):
        pairs = list(zip(row["messages"], old["messages"], strict=True))
        others = [(new, was) for new, was in pairs if new != was]
        for new, was in others:
            prefixes = PREFIXES[row["metadata"]["lang"]]
            assert new["content"] in {prefix + was["content"] for prefix in prefixes}
        assert row["metadata"] == old["metadata"] | {"wording": "paraphrase" if others else "grammar"}
        reworded += len(others)
    return reworded


def test_a_server_that_stumbles_is_asked_again(tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    replies: list[Reply] = [{"status": 500}, {"status": 429, "headers": {"Retry-After": "0.05"}}, {"hang": 1.0}]

    def says(body: Body) -> Reply:
        met[masked_of(body)] += 1
        if met[masked_of(body)] == 1 and len(met) <= len(replies):
            return {"content": "Late, and nobody listens.", **replies[len(met) - 1]}
        return {"content": rewritten(body)}

    with playing(says) as server:
        made = settings(tmp_path, "paraphrase", n=2, langs=("en",))
        done = synthesise(made, players=players(server, timeout=0.5, concurrency=1))
    assert sum(met.values()) == len(met) + len(replies)
    assert (done.manifest["worded"]["kept_share"], done.unanswered) == (1.0, 0)


def test_an_agreement_that_is_none_goes_back_and_only_that(tmp_path: Path) -> None:
    spoilt: list[str] = []

    def says(body: Body) -> Reply:
        masked = masked_of(body)
        if role_of(body) == "user" and read_answer(masked, "en") == "yes" and not has_slot(body):
            spoilt.append(masked)
            return {"content": "Hm, I had a look."}  # neither a yes nor a no
        return {"content": rewritten(body)}

    with playing(says) as server:
        done = synthesise(settings(tmp_path, "paraphrase", langs=("en",)), players=players(server))
    worded = done.manifest["worded"]
    assert 0 < worded["refused"]["answer-turned"] <= len(spoilt)
    assert worded["kept"] >= worded["tried"] - len(spoilt) - 3
    assert worded["kept"] + sum(worded["refused"].values()) == worded["tried"]
    assert done.rejected.total() == 0
    assert verify(tmp_path).errors == 0


def test_no_opening_comes_twice_though_the_model_says_the_same_to_all(tmp_path: Path) -> None:
    met: list[str] = []

    def says(body: Body) -> Reply:
        masked = masked_of(body)
        if role_of(body) == "assistant":
            return {"content": masked}
        met.append(masked)
        return {"content": next(old for old in met if old.count("⟦") == masked.count("⟦") and alike(old, masked))}

    with playing(says) as server:
        done = synthesise(settings(tmp_path, "paraphrase", n=40, langs=("en",)), players=players(server))
    firsts = [row["messages"][1]["content"] for row in rows_of(tmp_path)]
    assert len(set(firsts)) == len(firsts) == done.made
    assert done.made >= 36
    refused = done.manifest["worded"]["refused"]
    assert refused.get("opening-twice", 0) + refused.get("near-duplicate", 0) > 0
    assert verify(tmp_path).errors == 0


def alike(one: str, other: str) -> bool:
    """Whether one text would pass for the other in new words."""
    return one == other or said_otherwise(one, other, "user", "en", VOCABULARY) is None


def test_the_manifest_says_who_was_asked_and_how(tmp_path: Path) -> None:
    with playing(lambda body: {"content": rewritten(body)}) as server:
        asked = players(server, generation={"temperature": None, "top_p": 0.9})
        done = synthesise(settings(tmp_path, "paraphrase", n=1, langs=("zh",)), players=asked)
    model = done.manifest["worded"]["model"]
    assert (model["name"], model["kind"]) == ("player", "openai_api")
    assert model["settings"] == {"max_tokens": 2048, "top_p": 0.9}
    assert all("temperature" not in body and body["top_p"] == 0.9 for body in server.bodies)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_conversation_has_a_manner_of_its_own(tmp_path: Path, lang: str) -> None:
    with playing(lambda body: {"content": rewritten(body)}) as server:
        synthesise(settings(tmp_path, "paraphrase", langs=(lang,)), players=players(server))
    assert {lang_of(body) for body in server.bodies} == {lang}
    assert len({body["messages"][0]["content"] for body in server.bodies}) >= 6
    assert server.asked_twice() == []
