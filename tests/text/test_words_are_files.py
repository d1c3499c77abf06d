"""No words of ours stand in Python: what people read comes from the two word files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from evalwright.text import localize

SOURCE = Path(localize.__file__).parents[1]
FILES = sorted(SOURCE.rglob("*.py"))
HAN = re.compile(r"[\u3400-\u9fff]")
WORDS = re.compile(r"[A-Za-z][a-z']+(?:[ ,;:]+[A-Za-z`'({][A-Za-z'`(){}]*){2,}")
"""Three words in a row: a sentence, or a part of one."""
CODE = re.compile(
    r"\(\?|\\[bswd]|</?[a-z]|[;{]\s*--|-src |application/|^data:"
    r"|^\s*(?:from|import|SELECT|INSERT|CREATE|UPDATE|DELETE) ",
    re.MULTILINE,
)
"""Patterns, markup, policies, addresses, queries and source text."""


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of a file with its line, docstrings left out; an f-string is one, its values are braces."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inside.add(id(node.value))
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in LATE_NAMES:
            inside.update(map(id, ast.walk(node)))
        if isinstance(node, ast.JoinedStr):
            inside.update(map(id, node.values))
            inside.update(id(part.format_spec) for part in node.values if isinstance(part, ast.FormattedValue))
    for node in ast.walk(tree):
        if id(node) in inside:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_text(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _text(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{}"


LATE_NAMES = ("_FILES", "_LATE", "_MOVED")
"""Tables of names in doors."""

CHINESE_IS_DATA = {
    "synth/phrases/zh_finish.py": "which characters are words",
    "workbench/audit/answer_words.py": "which characters are words",
    "workbench/audit/telling.py": "which characters are words",
    "workbench/audit/leakage.py": "which signs an id stands between",
    "workbench/audit/near_duplicates.py": "which characters are words",
    "workbench/plots_font.py": "a character that a font must have",
    "workbench/provenance_*.py": "numbers, dates and units that users write",
    "workbench/stats/words.py": "which characters are words",
    "models/baseline/value_patterns.py": "names of products and people in data",
    "scoring/choice_*.py": "how answers are stated",
    "scoring/verdict*.py": "how verdicts are stated",
    "scoring/words.py": "which characters are words",
    "synth/checks/*.py": "what people say in conversations",
    "synth/diversity.py": "which characters are words",
    "synth/generic/*.py": "what people and tools say in conversations",
    "synth/rewrite/*.py": "which characters are words, or of another script",
    "domains/retail/plans/*.py": "names of options and of values",
    "domains/retail/wording/zh_*.py": "what people say in conversations",
    "tasks/mcq.py": "EvalScope's prompt, word for word",
    "tasks/unused_fields.py": "names of fields that files have",
    "tasks/templates.py": "EvalScope's prompt, word for word",
}
"""Files whose Chinese is data or part of a request, with the reason; none of it is said to whoever runs a command."""

ENGLISH_IS_DATA = {
    "synth/phrases/en_finish.py": "short forms that people type",
    "synth/phrases/wording.py": "an error of the program itself",
    "chat/calls.py": "stands in for a value that JSON has no form for",
    "chat/strict_json.py": "what the parser of the standard library says",
    "workbench/audit/table.py": "docs/audit-rules.md is made from it",
    "workbench/plots*.py": "titles of pictures, which are files and the same in every language; names of fonts",
    "workbench/provenance_transforms.py": "numbers that users write",
    "models/causes.py": "what servers say",
    "models/local/template.py": "a chat template",
    "secrecy/naming.py": "names that fields have",
    "scoring/standalone.py": "the source of a file for other services",
    "synth/generic/*.py": "what people and tools say in conversations",
    "domains/retail/dialogue_acts.py": "names of values",
    "domains/retail/plans/*.py": "names of options and of values",
    "domains/retail/shop/pending.py": "a status that orders have",
    "synth/serving/*.py": "what a served environment answers to programs",
    "synth/sources/mcp_*.py": "results of tools, which are part of conversations",
    "domains/retail/wording/*.py": "what people say in conversations",
    "tasks/mcq.py": "what a model is asked",
    "workbench/imports/traces/assemble.py": "metadata of conversations, which are files",
    "view/stored.py": "a key of a cache",
}
"""Files whose English is data, part of a request, or of a file for others, with the reason."""

PROGRAM_ERRORS = {
    "lazy.py", "chat/families/writing.py", "scoring/judge_prompts.py", "scoring/metric.py", "scoring/rules.py",
    "text/localize.py",
    "text/spoken.py", "data/outputs.py", "secrecy/secret.py", "report/quantiles.py", "report/clusters.py",
    "report/review_table.py", "serve/item_index.py", "serve/passthrough.py",
    "data/hashed_file.py", "executor/processes.py",
}  # fmt: skip
"""Files with errors of the program itself (ValueError, AttributeError), which are met by whoever changes it."""


def is_listed(path: Path, patterns: dict[str, str]) -> bool:
    return any(PurePosixPath(name(path)).match(pattern) for pattern in patterns)


def sentences() -> Iterator[tuple[Path, int, str]]:
    for path in FILES:
        if not is_listed(path, ENGLISH_IS_DATA) and name(path) not in PROGRAM_ERRORS:
            for line, text in literals(path):
                if WORDS.search(text) and not CODE.search(text):
                    yield path, line, text


def test_no_sentence_of_ours_stands_in_python() -> None:
    found = [f"{name(path)}:{line}: {text[:80]!r}" for path, line, text in sentences()]
    assert found == []


def test_no_chinese_stands_in_python() -> None:
    files = [path for path in FILES if not is_listed(path, CHINESE_IS_DATA)]
    assert [(name(path), text[:60]) for path in files for _, text in literals(path) if HAN.search(text)] == []


def test_every_exception_is_needed() -> None:
    for patterns, letters in ((CHINESE_IS_DATA, HAN), (ENGLISH_IS_DATA, WORDS)):
        for pattern in patterns:
            files = [path for path in FILES if is_listed(path, {pattern: ""})]
            assert any(letters.search(text) for path in files for _, text in literals(path)), pattern


def test_the_check_sees_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "verb.py"
    file.write_text('"""Not this one."""\nsay(f"{count} rows were left out")\nsay("这一行")\n', encoding="utf-8")
    texts = [text for _, text in literals(file)]
    assert [bool(WORDS.search(text)) for text in texts] == [True, False]
    assert [bool(HAN.search(text)) for text in texts] == [False, True]


def named_sentences() -> Iterator[tuple[str, str, set[str] | None]]:
    """Every sentence that code names outright: where, its key, and the values given (None where they are unpacked)."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            called, key = node.func, node.args[0].value
            given = {word.arg for word in node.keywords if word.arg is not None}
            values = given if len(given) == len(node.keywords) else None
            where = f"{name(path)}:{node.lineno}"
            if isinstance(called, ast.Name) and called.id in ("phrase", "localized"):
                yield where, key, values
            elif isinstance(called, ast.Attribute) and called.attr == "named":
                parts = localize.localized_section(f"errors.{key}", "en")
                yield from ((where, f"errors.{key}.{part}", values) for part in parts)


def test_every_sentence_that_code_names_is_there_with_its_values() -> None:
    seen = 0
    for where, key, values in named_sentences():
        template = localize.template(key, "en")
        slots = set(re.findall(r"\{(\w+)[|:}]", template))
        assert values is None or slots <= values, f"{where}: {key} wants {sorted(slots - values)}"
        seen += 1
    assert seen > 300
