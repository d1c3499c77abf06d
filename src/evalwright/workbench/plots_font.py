"""matplotlib, loaded when it is needed, and an installed font that has Chinese characters; none is shipped.

The usual ones are tried first because they look best; after them any font that really has the character will do.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from evalwright.errors import UsageError

_PROBE = "中"
_LIKED = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "SimHei",
    "Noto Sans CJK JP",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)
_BOXES = "Last Resort"
"""A font of matplotlib's own that claims every character and draws a box for it."""
_FIRST_CJK = "\u2e80"


def matplotlib_part(name: str) -> Any:
    """A module of matplotlib, which is an extra: a UsageError with the cure where it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise UsageError.named("stats.matplotlib") from None


def needs_chinese_font(labels: Iterable[str]) -> bool:
    """Whether a label has characters of East Asia."""
    return any(character >= _FIRST_CJK for label in labels for character in label)


def chinese_font() -> str | None:
    """The name of an installed font with Chinese characters, or None."""
    installed = matplotlib_part("matplotlib.font_manager").fontManager.ttflist
    ranks = {name: rank for rank, name in enumerate(_LIKED)}
    fonts = sorted(installed, key=lambda font: (ranks.get(font.name, len(ranks)), font.name, font.fname))
    real = (font for font in fonts if _BOXES not in font.name)
    return next((font.name for font in real if _has_chinese(font.fname)), None)


def _has_chinese(path: str) -> bool:
    try:
        return bool(matplotlib_part("matplotlib.ft2font").FT2Font(path).get_char_index(ord(_PROBE)))
    except (OSError, RuntimeError):  # a font file that is gone or broken is no font
        return False
