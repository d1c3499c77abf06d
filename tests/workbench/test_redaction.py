"""Redaction: nothing of what was planted is left in any spelling, and arguments come from where they came from."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from evalwright.errors import UsageError
from evalwright.workbench import Redactor, audit, read_redaction_key, read_value_list

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
KEY = b"a key that is only used here, 32"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _digits(rng: random.Random, num: int) -> str:
    return "".join(rng.choices("0123456789", k=num))


def _word(rng: random.Random, num: int) -> str:
    return "".join(rng.choices(LETTERS, k=num))


def _card(rng: random.Random) -> str:
    body = "4" + _digits(rng, 14)
    total = sum(sum(divmod(int(each) * (2 - place % 2), 10)) for place, each in enumerate(body))
    return body + str(-total % 10)


def _iban(rng: random.Random) -> str:
    body = _digits(rng, 18)
    return f"DE{98 - int(body + '131400') % 97:02}{body}"


def _chinese_id(rng: random.Random) -> str:
    body = f"110105{rng.randint(1950, 2005)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}{_digits(rng, 3)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))
    return body + "10X98765432"[total % 11]


PLANTED: dict[str, Callable[[random.Random], str]] = {
    "email": lambda rng: f"{_word(rng, 6)}.{_word(rng, 7)}@{_word(rng, 8)}.com",
    "phone": lambda rng: f"+1 ({rng.randint(201, 989)}) {rng.randint(200, 999)}-{_digits(rng, 4)}",
    "mobile": lambda rng: f"13{_digits(rng, 9)}",
    "card": _card,
    "iban": _iban,
    "ssn": lambda rng: f"{rng.randint(100, 665)}-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}",
    "chinese_id": _chinese_id,
    "ip": lambda rng: ".".join(str(rng.randint(11, 223)) for _ in range(4)),
    "mac": lambda rng: ":".join(f"{rng.randint(0, 255):02x}" for _ in range(6)),
    "secret": lambda rng: f"sk-{_word(rng, 12)}{_digits(rng, 12)}",
    "url": lambda rng: f"https://{_word(rng, 8)}:{_word(rng, 6)}{_digits(rng, 4)}@db.example/x",
    "name": lambda rng: f"{_word(rng, 7).title()} {_word(rng, 8).title()}",
    "address": lambda rng: f"{rng.randint(100, 999)} {_word(rng, 9).title()} Street",
}
NUMBERS = {"mobile": "phone", "card": "card_number"}


def conversation(kind: str, value: str, form: int) -> dict[str, Any]:
    """A conversation in which a value is said, escaped, passed on, found and complained about."""
    given: Any = int(value) if kind in NUMBERS and form % 2 else value
    arguments = json.dumps({NUMBERS.get(kind, "about"): given, "amount": 12.5, "order_id": "#W2611340"})
    spelled = (
        value,
        value.replace("@", "\\u0040"),
        quote(value, safe=""),
        value.upper() if kind == "email" else value,
    )[form % 4]
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": arguments}}
    result = json.dumps({value: {"status": "ok", "on": "2024-05-06", "seen_as": spelled}})
    schema = {
        "type": "object",
        "properties": {"about": {"type": "string", "default": value, "description": f"Such as {value}."}},
    }
    return {
        "id": f"{kind}-{form}",
        "messages": [
            {"role": "user", "content": f"It is about {value}, please."},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": result},
            {"role": "assistant", "content": f"I found {spelled}."},
        ],
        "tools": [
            {"type": "function", "function": {"name": "find", "description": f"Not {spelled}", "parameters": schema}}
        ],
        "metadata": {"error": f"no route for {spelled}", "price": 80, "at": "2024-05-06T07:08:09Z"},
    }


def planted(num: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    rng = random.Random(3)
    for number in range(num):
        kind = list(PLANTED)[number % len(PLANTED)]
        value = PLANTED[kind](rng)
        yield kind, value, conversation(kind, value, number // len(PLANTED))


def spellings(record: dict[str, Any]) -> str:
    """A record as it is, and with its escapes undone."""
    text = json.dumps(record, ensure_ascii=False)
    plain = unquote(re.sub(r"\\+u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text))
    return f"{text}\n{plain}".lower()


def test_of_a_thousand_planted_values_none_is_left() -> None:
    rows = list(planted(1000))
    names = [value for kind, value, _ in rows if kind == "name"]
    addresses = [value for kind, value, _ in rows if kind == "address"]
    redactor = Redactor(KEY, names, addresses)
    left = []
    for kind, value, record in rows:
        made = redactor.redact(record)
        text = spellings(made)
        parts = re.split(r"://|[:@]", value)[1:3] if kind == "url" else value.split() if kind == "name" else [value]
        digits = re.sub(r"\D", "", value)
        bare = re.sub(r"(?<=\d)[ ().-]+(?=\d)", "", text) if kind in ("phone", "ssn") else ""
        if any(part.lower() in text for part in parts) or (bare and digits[-9:] in bare):
            left.append((kind, value))
        assert "#w2611340" in text and "12.5" in text and "2024-05-06" in text and made["metadata"]["price"] == 80
    assert left == []
    assert set(redactor.replaced) >= {
        "email",
        "phone",
        "card",
        "iban",
        "national_id",
        "ip",
        "mac",
        "secret",
        "url",
        "name",
        "address",
    }


def test_a_stand_in_has_the_type_and_form_of_its_value_and_needs_the_key() -> None:
    record = {
        "phone": 13812345678,
        "mail": "ann.lee@corp.example.com",
        "card": "4242 4242 4242 4242",
        "iban": "DE89 3704 0044 0532 0130 00",
    }
    made = Redactor(KEY).redact(record)
    again = Redactor(KEY).redact(record)
    other = Redactor(b"another key of the same length..").redact(record)
    assert made == again and made["phone"] != other["phone"] and made["mail"] != other["mail"]
    assert isinstance(made["phone"], int) and len(str(made["phone"])) == 11
    for key, pattern in (
        ("mail", r"[a-z]{3}\.[a-z]{3}@[a-z]{4}\.[a-z]{7}\.com"),
        ("card", r"4\d{3}( \d{4}){2} 4242"),
        ("iban", r"DE\d\d( \d{4}){4} \d\d"),
    ):
        assert re.fullmatch(pattern, made[key]), made[key]
        assert made[key] != record[key]
    digits = made["card"].replace(" ", "")
    assert sum(sum(divmod(int(each) * (2 - place % 2), 10)) for place, each in enumerate(digits)) % 10 == 0


def test_one_value_in_many_spellings_has_one_stand_in() -> None:
    record = {
        "said": "Call +1 (415) 555-2671 or 4155552671; I am ANN LEE.",
        "phone": 4155552671,
        "user_id": "ann_lee_9620",
        "text": '{"name": "Ann Lee", "phone": "415.555.2671"}',
    }
    made = Redactor(KEY, ["Ann Lee"]).redact(record)
    number = str(made["phone"])
    assert number in made["said"] and f"({number[:3]}) {number[3:6]}-{number[6:]}" in made["said"]
    assert f"{number[:3]}.{number[3:6]}.{number[6:]}" in made["text"]
    first, last = re.findall(r'"name": "(\w+) (\w+)"', made["text"])[0]
    assert made["user_id"] == f"{first.lower()}_{last.lower()}_9620" and f"{first} {last}".upper() in made["said"]


def test_grounding_is_the_same_before_and_after(tmp_path: Path) -> None:
    rows = [record for _, _, record in planted(120)]
    for number, row in enumerate(rows):
        if number % 3 == 0:  # an argument that nobody ever said
            row["messages"][1]["tool_calls"][0]["function"]["arguments"] = '{"about": "something invented 4711"}'
    redactor = Redactor(KEY)
    found = []
    for name, records in (("before", rows), ("after", [redactor.redact(row) for row in rows])):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        findings = audit([str(path)]).findings
        found.append([(each.rule, each.line, each.path) for each in findings if "ground" in each.rule])
    assert found[0] and found[0] == found[1]


def test_nothing_in_the_examples_that_is_an_id_a_price_or_a_date_changes() -> None:
    redactor = Redactor(KEY)
    changed = set()
    for path in sorted(EXAMPLES.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            before = json.loads(line)
            if isinstance(before, dict):
                changed |= set(_differences(before, redactor.redact(before)))
    assert changed, "the examples hold mail addresses"
    strange = [each for each in changed if not re.fullmatch(r"[\w.+-]+@[\w.-]+", each)]
    assert strange == []


def _differences(before: Any, after: Any) -> Iterator[str]:
    """The words that are others now."""
    one, other = (
        re.split(r'(?:[\s"\\<>(),;:]|[^\x00-\x7f])+', json.dumps(each, ensure_ascii=False)) for each in (before, after)
    )
    assert len(one) == len(other)
    yield from (word.strip(".?!'，。？！") for word, then in zip(one, other, strict=True) if word != then)


def test_the_key_and_the_lists_are_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"0123456789abcdef\n")
    (tmp_path / "short").write_bytes(b"short")
    (tmp_path / "names").write_text("Ann Lee\n\n 王小明 \n", encoding="utf-8")
    assert read_redaction_key(tmp_path / "key") == b"0123456789abcdef"
    assert read_value_list(tmp_path / "names") == ["Ann Lee", "王小明"]
    with pytest.raises(UsageError, match="16"):
        read_redaction_key(tmp_path / "short")
