"""Chinese words for tools and their parameters.

A Chinese description is used as it is; a name is put together from the lexicon, and words that are not in it stay in
English, set off by spaces, as people write them.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path

from ..phrases import WordLists
from .clean import clean, first_sentence
from .names import words_of
from .parameters import Param
from .toolview import ToolView

_LISTS = WordLists(Path(__file__).parents[1] / "phrases" / "zh" / "tools.words")
_WORDS = _LISTS.table("words")
_WHOLE = _LISTS.table("whole")
_VERBS = _LISTS.choices("verbs")
_VALUES = _LISTS.table("values")
_FORMAL = _LISTS.table("formal")
_PERSON = _LISTS.words("person")
_OWN = _LISTS.words("own")
_HAN = re.compile(r"[㐀-鿿]")
_LEADS = re.compile(
    r"^(?:用于|用来|该接口|该工具|此工具|这个工具|本工具|可以|可|能够|根据.{1,20}?(?=查|获|搜|找|取|设|预|订|修|更|删|计))+"
)
_ASIDE = re.compile(r"[，,、。；;：:（(]")
"""Where the name of a parameter ends in its description, and what is said about it begins."""
_FOR_WHOM = re.compile(
    r"^(?:为|给|替|帮)(?:该|这位|一位)?"
    r"(?:用户|读者|客户|顾客|会员|客人|住客|患者|病人|旅客|乘客|学生|员工|成员|访客|他人|人)"
)
"""Whoever asks for it is that person."""
_VAGUE = re.compile(r"(?:指定|给定|特定|某一?个?)(?:的|(?:一?[天日]的?))?|某一?天的?")
_LONGEST = 28
_BARE: tuple[list[str], ...] = ([], ["details"], ["info"], ["information"])
_HELD = re.compile(r"(订单|预订|账户|预约)(?=商品|地址|付款方式|时间|日期)")


def label(param: Param) -> str:
    """What a parameter is called in a sentence."""
    if param.name.lower() == "state" and not param.options:
        return "省份"
    told = None
    if _HAN.search(param.description):
        told = first_sentence(_ASIDE.split(param.description.strip())[0].strip(), 10)
    return told or _label(param.name) or _mixed(param.name)


def field_label(name: str, value: object = None) -> str:
    """What a field of a result is called."""
    if name.lower() == "state" and value_word(str(value)) is None:
        return "省份"
    if (
        name.lower() == "name"
        and isinstance(value, str)
        and len(value) <= 4
        and _HAN.match(value)
        and "的" not in value
    ):
        return "姓名"
    return _label(name) or _mixed(name)


@lru_cache(maxsize=4096)
def _label(name: str) -> str | None:
    words = words_of(name)
    key = "_".join(words).replace("address_1", "address1").replace("address_2", "address2")
    if key in _WHOLE:
        return _WHOLE[key]
    if _HAN.search(name):
        return clean(name, 20)
    if words and all(word in _WORDS for word in words):
        return "".join(_WORDS[word] for word in words)
    return None


def _mixed(name: str) -> str:
    """Known words in Chinese, the others as they are."""
    text = ""
    for word in words_of(name):
        chinese = _WORDS.get(word)
        text += chinese if chinese is not None else f" {word} "
    return clean(re.sub(" +", " ", text), 40) or clean(name, 40) or "内容"


@lru_cache(maxsize=2048)
def _description_phrase(view: ToolView) -> str | None:
    if not _HAN.search(view.description):
        return None
    sentence = first_sentence(re.split(r"[，,]", clean(view.description, 200))[0], _LONGEST)
    if sentence is None:
        return None
    return _VAGUE.sub("", _FOR_WHOM.sub("", _LEADS.sub("", sentence))).strip() or None


def action(view: ToolView, rng: random.Random, role: str) -> str:
    """What a tool does, as something that one can want or do."""
    told = _description_phrase(view)
    if told is not None:
        for formal, plain in _FORMAL.items():
            if told.startswith(formal) and rng.random() < 0.6:
                return plain + told[len(formal) :]
        return told
    verb = _VERBS.get(view.verb)
    noun = thing(view, role if rng.random() < 0.6 else "")
    if verb is None and view.effect == "read" and not view.verb:
        return f"查一下{noun or '这个'}"
    if verb is None:
        return f"处理一下 {view.verb} {noun}" if view.verb else f"用一下{noun}"
    if not noun:
        return rng.choice(verb)
    if view.verb == "turn":
        words = words_of(view.name)
        return ("关掉" if "off" in words else "打开") + noun.replace("开", "").replace("关", "")
    return rng.choice(verb) + noun


def thing(view: ToolView, role: str = "") -> str:
    """What a tool is about, as a noun; said by a user it is mine, said to one it is yours."""
    nouns = list(view.nouns)
    whose = {"user": "我的", "assistant": "您的"}.get(role, "")
    if nouns and nouns[0] in _PERSON and view.act != "create":
        about = nouns if nouns[1:] == ["id"] else ["account", *nouns[1:]] if nouns[1:] in _BARE else nouns[1:]
        return whose + (_label("_".join(about)) or _mixed("_".join(about)))
    if not nouns:
        return ""
    key = "_".join(nouns)
    text = _WHOLE.get(key) or _label(key) or _mixed(key)
    if nouns[-1] == "payment":
        text = text.removesuffix("支付") + "付款方式"
    own = whose if _OWN & set(nouns) and view.act not in ("create", "list") else ""
    return own + _HELD.sub(r"\1的", text)


def value_word(value: str) -> str | None:
    """A status or a listed value in Chinese, where there is a word for it."""
    return _VALUES.get(value.replace("_", " ").lower())
