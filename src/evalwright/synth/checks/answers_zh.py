"""Chinese phrases by which a user agrees or declines, from `words/answers.zh.json`; looked for clause by clause.

`{actions}`, `{others}` and `{endings}` in a phrase stand for what the file lists under these names. Of the others a
wish often speaks as well, so they are a yes only where little else is said.
"""

from __future__ import annotations

import re

from evalwright.text import resource_json

_TABLES = resource_json(__package__, "words/answers.zh.json")


def _phrases(name: str) -> re.Pattern[str]:
    joined = "|".join(_TABLES[name])
    for slot in ("actions", "others", "endings"):
        joined = joined.replace(f"{{{slot}}}", _TABLES[slot])
    return re.compile(joined)


MEANS_YES = _phrases("means_yes")
"""Agreement with a no in it."""
BESIDE_THE_POINT = _phrases("beside_the_point")
"""A no that is not about the proposal, and a yes that is none."""
UNWANTED = _phrases("unwanted")
"""A reason to cancel beside a yes, a no when it stands alone."""
NO = _phrases("no")
STRONG_YES = _phrases("strong_yes")
WEAK_YES = _phrases("weak_yes")
"""Agreement that a refusal after it outweighs."""
CONDITION = _phrases("condition")
"""What makes a yes none, wherever it stands."""
PROVISO = _phrases("proviso")
"""What makes a yes before it no plain yes."""
ACKNOWLEDGES = _phrases("acknowledges")
"""What before a question only says that one has listened."""
QUESTION = _phrases("question")
