"""The fast road of reading a line: never another answer than the strict reader's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalwright.chat import JsonError, loads, loads_line
from evalwright.chat.strict_json import MAX_DEPTH

_KEYS = st.sampled_from(["a", "b", " a", "a b", "ab", "é", '"', "\\"])
_NUMBERS = st.sampled_from(
    ["0", "-0", "-0.0", "1.0", "1e2", "1E+2", "0.10", "1e400", "NaN", "-Infinity", "9" * 19, "9" * 20, "9" * 40, "01"]
)
_TEXTS = st.one_of(
    st.text(max_size=5).map(json.dumps),
    st.text(max_size=5).map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.sampled_from(
        [r'"\ud800"', r'"\ud83d\ude00"', r'"\/"', r'"\u0041"', '"\t"', r'"\\"', r'"\\\""', '"open', '" a  b "']
    ),
)
_WHITE = st.sampled_from(["", "", " ", "\t", " \r"])


@st.composite
def _texts(draw: st.DrawFn, depth: int = 3) -> str:
    """JSON text, often with what strict reading refuses, in any spacing."""
    kind = draw(st.sampled_from(["number", "text", "word", "list", "object"] if depth else ["number", "text"]))
    if kind == "number":
        return draw(_NUMBERS)
    if kind == "text":
        return draw(_TEXTS)
    if kind == "word":
        return draw(st.sampled_from(["true", "false", "null", "nul", ""]))
    white = draw(_WHITE)
    inner = draw(st.lists(_texts(depth=depth - 1), max_size=3))
    if kind == "list":
        return f"{white}[{white}{f'{white},{white}'.join(inner)}{white}]"
    pairs = [f"{json.dumps(draw(_KEYS), ensure_ascii=False)}{white}:{white}{value}" for value in inner]
    return f"{{{white}{f',{white}'.join(pairs)}{white}}}{white}"


def _strictly(line: bytes) -> Any:
    try:
        return repr(loads(line.decode("utf-8")))
    except UnicodeDecodeError:
        return UnicodeDecodeError
    except JsonError as error:
        return str(error)


def _by_line(line: bytes) -> Any:
    try:
        return repr(loads_line(line))
    except UnicodeDecodeError:
        return UnicodeDecodeError
    except JsonError as error:
        return str(error)


@given(_texts())
@example('{"a":1,"a":1}')
@example('{"a": 1, "a": 1}')
@example('{"a":{"b":1,"b":2}}')
@example("[18446744073709551615,18446744073709551616]")
@example("")
def test_every_text_is_read_as_the_strict_reader_reads_it(text: str) -> None:
    line = text.encode("utf-8", "surrogatepass")
    assert _by_line(line) == _strictly(line)


@pytest.mark.parametrize("line", [b'"\xff"', b'{"a": "\xed\xa0\x80"}', b"\xef\xbb\xbf{}", b"\x0c1"])
def test_bytes_that_are_no_text_are_refused_likewise(line: bytes) -> None:
    assert _by_line(line) == _strictly(line)


@pytest.mark.parametrize("space", ["", " "])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_the_limit_of_nesting_is_the_same_in_every_spacing(opening: str, closing: str, space: str) -> None:
    def nested(depth: int) -> bytes:
        inside = f"[{space}]" if opening == "[" else "{}"
        return (f"{opening}{space}" * (depth - 1) + inside + closing * (depth - 1)).encode()

    assert loads_line(nested(MAX_DEPTH)) is not None
    with pytest.raises(JsonError, match="nested deeper"):
        loads_line(nested(MAX_DEPTH + 1))


def test_an_ordinary_line_takes_the_fast_road(monkeypatch: pytest.MonkeyPatch) -> None:
    def strict(text: str) -> Any:
        raise AssertionError(f"the slow road for {text}")

    monkeypatch.setattr("evalwright.chat.fast_json.loads", strict)
    record = {"id": "a", "messages": [{"role": "user", "content": '你好 "x"\n'}], "price": 12.5, "n": 2**63}
    for line in (json.dumps(record, ensure_ascii=False), json.dumps(record, ensure_ascii=False, separators=(",", ":"))):
        assert loads_line(f"{line}\n".encode()) == record
