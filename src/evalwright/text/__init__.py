"""The words that people read, in every language we speak: `locale/en.json` and `locale/zh.json`.

Code names what is to be said; the files say it. A translator changes a file and no Python. `localized` is for what is
only shown; `phrase` for what is also stored, which is English in files and said again in any language by `in_words`.
Other data files of the package (word lists, prompts, tables) are read by the `resource_*` functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

from .localize import LANGUAGES, localized_section, spoken_language, use_language
from .resources import resource_json, resource_path, resource_text, resource_words
from .sentence import SaidAgain, Sentence, StoredSentence, listed, phrase, said_by
from .slots import filled
from .spoken import (
    in_words,
    localized,
    recognised,
    said_again,
    stored_list,
    stored_sentence,
    stored_words,
    to_store,
)

if TYPE_CHECKING:
    from .grid import render_grid
    from .notebook_tables import markup, notebook_table
    from .status_line import StatusLine, fitted_facts, rate_text, time_left
    from .terminal import cut, escaped, terminal_columns, width
    from .visible_text import visible
    from .wrapping import harmless, wrap

__all__ = [
    "LANGUAGES",
    "SaidAgain",
    "Sentence",
    "StatusLine",
    "StoredSentence",
    "cut",
    "escaped",
    "filled",
    "fitted_facts",
    "harmless",
    "in_words",
    "listed",
    "localized",
    "localized_section",
    "markup",
    "notebook_table",
    "phrase",
    "rate_text",
    "recognised",
    "render_grid",
    "resource_json",
    "resource_path",
    "resource_text",
    "resource_words",
    "said_again",
    "said_by",
    "spoken_language",
    "stored_list",
    "stored_sentence",
    "stored_words",
    "terminal_columns",
    "time_left",
    "to_store",
    "use_language",
    "visible",
    "width",
    "wrap",
]

_LATE = {
    "grid": "render_grid",
    "notebook_tables": "markup notebook_table",
    "status_line": "StatusLine fitted_facts rate_text time_left",
    "terminal": "cut escaped terminal_columns width",
    "visible_text": "visible",
    "wrapping": "harmless wrap",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
