"""Finding an installed font that has Chinese characters; none is shipped.

The usual ones are tried first because they look best; after them any font that really has the character will do.
"""

from __future__ import annotations

from collections.abc import Iterable

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
_FIRST_CJK = "\u2e80"


def needs_chinese_font(labels: Iterable[str]) -> bool:
    """Whether a label has characters of East Asia."""
    return any(character >= _FIRST_CJK for label in labels for character in label)


def chinese_font() -> str | None:
    """The name of an installed font with Chinese characters, or None."""
    from matplotlib.font_manager import fontManager

    ranks = {name: rank for rank, name in enumerate(_LIKED)}
    fonts = sorted(fontManager.ttflist, key=lambda font: (ranks.get(font.name, len(ranks)), font.name, font.fname))
    return next((font.name for font in fonts if _has_chinese(font.fname)), None)


def _has_chinese(path: str) -> bool:
    from matplotlib.ft2font import FT2Font

    try:
        return bool(FT2Font(path).get_char_index(ord(_PROBE)))
    except (OSError, RuntimeError):  # a font file that is gone or broken is no font
        return False
