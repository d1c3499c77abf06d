"""What a verb's parameters read and write, and the guard that follows from it.

A parameter says by its type which files it names: `FileIn`, `RunIn`, `ModelIn` are read; `FileOut`, `FolderOut` are
written. Every verb is a `Verb`, which collects these before it begins, adds `--force` where something is written, and
carries out the command inside `data.guarded_outputs`: there, a file that no parameter declared cannot be written.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from .help_words import Worded
from .output import say_what_was_read


class _PathType(click.ParamType[Any]):
    """A path on the command line, as text or as a Path."""

    name = "path"

    def __init__(self, *, as_path: bool = False) -> None:
        self._as_path = as_path

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(value) if self._as_path and isinstance(value, str) else value


class FileIn(_PathType):
    """A file that is read (`-`: standard input). What is no file, such as the name of a rule set, is just text.

    A file at an address (`s3://`, ...) is copied here first; `https://` may as well be a server, and is left alone.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, of a copy where an address was given."""
        if isinstance(value, str) and "://" in value and not value.startswith(("http:", "https:", "mcp+")):
            from evalwright.data import is_address, local_copy

            value = str(local_copy(value)) if is_address(value) else value
        return super().convert(value, param, ctx)

    def reads(self, value: str | Path) -> Iterator[str | Path]:
        """The files behind this value."""
        if str(value) == "-" or _is_there(str(value)):
            yield value
        elif glob.has_magic(str(value)):
            yield from glob.glob(str(value), recursive=True)  # noqa: PTH207 - relative to here


class DataIn(FileIn):
    """A data file by its path or address, which stands as it was given in what is written."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text as it is."""
        return value


class SettingsOfFile(dict[str, Any]):
    """What a file of settings holds, and which file that is."""

    path: Path


class CriteriaOfFile(dict[str, Any]):
    """Testing criteria, and which file they stand in."""

    def __init__(self, given: Any, path: Path) -> None:
        inside = given.get("testing_criteria") if isinstance(given, dict) else given
        super().__init__(testing_criteria=inside)
        self.path = path


class SettingsIn(FileIn):
    """A file of settings (YAML or JSON), given on as what it holds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What the file holds; InputError where it cannot be read."""
        if not isinstance(value, str):
            return value
        from evalwright.run import read_config_file

        made = SettingsOfFile(read_config_file(Path(value)))
        made.path = Path(value)
        return made

    def reads(self, value: Any) -> Iterator[str | Path]:
        """The file that they were read from."""
        if isinstance(value, SettingsOfFile):
            yield value.path


class MarksIn(SettingsIn):
    """A file of marks, given on as what it holds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What the file holds; InputError with the line that is no mark."""
        if not isinstance(value, str):
            return value
        from evalwright.data import read_marks

        made = SettingsOfFile(read_marks(Path(value)))
        made.path = Path(value)
        return made


class CriteriaIn(FileIn):
    """A file of testing criteria, given on as what it holds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What the file holds; InputError where it cannot be read."""
        if not isinstance(value, str):
            return value
        from evalwright.run import read_criteria_file

        return CriteriaOfFile(read_criteria_file(Path(value)), Path(value))

    def reads(self, value: Any) -> Iterator[str | Path]:
        """The file that they were read from."""
        if isinstance(value, CriteriaOfFile):
            yield value.path


class RunIn(FileIn):
    """A run directory that is read, with the data it was made from."""

    def reads(self, value: str | Path) -> Iterator[str | Path]:
        from evalwright.report import run_inputs

        yield from run_inputs(Path(value))


class ModelIn(FileIn):
    """A model, whose name may hold a file: `replay:FILE`, `baseline:KIND:FILE`, `hf:PATH+ADAPTER`, `gguf:FILE`."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name as it is: an address in it is a server's."""
        return value

    def reads(self, value: str | Path) -> Iterator[str | Path]:
        kind, _, rest = str(value).partition(":")
        if kind == "baseline":
            rest = rest.partition(":")[2]
        if kind in ("hf", "gguf"):
            rest = rest.partition("?")[0]
        for part in dict.fromkeys((rest, *rest.split("+"))):
            if part and part != "-" and _is_there(part):
                yield Path(part)


class FileOut(_PathType):
    """A file that is written (`-`: standard output)."""


class FolderOut(_PathType):
    """A folder that is written to. `files`: those of its files that must be ours where they exist."""

    def __init__(self, files: Callable[[], Sequence[str]] = tuple, *, as_path: bool = False) -> None:
        super().__init__(as_path=as_path)
        self.files = files


class Verb(Worded):
    """A verb whose outputs are guarded."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if any(isinstance(param.type, FileOut | FolderOut) for param in self.params):
            self.params.append(click.Option(["--force"], is_flag=True))

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out the verb, once it is sure that no output is an input and that nothing of others is replaced."""
        from evalwright.data import guarded_outputs, read_log

        force = bool(ctx.params.pop("force", False))
        inputs = [
            path for kind, value in self._param_values(ctx) if isinstance(kind, FileIn) for path in kind.reads(value)
        ]
        files = [value for kind, value in self._param_values(ctx) if isinstance(kind, FileOut)]
        folders = [Path(value) for kind, value in self._param_values(ctx) if isinstance(kind, FolderOut)]
        for kind, value in self._param_values(ctx):
            if isinstance(kind, FolderOut):
                files += [Path(value) / name for name in kind.files()]
        with read_log(), guarded_outputs(inputs, files, folders, force=force):
            done = super().invoke(ctx)
            say_what_was_read()
            return done

    def _param_values(self, ctx: click.Context) -> Iterator[tuple[click.ParamType[Any], Any]]:
        for param in self.params:
            given = ctx.params.get(param.name or "")
            for value in given if isinstance(given, tuple | list) else (given,):
                if value is not None and value != "":
                    yield param.type, value


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        return False
