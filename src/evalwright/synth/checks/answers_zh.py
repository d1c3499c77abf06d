"""Chinese phrases by which a user agrees or declines, from `words/answers.zh.json`; looked for clause by clause.

`{actions}` and `{endings}` in a phrase stand for what the file lists under these names.
"""

from __future__ import annotations

import re

from evalwright.text import resource_json

_TABLES = resource_json(__package__, "words/answers.zh.json")


def _phrases(name: str) -> re.Pattern[str]:
    joined = "|".join(_TABLES[name])
    return re.compile(joined.replace("{actions}", _TABLES["actions"]).replace("{endings}", _TABLES["endings"]))


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
PROVISO = _phrases("proviso")
"""What makes a yes before it no plain yes."""
QUESTION = _phrases("question")
