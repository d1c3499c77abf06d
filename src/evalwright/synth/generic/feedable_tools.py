"""Which tools can be called sensibly after all were tried; why the others cannot is noted.

What a real environment executes needs a value for every parameter that was seen, told, or can be had from a tool that
is itself of use; where results are made up, a value that suits its name and its schema.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

from evalwright.text import phrase

from ..left_out_notes import left_out_note
from .names import is_opaque
from .parameters import Param
from .plausible import has_plausible
from .samples import sample
from .toolview import ToolView

if TYPE_CHECKING:
    from .value_flow import Flow


def find_usable(flow: Flow, *, simulated: bool, refused: Mapping[str, str]) -> None:
    """Fill in which tools of a flow are of use; `refused`: why some must not be used, whatever is known."""
    flow.usable = [name for name in flow.views if _is_usable(flow, name, simulated, refused.get(name))]
    if not simulated:
        _leave_out_unreachable(flow)


def _is_usable(flow: Flow, name: str, simulated: bool, refused: str | None) -> bool:
    """Whether a tool can be called sensibly; why not is noted."""
    view = flow.views[name]
    error = flow.checks.schema_error(name)
    why = view.problem or (phrase("synth.unused.schema", error=error[:120]) if error is not None else None)
    why = why or refused
    if why is None and name in flow.failed and not simulated:
        why = phrase("synth.unused.refused", failed=flow.failed[name])
    for param in view.required if why is None else ():
        if is_opaque(param.name) and not (param.options or flow.producers.get(param.key)):
            why = phrase("synth.unused.nothing_gives", param=param.name[:60])
        elif not (_can_be_made_up(flow, view, param) if simulated else _has_value(flow, view, param)):
            why = phrase("synth.unused.not_known", param=param.name[:60])
    if why is not None:
        _leave_out(flow, name, why)
    return why is None


def _leave_out(flow: Flow, name: str, why: str) -> None:
    flow.left_out[name] = why
    flow.notes.append(left_out_note(name, why))


def _leave_out_unreachable(flow: Flow) -> None:
    """Leave out tools for which the only tools that could give them a value are left out themselves."""
    while True:
        lost = {name: param for name in flow.usable for param in _unreachable(flow, name)}
        if not lost:
            return
        for name, param in lost.items():
            why = phrase("synth.unused.not_known", param=param.name[:60])
            _leave_out(flow, name, why)
        flow.usable = [name for name in flow.usable if name not in lost]


def _unreachable(flow: Flow, name: str) -> list[Param]:
    """The ids that a tool needs and that nothing which is left can give."""
    needed = [param for param in flow.views[name].required if param.kind is not None]
    given = [param for param in needed if param.options or param.examples or param.key in flow.by_key]
    makers = {param.path: flow.producers.get(param.key, {}) for param in needed}
    return [
        param
        for param in needed
        if param not in given and not any(maker in flow.usable and maker != name for maker in makers[param.path])
    ]


def _can_be_made_up(flow: Flow, view: ToolView, param: Param) -> bool:
    """Whether a value that suits a parameter can be thought of, or is among what the made-up things have."""
    known = param.kind is not None or param.key in flow.by_key or bool(param.options)
    return known or sample(param, random.Random(0), "en", flow.about(view.name)) is not None


def _has_value(flow: Flow, view: ToolView, param: Param) -> bool:
    """Whether anything can be sent for a parameter where a real environment executes the call."""
    if param.kind is None:
        return has_plausible(param, view, flow)
    return bool(param.options or param.examples or param.key in flow.by_key or flow.producers.get(param.key))
