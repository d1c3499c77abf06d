"""Where every argument of every call came from: a tool's result, a user's words, the system prompt, or nowhere.

In goes a conversation, out comes a `Source` for each value. `audit` reports the values without one, reviews and
traces say where a model may have taken a value from. A value is searched for when it is asked about: nearly all stand
somewhere as they are and are found at the speed of a text search, so no index is built that would cost more than it
saves. Only what stands nowhere is put through the named transforms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate
from typing import Any

from evalwright.chat import Call, JsonObject, Message, calls_of, plain, read_call
from evalwright.text import Sentence, listed, phrase

from .provenance_given import Given
from .provenance_leaves import leaves_inside, leaves_of, same_leaf
from .provenance_paths import joined_path
from .provenance_place import Place, place_of, text_of
from .provenance_queries import QueryPart, ids_in, search_parts, sql_parts
from .provenance_schema import Schema, child, is_expression, is_free_text, literal
from .provenance_source import NOWHERE, Source
from .provenance_tokens import find_token, is_token
from .provenance_transforms import COMPOSED, JOINED_PATH, TRANSFORMS, stands
from .provenance_words import Scalar

FreeForm = Mapping[str, Sequence[str]]
"""Parameters that are composed, not copied, by tool: `{"create_ticket": ["topic"]}`."""

_ORDER = {"result": 0, "user": 1, "system": 2, "assistant": 3}
_DOUBTFUL = ("assistant", "given", "nowhere")
_CONSTANTS = frozenset({"0", "1", "2", "100"})
"""Numbers that arithmetic brings along by itself."""
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_MAX_LEAVES = 5_000
"""Values of one conversation's calls that are traced, so that hostile arguments cannot hold up a file."""
_CHARACTERS = 10_000
"""Text whose thorough search counts as one value more: long texts have less patience coming to them."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One value that was passed to a tool, and its source."""

    message: int
    call: int
    tool: str
    path: str
    """Inside the arguments, such as `item_ids[0]`."""
    value: Any
    source: Source


class Provenance:
    """The places of one conversation, searched on demand."""

    def __init__(
        self,
        messages: Sequence[Message],
        *,
        texts: Sequence[str] | None = None,
        free_form: FreeForm | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """`metadata`: what the row says of itself; under `given` it may list constants that no one in it says."""
        self._messages = messages
        self._texts = [text_of(message) for message in messages] if texts is None else texts
        self._made: list[Place] | None = None
        self._free_form = free_form or {}
        self._given = Given(metadata or {})
        self._tools: dict[str, str] | None = None
        self._met: dict[str, int] = {}
        self._searched: dict[tuple[int, str, str, type, str], Source] = {}
        self._asked = 0
        self._others: tuple[str, list[int]] | None = None
        self._search_cost = sum(map(len, self._texts)) // _CHARACTERS

    @property
    def _places(self) -> list[Place]:
        """The messages as places, made when a value does not simply stand somewhere."""
        if self._made is None:
            pairs = zip(self._messages, self._texts, strict=True)
            self._made = [place_of(message["role"], text) for message, text in pairs]
        return self._made

    def source(self, value: object) -> Sentence:
        """The place where the value stands, in words; `nowhere` if it does not."""
        shown = plain(value)
        if isinstance(shown, list | dict):
            return self._source_of_all(shown)
        return self.trace(shown).words()

    def trace(self, value: object, *, before: int | None = None, schema: Schema = None) -> Source:
        """Where a single value came from, looking at the messages before that index (default: all)."""
        shown = plain(value)
        if shown is None or shown == "" or isinstance(shown, list | dict):
            return literal(schema, shown) or NOWHERE if schema is not None else NOWHERE
        places = self._ordered(len(self._places) if before is None else before)
        if isinstance(shown, bool):
            return self._find_leaf(shown, places) or NOWHERE
        facts = [entry for entry in places if entry[1].kind in ("result", "user")]
        return (
            self._find_leaf(shown, facts)
            or self._find_text(str(shown), facts)
            or (literal(schema, shown) if schema is not None else None)
            or self._find_text(str(shown), places[len(facts) :])
            or self._transformed(shown, places)
            or NOWHERE
        )

    def arguments(self, parameters: Mapping[str, Schema] | None = None) -> Iterator[Argument]:
        """Every value of every call with its source. `parameters`: the schema of each tool's arguments."""
        schemas = parameters or {}
        for index, message in enumerate(self._messages):
            for number, raw in enumerate(calls_of(message)):
                call = read_call(raw)
                if isinstance(call, Call):
                    yield from self.of_call(index, number, call, schemas.get(call.name))

    def of_call(self, message: int, number: int, call: Call, schema: Schema) -> Iterator[Argument]:
        """The values of one call, each with its source."""
        for path, name, inner, value in leaves_of(call.arguments, schema):
            source = self._source_of(message, call.name, name, inner, value)
            yield Argument(message, number, call.name, path, value, source)

    def doubtful(self, message: int, call: Call, schema: Schema) -> list[Argument]:
        """The values of one call that come from nowhere, from the assistant alone, or from outside the conversation.

        The same answer as `of_call` gives for those, without working out where all the others came from.
        """
        found = []
        for key, value in call.arguments.items():
            self._asked += 1
            if self._asked > _MAX_LEAVES:
                break
            if self._all_told(value, message):
                continue
            for path, name, inner, leaf in leaves_inside(value, key, key, child(schema, key, schema), schema):
                self._asked += 1
                if self._asked > _MAX_LEAVES:
                    break
                if self.told(leaf, message) or literal(inner, leaf) is not None or self._query_told(leaf, message):
                    continue
                source = self._source_once(message, call.name, name, inner, leaf)
                if source.kind in _DOUBTFUL or source.unknown or source.guessed:
                    found.append(Argument(message, 0, call.name, path, leaf, source))
        return found

    @property
    def gave_up(self) -> bool:
        """Whether there was more to search through than `doubtful` does."""
        return self._asked > _MAX_LEAVES

    def _source_once(self, message: int, tool: str, name: str, schema: Schema, value: Any) -> Source:
        """The source of a value that is not simply told; the same value is not searched for twice in one call."""
        key = (message, tool, name, type(value), str(value))
        found = self._searched.get(key)
        if found is None:
            self._asked += self._search_cost
            found = self._searched[key] = self._source_of(message, tool, name, schema, value)
        return found

    def _all_told(self, value: Any, message: int) -> bool:
        if type(value) is list:
            return len(value) <= _MAX_LEAVES and all(self.told(inner, message) for inner in value)
        return self.told(value, message)

    def told(self, value: Any, message: int) -> bool:
        """Whether a text stands as it is in what others said earlier: the quick answer, and nearly always yes."""
        if type(value) is not str:
            return False
        met = self._met.get(value)
        if met is not None and met < message:
            return True
        texts, messages = self._texts, self._messages
        whole, ends = self._others or self._join_others()
        if value and "\n" not in value:
            at = whole.find(value, ends[min(1, message)], ends[message])
            if at < 0:  # only now: the first message is long, and seldom names a value
                at = whole.find(value, 0, ends[message])
            if at < 0 or is_token(whole, value, at):
                return at >= 0
        for index in range(message - 1, -1, -1):
            text = texts[index]
            if value in text and messages[index]["role"] != "assistant" and find_token(text, value) >= 0:
                self._met[value] = index
                return True
        return False

    def _query_told(self, value: Any, message: int) -> bool:
        """Whether all that a query names stands as it is in what others said earlier, and the assistant wrote none.

        The quick answer again: such a query is composed of what was told, wherever that was.
        """
        parts = sql_parts(value) if type(value) is str else None
        if not parts or not all(part.value in _CONSTANTS or self.told(part.value, message) for part in parts):
            return False
        verb = value.split(None, 1)[0].lower()
        texts = zip(self._messages[: message + 1], self._texts, strict=False)
        return not any(verb in text.lower() for said, text in texts if said["role"] == "assistant" and text)

    def _join_others(self) -> tuple[str, list[int]]:
        """All that is not the assistant's, a message a line, and for each index how much of it comes before."""
        pairs = zip(self._messages, self._texts, strict=True)
        lines = ["" if message["role"] == "assistant" else text + "\n" for message, text in pairs]
        self._others = made = "".join(lines), [0, *accumulate(map(len, lines))]
        return made

    def _source_of(self, message: int, tool: str, name: str, schema: Schema, value: Any) -> Source:
        if value is None or value == "" or isinstance(value, bool) or value in ([], {}):
            return Source("schema", path="type")
        if isinstance(value, str) and is_expression(name, schema, value):
            return self._expression(value, message)
        found = self.trace(value, before=message, schema=schema)
        if found.known:
            return found
        if self._own_words(value, message):
            return Source("assistant", message)
        composed = self._composed(value, message)
        if composed is not None and not composed.unknown:
            return composed
        if self._is_given(value, message):
            return Source("given")
        if self._is_free(tool, name, schema, value):
            return composed or Source("free-form", message, unknown=self._unknown_ids(value, message))
        return NOWHERE

    def _composed(self, value: Any, message: int) -> Source | None:
        """The source of a query: the places of all that it names; what stands nowhere is `unknown`."""
        if not isinstance(value, str):
            return None
        parts = sql_parts(value)
        if parts is None:
            parts = search_parts(value)
            if parts is None or any(self._source_of_part(part, message) is None for part in parts):
                return None
        sources = {part: self._source_of_part(part, message) for part in parts}
        known = tuple(dict.fromkeys(source for source in sources.values() if source is not None))
        missing = tuple(part.value for part, source in sources.items() if source is None)
        if missing or not known:
            return Source("free-form", message, unknown=missing)
        first = next(
            (source for source in known if source.kind == "given"), known[0]
        )  # what only the file gives counts
        return replace(first, transform=COMPOSED, parts=known)

    def _source_of_part(self, part: QueryPart, message: int) -> Source | None:
        """Where one thing that a query names stands; None where it stands nowhere."""
        if part.kind == "number":
            if part.value in _CONSTANTS:
                return Source("schema", path="type")
            number: object = Decimal(part.value) if "." in part.value else int(part.value)
            found = self.trace(part.value, before=message)
            found = found if found.known else self.trace(number, before=message)
        else:
            found = self.trace(part.value, before=message)
        if not found.known and part.kind == "pattern":
            found = self._holding(part.value, message)
        if found.known:
            return found
        return Source("given") if self._given.says(part.value) else None

    def _holding(self, text: str, message: int) -> Source:
        """The message of a user or tool that holds a text, perhaps as a part of a word."""
        wanted = text.casefold()
        for index, place in self._ordered(message):
            if place.kind != "assistant" and wanted in place.text.casefold():
                return Source(place.kind, index)
        return NOWHERE

    def _is_given(self, value: Any, message: int) -> bool:
        """Whether the row's maker gave the value, or a text that the conversation fills to it."""
        if not self._given:
            return False
        if self._given.is_constant(plain(value)):
            return True
        filled = self._given.fillings(value)
        return filled is not None and all(
            self.told(each, message) or self.trace(each, before=message).known or self._given.is_constant(each)
            for each in filled
        )

    def _unknown_ids(self, value: Any, message: int) -> tuple[str, ...]:
        """The ids in a text that was written freely which stand nowhere."""
        found = ids_in(value) if isinstance(value, str) else ()
        return tuple(
            part.value
            for part in found
            if not self.told(part.value, message)
            and not self._given.says(part.value)
            and not self.trace(part.value, before=message).known
        )

    def _is_free(self, tool: str, name: str, schema: Schema, value: object) -> bool:
        if name in self._free_form.get(tool, ()):
            return True
        return isinstance(value, str) and is_free_text(name, schema, value)

    def _own_words(self, value: object, message: int) -> bool:
        """Whether the assistant says the value beside the call itself."""
        text = self._places[message].text if message < len(self._places) else ""
        return bool(text) and find_token(text, str(plain(value))) >= 0

    def _expression(self, text: str, message: int) -> Source:
        """An expression is free, but every number in it must come from somewhere."""
        for number in _NUMBER.findall(text):
            if number not in _CONSTANTS and not self._has_number(number, message):
                return NOWHERE
        return Source("free-form", message, transform="calculation")

    def _has_number(self, text: str, message: int) -> bool:
        if self.told(text, message) or self.trace(text, before=message).known:
            return True
        return self.trace(Decimal(text.replace(",", "")), before=message).known

    def _ordered(self, before: int) -> list[tuple[int, Place]]:
        """The places that may be searched, the likeliest first."""
        found = [(index, self._places[index]) for index in range(min(before, len(self._places)) - 1, -1, -1)]
        found.sort(key=lambda entry: _ORDER[entry[1].kind])
        return found

    def _find_leaf(self, value: Scalar, places: Sequence[tuple[int, Place]]) -> Source | None:
        """A value of a tool's result that is the very same."""
        written = str(value) if isinstance(value, str) else None
        for index, place in places:
            if place.kind != "result" or (written and written not in place.text and "\\" not in place.text):
                continue
            for path, leaf in place.leaves:
                if same_leaf(leaf, value):
                    return self._source_at(place, index, path)
        return None

    def _find_text(self, value: str, places: Sequence[tuple[int, Place]]) -> Source | None:
        found = stands(value, places)
        return self._source_at(self._places[found[0]], *found) if found else None

    def _transformed(self, value: Scalar, places: Sequence[tuple[int, Place]]) -> Source | None:
        for name, transform in TRANSFORMS:
            found = transform(value, places)
            if found is not None:
                return self._source_at(self._places[found[0]], *found, name)
        steps = joined_path(value, places)
        if steps is None:
            return None
        parts = tuple(self._source_at(self._places[step[0]], *step) for step in steps)
        return replace(parts[0], transform=JOINED_PATH, parts=tuple(dict.fromkeys(parts)))

    def _source_at(self, place: Place, index: int, path: str | None, transform: str | None = None) -> Source:
        tool = self._result_tool(index) if place.kind == "result" else None
        return Source(place.kind, index, path if place.kind == "result" else None, transform, tool)

    def _result_tool(self, index: int) -> str:
        """The tool whose result this message is."""
        if self._tools is None:
            calls = (call for message in self._messages for call in calls_of(message))
            self._tools = {call["id"]: str(call["function"]["name"]) for call in calls}
        return self._tools.get(self._messages[index].get("tool_call_id") or "") or phrase("source.a_tool")

    def _source_of_all(self, value: list[Any] | JsonObject) -> Sentence:
        """A list or an object stands where its parts do; one part from nowhere makes it come from nowhere."""
        parts = value.values() if isinstance(value, dict) else value
        places = list(dict.fromkeys(self.source(part) for part in parts))
        if not places or NOWHERE.words() in places:
            return NOWHERE.words()
        return listed(places, "and")
