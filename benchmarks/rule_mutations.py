"""Ways to spoil a good conversation, one at a time, each with the rule that must name it.

Good records flow in, spoilt copies flow out. The sentences are what people and models really write in such places; they
were not taken from the word tables of the rules.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from evalwright.chat import is_failure

Record = dict[str, Any]

NOTHING = {
    "en": (
        "Done.",
        "All set!",
        "Okay, that went through.",
        "The request went through, but there is nothing more to tell.",
        "I've looked that up for you. Is there anything else I can help you with?",
        "Got it, thanks! I have all the information now.",
        "Sure, I have checked. Let me know if you need anything else.",
        "The lookup was successful.",
    ),
    "zh": (
        "好了。",
        "已完成。",
        "查询成功。",
        "已经帮您查好了，还有什么需要帮忙的吗？",
        "好的，操作成功。",
        "请求已处理完毕，没有更多信息。",
    ),
}
SUCCESS = {
    "en": (
        "All done!",
        "Done. Is there anything else I can do for you?",
        "That has been taken care of.",
        "Great news: your request was completed successfully.",
        "I've updated everything for you.",
        "Your order has been cancelled and the refund is on its way.",
        "Perfect, you're all set.",
    ),
    "zh": ("都办好了！", "已经为您处理成功。", "搞定了，还有别的需要吗？", "您的订单已成功取消。", "已帮您修改好了。"),
}
FAILURE = {
    "en": (
        "Sorry, that failed.",
        "I'm sorry, but something went wrong on our side.",
        "Unfortunately the request did not go through.",
        "There was a technical problem, please try again later.",
        "I'm afraid that didn't work.",
        "I ran into an error while doing that.",
        "Apologies, the system is currently unavailable.",
    ),
    "zh": (
        "抱歉，操作失败了。",
        "不好意思，刚才出错了，请稍后再试。",
        "很抱歉，没有成功。",
        "对不起，系统出现了故障。",
        "抱歉，这次没办成。",
    ),
}
REFUSALS = (
    "Error: the record does not exist.",
    '{"error": "not permitted"}',
    '{"success": false, "message": "The service is closed."}',
    '{"status": "error", "message": "no such id"}',
    "ENOENT: no such file or directory, open 'a.txt'",
    "Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'id'",
)
NAMES = {
    "en": (
        "Please use the {spoken} function.",
        "Call {tool} for me, will you?",
        "Could you run the {spoken} tool on that?",
        "I want you to use your {spoken} endpoint.",
        "What does {tool} say about it?",
        "Use the {tool} API please.",
    ),
    "zh": ("请调用{tool}。", "用{tool}工具查一下。", "帮我运行 {tool} 函数。", "你用 {spoken} 接口看看。"),
}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One way of spoiling."""

    name: str
    rule: str
    spoil: Callable[[Record, str, random.Random], Record | None]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer after calls: its place, and the names and results of the last calls before it."""

    at: int
    tools: list[str]
    results: list[int]
    """The places of the results."""


def answers_in(record: Record) -> Iterator[Answer]:
    """Every answer of the assistant that follows directly on results and precedes a user, or ends the conversation."""
    messages = record["messages"]
    for at, message in enumerate(messages):
        ends = at + 1 == len(messages) or messages[at + 1]["role"] == "user"
        if (
            message["role"] != "assistant"
            or message.get("tool_calls")
            or not ends
            or messages[at - 1]["role"] != "tool"
        ):
            continue
        begin = max(place for place in range(at) if messages[place].get("tool_calls"))
        names = [call["function"]["name"] for call in messages[begin]["tool_calls"]]
        yield Answer(at, names, list(range(begin + 1, at)))


def _reads(name: str) -> bool:
    return name.split("_")[0] in ("get", "find", "list", "calculate", "search", "read", "describe")


def _changed(record: Record, at: int, text: str) -> Record:
    made = copy.deepcopy(record)
    made["messages"][at]["content"] = text
    return made


def _some(record: Record, rng: random.Random, *, reading: bool | None, failed: bool) -> Answer | None:
    """One of the answers of this sort, if there is one."""
    found = [
        answer
        for answer in answers_in(record)
        if (reading is None or all(_reads(tool) == reading for tool in answer.tools))
        and all(is_failure(record["messages"][place]["content"]) == failed for place in answer.results)
    ]
    return rng.choice(found) if found else None


def withheld(record: Record, lang: str, rng: random.Random) -> Record | None:
    """The answer to a question becomes empty words."""
    answer = _some(record, rng, reading=True, failed=False)
    return None if answer is None else _changed(record, answer.at, rng.choice(NOTHING[lang]))


def failure_called_success(record: Record, lang: str, rng: random.Random) -> Record | None:
    """A failure that was told becomes a success in words."""
    answer = _some(record, rng, reading=None, failed=True)
    return None if answer is None else _changed(record, answer.at, rng.choice(SUCCESS[lang]))


def refused_behind_its_back(record: Record, lang: str, rng: random.Random) -> Record | None:
    """The tool refuses a change, and the answer stays what it was, or becomes words of success."""
    answer = _some(record, rng, reading=False, failed=False)
    if answer is None or any("transfer" in tool for tool in answer.tools):
        return None
    made = copy.deepcopy(record)
    for place in answer.results:
        made["messages"][place]["content"] = rng.choice(REFUSALS)
    if rng.random() < 0.5:
        made["messages"][answer.at]["content"] = rng.choice(SUCCESS[lang])
    return made


def success_called_failure(record: Record, lang: str, rng: random.Random) -> Record | None:
    """A success becomes a failure in words."""
    answer = _some(record, rng, reading=None, failed=False)
    return None if answer is None else _changed(record, answer.at, rng.choice(FAILURE[lang]))


def named_tool(record: Record, lang: str, rng: random.Random) -> Record | None:
    """The user says a tool's name."""
    tools = [tool["function"]["name"] for tool in record["tools"] if "_" in tool["function"]["name"]]
    if not tools:
        return None
    tool = rng.choice(tools)
    places = [at for at, message in enumerate(record["messages"]) if message["role"] == "user"]
    at = rng.choice(places)
    said = rng.choice(NAMES[lang]).format(tool=tool, spoken=tool.replace("_", " "))
    return _changed(record, at, f"{record['messages'][at]['content']} {said}")


def leaked_key(record: Record, lang: str, rng: random.Random) -> Record | None:
    """A tool's result holds a key."""
    places = [at for at, message in enumerate(record["messages"]) if message["role"] == "tool"]
    if not places:
        return None
    at = rng.choice(places)
    key = rng.choice(("sk-" + "a1B2" * 8, "AKIAABCDEFGHIJKLMNOP", "ghp_" + "x1Y2" * 9))
    return _changed(record, at, json.dumps({"note": f"key {key}", "was": record["messages"][at]["content"]}))


MUTATIONS = (
    Mutation("an answer becomes empty words", "result-not-told", withheld),
    Mutation("a told failure becomes a success", "failure-told-as-success", failure_called_success),
    Mutation("a change is refused, the answer stays", "failure-told-as-success", refused_behind_its_back),
    Mutation("a success becomes a failure", "success-told-as-failure", success_called_failure),
    Mutation("a user names a tool", "tool-named-by-user", named_tool),
    Mutation("a result holds a key", "secret", leaked_key),
)
