"""The options of every verb that can work with several processes: `--workers` and `--executor`.

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
    def with_executor(*args: Any, workers: str, executor: str | None, **more: Any) -> Any:
        from evalwright.executor import open_executor

        with open_executor(workers, executor) as chosen:
            return command(*args, workers=chosen, **more)

    with_name = click.option("--executor", metavar="NAME")(with_executor)
    return cast("_Command", click.option("--workers", default="1", show_default=True, metavar="N|all")(with_name))
