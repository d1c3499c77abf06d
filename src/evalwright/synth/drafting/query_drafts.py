"""Scenarios for databases: which tables there are, how many entries one has, its first rows, the values of a column.

What a tool for queries takes is no value that a user says but a text that the assistant composes, so these scenarios
are put together here: from the tool that lists tables, the one that describes a table, and the one that is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..generic.toolview import ToolView
from .chains import Call
from .feeds import Observed, result_view
from .finding import Chains
from .sql import COLUMN, COUNT, ROWS, is_identifier, takes_sql
from .wishes import frames, words_for

ScenarioData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Database:
    """The tools by which a database is asked."""

    lists: Call
    """The call that lists tables, with the choice of one."""
    query: str
    param: str
    describes: tuple[str, str, str] | None
    """The tool that describes a table, its parameter, and the field with the name of a column."""


def database_of(calls: list[Observed], chains: Chains, views: Mapping[str, ToolView]) -> Database | None:
    """How a database is asked, where queries were seen to work; None where there is none."""
    asked = [(view.name, param.name) for view in views.values() for param in view.required if takes_sql(view, param)]
    worked = {call.tool for call in calls if call.ok}
    query = next(((tool, param) for tool, param in asked if tool in worked), None)
    if query is None or len(views[query[0]].required) != 1:
        return None
    for call in calls:
        things = (
            result_view(call.value) if call.ok and not call.arguments and "table" in _nouns(views[call.tool]) else None
        )
        names = [each.get("name") for each in things if isinstance(each, dict)] if isinstance(things, list) else []
        if names and all(map(is_identifier, names)):
            listed = Call(call.tool, call.tool)
            return Database(listed, *query, _describer(chains, call.tool))
    return None


def _nouns(view: ToolView) -> set[str]:
    return {noun.rstrip("s") for noun in view.nouns}


def _describer(chains: Chains, lister: str) -> tuple[str, str, str] | None:
    for tool in chains.views:
        for chain in chains.to(tool):
            calls = [call.tool for call in chain.calls]
            if calls == [lister, tool] and len(chain.goal.arguments) == 1:
                things = [result_view(value) for value in chains.results(tool)]
                if things and all(isinstance(each, list) and _has_names(each) for each in things):
                    return tool, next(iter(chain.goal.arguments)), "name"
    return None


def _has_names(things: list[Any]) -> bool:
    return bool(things) and all(isinstance(each, dict) and is_identifier(each.get("name")) for each in things)


def query_scenarios(database: Database, listing: list[str], describing: list[str]) -> Iterator[ScenarioData]:
    """What may be asked. `listing`: ways to ask for the tables; `describing`: ways to ask for what one of them has."""
    place = str(words_for("table"))
    choose = {"choose": {"table": "any"}, "none": frames("none")}
    lists: ScenarioData = {database.lists.tool: {}, **choose}
    for what, query, tells in (
        ("count", COUNT, frames("counted", place=place, count=f"{database.query}.0.count")),
        ("rows", ROWS, [f"{lead} {{{database.query}.told}}." for lead in frames("shown_rows", place=place)]),
    ):
        wants = frames("count_rows" if what == "count" else "show_rows", place=place)
        asks: ScenarioData = {
            database.query: {database.param: query.replace("{table}", "{table.name}")},
            "fails": frames("fails"),
        }
        offers = _offered_tables(f"{{{database.lists.tool}.name}}", wants)
        yield {
            "name": f"{words_for('queries')[what]}, named",
            "weight": 1,
            "wants": wants,
            "knows": ["table.name"],
            "steps": [lists, asks],
            "tells": tells,
        }
        if listing:
            yield {
                "name": f"{words_for('queries')[what]}, picked",
                "weight": 4,
                "wants": listing,
                "steps": [{**lists, **offers}, asks],
                "tells": tells,
            }
    if database.describes is not None and describing:
        yield from _of_columns(database, lists, place, describing)


def _offered_tables(names: str, picks: list[str]) -> ScenarioData:
    offers = [f"{lead} {ask}" for lead in frames("names", names=names) for ask in frames("offer")]
    return {"offers": offers, "picks": picks}


def _of_columns(database: Database, lists: ScenarioData, place: str, describing: list[str]) -> Iterator[ScenarioData]:
    """A table is described, and the user asks for one of its columns."""
    assert database.describes is not None
    tool, param, field = database.describes
    column = f"{{column.{field}}}"
    describes: ScenarioData = {
        tool: {param: "$table.name"},
        "choose": {"column": "any"},
        "offers": [f"{lead} {{{tool}.told}}. {ask}" for lead in frames("told") for ask in frames("offer_column")],
        "picks": frames("show_column", column=column, place=place),
        "none": frames("none"),
    }
    query = COLUMN.replace("{table}", "{table.name}").replace("{column}", column)
    asks: ScenarioData = {database.query: {database.param: query}, "fails": frames("fails")}
    tells = [f"{lead} {{{database.query}.told}}." for lead in frames("shown_column", column=column, place=place)]
    yield {
        "name": words_for("queries")["column"],
        "weight": 6,
        "wants": describing,
        "knows": ["table.name"],
        "steps": [lists, describes, asks],
        "tells": tells,
    }
