"""A guess at what a tool does, from its name, where nothing better is known.

A tool that is wrongly thought to write is only used with more care; one wrongly thought to read could do harm. So the
first verb of the name decides, a second action beside it (`find_and_replace`) makes it write, and so does every name
that says nothing.
"""

from __future__ import annotations

import re

from ..environment import Effect

_VERBS: dict[Effect, str] = {
    "read": "get find list search lookup look fetch read query show describe view check retrieve count browse select "
    "scan preview download is has",
    "none": "calculate calc compute convert think translate echo ping",
    "write": "create add update delete remove set modify change cancel book buy pay order send post put patch insert "
    "write upload reset close open start stop exchange return refund submit assign move rename approve reject "
    "replace transfer",
}
_EFFECTS = {verb: effect for effect, verbs in _VERBS.items() for verb in verbs.split()}
_NOUNS = frozenset(("info", "information", "detail", "details", "status", "exists"))
"""Things to look at, where the name has no verb at all."""
_PEOPLE = frozenset(("human", "agent", "agents", "person", "operator", "support"))
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CHINESE: dict[Effect, str] = {
    "read": "查询 获取 查看 查找 搜索 检索 列出 读取 查",
    "none": "计算 换算 翻译 转人工 转接",
}
_LOOKS = tuple((verb, effect) for effect, verbs in _CHINESE.items() for verb in verbs.split())


def guess_effect(name: str) -> Effect:
    """The effect that a name suggests."""
    chinese = next((effect for verb, effect in _LOOKS if name.startswith(verb)), None)
    if chinese is not None:
        return chinese
    words = [word.lower() for word in _WORDS.findall(name)]
    if words[:1] in (["transfer"], ["escalate"]):
        # Handing over to a person ends a conversation; transferring anything else moves something.
        return "none" if _PEOPLE.intersection(words) else "write"
    if words[:1] == ["check"] and words[1:2] in (["in"], ["out"]):
        return "write"
    # A prefix such as the name of a service says nothing, so the first verb is looked for, wherever it stands.
    effects = [_EFFECTS[word] for word in words if word in _EFFECTS]
    if "and" in words and "write" in effects:
        return "write"
    if effects:
        return effects[0]
    return "read" if _NOUNS.intersection(words) else "write"
