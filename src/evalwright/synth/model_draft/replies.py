"""What a model answered, as the text of a small scenario file: without thoughts, fences and talk around it, bounded."""

from __future__ import annotations

import re

from evalwright.models import Sample
from evalwright.scoring import without_thoughts

LONGEST = 20_000
"""Characters of one answer; a scenario needs a tenth of it."""
_FENCE = re.compile(r"```[A-Za-z]*[ \t]*\n(.*?)(?:\n```|\Z)", re.S)
_BEGINS = re.compile(r"^(?:languages|policy|rules|people|values|scenarios)\s*:", re.M)


def yaml_in(sample: Sample | None) -> str | None:
    """The YAML that an answer holds; None where there was no answer."""
    if sample is None:
        return None
    text = without_thoughts(sample.get("output_text") or "")[: LONGEST + 1]
    fenced = [block for block in _FENCE.findall(text) if _BEGINS.search(block)]
    if fenced:
        return str(fenced[0]).strip("\n")
    begins = _BEGINS.search(text)
    return text[begins.start() :].rstrip() if begins else text.strip()
