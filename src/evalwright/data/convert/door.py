"""The way into converting, light enough to stand on the start-up path: writers are loaded when one is chosen."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from evalwright.errors import UsageError
from evalwright.text import phrase

from ..conversation_rows import Source
from .result import Converted

FORMATS = {
    "openai": "OpenAI chat, the canonical form",
    "openai-finetune": "OpenAI's fine-tuning file, its limits checked",
    "azure-finetune": "the same for Azure, with a byte-order mark",
    "sharegpt": "ShareGPT turns as LLaMA-Factory takes them",
    "hermes": "calls and tools as text, the Hermes and Qwen way",
    "anthropic": "Anthropic's content blocks",
    "responses": "items of OpenAI's Responses API",
    "gemini": "Gemini's contents",
    "dpo": "prompt, chosen and rejected; needs metadata.rejected",
    "parquet": "a table for Hugging Face; needs pyarrow",
}


def convert(source: Source, out: str | Path, to: str, *, skip_bad_rows: bool = False) -> Converted:
    """Write conversations of any dialect to `out` in the format `to`, as a whole or not at all.

    A conversation that the format cannot hold at all is an error that names its line; with `skip_bad_rows` it is left
    out and listed. What a record had to leave behind is counted by field in the result.
    """
    if to not in FORMATS:
        close = get_close_matches(to, FORMATS, n=1)
        cure = (
            phrase("cures.near", close=repr(close[0]))
            if close
            else phrase("cures.choose_formats", formats=", ".join(FORMATS))
        )
        raise UsageError.named("convert.format", to=repr(to[:100]), cure=cure)
    from .run import carry_out

    return carry_out(source, out, to, skip_bad_rows=skip_bad_rows)
