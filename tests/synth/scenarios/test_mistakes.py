"""Mistakes that people make in a scenario file: each is one sentence at its line, with the cure, and nothing else.

The file is the one that docs/scenarios.md explains; every case is one edit of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.synth import Settings, check_scenario_file
from evalwright.text import in_words
from tests.conftest import ROOT

FIRST = (ROOT / "examples" / "scenarios" / "first.yaml").read_text(encoding="utf-8")
LINES = FIRST.splitlines()
CANCELS = '["I no longer need {order}, please cancel it."]'
DONE = '"{order} is cancelled."'

UNREADABLE = {
    "tab": ("    steps:\n", "\tsteps:\n", 17, "Indent with spaces"),
    "indentation": ('    wants:\n      en: ["(W', '   wants:\n      en: ["(W', 13, "begin in the same column"),
    "second colon": (CANCELS, "Please note: cancel {order}", 28, "quotes around a text that holds a colon"),
    "wide colon": ('    wants:\n      en: ["I no', '    wants：\n      en: ["I no', 27, "Write a plain colon"),
    "no space": ("weight: 2", "weight:2", 12, "Write a space"),
    "open quote": ('{order}?"]\n      zh: ["我的', '{order}?]\n      zh: ["我的', 15, "close what is open"),
    "curly quotes": (CANCELS, "[“I no longer need {order}, please cancel it.”]", 28, "straight double quotes"),
    "first sign": (CANCELS, "[@order, please]", 28, "a text cannot begin with @"),
    "never closed": ("name: cancel an order", "name: 'cancel an order", 26, "is never closed"),
    "key twice": ("    knows: [order]\n", "    knows: [order]\n    knows: [order]\n", 17, "Keep one of them"),
}
WRONG = {
    "a list for a mapping": ("  know:\n    email:", "  - know:\n    email:", 6, "Write a name, a colon"),
    "no dashes": (
        """\
      - get_user_details: {user_id: $find_user_id_by_email.user_id}
        choose: {order: any of orders}
        none: {en: You have no orders with us., zh: 您在我们这里没有订单。}
      - get_order_details: {order_id: $order}
    tells""",
        """\
        get_user_details: {user_id: $find_user_id_by_email.user_id}
        get_order_details: {order_id: $order}
    tells""",
        19,
        "a further call is a step of its own",
    ),
    "colon in a list": (CANCELS, "[Please cancel: {order}]", 28, "quotes around a text that holds a colon"),
    "words for no field": ("  status: {zh: {pend", "  state: {zh: {pend", 47, "Did you mean status?"),
    "words without a language": ("  status: {zh: {pending", "  status: {cn: {pending", 47, "Write en, zh"),
    "words for a list": ("  status: {zh: {pending: 待处理", "  status: {zh: {pending: [待处理]", 47, "Put quotes"),
    "wide brace": ("{order}已经取消", "｛order｝已经取消", 45, "plain braces"),
    "dollar in words": (DONE, '"$order is cancelled."', 45, "In words, write {order}"),
    "bare braces": ("{order_id: $order}\n    tells", "{order_id: {order}}\n    tells", 22, "Write $ and the name"),
    "brace open": (DONE, '"{order is cancelled."', 45, "backslash before the sign"),
    "no way to choose": ("any of orders", "random of orders", 20, "Write one of any, first, last, only"),
    "step twice": (
        "      - get_order_details: {order_id: $order}\n    tells",
        "      - get_order_details: {order_id: $order}\n      - get_order_details: {order_id: $order}\n    tells",
        22,
        "Add as:",
    ),
    "$typo": ("$find_user_id_by_email.user_id", "$find_user_id_by_emial.user_id", 19, "Did you mean find_user"),
    "wrong field": ("$find_user_id_by_email.user_id", "$find_user_id_by_email.userid", 19, "is not there, but user_id"),
    "wrong list": ("any of orders", "any of ordres", 20, "address, payment_methods, orders"),
    "wrong type": ("{order_id: $order}\n    tells", "{order_id: 12}\n    tells", 22, 'not of type "string". Write'),
    "missing argument": ("{order_id: $order}\n    tells", "{}\n    tells", 22, "needs order_id"),
    "said without": ('"It\'s {me.email}."', '"It is mine."', 9, "Put {me.email} into the words"),
    "language": ('zh: ["我的订单', 'cn: ["我的订单', 15, "cn is no language"),
    "missing language": ('      zh: ["订单{order}我不要了，请帮我取消。"]\n', "", 28, "no words in zh"),
    "unknown tool": ("      - get_user_details:", "      - get_user_detail:", 19, "Did you mean get_user_details"),
    "no rule of this kind": ("confirm: cancel_*", "confirms: cancel_*", 3, "Did you mean"),
    "a rule nobody keeps": (
        "rules:\n",
        "rules:\n  - {before: cancel_*, call: list_all_product_types}\n",
        42,
        "Add a step with list_all_product_types",
    ),
    "a refusal": ("{email: $me.email}", "{email: nobody@example.com}", 18, "or say in fails"),
    "weight": ("weight: 2", "weight: often", 12, "Write a number above 0"),
    "question without details": (" cancel {order} with {get_order_details.items.name}.", " do it.", 43, "Put {order}"),
}  # fmt: skip


def findings(tmp_path: Path, old: str, new: str) -> list[tuple[int, str, str]]:
    assert FIRST.count(old) >= 1
    path = tmp_path / "my.yaml"
    path.write_text(FIRST.replace(old, new, 1), encoding="utf-8")
    done = check_scenario_file(path, Settings("shop", langs=("en", "zh")))
    return [(each.line, each.severity, in_words(each.message) + ". " + in_words(each.cure)) for each in done.findings]


@pytest.mark.parametrize("case", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_yaml_is_one_sentence_at_the_line_of_the_mistake(
    case: tuple[str, str, int, str], tmp_path: Path
) -> None:
    old, new, line, cure = case
    ((found, severity, told),) = findings(tmp_path, old, new)
    assert (found, severity) == (line, "error") and cure in told, told


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_what_means_nothing_is_named_first_at_its_line(case: tuple[str, str, int, str], tmp_path: Path) -> None:
    old, new, line, cure = case
    found = findings(tmp_path, old, new)
    assert any(at == line and severity == "error" and cure in told for at, severity, told in found), found


def test_a_word_that_is_a_name_and_a_wish_that_is_never_served_are_warned_of(tmp_path: Path) -> None:
    found = findings(tmp_path, "{order_id: $order}\n        choose", "{order_id: order}\n        choose")
    assert any(severity == "warning" and "Write $ before it" in told for _, severity, told in found)
    ((line, severity, told),) = findings(tmp_path, "where status = pending", "where status = lost")
    assert (line, severity) == (37, "warning") and "came to its end in no trial" in told
