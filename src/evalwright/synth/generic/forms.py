"""How tools, parameters and results are written into a sentence: the forms of the grammar, in English and Chinese.

What belongs to the tools (labels, actions) is free words; what was said or returned is a value, written whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..phrases import GAP, Form, Out, write
from . import tool_words_en as en
from . import tool_words_zh as zh
from .clean import clean
from .names import singular, words_of
from .parameters import Param
from .sentences import is_sentence, write_sentence
from .session import Filled
from .toolview import ToolView

_INLINE = en.WORDS.table("inline")
_COUNTED = en.WORDS.words("counted")
_MAX_VALUE = 300


def shown(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1000:  # a longer one is said as it was returned
        return str(int(value))
    return str(value)[:_MAX_VALUE]


def _whose(out: Out) -> en.Whose:
    return "my" if out.role == "user" else "your"


# English


def _en_action(value: ToolView, out: Out) -> None:
    out.text(en.action(value, out.rng, _whose(out)))


def _en_wanted(value: ToolView, out: Out) -> None:
    out.text(en.wanted(value, out.rng))


def _en_thing(value: ToolView, out: Out) -> None:
    out.text(en.thing(value, _whose(out)))


def _en_one(item: Filled, out: Out) -> None:
    value = item.value
    if isinstance(value, bool):
        out.text("yes" if value else "no")
    elif item.param.options and isinstance(value, str) and "_" in value:
        out.text(clean(value.replace("_", " "), 60))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            out.text("" if at == 0 else " and " if at == len(value) - 1 else ", ")
            out.value(shown(each))
    else:
        out.value(shown(value))


def _en_label(value: Param, out: Out) -> None:
    out.text(en.label(value, out.rng))


def _en_stated(item: Filled, out: Out, manner: str) -> None:
    """One value with its name, in one of the ways that people write them."""
    if _is_counted_value(item) and manner != "colon":
        _en_count(item, out)
        return
    name = en.label(item.param, out.rng, item.value if not item.param.many else item.value[0])
    if item.param.many and len(item.value) == 1:
        name = " ".join([*name.split()[:-1], singular(name.split()[-1])])
    if manner == "is" and item.param.type != "boolean":
        own = en.is_own(item.param) and out.role == "user"
        out.text(f"{'my' if own else 'the'} {name} {'are' if item.param.many and len(item.value) > 1 else 'is'} ")
    else:
        out.text(f"{name}{':' if manner != 'bare' else ''} ")
    _en_one(item, out)


def _en_given(items: Sequence[Filled], out: Out) -> None:
    """Values as sentences of their own."""
    _en_listed(items, out, ("is", "is", "colon", "bare") if len(items) < 4 else ("colon", "bare"))


def _en_terms(items: Sequence[Filled], out: Out) -> None:
    """Values as a list within a sentence."""
    _en_listed(items, out, ("colon", "bare"))


def _en_listed(items: Sequence[Filled], out: Out, manners: tuple[str, ...]) -> None:
    manner = out.rng.choice(manners)
    for at, item in enumerate(items):
        if at:
            out.text(" and " if at == len(items) - 1 and manner != "colon" else ", ")
        _en_stated(item, out, manner)


def _en_details(items: Sequence[Filled], out: Out) -> None:
    """Values within a sentence, after what is wanted: `in Boston on 2026-03-02`, `for order ID #W1`."""
    for at, item in enumerate(items):
        word = _inline(item.param)
        if _is_counted_value(item):
            lasting = words_of(item.param.name)[-1] in _COUNTED
            out.text("for " if lasting else "(")
            _en_count(item, out)
            out.text(" " if lasting else ") ")
            continue
        if word is not None and not item.param.many:
            out.text(f"{' ' if at else ''}{word} ")
        else:
            joint = out.rng.choice(("with", "for")) if at == 0 else ("and" if at == len(items) - 1 else ",")
            out.text(f"{joint} {en.label(item.param, out.rng, item.value)} ")
        _en_one(item, out)
        out.text(" ")


def _is_counted_value(item: Filled) -> bool:
    """Whether a value is a number of something: `2 weeks`."""
    return _is_count(item.param)


def _is_count(param: Param) -> bool:
    """Whether a parameter is a number of something: `nights`, `guests`, `coins`."""
    words = words_of(param.name)
    several = len(words) == 1 and singular(words[0]) != words[0]
    return param.type == "integer" and not param.many and bool(words) and (several or words[-1] in _COUNTED)


def _en_count(item: Filled, out: Out) -> None:
    out.value(shown(item.value))
    name = en.label(item.param, out.rng)
    out.text(f" {name if item.value != 1 else singular(name)}")


def _inline(param: Param) -> str | None:
    words = words_of(param.name)
    if words[:1] == ("from",) or words[:1] == ("to",):
        return words[0]
    return _INLINE.get(words[-1]) if words else None


def _en_params(params: Sequence[Param], out: Out) -> None:
    for at, param in enumerate(params):
        out.text("" if at == 0 else " and " if at == len(params) - 1 else ", ")
        name = en.label(param, out.rng)
        out.text(f"the number of {name}" if _is_count(param) else f"the {name}")
        out.text(" (yes or no)" if param.type == "boolean" else "")
        if param.options and len(params) == 1:
            words = [clean(str(each).replace("_", " "), 40) for each in param.options[:5]]
            out.text(f" ({', '.join(words[:-1])} or {words[-1]})" if len(words) > 1 else "")


def _en_fields(fields: Sequence[tuple[str, Any]], out: Out) -> None:
    if is_sentence(fields):
        write_sentence(str(fields[0][1]), out)
        return
    several = any(singular(en.field_noun(name)) != en.field_noun(name) for name, _ in fields)
    answers = any(isinstance(value, bool) or value in ("true", "false") for _, value in fields)
    manner = "colon" if several or answers else "is" if len(fields) == 1 else out.rng.choice(("is", "colon"))
    for at, (name, value) in enumerate(fields):
        label = en.field_noun(name) if name else "result"
        if manner == "is":
            out.text(f"{'' if at == 0 else ' and ' if at == len(fields) - 1 else ', '}the {label} is ")
        else:
            out.text(f"{'' if at == 0 else ', '}{label}: ")
        out.value(shown(value))


def _en_lines(fields: Sequence[tuple[str, Any]], out: Out) -> None:
    for name, value in fields:
        out.text(f"\n- {en.field_noun(name) if name else 'result'}: ")
        out.value(shown(value))


def _en_found(found: Sequence[tuple[Any, Any]], out: Out) -> None:
    for at, (name, aside) in enumerate(found):
        out.text("" if at == 0 else " and " if at == len(found) - 1 else ", ")
        out.value(shown(name))
        if aside is not None:
            out.text(f" ({en.field_label(aside[0])} " if aside[0] else " (")
            out.value(shown(aside[1]))
            out.text(")")


def _en_choices(options: Sequence[tuple[Any, Any]], out: Out) -> None:
    for at, (value, name) in enumerate(options):
        out.text("" if at == 0 else " or " if at == len(options) - 1 else ", ")
        out.value(shown(value))
        if name is not None:
            out.text(" (")
            out.value(shown(name))
            out.text(")")


def _en_tools(views: Sequence[ToolView], out: Out) -> None:
    for at, view in enumerate(views):
        out.text("" if at == 0 else " or " if at == len(views) - 1 else ", ")
        out.text(en.action(view, out.rng, "your"))


def _error(value: str, out: Out) -> None:
    out.value(clean(value, 160).rstrip(".。"))


def _write_plain_value(value: Any, out: Out) -> None:
    out.value(shown(value))


def _write_quote(value: str, out: Out) -> None:
    """The words of a result as they stand."""
    out.value(value)


EN: dict[str, Form] = {
    "action": _en_action,
    "wanted": _en_wanted,
    "thing": _en_thing,
    "given": _en_given,
    "terms": _en_terms,
    "lines": _en_lines,
    "details": _en_details,
    "label": _en_label,
    "params": _en_params,
    "fields": _en_fields,
    "found": _en_found,
    "choices": _en_choices,
    "tools": _en_tools,
    "error": _error,
    "quote": _write_quote,
    "value": _write_plain_value,
    "one": lambda items, out: _en_one(items[0], out),
}


# Chinese


def _zh_action(value: ToolView, out: Out) -> None:
    out.text(zh.action(value, out.rng, out.role))


def _zh_thing(value: ToolView, out: Out) -> None:
    out.text(zh.thing(value, out.role) or "这个")


def _zh_one(item: Filled, out: Out) -> None:
    value = item.value
    if isinstance(value, bool):
        out.text("是" if value else "否")
    elif item.param.options and isinstance(value, str) and zh.value_word(value):
        out.text(zh.value_word(value) or "")
    elif isinstance(value, list):
        for at, each in enumerate(value):
            out.text("" if at == 0 else "和" if at == len(value) - 1 else "、")
            write(shown(each), out)
    else:
        write(shown(value), out)


def _zh_label(value: Param, out: Out) -> None:
    out.text(zh.label(value))


def _zh_given(items: Sequence[Filled], out: Out) -> None:
    joint = out.rng.choice(("是", "是", "：", GAP, "："))
    for at, item in enumerate(items):
        name = zh.label(item.param)
        # A Latin name and a number written together would be one word.
        out.text(
            ("" if at == 0 else "，")
            + name
            + ("：" if item.param.type == "boolean" or (joint == GAP and name[-1:].isascii()) else joint)
        )
        _zh_one(item, out)


def _zh_params(params: Sequence[Param], out: Out) -> None:
    for at, param in enumerate(params):
        out.text("" if at == 0 else "和" if at == len(params) - 1 else "、")
        out.text(zh.label(param))
        if param.options and len(params) == 1:
            words = [zh.value_word(str(each)) or clean(str(each).replace("_", " "), 40) for each in param.options[:5]]
            out.text(f"（{'、'.join(words)}）" if len(words) > 1 else "")


def _zh_fields(fields: Sequence[tuple[str, Any]], out: Out) -> None:
    if is_sentence(fields):
        write(str(fields[0][1]).rstrip(".。"), out)
        return
    joint = out.rng.choice(("是", "：", "：", "为"))
    for at, (name, value) in enumerate(fields):
        out.text("" if at == 0 else "，")
        out.text((zh.field_label(name, value) if name else "结果") + joint)
        word = zh.value_word(value) if isinstance(value, str) else None
        if isinstance(value, bool):
            word = "是" if value else "否"
        if word is not None:
            out.text(word)
        else:
            write(shown(value), out)


def _zh_found(found: Sequence[tuple[Any, Any]], out: Out) -> None:
    for at, (name, aside) in enumerate(found):
        out.text("" if at == 0 else "、")
        write(shown(name), out)
        if aside is not None:
            out.text(f"（{zh.field_label(*aside)}" if aside[0] else "（")
            write(shown(aside[1]), out)
            out.text("）")


def _zh_choices(options: Sequence[tuple[Any, Any]], out: Out) -> None:
    for at, (value, name) in enumerate(options):
        out.text("" if at == 0 else "、")
        write(shown(value), out)
        if name is not None:
            out.text("（")
            write(shown(name), out)
            out.text("）")


def _zh_tools(views: Sequence[ToolView], out: Out) -> None:
    out.text("、".join(zh.action(view, out.rng, out.role) for view in views))


def _zh_error(value: str, out: Out) -> None:
    write(clean(value, 160).rstrip(".。"), out)


def _zh_plain(value: Any, out: Out) -> None:
    write(shown(value), out)


ZH: dict[str, Form] = {
    "action": _zh_action,
    "wanted": _zh_action,
    "thing": _zh_thing,
    "given": _zh_given,
    "terms": _zh_given,
    "details": _zh_given,
    "label": _zh_label,
    "params": _zh_params,
    "fields": _zh_fields,
    "found": _zh_found,
    "choices": _zh_choices,
    "tools": _zh_tools,
    "error": _zh_error,
    "quote": _write_quote,
    "value": _zh_plain,
    "one": lambda items, out: _zh_one(items[0], out),
}
