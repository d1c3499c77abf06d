"""Every error that a user can see, and the exit code each one stands for.

Three kinds of failure exist. A *bad row* is data: it is counted, named by file and line, and kept aside
(`BadRow` is a value in `data`, not an exception). A *bad setting or input* is the user's to mend: one line
with the cure, exit code 2, nothing written. An *item that could not be answered* is data too (see
`models.AnswerError`): the others go on, the run ends with exit code 3 and resuming owes just those.

Nothing here is caught and hidden: the command line prints `str(error)` and exits with `exit_code`. No error holds a
secret, wherever it is shown: its words are redacted when it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

OK = 0
THRESHOLD_MISSED = 1
USAGE = 2
INCOMPLETE = 3
INTERRUPTED = 130
UNREAD = 141
"""Nobody reads standard output any more, as other programs say it."""
_ENDS = ".\u3002 "
"""What a server's own sentence may end with already."""


class EvalwrightError(Exception):
    """The root of all errors that are shown without a traceback."""

    exit_code = USAGE

    def __init__(self, message: str, *, cure: str | None = None) -> None:
        self.message = _without_secrets(_spoken(message))
        self.cure = None if cure is None else _without_secrets(_spoken(cure))
        self._whole = self.message if self.cure is None else _with_cure(self.message, self.cure)
        super().__init__(_without_secrets(message))

    @classmethod
    def named(cls, name: str, /, **values: Any) -> Self:
        """The error that the word files call `errors.NAME`: what is wrong (`message`) and its `cure`, where it has one.

        `path` and `line` also say which file, where the kind of error names one.
        """
        from evalwright.text import localized, localized_section

        has_cure = "cure" in localized_section(f"errors.{name}")
        cure = localized(f"errors.{name}.cure", **values) if has_cure else None
        return cls._make_error(localized(f"errors.{name}.message", **values), cure, values)

    @classmethod
    def _make_error(cls, message: str, cure: str | None, values: Mapping[str, Any]) -> Self:
        return cls(message, cure=cure)

    def __str__(self) -> str:
        return self._whole

    def __reduce__(self) -> tuple[Any, ...]:
        """An error of a worker goes to another process, whatever its class asks for when it is made."""
        return _error_again, (type(self), self.args, self.__dict__)


def _error_again(kind: type[EvalwrightError], args: tuple[Any, ...], state: Mapping[str, Any]) -> EvalwrightError:
    made = kind.__new__(kind, *args)
    made.__dict__.update(state)
    return made


def _spoken(text: str) -> str:
    """A sentence that can be said in other languages, in that of the command; plain text as it is."""
    if type(text) is str:
        return text
    from evalwright.text import in_words

    return in_words(text)


def _with_cure(message: str, cure: str) -> str:
    """What is wrong and what helps, joined as the language of the command joins two sentences."""
    from evalwright.text import in_words, listed

    return in_words(listed((message.rstrip(_ENDS), cure), "stop")) if cure else message


def _without_secrets(text: str) -> str:
    """The text without secrets; a sentence that holds none stays one that can be said again."""
    from evalwright.secrecy import shown_text

    shown = shown_text(text)
    return text if shown == text else shown


class UsageError(EvalwrightError):
    """A setting that cannot be used as it is."""


class InputError(EvalwrightError):
    """A file that cannot be used as it is; names the file and, where there is one, the line."""

    def __init__(self, message: str, *, path: str | Path, line: int | None = None, cure: str | None = None) -> None:
        where = f"{path}:{line}" if line is not None else str(path)
        super().__init__(f"{where}: {_spoken(message)}", cure=cure)
        self.path = str(path)
        self.line = line

    @classmethod
    def _make_error(cls, message: str, cure: str | None, values: Mapping[str, Any]) -> Self:
        return cls(message, path=values["path"], line=values.get("line"), cure=cure)


class RunLockedError(UsageError):
    """Another process is writing to this run directory."""


class StorageError(EvalwrightError):
    """The disk did not take what was to be written; nothing that was acknowledged is lost."""

    exit_code = INCOMPLETE


class RunStoppedError(EvalwrightError):
    """The server refused in a way that makes asking on pointless (key, address, quota, gone away)."""

    exit_code = INCOMPLETE
    kind = ""
    """The failure that ended it, such as `http_404`; empty where no request failed (a budget)."""

    def caused_by(self, kind: str) -> Self:
        """The same error, which knows what kind of failure it comes from."""
        self.kind = kind
        return self


class RunPausedError(RunStoppedError):
    """The run ends for now and no setting is wrong: the same command goes on (a budget, a server that is down)."""
