"""evalwright tools: what a source offers, as a table and as a tools file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import click

from evalwright.synth import SourceAccess
from evalwright.text import in_words, localized

from .forms import lang_option
from .options import options_of
from .output import columns, json_option, result, say
from .paths import FileIn, FileOut, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalwright.synth import ToolSource


class ToolsDocument(TypedDict):
    """What `tools --json` prints."""

    source: str
    kind: str
    tools: Sequence[Mapping[str, Any]]
    """OpenAI definitions."""
    effects: Mapping[str, str]
    guessed: list[str]
    """Tools whose effect nobody stated."""
    output_schemas: Mapping[str, Mapping[str, Any]]
    policy: str
    notes: list[str]


_WIDEST, _USUAL = 160, 100


@click.command("tools", cls=Verb)
@click.argument("sources", type=FileIn(), nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "--output", type=FileOut(), metavar="FILE")
@click.option("--timeout", "start_timeout_too", type=float, hidden=True)
@options_of(SourceAccess)
@lang_option
@json_option
def command(
    sources: tuple[str, ...], output: str | None, start_timeout_too: float | None, as_json: bool, **options: Any
) -> None:
    """List the tools of SOURCE: name, effect, parameters, description."""
    from evalwright.data import dumps_pretty, write_atomic
    from evalwright.synth import access_among, read_sources
    from evalwright.text import escaped

    if start_timeout_too is not None:  # as it was called before other verbs had it
        options["start_timeout"] = start_timeout_too
    read = read_sources(sources, access_among(options))
    if output is not None:
        with write_atomic(output) as stream:
            stream.write(dumps_pretty(read.tools))
        if output != "-":
            say(localized("tools.written", num=len(read.tools), path=escaped(output)))
    if output != "-":
        result(_tools_document(read), lambda: _tools_table(read), as_json=as_json)
    if not as_json:
        for note in read.notes:
            say(localized("common.note", note=escaped(in_words(note))))


def _tools_document(source: ToolSource) -> ToolsDocument:
    return {
        "source": source.text,
        "kind": source.kind,
        "tools": source.tools,
        "effects": source.effects,
        "guessed": sorted(source.guessed),
        "output_schemas": source.output_schemas,
        "policy": source.policy,
        "notes": source.notes,
    }


def _tools_table(source: ToolSource) -> str:
    """The table, as wide as the terminal where it can be."""
    from evalwright.text import render_grid

    rows = [_tool_row(source, tool["function"]) for tool in source.tools]
    headers = [localized(f"tools.headers.{name}") for name in ("tool", "effect", "parameters", "description")]
    table = render_grid(headers, rows, columns=min(columns() or _USUAL, _WIDEST))
    key = "tools.count_guessed" if source.guessed else "tools.count"
    return f"{table}\n{localized(key, num=len(rows))}"


def _tool_row(source: ToolSource, function: Mapping[str, Any]) -> list[str]:
    name = function["name"]
    effect = localized(f"tools.effects.{source.effects.get(name, 'write')}") + ("?" if name in source.guessed else "")
    first = " ".join(str(function.get("description") or "").split())
    return [name, effect, _parameters(function.get("parameters")), first]


def _parameters(schema: Any) -> str:
    """The names of the parameters, the required ones with a star."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not properties:
        return "-"
    required = schema.get("required")
    needed = set(filter(_is_text, required)) if isinstance(required, list) else set()
    return ", ".join(f"{name}*" if name in needed else str(name) for name in properties)


def _is_text(value: object) -> bool:
    return isinstance(value, str)
