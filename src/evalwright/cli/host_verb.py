"""evalwright host: any domain as a server for any client: MCP over stdio or HTTP, or its OpenAPI document."""

from __future__ import annotations

import sys

import click

from evalwright.errors import OK, UsageError
from evalwright.text import localized

from .output import say
from .paths import Verb


@click.command("host", cls=Verb)
@click.argument("domain")
@click.option("--stdio", is_flag=True)
@click.option("--http", "port", type=click.IntRange(0, 65535), metavar="PORT")
@click.option("--openapi", is_flag=True)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H")
@click.option("--seed", default=0, show_default=True, metavar="S")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True)
def command(domain: str, stdio: bool, port: int | None, openapi: bool, host: str, seed: int, lang: str) -> int:
    """Serve a domain to any MCP client."""
    return serve_domain(domain, seed, lang, stdio=stdio, port=port, openapi=openapi, host=host)


def serve_domain(domain: str, seed: int, lang: str, *, stdio: bool, port: int | None, openapi: bool, host: str) -> int:
    """Serve the domain of this name in the one way that was asked for, until the client leaves."""
    if stdio + openapi + (port is not None) != 1:
        raise UsageError.named("host.one_way")
    from evalwright.synth import open_served, openapi_document, serve_http, serve_stdio

    served = open_served(domain, seed, lang)
    if openapi:
        from evalwright.data import dumps_pretty

        sys.stdout.buffer.write(dumps_pretty(openapi_document(served)))
        return OK
    if port is None:
        if sys.stdin.isatty():
            say(localized("host.for_client"))
        serve_stdio(served)
        return OK

    def tell(address: str) -> None:
        say(localized("host.served", address=address))

    try:
        serve_http(served, host=host, port=port, tell=tell)
    except KeyboardInterrupt:
        click.echo(err=True)
    return OK
