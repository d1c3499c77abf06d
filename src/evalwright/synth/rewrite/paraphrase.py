"""Rewriting by a model: each message by itself, values locked; where the answer is no good, the old words stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from evalwright.chat import Message
from evalwright.models import Request

from ..plan import Draft, Worded, text_in
from ..seeds import random_for
from .acceptance import Accept, Objection
from .asking import Asker
from .prompts import rewriting
from .slot_masking import has_words, locked, unlocked
from .tally import Tally

_SETTINGS = {"temperature": 0.9, "max_tokens": 2048}
"""What we wish for. Models that think out loud need room; what is cut off is refused."""
_ROUNDS = 6
"""How often the checks may object to some messages before all new words of a conversation are given up."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One message on its way to the model."""

    draft: int
    message: int
    role: str
    lang: str
    masked: str
    values: list[str]


def paraphrase(
    drafts: Sequence[Draft], asker: Asker, accept: Accept, seed: int, vocabulary: Mapping[str, str] | None = None
) -> tuple[list[Draft | None], Tally]:
    """The conversations in a model's words, as far as these hold up, and how that went.

    `vocabulary`: by language the words that may be used though the old message has them not.
    None stands where not even the old words were accepted, since another conversation now says the same.
    """
    parts = list(_parts_to_rewrite(drafts))
    samples = asker.ask("paraphrase", [_request(drafts[part.draft], part, seed) for part in parts])
    tally = Tally("messages", {"model": asker.describe(_SETTINGS)}, tried=len(parts))
    texts: dict[int, dict[int, Worded]] = {}
    for part, sample in zip(parts, samples, strict=True):
        made = unlocked(sample, part.masked, part.values, part.role, part.lang, (vocabulary or {}).get(part.lang, ""))
        if isinstance(made, str):
            tally.refused[made] += 1
        else:
            texts.setdefault(part.draft, {})[part.message] = made
    return [_settled(number, draft, texts.get(number, {}), accept, tally) for number, draft in enumerate(drafts)], tally


def _parts_to_rewrite(drafts: Sequence[Draft]) -> Iterator[_Part]:
    for number, draft in enumerate(drafts):
        for index, spans in draft.spans.items():
            message = draft.messages[index]
            text = text_in(message)
            masked, values = locked(text, spans)
            # What the policy gives word for word is said word for word.
            if has_words(masked) and text not in text_in(draft.messages[0]):
                yield _Part(number, index, message["role"], draft.metadata["lang"], masked, values)


def _request(draft: Draft, part: _Part, seed: int) -> Request:
    # One manner for all that one of the two says, and another one in the next conversation.
    told = rewriting(part.lang, part.role, random_for(seed, "manner", draft.id, part.role))
    messages: list[Message] = [{"role": "system", "content": told}, {"role": "user", "content": part.masked}]
    # The place is part of the seed: the same sentence in two conversations should not be rewritten the same way.
    own = random_for(seed, "paraphrase", draft.id, part.message).getrandbits(31)
    return Request(f"{draft.id}#{part.message}", messages, [], {**_SETTINGS, "seed": own})


def _settled(number: int, draft: Draft, texts: dict[int, Worded], accept: Accept, tally: Tally) -> Draft | None:
    """The conversation with as many of the new texts as are accepted."""
    wanted = dict(texts)
    for rounds_left in reversed(range(_ROUNDS)):
        if not wanted:
            break
        made = _reworded(draft, wanted)
        objections = accept(number, made)
        if not objections:
            tally.kept += len(wanted)
            return made
        named = _objected_texts(objections, wanted) if rounds_left else {}
        for index, reason in (named or dict.fromkeys(wanted, objections[0].reason)).items():
            tally.refused[reason] += 1
            del wanted[index]
    return None if accept(number, draft) else draft


def _objected_texts(objections: Sequence[Objection], wanted: dict[int, Worded]) -> dict[int, str]:
    """The new texts that objections fall on, with the reason.

    What is wrong with a yes or a proposal is found at the call after it: it falls on the nearest new text before, and
    in the next round, if it was not that one, on the one before.
    """
    named: dict[int, str] = {}
    for reason, at in objections:
        near = () if at is None else (at, at - 1, at - 2)
        index = next((index for index in near if index in wanted), None)
        if index is not None:
            named.setdefault(index, reason)
    return named


def _reworded(draft: Draft, texts: dict[int, Worded]) -> Draft:
    messages = list(draft.messages)
    for index, worded in texts.items():
        messages[index] = messages[index] | {"content": worded.text}
    spans = draft.spans | {index: worded.spans for index, worded in texts.items()}
    return replace(draft, messages=messages, spans=spans, metadata=draft.metadata | {"wording": "paraphrase"})
