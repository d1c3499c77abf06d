"""The way into converting, light enough to stand on the start-up path: writers are loaded when one is chosen."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from evalwright.chat import foreign_names, foreign_writer
from evalwright.data import RowSource
from evalwright.errors import UsageError
from evalwright.executor import Workers
from evalwright.text import phrase

from .result import Converted

FORMATS = {
    "openai": phrase("convert.formats.openai"),
    "openai-finetune": phrase("convert.formats.openai_finetune"),
    "azure-finetune": phrase("convert.formats.azure_finetune"),
    "sharegpt": phrase("convert.formats.sharegpt"),
    "hermes": phrase("convert.formats.hermes"),
    "anthropic": phrase("convert.formats.anthropic"),
    "responses": phrase("convert.formats.responses"),
    "gemini": phrase("convert.formats.gemini"),
    "dpo": phrase("convert.formats.dpo"),
    "openai-dpo": phrase("convert.formats.openai_dpo"),
    "swift": phrase("convert.formats.swift"),
    "alpaca": phrase("convert.formats.alpaca"),
    "parquet": phrase("convert.formats.parquet"),
}


def convert(
    source: RowSource, out: str | Path, to: str, *, skip_bad_rows: bool = False, workers: Workers = 1
) -> Converted:
    """Write conversations of any dialect to `out` in the format `to`, as a whole or not at all.

    A conversation that the format cannot hold at all is an error that names its line; with `skip_bad_rows` it is left
    out and listed. What a record had to leave behind is counted by field in the result. `workers`: processes, or `all`.
    """
    if to not in FORMATS and foreign_writer(to) is None:
        known = [*FORMATS, *foreign_names()]
        close = get_close_matches(to, known, n=1)
        cure = (
            phrase("cures.near", close=repr(close[0]))
            if close
            else phrase("cures.choose_formats", formats=", ".join(known))
        )
        raise UsageError.named("convert.format", to=repr(to[:100]), cure=cure)
    from .run import carry_out

    return carry_out(source, out, to, skip_bad_rows=skip_bad_rows, workers=workers)
