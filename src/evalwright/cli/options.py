"""Command-line options derived from the fields of a configuration: written once there, nowhere else."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

import click

from evalwright.chat import JsonError, loads
from evalwright.text import localized

from .paths import CriteriaIn, MarksIn, SettingsIn

_Command = TypeVar("_Command", bound=Callable[..., Any])


class JsonText(click.ParamType[Any]):
    """A JSON value given as text."""

    name = "json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return loads(value)
        except JsonError as error:
            self.fail(localized("bad_row.not_json_option", error=error), param, ctx)


class _FirstName(click.Option):
    """An option whose help shows the first of its names: the others are for scripts that were written for others."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None or len(self.opts) == 1:
            return record
        return record[0].replace(f", {', '.join(self.opts[1:])}", ""), record[1]


def options_of(config: type, *names: str) -> Callable[[_Command], _Command]:
    """A decorator that adds an option for every field of the configuration that is made with `option`, or for these."""
    hints = get_type_hints(config)
    wanted = names or hints
    fields = [field for field in dataclasses.fields(config) if "option" in field.metadata and field.name in wanted]

    def add(command: _Command) -> _Command:
        for field in reversed(fields):
            command = _option(field, hints[field.name])(command)
        return command

    return add


def _option(field: dataclasses.Field[Any], hint: Any) -> Callable[[_Command], _Command]:
    about = field.metadata
    flag = about.get("flag") or f"--{field.name.replace('_', '-')}"
    if about.get("kind") == "list":
        return click.option(flag, field.name, multiple=True, metavar=about.get("metavar"))
    if about.get("kind") == "names":
        return click.option(flag, field.name, multiple=True, metavar=about.get("metavar"), callback=_split_names)
    if hint is bool:
        return click.option(flag, field.name, is_flag=True, default=field.default)
    return click.option(
        flag,
        *about.get("also", ()),
        field.name,
        cls=_FirstName,
        type=_type(about, hint),
        default=field.default,
        show_default=about.get("shown", False),
        metavar=about.get("metavar"),
    )


def _split_names(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Names given one by one, or several with commas between them."""
    return tuple(dict.fromkeys(name.strip() for text in value for name in text.split(",") if name.strip()))


def _type(about: Any, hint: Any) -> Any:
    if "choices" in about:
        return click.Choice(about["choices"])
    if about.get("kind") == "json":
        return JsonText()
    if about.get("kind") == "file":
        return SettingsIn()
    if about.get("kind") == "criteria":
        return CriteriaIn()
    if about.get("kind") == "marks":
        return MarksIn()
    names = str(hint)
    if "int" in names:
        return int
    return float if "float" in names else str
