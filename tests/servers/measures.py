"""What a reader would count in rows that were made from somebody's tools: simple detectors, each with its examples.

They look at the words and values of finished rows alone and share no code with what makes or checks rows, so that
they can find what both overlook. Each may err in single cases; numbers over sets tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

_FAILS = re.compile(
    r"^\W*(?:[\w ]{0,30}\b)?error\b|\bENOENT\b|\bno such\b|\bnot found\b|\bdoes not exist\b|\bfailed\b|\bdenied\b"
    r'|"success": ?false|"error": ?["{]|\binvalid\b|Traceback|\btimed out\b|\bdid not answer in time\b',
    re.IGNORECASE,
)
_ADMITS = re.compile(
    r"sorry|afraid|unfortunately|could ?n[o']t|can ?n[o']t|can['’]t|did ?n[o']t|was ?n[o']t|unable|refus|fail|"
    r"went wrong|no luck|there is no\b|not possible|reject|problem|抱歉|无法|没能|失败|不行|未能|拒绝|出错|没有",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\bfound nothing\b|\bthere is nothing (?:like that|to show)\b|\bdid not work\b|\bwas refused\b|\bno such\b"
    r"|没有找到|没有这样的|没有成功|被拒绝",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"nothing more to tell|came back without details|没有更多|没有其他信息", re.IGNORECASE)
_HOLDS_NOTHING = re.compile(r"\[\]|\bno \w+|\bnone\b|\bnothing\b|没有|\b0\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W\d_]{3,}|\d+(?:[.,]\d+)*|[\u4e00-\u9fff]{2}")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DONE = re.compile(r"\bdone\b|\ball set\b|好了|完成|办妥", re.IGNORECASE)
_NAMES_A_TOOL = r"(?:\b(?:function|tool|endpoint|api)\b|工具|功能|函数|接口)"
_SHORTEST = 2
_SQL = frozenset(
    {"SELECT", "COUNT", "AS", "FROM", "LIMIT", "WHERE", "AND", "OR", "ORDER", "BY", "JOIN", "USING", "TABLE", "TEXT"}
    | {"INSERT", "INTO", "VALUES", "UPDATE", "SET", "DELETE", "CREATE"}
)


@dataclass(slots=True)
class Measures:
    """Counts over rows, and the sentences behind them."""

    rows: int = 0
    calls: int = 0
    fed: int = 0
    """Calls with a value that stood in a result before anybody had said it."""
    tools: dict[str, int] = field(default_factory=dict)
    lied: list[str] = field(default_factory=list)
    """Failures told as success."""
    denied: list[str] = field(default_factory=list)
    """Results told as failures or as nothing."""
    withheld: list[str] = field(default_factory=list)
    """Answers that hold nothing of a result that is not empty."""
    invented: list[str] = field(default_factory=list)
    """Words in calls to a real server that neither it nor the schema nor the material gave."""
    own_numbers: list[str] = field(default_factory=list)
    """Numbers, times and sums in such calls that nobody gave."""
    made_up: list[str] = field(default_factory=list)
    """Both, where the results are simulated: the backend makes values that fit, and nobody else could give them."""
    different: dict[str, None] = field(default_factory=dict)
    """Every call once."""
    named: list[str] = field(default_factory=list)
    """Users who name a tool."""

    def add(self, other: Measures) -> None:
        """Count another set's rows with these."""
        for name in ("rows", "calls", "fed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("lied", "denied", "withheld", "invented", "own_numbers", "made_up", "named"):
            getattr(self, name).extend(getattr(other, name))
        for tool, count in other.tools.items():
            self.tools[tool] = self.tools.get(tool, 0) + count
        self.different.update(other.different)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a row, with what came of it and what was said next."""

    name: str
    arguments: Any
    result: str
    at: int
    """The place of the message that makes the call."""
    answer: str
    """The assistant's next words; empty where another call follows."""
    before: str = ""
    """What the assistant had said before."""


def measured(rows: Iterable[dict[str, Any]], given: str = "", *, simulated: bool = False) -> Measures:
    """All counts over rows. `given`: the text of all that the server works on; `simulated`: there is no server."""
    made = Measures()
    kept = list(rows)
    world = given + "\n".join(text for row in kept for text in _given_by(row))
    for row in kept:
        made.rows += 1
        tools = [tool["function"]["name"] for tool in row["tools"]]
        for text in _said_by(row["messages"], "user"):
            if names_a_tool(text, tools):
                made.named.append(text)
        for call in calls_of(row["messages"]):
            made.calls += 1
            made.tools[call.name] = made.tools.get(call.name, 0) + 1
            made.fed += is_fed(row["messages"], call)
            made.different[f"{call.name} {json.dumps(call.arguments, sort_keys=True)}"] = None
            _judge_answer(made, call, row["messages"])
            for value in values_nobody_gave(call, world):
                words = any(char.isalpha() for char in str(value))
                kept = made.made_up if simulated else made.invented if words else made.own_numbers
                kept.append(f"{call.name}: {_cut(str(value))}")
    return made


def values_nobody_gave(call: Call, world: str) -> Iterator[Any]:
    """The values of a call that stand nowhere in all that was given."""
    for value in leaves(call.arguments):
        if not isinstance(value, bool) and value not in (None, "") and not is_given(value, world):
            yield value


def _judge_answer(made: Measures, call: Call, messages: list[dict[str, Any]]) -> None:
    if call.answer and tells_failure_as_success(call.result, call.answer):
        made.lied.append(f"{_cut(call.result)} -> {_cut(call.answer)}")
    elif call.answer and denies(call.result, call.answer):
        made.denied.append(f"{_cut(call.result)} -> {_cut(call.answer)}")
    elif (
        call.answer
        and withholds(call.result, call.answer)
        and not (is_told_as_done(call) or is_looked_up(messages, call))
    ):
        made.withheld.append(f"{_cut(call.result)} -> {_cut(call.answer)}")


def calls_of(messages: list[dict[str, Any]]) -> list[Call]:
    """Every call with its result and the words that follow it."""
    results = {each["tool_call_id"]: each["content"] for each in messages if each["role"] == "tool"}
    found = []
    for at, message in enumerate(messages):
        for call in message.get("tool_calls") or ():
            after = next((each for each in messages[at + 1 :] if each["role"] != "tool"), {})
            words = str(after.get("content") or "") if after.get("role") == "assistant" else ""
            answer = "" if after.get("tool_calls") else words
            function = call["function"]
            given = json.loads(function["arguments"])
            before = "\n".join(_said_by(messages[:at], "assistant"))
            found.append(Call(function["name"], given, str(results.get(call["id"], "")), at, answer, before))
    return found


def is_fed(messages: list[dict[str, Any]], call: Call) -> bool:
    """Whether a value of the call, or what it is put together from, stood in a result before anybody said it."""
    parts = [part for value in leaves(call.arguments) for part in parts_of(value)]
    return any(_first_told_by(messages[: call.at], part) == "tool" for part in parts)


def parts_of(value: Any) -> list[str]:
    """A value, and what an assistant puts one together from: a folder and a name, the names in a query."""
    text = str(value)
    if text.startswith("/"):
        folder, _, name = text.rpartition("/")
        return [text, *(part for part in (folder, name) if part)]
    if text.upper().startswith(("SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ")):
        words = re.findall(r"[A-Za-z_]\w*|\b\d{3,}\b", text)
        return [text, *(word for word in words if word.upper() not in _SQL)]
    return [text]


def is_given(value: Any, world: str) -> bool:
    """Whether a value stands somewhere in all that was given, or is put together from what does."""
    if _NUMBER.fullmatch(str(value)):  # the 7 of 2017 gives nobody a 7
        return re.search(rf"(?<![\d.]){re.escape(str(value))}(?![\d]|\.\d)", world) is not None
    return str(value) in world or (len(parts_of(value)) > 1 and all(part in world for part in parts_of(value)[1:]))


def _first_told_by(messages: list[dict[str, Any]], value: str) -> str | None:
    if len(value) < _SHORTEST:
        return None
    return next((each["role"] for each in messages if value in _plain(str(each.get("content") or ""))), None)


def _plain(text: str) -> str:
    """A text as it reads once JSON's escapes are undone."""
    return text.replace("\\/", "/").replace('\\"', '"')


def tells_failure_as_success(result: str, answer: str) -> bool:
    """Whether a result that reads like a failure is answered without a word of regret of the assistant's own."""
    return bool(_FAILS.search(result[:400])) and not _ADMITS.search(_without(answer, result))


def denies(result: str, answer: str) -> bool:
    """Whether a result that holds something is answered as if it had failed or held nothing."""
    holds = bool(_TOKEN.search(result)) and not _FAILS.search(result[:400]) and not _HOLDS_NOTHING.search(result[:400])
    return holds and bool(_DENIES.search(_without(answer, result)))


def withholds(result: str, answer: str) -> bool:
    """Whether a result has something to say and the answer has nothing of it."""
    told = set(_TOKEN.findall(_one_a_line(result).lower()))
    if not told or _FAILS.search(result[:400]):
        return False
    return bool(_EMPTY.search(answer)) or not told & set(_TOKEN.findall(answer.lower()))


def is_looked_up(messages: list[dict[str, Any]], call: Call) -> bool:
    """Whether a result only gave an id that a later call takes, and the answer asks for what that call still needs."""
    if not call.answer.rstrip().endswith("?"):
        return False
    later = (value for each in calls_of(messages) if each.at > call.at for value in leaves(each.arguments))
    return any(
        re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", call.result) is not None
        and _first_told_by(messages[: call.at + 2], str(value)) == "tool"
        for value in later
        if len(str(value)) > 2
    )


def is_told_as_done(call: Call) -> bool:
    """Whether a result only repeats what the call was given, all of which was named before, and is told as done."""
    held = [_spoken(value) for value in leaves(_read(call.result)) if value is not None]
    given = {_spoken(value) for value in leaves(call.arguments)}
    repeats = bool(held) and all(value in given and value in _spoken(call.before) for value in held)
    return repeats and _DONE.search(call.answer) is not None


def _spoken(value: Any) -> str:
    """A value as somebody says it."""
    return str(value).replace("_", " ").lower()


def _read(result: str) -> Any:
    try:
        return json.loads(result)
    except ValueError:
        return result


def _one_a_line(result: str) -> str:
    """A result whose numbers stand apart: `[38,29]` is two of them."""
    return result if isinstance(_read(result), str) else json.dumps(_read(result), ensure_ascii=False, indent=0)


def names_a_tool(text: str, tools: Iterable[str]) -> bool:
    """Whether somebody uses a tool's name as a name: `read_graph`, or "the read graph function"."""
    low = text.lower()
    for tool in tools:
        words = [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", tool)]
        spoken = " ".join(words)
        if (len(words) > 1 and re.search(rf"\b{re.escape(tool.lower())}\b", low)) or (
            spoken and re.search(rf"\b{re.escape(spoken)}\b.{{0,3}}{_NAMES_A_TOOL}", low)
        ):
            return True
    return False


def leaves(value: Any) -> Iterator[Any]:
    """Every single value inside a value."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from leaves(inner)
    else:
        yield value


def _given_by(row: dict[str, Any]) -> Iterator[str]:
    """What the schemas and the results of a row give; a result gives nothing that its own call put in."""
    yield json.dumps(row["tools"], ensure_ascii=False)
    yield from _said_by(row["messages"], "system")
    for call in calls_of(row["messages"]):
        text = _plain(call.result)
        for value in leaves(call.arguments):
            if isinstance(value, str) and value:
                text = text.replace(value, "")
        yield text


def _said_by(messages: list[dict[str, Any]], role: str) -> list[str]:
    return [str(each.get("content") or "") for each in messages if each["role"] == role]


def _without(answer: str, result: str) -> str:
    """An answer without what it quotes."""
    for line in sorted({result, *result.splitlines(), result.removeprefix("Error: ")}, key=len, reverse=True):
        if len(line.strip()) > _SHORTEST:
            answer = re.sub(re.escape(line.strip()), "", answer, flags=re.IGNORECASE)
    return answer


def _cut(text: str, most: int = 110) -> str:
    one = " ".join(text.split())
    return one if len(one) <= most else f"{one[:most]}…"
