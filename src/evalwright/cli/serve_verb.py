"""evalwright serve: the hosted evals API on loopback."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.errors import OK
from evalwright.text import localized

from .forms import lang_option
from .paths import FileIn, Verb

if TYPE_CHECKING:
    from evalwright.serve import Running


@click.command("serve", cls=Verb)
@click.argument("folder", default="hosted-evals", metavar="[DIR]", type=click.Path(file_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(1, 65535), metavar="P")
@click.option("--host", metavar="H")
@click.option("--models", type=FileIn(as_path=True), metavar="FILE")
@click.option("--api-url", metavar="U")
@click.option("--api-key-env", default="OPENAI_API_KEY", show_default=True, metavar="NAME")
@click.option("--key-env", metavar="NAME")
@click.option("--runs-at-once", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N")
@click.option("--unsafe-python", is_flag=True)
@lang_option
def command(
    folder: Path,
    port: int | None,
    host: str | None,
    models: Path | None,
    api_url: str | None,
    api_key_env: str,
    key_env: str | None,
    runs_at_once: int,
    unsafe_python: bool,
) -> int:
    """Serve the evals API of hosted services from DIR."""
    from evalwright.serve import Quotas, ServeConfig, read_models_file, serve

    answering = read_models_file(models, api_url, api_key_env)
    config = ServeConfig(folder, answering, host, port, key_env, Quotas(runs_at_once=runs_at_once), unsafe_python)
    try:
        serve(config, _tell)
    except KeyboardInterrupt:
        click.echo(err=True)
    return OK


def _tell(running: Running) -> None:
    """Where it is, what to set, and what goes on."""
    page = running.place.address.partition("?")[0]
    if running.key is not None:
        page += f"?token={running.key.reveal()}" if running.made_key else f"?token=${running.key.origin}"
    click.echo(localized("serve.address", address=running.api_url, page=page))
    if running.made_key and running.key is not None:
        click.echo(localized("serve.key", key=running.key.reveal()))
    if running.owed:
        click.echo(localized("serve.owed", n=running.owed))
