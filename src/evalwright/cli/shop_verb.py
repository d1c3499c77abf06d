"""evalwright shop: the bundled shop as a server for any client; short for `serve`, with a smaller variant."""

from __future__ import annotations

import click

from .host_verb import serve_domain
from .paths import Verb


@click.command("shop", cls=Verb)
@click.option("--stdio", is_flag=True)
@click.option("--http", "port", type=click.IntRange(0, 65535), metavar="PORT")
@click.option("--openapi", is_flag=True)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H")
@click.option("--seed", default=0, show_default=True, metavar="S")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--mini", is_flag=True)
def command(stdio: bool, port: int | None, openapi: bool, host: str, seed: int, lang: str, mini: bool) -> int:
    """Serve the shop to any MCP client."""
    domain = "shop-mini" if mini else "shop"
    return serve_domain(domain, seed, lang, stdio=stdio, port=port, openapi=openapi, host=host)
