"""BFCL's own checker, asked by `bfcl_agreement`: run by the interpreter of an environment that holds `bfcl-eval`.

Each line on standard input is `{"id", "category", "calls": [{name: arguments}]}`; each line on standard output says
whether the checker takes these calls, or null where it breaks. The first line is the folder of its data. Which model
answered decides for the checker only whether names have underscores for dots, so one entry stands for all models, and
the clients of all of them need not be installed.
"""

from __future__ import annotations

import json
import sys
import types
from collections import defaultdict
from pathlib import Path
from typing import Any

_MODELS = "bfcl_eval.constants.model_config"


def main() -> None:
    """Answer line by line."""
    models: Any = types.ModuleType(_MODELS)
    models.MODEL_CONFIG_MAPPING = defaultdict(lambda: types.SimpleNamespace(underscore_to_dot=True))
    sys.modules[_MODELS] = models
    import bfcl_eval  # type: ignore[import-not-found]
    from bfcl_eval.constants.enums import Language  # type: ignore[import-not-found]
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # type: ignore[import-not-found]

    data = Path(bfcl_eval.__file__).parent / "data"
    print(data, flush=True)
    functions: dict[str, Any] = {}
    answers: dict[str, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        identifier, category = asked["id"], asked["category"]
        if identifier not in functions:
            functions |= {row["id"]: row["function"] for row in _rows(data / f"BFCL_v4_{category}.json")}
            listed = data / "possible_answer" / f"BFCL_v4_{category}.json"
            answers |= {row["id"]: row["ground_truth"] for row in _rows(listed)}
        due = functions[identifier], asked["calls"], answers[identifier]
        try:
            verdict = ast_checker(*due, Language.PYTHON, category, "any")["valid"]
        except Exception:
            verdict = None
        print(json.dumps(verdict))


def _rows(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
