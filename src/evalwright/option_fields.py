"""Fields of a settings record that are options of the command line as well: an option is written once, as a field.

The command line is derived from them (`cli.options.options_of`); what an option is for stands in the word files.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any


def option(default: Any, **more: Any) -> Any:
    """A field that is also an option: its `kind`, `choices`, `metavar` where the type does not say it.

    `shown`: the help tells the default. `flag`: its name where that is not the field's, `also`: others, which the help
    does not show. What the option is for stands in the word files, under `help.of` and the verb, or `help.of.every`.
    """
    return field(default=default, metadata={"option": True, **more})
