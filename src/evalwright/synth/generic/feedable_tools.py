"""Which tools can be called sensibly after all were tried; why the others cannot is noted.

What a real environment executes needs a value for every parameter that was seen, told, or can be had from a tool that
is itself of use; where results are made up, most values can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.text import phrase

from ..environment import Environment
from .names import is_opaque
from .parameters import Param
from .plausible import has_plausible
from .toolview import ToolView

if TYPE_CHECKING:
    from .value_flow import Flow


def find_usable(flow: Flow, environment: Environment) -> None:
    """Fill in which tools of a flow are of use."""
    flow.usable = [name for name in flow.views if _is_usable(flow, name, environment)]
    if not environment.simulated:
        _leave_out_unreachable(flow)


def _is_usable(flow: Flow, name: str, environment: Environment) -> bool:
    """Whether a tool can be called sensibly; why not is noted."""
    view = flow.views[name]
    allowed = getattr(environment, "may_call", None)
    error = flow.checks.schema_error(name)
    why = view.problem or (phrase("synth.unused.schema", error=error[:120]) if error is not None else None)
    if why is None and callable(allowed) and not allowed(name):
        why = phrase("synth.unused.changes")
    if why is None and name in flow.failed and not environment.simulated:
        why = phrase("synth.unused.refused", failed=flow.failed[name])
    for param in view.required if why is None else ():
        if is_opaque(param.name) and not (param.options or flow.producers.get(param.key)):
            why = phrase("synth.unused.nothing_gives", param=param.name[:60])
        elif not environment.simulated and not _has_value(flow, view, param):
            why = phrase("synth.unused.not_known", param=param.name[:60])
    if why is not None:
        flow.notes.append(phrase("synth.note.left_out", name=name[:80], why=why))
    return why is None


def _leave_out_unreachable(flow: Flow) -> None:
    """Leave out tools for which the only tools that could give them a value are left out themselves."""
    while True:
        lost = {name: param for name in flow.usable for param in _unreachable(flow, name)}
        if not lost:
            return
        for name, param in lost.items():
            why = phrase("synth.unused.not_known", param=param.name[:60])
            flow.notes.append(phrase("synth.note.left_out", name=name[:80], why=why))
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


def _has_value(flow: Flow, view: ToolView, param: Param) -> bool:
    """Whether anything can be sent for a parameter where a real environment executes the call."""
    if param.kind is None:
        return has_plausible(param, view, flow)
    return bool(param.options or param.examples or param.key in flow.by_key or flow.producers.get(param.key))
