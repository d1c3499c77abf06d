"""Keeping freed memory is a request to the C library: taken on Linux with glibc, and harmless elsewhere."""

from __future__ import annotations

import ctypes
import platform
import sys

import pytest

from evalwright.models.local.memory import keep_freed_memory


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_glibc_takes_it() -> None:
    assert keep_freed_memory()


def test_elsewhere_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not keep_freed_memory()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    assert not keep_freed_memory()
