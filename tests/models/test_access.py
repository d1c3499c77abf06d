"""A key belongs to one address: who gets one, who gets none, and what is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.models import Access, make_model, make_models, read_served
from evalwright.models.addresses import is_private_way, origin_of
from evalwright.models.openai_api import OpenAIModel

A, B = "http://a.example:8000/v1", "https://b.example/v1"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"OPENAI_API_KEY": "sk-usual-key", "MY_KEY": "sk-my-own-key", "A_KEY": "sk-a-key"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_KEY", raising=False)


def keys(texts: list[str], *args: Any, **more: Any) -> list[str | None]:
    """The key that goes to each of these models."""
    made = make_models(texts, Access(*args, **more))
    assert all(isinstance(model, OpenAIModel) for model in made)
    found = [getattr(model, "key", None) for model in made]
    return [key.reveal() if key is not None else None for key in found]


@pytest.mark.parametrize(
    ("texts", "given", "expected"),
    [
        (["m"], {"api_url": A}, ["sk-usual-key"]),
        (["m", "n"], {"api_url": A}, ["sk-usual-key", "sk-usual-key"]),
        ([f"m@{A}"], {}, ["sk-usual-key"]),
        ([f"m@{A}"], {"api_key_env": "MY_KEY"}, ["sk-my-own-key"]),
        ([f"m@{A}", f"n@{A}/other?api-version=1"], {}, ["sk-usual-key", "sk-usual-key"]),
        ([f"m@{A}", f"n@{B}"], {}, [None, None]),
        ([f"m@{A}#A_KEY", f"n@{B}"], {}, ["sk-a-key", None]),
        ([f"m@{A}#A_KEY", f"n@{B}#MY_KEY"], {"api_key_env": "MY_KEY"}, ["sk-a-key", "sk-my-own-key"]),
        (["m", f"n@{B}"], {"api_url": A}, ["sk-usual-key", None]),
        (["m", f"n@{B}"], {"api_url": A, "api_key": "sk-given"}, ["sk-given", None]),
        (["m", f"n@{A}"], {"api_url": A, "api_key": "sk-given"}, ["sk-given", "sk-given"]),
        (["m", f"n@{B}#A_KEY"], {"api_url": f"{A}#MY_KEY"}, ["sk-my-own-key", "sk-a-key"]),
        ([f"m@{A}", "n@http://a.example:8001/v1"], {}, [None, None]),
        ([f"m@{A}", "n@https://a.example:8000/v1"], {}, [None, None]),
        (["m@https://b.example:443/v1", f"n@{B}"], {}, ["sk-usual-key", "sk-usual-key"]),
    ],
)
def test_a_key_goes_to_its_own_address_only(texts: list[str], given: dict[str, Any], expected: list[Any]) -> None:
    assert keys(texts, **given) == expected


@pytest.mark.parametrize("given", [{"api_key_env": "MY_KEY"}, {"api_key": "sk-given"}])
def test_a_key_for_several_addresses_is_refused_with_the_cure(given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=rf"several addresses.*-m 'm@{A}#MY_KEY'"):
        keys([f"m@{A}", f"n@{B}"], **given)


def test_headers_go_to_one_address_or_are_refused() -> None:
    headers = {"Authorization": "Bearer sk-header"}
    with pytest.raises(UsageError, match="extra_headers are for one"):
        keys([f"m@{A}", f"n@{B}"], headers=headers)
    made = make_models(["m", f"n@{B}"], Access(A, headers=headers))
    assert [getattr(model, "_headers", None) for model in made] == [headers, {}]


@pytest.mark.parametrize("text", [f"m@{A}#NO_KEY", f"m@{B}?api-version=1#NO_KEY"])
def test_a_named_variable_must_be_set(text: str) -> None:
    with pytest.raises(UsageError, match=r"NO_KEY.*is not set.*export NO_KEY="):
        make_model(text)
    with pytest.raises(UsageError, match=r"NO_KEY.*is not set"):
        make_model("m", api_url=A, api_key_env="NO_KEY")


@pytest.mark.parametrize("text", ["sk-123-abc", "a b", "KEY=1"])
def test_what_is_no_name_of_a_variable_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(UsageError, match=rf"after # is no name.*m@{A}#MY_KEY") as caught:
        make_model(f"m@{A}#{text}")
    assert text not in str(caught.value)


def test_a_key_in_place_of_its_name_is_not_repeated() -> None:
    with pytest.raises(UsageError, match="looks like a key") as caught:
        make_model(f"m@{A}#sk_0123456789abcdef")
    assert "0123" not in repr(caught.value)


def test_the_variable_is_no_part_of_the_address() -> None:
    assert make_model(f"m@{A}#A_KEY").identity() == make_model("m", api_url=A).identity()


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h/v1?api-version=2024-10-21", "https://h/v1/chat/completions?api-version=2024-10-21"),
        ("https://h/v1?api-key=abc", "https://h/v1/chat/completions?api-key=***"),
        ("https://h/v1?code=abc&sig=x&auth=y", "https://h/v1/chat/completions?code=***&sig=***&auth=***"),
        ("https://h/v1?password=1234&jwt=a.b.c", "https://h/v1/chat/completions?password=***&jwt=***"),
        ("https://h/v1?deployment=gpt&region=eu&debug", "https://h/v1/chat/completions?deployment=gpt&region=eu&debug"),
        ("https://h/v1?whatever=sesame", "https://h/v1/chat/completions?whatever=***"),
    ],
)
def test_an_address_is_written_down_without_its_keys(url: str, shown: str) -> None:
    model = make_model("m", api_url=url)
    assert model.identity()["url"] == shown and isinstance(model, OpenAIModel) and model.url == shown


@pytest.mark.parametrize(
    "text",
    [
        "m@https://me:hunter2@h/v1",
        "m@https://me:hun/ter2@h/v1",
        "m@htps://me:hunter2@h/v1",
        "m@https://hunter2@h:x/v1?token=hunter2",
    ],
)
def test_a_password_in_an_address_is_repeated_nowhere(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_model(text)
    assert "hun" not in f"{caught.value} {caught.value!r}" and "ter2" not in str(caught.value)


@pytest.mark.parametrize("name", ["a b", "", "x:y", "é"])
def test_a_header_that_cannot_be_sent_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="extra_headers"):
        make_model("m", api_url=A, headers={name: "x"})
    for value in ("a\nb", 5, "密"):
        with pytest.raises(UsageError, match="the value of X-A") as caught:
            make_model("m", api_url=A, headers={"X-A": value})  # type: ignore[dict-item]
        assert str(value) not in str(caught.value).partition("X-A")[2]


def test_an_origin_is_scheme_host_and_port() -> None:
    assert origin_of("HTTPS://H.example:443/v1?x#y") == "https://h.example" == origin_of("https://h.example./")
    assert origin_of("http://[::1]:80/") == "http://[::1]" and origin_of("http://h:81") == "http://h:81"


@pytest.mark.parametrize(
    ("url", "private"),
    [(A, False), (B, True), ("http://127.0.0.9/v1", True), ("http://localhost/v1", True), ("http://10.0.0.1/", False)],
)
def test_a_way_is_private_where_nobody_reads_along(url: str, private: bool) -> None:
    assert is_private_way(url) is private
    model = make_model("m", api_url=url)
    assert isinstance(model, OpenAIModel) and (model.open_way is None) is private


def test_without_a_key_no_way_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    model = make_model("m", api_url=A, headers={"X-Title": "mine"})
    assert isinstance(model, OpenAIModel) and model.open_way is None


def test_a_model_and_its_address_are_shown_without_keys() -> None:
    served = read_served("m@https://h/v1?code=abc#A_KEY", None)
    assert served is not None and served.shown == "m@https://h/v1?code=***" and served.key_env == "A_KEY"
