"""What must not be told is known by its value, its form, or its name; what only looks alike is not."""

from __future__ import annotations

import json

import pytest

from evalwright.synth import SecretWatch

TOLD = [
    '{"password": "correcthorse"}',
    "password: hunter2!",
    "API_KEY=8f3kd93kfj3kf9d",
    '{"access_token": "a8f3k2l9d8s7f6g5"}',
    '{"session": {"token": "k3j4h5g6f7d8s9a0q1w2"}}',
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
    "the key is sk-abcdefghijklmnopqrstuvwx",
    '{"uri": "postgres://admin:wv78n3zpz42x@db.example.com:25060/x"}',
]
NOT_TOLD = [
    "git clone https://example.com:8080/a@b",
    "postgres://user:${PASSWORD}@localhost/x",
    '{"key": "orders/2024/05/report-0001.pdf"}',
    '{"key": "PROJ-1234", "status": "open"}',
    '{"id": "550e8400-e29b-41d4-a716-446655440000", "key": "550e8400-e29b-41d4-a716-446655440000"}',
    '{"next_page_token": "2"}',
    "password: required",
    '{"password": "string", "token": "YOUR_TOKEN"}',
    '{"password": "********"}',
    "session: Morning talk",
    "Primary key: order_number_2024_000123",
    "Monday to Friday: 07:00-18:00",
]


@pytest.mark.parametrize("text", TOLD)
def test_a_secret_is_found(text: str) -> None:
    assert SecretWatch().finds(text)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_only_looks_alike_is_none(text: str) -> None:
    assert not SecretWatch().finds(text)


def test_values_of_the_environment_are_secret_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_PASSWORD", "swordfish-and-chips")
    monkeypatch.setenv("GARDEN", "Lisbon-Harbour-77")
    watch = SecretWatch()
    assert watch.finds("it is swordfish-and-chips") and watch.finds(json.dumps(["swordfish-and-chips"]))
    assert not watch.finds("the garden is Lisbon-Harbour-77")
