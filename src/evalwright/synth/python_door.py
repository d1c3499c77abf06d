"""Making data from Python: `synthesise`, which takes the options of `evalwright synth` by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evalwright.executor import Workers
from evalwright.report import write_synthesis_page

from .pipeline import Synthesis
from .pipeline import synthesise as carry_out
from .rewrite.run import Players
from .settings import Settings
from .source_access import access_among


def synthesise(
    source: str | Sequence[str] | None = None,
    *,
    out: str | Path,
    n: int = 100,
    seed: int = 0,
    lang: str | Sequence[str] = "en",
    players: Players | None = None,
    workers: Workers = 1,
    **settings: Any,
) -> Synthesis:
    """Make conversations from tools, every call executed, as `evalwright synth` does; `settings` are its options.

    Without a `source` they are made in the first of our own domains; several sources make one set. `workers`: how many
    processes make them, where it is a domain with a generator of its own.
    """
    langs = tuple(part.strip() for part in lang.split(",")) if isinstance(lang, str) else tuple(lang)
    named = settings | _sources(source)
    if "access" not in named:
        named["access"] = access_among(named)
    wanted = Settings(out=Path(out), n=n, seed=seed, langs=langs, **named)
    made = carry_out(wanted, players=players, workers=workers)
    write_synthesis_page(made.out)
    return made


def _sources(given: str | Sequence[str] | None) -> dict[str, Any]:
    if given is None or isinstance(given, str):
        return {} if given is None else {"source": given}
    return {"source": given[0], "beside": tuple(given[1:])} if given else {}
