"""What a judge is asked, in Chinese and in English.

In go the question, the answer and the reference as text; out come the messages for the judge. The answer was written
by the model under test and may try to speak to the judge, so every part stands between two lines with a token that
its writer cannot know, and the rules are repeated after it. Values are put in once and never looked at again: a
placeholder inside a question stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Literal

from evalwright.chat import Message
from evalwright.errors import UsageError
from evalwright.text import filled

from .judge_wording import CLOSE, OPEN, role_titles, wording

Language = Literal["zh", "en"]
Kind = Literal["pattern", "numeric"]

_PLACEHOLDER = re.compile(r"\{(question|pred|answer|gold|reference|fence)\}")
_KNOWN = frozenset({"question", "gold", "reference", "fence"})
_ANSWERS = ("{pred}", "{answer}")
_BRACED = re.compile(r"\{(\w{1,40})\}")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTER = re.compile(r"[^\W\d_]")
_ZH_SHARE = 0.2
"""Han characters among all letters from which a text is Chinese: Chinese about code is still Chinese."""
_LOOKED_AT = 4_000
"""Characters of each text that decide its language."""


def judge_messages(
    kind: Kind,
    question: str,
    answer: str,
    reference: str | None,
    *,
    language: Language,
    fence: str,
    prompt_template: str | None = None,
    system_prompt: str | None = None,
) -> list[Message]:
    """The messages that ask for one verdict. `fence` is a token that the answer's writer cannot know.

    An empty or missing reference is left out and the judge is told that there is none. A user's `prompt_template`
    stands alone: its values are not fenced, but it may use `{fence}` to do so itself.
    """
    parts = {"question": question, "reference": reference or "", "answer": answer}
    token = _unused(fence, parts.values())
    if prompt_template is not None:
        check_template(prompt_template)
        prompt = fill_template(prompt_template, parts | {"fence": token})
        system = system_prompt
    else:
        words = wording(kind, language, with_reference=bool(parts["reference"]))
        blocks = [
            _fenced(title, parts[name], token) for name, title in words.titles if parts[name] or name != "reference"
        ]
        prompt = "\n\n".join([words.task.replace("{fence}", token), *blocks, words.reminder.replace("{fence}", token)])
        system = words.system if system_prompt is None else system_prompt
    asked: Message = {"role": "user", "content": prompt}
    return [{"role": "system", "content": system}, asked] if system else [asked]


def check_template(template: str) -> None:
    """UsageError where a user's prompt never shows the answer to the judge."""
    if not isinstance(template, str):
        raise UsageError.named("scoring.template_kind")
    if any(name in template for name in _ANSWERS):
        return
    from difflib import get_close_matches  # only where something is wrong already

    names = [f"{{{name}}}" for name in _BRACED.findall(template) if name not in _KNOWN]
    near = next((name for name in names if get_close_matches(name.lower(), (*_ANSWERS, "{prediction}"), n=1)), None)
    places = {"pred": "{pred}", "question": "{question}", "gold": "{gold}"}
    if near:
        raise UsageError.named("scoring.template_near", near=near, **places)
    raise UsageError.named("scoring.template_place", **places)


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """The placeholders replaced in one pass; other braces, and those inside the values, are left alone."""
    named = {**values, "pred": values.get("answer", ""), "gold": values.get("reference", "")}
    return _PLACEHOLDER.sub(lambda found: named.get(found[1], found[0]), template)


def question_text(messages: Sequence[Message], language: Language) -> str:
    """A conversation as text for the judge; a lone user message is its own text."""
    if len(messages) == 1 and messages[0].get("role") == "user":
        return _message_transcript(messages[0])
    labels = role_titles(language)
    return "\n\n".join(
        f"{labels.get(str(one.get('role')), labels['user'])}{_message_transcript(one)}" for one in messages
    )


def language_of(texts: Iterable[str]) -> Language:
    """Chinese where at least a fifth of the letters are Han characters, else English."""
    han = letters = 0
    for text in texts:
        start = text[:_LOOKED_AT]
        han += len(_HAN.findall(start))
        letters += len(_LETTER.findall(start))
    return "zh" if letters and han / letters >= _ZH_SHARE else "en"


def _fenced(title: str, text: str, token: str) -> str:
    line = {"title": title, "fence": token}
    return f"{filled(OPEN, line)}\n{text}\n{filled(CLOSE, line)}"


def _unused(fence: str, texts: Iterable[str]) -> str:
    """The token itself, or the first longer one that stands in no text."""
    if not fence or not fence.isalnum():
        raise ValueError("a fence is letters and digits")
    held = "\n".join(texts)
    return next(token for number in count() if (token := f"{fence}{number or ''}") not in held)


def _message_transcript(message: Message) -> str:
    content: Any = message.get("content")
    parts = content if isinstance(content, list) else [content]
    said = [text for part in parts if (text := _part_text(part))]
    calls: Any = message.get("tool_calls")
    functions = [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    said += [f"{one.get('name')}({one.get('arguments')})" for one in functions if isinstance(one, dict)]
    return "\n".join(said)


def _part_text(part: object) -> str:
    if isinstance(part, dict):
        text = part.get("text")
        return text if isinstance(text, str) else f"[{part.get('type', 'part')}]"
    return part if isinstance(part, str) else ""
