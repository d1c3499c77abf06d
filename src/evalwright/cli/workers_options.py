"""The options of every verb that can work with several processes: `--workers`, `--executor` and `--ray-address`.

A verb under `@workers_options` gets one argument, `workers`: an executor that ends with the verb, to be handed on to
the function that does the work.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def workers_options(command: _Command) -> _Command:
    """Add the options, and give the verb the executor that they choose."""

    @wraps(command)
    def with_executor(*args: Any, workers: str, executor: str | None, ray_address: str | None, **more: Any) -> Any:
        from evalwright.executor import open_executor

        options = {"address": ray_address} if ray_address else {}
        with open_executor(workers, executor or ("ray" if ray_address else None), options) as chosen:
            return command(*args, workers=chosen, **more)

    with_address = click.option("--ray-address", metavar="ADDRESS")(with_executor)
    with_name = click.option("--executor", metavar="NAME")(with_address)
    return cast("_Command", click.option("--workers", default="1", show_default=True, metavar="N|all")(with_name))
