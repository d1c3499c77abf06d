"""Values that the description of a parameter lists: `one of economy, business`, `defaults to "en"`.

Descriptions flow in, the options that they offer flow out. What is only an example ("such as #W0000000") is no option:
whoever passes it has made it up.
"""

from __future__ import annotations

import re
from functools import lru_cache

_READ = 1_000
_OFFERS = re.compile(
    r"\b(?:one of|either|must be|can be|may be|should be|options?(?: are| include)?|(?:allowed|possible|valid|supported"
    r"|accepted)(?: values?| options?)?(?: are| include)?|values?(?: are)?|choose from|defaults? (?:to|is)|default[:=]"
    r"|defaults?(?= ['\"`]))\s*(?:the following)?\s*[:=]?\s*[(\[]?\s*(?P<list>[^.;:\n)\]]{1,200})"
    r"|(?:可选值?|取值|可以是|默认值?|为以下之一)(?:有|为|是|包括)?\s*[:：]?\s*(?P<zh>[^。；;\n）)]{1,200})",
    re.I,
)
_EXAMPLES = re.compile(r"e\.g|for example|for instance|such as|\blike\b|example|format|例如|比如|如：", re.I)
_BETWEEN = re.compile(r"\s*(?:[,|/、，]|\bor\b|\band\b|或者?|和)\s*")
_OPTION = re.compile(r"[^\W\d_][\w.+-]*(?: [\w.+-]+){0,2}|-?\d{1,4}(?:\.\d+)?")
_MOST_DIGITS = 4


def is_described(description: object, value: object) -> bool:
    """Whether a description offers the value as one to choose."""
    if not isinstance(description, str) or isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    return str(value).casefold() in _options(description[:_READ])


@lru_cache(maxsize=2048)
def _options(description: str) -> frozenset[str]:
    found = set()
    for match in _OFFERS.finditer(description):
        listed = match["list"] or match["zh"] or ""
        example = _EXAMPLES.search(listed)
        for item in _BETWEEN.split(listed[: example.start()] if example else listed):
            option = item.strip(" '\"`“”‘’「」()")
            if _OPTION.fullmatch(option) and sum(map(str.isdigit, option)) <= _MOST_DIGITS:
                found.add(option.casefold())
    return frozenset(found)
