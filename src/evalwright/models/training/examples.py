"""From conversations to examples: token ids, and of each token whether the model learns to say it.

Only what the assistant says is learnt; system, user and tool messages are read, not repeated. The text is rendered by
the function that inference uses. Data that would teach nothing is refused with the reason, since a training that
learns nothing looks just like one that does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from evalwright.chat import ChatError, Conversation, JsonObject, Message, read_conversation
from evalwright.data import BadRow, scan_rows
from evalwright.errors import InputError
from evalwright.text import said_by


@dataclass(frozen=True, slots=True)
class Example:
    """One sequence; `learn[i]` says whether token i is the assistant's."""

    ids: list[int]
    learn: list[bool]

    @property
    def learnt(self) -> int:
        """How many tokens count."""
        return sum(self.learn)


class ExamplesDocument(TypedDict):
    """What a card says of the examples."""

    examples: int
    tokens: int
    learnt: int
    left_out: dict[str, int]


@dataclass(slots=True)
class Examples:
    """The examples of a file, and what was left out."""

    kept: list[Example] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def tokens(self) -> int:
        """All tokens."""
        return sum(len(example.ids) for example in self.kept)

    @property
    def learnt(self) -> int:
        """The tokens that count."""
        return sum(example.learnt for example in self.kept)

    def to_dict(self) -> ExamplesDocument:
        """The numbers, as JSON data."""
        left_out = dict(sorted(self.left_out.items()))
        return {"examples": len(self.kept), "tokens": self.tokens, "learnt": self.learnt, "left_out": left_out}


Render = Callable[[Sequence[Message], Sequence[JsonObject]], tuple[list[int], list[bool]]]
"""Messages and tools to token ids and the mask of the assistant's tokens; the same text as at inference."""


def read_examples(
    path: Path,
    render: Render,
    *,
    per_call: bool,
    max_tokens: int,
    progress: Callable[[int], None] | None = None,
) -> Examples:
    """The examples of a file of conversations; InputError where nothing could be learnt from it."""
    found = Examples()
    for rows, row in enumerate(scan_rows(path), 1):
        if isinstance(row, BadRow):
            raise InputError.named("training.bad_row", path=path, line=row.line, problem=row.text)
        try:
            conversation = read_conversation(row.value)
        except ChatError as error:
            raise InputError.named("training.bad_row", path=path, line=row.line, problem=said_by(error)) from None
        _check_arguments(conversation, path, row.line)
        for messages in _training_prefixes(conversation, per_call=per_call):
            _add_example(found, messages, conversation, render, max_tokens)
        if progress is not None:
            progress(rows)
    _require_examples(found, path, max_tokens)
    return found


def _training_prefixes(conversation: Conversation, *, per_call: bool) -> Iterator[list[Message]]:
    """The whole conversation, or what leads up to each message of the assistant with it."""
    if not per_call:
        yield conversation.messages
        return
    for index, message in enumerate(conversation.messages):
        if message["role"] == "assistant":
            yield conversation.messages[: index + 1]


def _add_example(
    found: Examples, messages: list[Message], conversation: Conversation, render: Render, limit: int
) -> None:
    ids, learn = render(messages, [tool.to_dict() for tool in conversation.tools])
    if len(ids) > limit:
        found.left_out["too_long"] += 1
    elif not any(learn[1:]):
        found.left_out["nothing_of_the_assistant"] += 1
    else:
        found.kept.append(Example(ids, learn))


def _check_arguments(conversation: Conversation, path: Path, line: int) -> None:
    """Refuse arguments that are JSON text within JSON text: the model would learn to escape."""
    for message in conversation.messages:
        for call in message.get("tool_calls", ()):
            text = call["function"]["arguments"].strip()
            if text.startswith('"') and '\\"' in text:
                raise InputError.named(
                    "model.escaped_twice", path=path, line=line, call=call["function"]["name"], text=text[:60]
                )


def _require_examples(found: Examples, path: Path, limit: int) -> None:
    if found.kept:
        return
    if found.left_out["too_long"]:
        raise InputError.named("model.too_long", path=path, limit=limit)
    raise InputError.named("model.no_assistant", path=path)
