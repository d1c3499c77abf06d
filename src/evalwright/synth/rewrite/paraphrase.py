"""Rewriting by a model: each message by itself, values locked; where the answer is no good, the old words stay.

What is refused, by the locks or by a check of the whole conversation, is asked for once more, with the reason told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from evalwright.chat import Message
from evalwright.models import Request

from ..plan import Draft, Worded, text_in
from ..seeds import random_for
from .acceptance import NO_ANSWER, Accept, Objection
from .asking import Asker
from .prompts import rewriting, rewriting_again
from .slot_masking import has_words, locked, unlocked
from .tally import Tally
from .wish_groups import Ways

_SETTINGS = {"temperature": 0.9, "max_tokens": 2048}
"""What we wish for. Models that think out loud need room; what is cut off is refused."""
_ROUNDS = 6
"""How often the checks may object to some messages before all new words of a conversation are given up."""

OtherWays = Callable[[Draft, str], Ways]
"""How else the same is said in a conversation by one of its roles."""
Texts = dict[int, Worded]
"""The new texts of one conversation, by the index of their message."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One message on its way to the model."""

    draft: int
    message: int
    role: str
    lang: str
    masked: str
    values: list[str]

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands."""
        return self.draft, self.message


Refusals = dict[tuple[int, int], tuple[str, str, str]]
"""Why new texts were refused, by place: the reason, what was found, and what had been said."""


def paraphrase(
    drafts: Sequence[Draft],
    asker: Asker,
    accept: Accept,
    seed: int,
    vocabulary: Mapping[str, str] | None = None,
    ways: OtherWays | None = None,
) -> tuple[list[Draft | None], Tally]:
    """The conversations in a model's words, as far as these hold up, and how that went.

    `vocabulary`: by language the words that may be used though the old message has them not; `ways`: how else the same
    is said, where anybody knows.
    None stands where not even the old words were accepted, since another conversation now says the same.
    """
    run = _Rewriting(drafts, asker, seed, vocabulary or {}, ways or _no_ways)
    first = run.ask(run.parts, {})
    made: list[Draft | None] = [None] * len(drafts)
    settled: set[int] = set()
    for number, draft in enumerate(drafts):
        texts, objections = first.get(number, {}), list[Objection]()
        if texts and not run.refused_in(number):
            objections = list(accept(number, _reworded(draft, texts)))
            if not objections:
                made[number] = _reworded(draft, texts)
                run.tally.kept += len(texts)
                settled.add(number)
        for index, objection in _objected_texts(objections, texts).items():
            run.refuse(number, index, objection, texts.pop(index).text)
    again = run.ask(run.objected_to(), dict(run.refused))
    for number, draft in enumerate(drafts):
        if number not in settled:
            texts = first.get(number, {}) | again.get(number, {})
            made[number] = _settled(number, draft, texts, accept, run)
    return made, run.counted()


class _Rewriting:
    """What was asked for, what came, and why some of it was refused."""

    def __init__(
        self, drafts: Sequence[Draft], asker: Asker, seed: int, vocabulary: Mapping[str, str], ways: OtherWays
    ) -> None:
        self._drafts, self._asker, self._seed, self._vocabulary, self._ways = drafts, asker, seed, vocabulary, ways
        self.parts = list(_parts_to_rewrite(drafts))
        self.tally = Tally("messages", {"model": asker.describe(_SETTINGS)}, tried=len(self.parts))
        self.refused: Refusals = {}
        self.came_again: set[tuple[int, int]] = set()

    def ask(self, parts: Sequence[_Part], refused: Refusals) -> dict[int, Texts]:
        """New texts, by conversation; `refused`: what was wrong with those that came before."""
        requests = [_request(self._drafts[part.draft], part, self._seed, refused.get(part.place)) for part in parts]
        texts: dict[int, Texts] = {}
        for part, sample in zip(parts, self._asker.ask("paraphrase", requests), strict=True):
            words = self._vocabulary.get(part.lang, "")
            ways = self._ways(self._drafts[part.draft], part.role)
            made = unlocked(sample, part.masked, part.values, part.role, part.lang, words, ways)
            if isinstance(made, str):
                said = "" if sample is None else sample.get("output_text") or ""
                self.refused[part.place] = (made, "", said)
                continue
            if self.refused.pop(part.place, None) is not None:
                self.came_again.add(part.place)
            texts.setdefault(part.draft, {})[part.message] = made
        return texts

    def refuse(self, number: int, index: int, objection: Objection, said: str) -> None:
        """A text does not hold up, for this reason."""
        self.refused[number, index] = (objection.reason, objection.text, said)

    def refused_in(self, number: int) -> bool:
        """Whether anything of a conversation was refused so far, so that it is too early to settle it."""
        return any(place[0] == number for place in self.refused)

    def objected_to(self) -> list[_Part]:
        """What is worth asking for again: all that came and was refused."""
        return [part for part in self.parts if self.refused.get(part.place, (NO_ANSWER,))[0] != NO_ANSWER]

    def counted(self) -> Tally:
        """How that went."""
        self.tally.refused.update(reason for reason, _, _ in self.refused.values())
        self.tally.mended = sum(place not in self.refused for place in self.came_again)
        return self.tally


def _no_ways(draft: Draft, role: str) -> Ways:
    return ()


def _parts_to_rewrite(drafts: Sequence[Draft]) -> Iterator[_Part]:
    for number, draft in enumerate(drafts):
        for index, spans in draft.spans.items():
            message = draft.messages[index]
            text = text_in(message)
            masked, values = locked(text, spans)
            # What the policy gives word for word is said word for word.
            if has_words(masked) and text not in text_in(draft.messages[0]):
                yield _Part(number, index, message["role"], draft.metadata["lang"], masked, values)


def _request(draft: Draft, part: _Part, seed: int, refused: tuple[str, str, str] | None) -> Request:
    # One manner for all that one of the two says, and another one in the next conversation.
    told = rewriting(part.lang, part.role, random_for(seed, "manner", draft.id, part.role))
    if refused is not None:
        told = f"{told}\n\n{rewriting_again(part.lang, *refused)}"
    messages: list[Message] = [{"role": "system", "content": told}, {"role": "user", "content": part.masked}]
    # The place is part of the seed: the same sentence in two conversations should not be rewritten the same way.
    own = random_for(seed, "paraphrase", draft.id, part.message).getrandbits(31)
    return Request(f"{draft.id}#{part.message}", messages, [], {**_SETTINGS, "seed": own})


def _settled(number: int, draft: Draft, texts: Texts, accept: Accept, run: _Rewriting) -> Draft | None:
    """The conversation with as many of the new texts as are accepted."""
    wanted = dict(texts)
    for rounds_left in reversed(range(_ROUNDS)):
        if not wanted:
            break
        made = _reworded(draft, wanted)
        objections = accept(number, made)
        if not objections:
            run.tally.kept += len(wanted)
            return made
        named = _objected_texts(objections, wanted) if rounds_left else {}
        for index, objection in (named or dict.fromkeys(wanted, objections[0])).items():
            run.refuse(number, index, objection, wanted.pop(index).text)
    return None if accept(number, draft) else draft


def _objected_texts(objections: Sequence[Objection], wanted: Texts) -> dict[int, Objection]:
    """The new texts that objections fall on.

    What is wrong with a yes or a proposal is found at the call after it: it falls on the nearest new text before, and
    in the next round, if it was not that one, on the one before.
    """
    named: dict[int, Objection] = {}
    for objection in objections:
        at = objection.message
        near = () if at is None else (at, at - 1, at - 2)
        index = next((index for index in near if index in wanted), None)
        if index is not None:
            named.setdefault(index, objection)
    return named


def _reworded(draft: Draft, texts: Texts) -> Draft:
    messages = list(draft.messages)
    for index, worded in texts.items():
        messages[index] = messages[index] | {"content": worded.text}
    spans = draft.spans | {index: worded.spans for index, worded in texts.items()}
    return replace(draft, messages=messages, spans=spans, metadata=draft.metadata | {"wording": "paraphrase"})
