"""The words that people read, in every language we speak: `locale/en.json` and `locale/zh.json`.

Code names what is to be said; the files say it. A translator changes a file and no Python.
"""

from .localize import LANGUAGES, localized, localized_section, spoken_language, use_language

__all__ = ["LANGUAGES", "localized", "localized_section", "spoken_language", "use_language"]
