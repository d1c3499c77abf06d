"""The words that people read, in every language we speak: `locale/en.json` and `locale/zh.json`.

Code names what is to be said; the files say it. A translator changes a file and no Python. `localized` is for what is
only shown; `phrase` for what is also stored, which is English in files and said again in any language by `in_words`.
Other data files of the package (word lists, prompts, tables) are read by the `resource_*` functions.
"""

from .localize import LANGUAGES, localized_section, spoken_language, use_language
from .resources import resource_json, resource_path, resource_text, resource_words
from .sentence import Sentence, listed, phrase
from .slots import filled
from .spoken import (
    in_words,
    localized,
    recognised,
    said_again,
    said_by,
    stored_list,
    stored_sentence,
    stored_words,
    to_store,
)

__all__ = [
    "LANGUAGES",
    "Sentence",
    "filled",
    "in_words",
    "listed",
    "localized",
    "localized_section",
    "phrase",
    "recognised",
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
    "to_store",
    "use_language",
]
