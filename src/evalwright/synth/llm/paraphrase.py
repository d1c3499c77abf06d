"""Rewriting by a model: each message by itself, values locked; where the answer is no good, the old words stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from evalwright.models import Request

from ..script import Draft, Worded
from .asking import Asker
from .locks import has_words, locked, unlocked
from .prompts import REWRITE

_SETTINGS = {"temperature": 0.9, "max_tokens": 600}

Objects = Callable[[Draft], Sequence[int | None] | None]
"""The messages that the checks object to (None: the whole); None where they object to nothing."""


@dataclass(slots=True)
class Paraphrased:
    """What became of the messages that were given to a model."""

    drafts: list[Draft]
    asked: int = 0
    kept: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """By reason; for these the words of the grammar stand."""

    def to_dict(self) -> dict[str, object]:
        """The numbers, as JSON data."""
        share = round(self.kept / self.asked, 4) if self.asked else None
        return {
            "asked": self.asked,
            "kept": self.kept,
            "kept_share": share,
            "refused": dict(sorted(self.refused.items())),
        }


@dataclass(frozen=True, slots=True)
class _Part:
    draft: int
    message: int
    masked: str
    values: list[str]


def paraphrase(drafts: Sequence[Draft], asker: Asker, objects: Objects, seed: int) -> Paraphrased:
    """The conversations in a model's words, as far as its words hold up."""
    parts = list(_parts(drafts))
    requests = [_request(drafts[part.draft], part, seed) for part in parts]
    done = Paraphrased([], asked=len(parts))
    texts: dict[int, dict[int, Worded]] = {}
    for part, sample in zip(parts, asker.ask("paraphrase", requests), strict=True):
        made = unlocked(sample, part.masked, part.values)
        if isinstance(made, str):
            done.refused[made] += 1
        else:
            texts.setdefault(part.draft, {})[part.message] = made
    for number, draft in enumerate(drafts):
        done.drafts.append(_settled(draft, texts.get(number, {}), objects, done))
    return done


def _parts(drafts: Sequence[Draft]) -> Iterator[_Part]:
    for number, draft in enumerate(drafts):
        for index, spans in draft.spans.items():
            masked, values = locked(draft.messages[index]["content"], spans)
            if has_words(masked):
                yield _Part(number, index, masked, values)


def _request(draft: Draft, part: _Part, seed: int) -> Request:
    told = REWRITE[draft.metadata["lang"], draft.messages[part.message]["role"]]
    messages = [{"role": "system", "content": told}, {"role": "user", "content": part.masked}]
    # The place is part of the seed: the same sentence in two conversations should not be rewritten the same way.
    own = (seed * 1_000_003 + part.draft * 1_009 + part.message) % 2**31
    return Request(f"{draft.id}#{part.message}", messages, [], {**_SETTINGS, "seed": own})  # type: ignore[arg-type]


def _settled(draft: Draft, texts: dict[int, Worded], objects: Objects, done: Paraphrased) -> Draft:
    """The conversation with as many of the new texts as the checks allow."""
    wanted = dict(texts)
    for _ in range(2):
        if not wanted:
            return draft
        made = _reworded(draft, wanted)
        found = objects(made)
        if found is None:
            done.kept += len(wanted)
            return made
        named = {index for index in found if index is not None} & wanted.keys()
        # A yes that is none any more is found at the call after it: what stands right before goes too.
        named |= {index - 1 for index in found if index is not None} & wanted.keys()
        named |= {index - 2 for index in found if index is not None} & wanted.keys()
        dropped = named or set(wanted)
        done.refused["checks"] += len(dropped)
        wanted = {index: text for index, text in wanted.items() if index not in dropped}
    done.refused["checks"] += len(wanted)
    return draft


def _reworded(draft: Draft, texts: dict[int, Worded]) -> Draft:
    messages = list(draft.messages)
    for index, worded in texts.items():
        messages[index] = messages[index] | {"content": worded.text}
    spans = draft.spans | {index: worded.spans for index, worded in texts.items()}
    return replace(draft, messages=messages, spans=spans, metadata=draft.metadata | {"wording": "paraphrase"})
