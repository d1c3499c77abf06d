"""The group of verbs, and the one way in which errors are said: one line with the cure, and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from evalwright._version import __version__
from evalwright.errors import INCOMPLETE, INTERRUPTED, UNREAD, USAGE, EvalwrightError

from .help_page import write_verbs

VERBS = {
    "audit": "Check conversations: shape, schema, protocol, grounding, leakage.",
    "compare": "Compare two models item by item: fixed, broken, difference and p.",
    "convert": "Write conversations in another dialect.",
    "curate": "Keep the conversations that pass rules; say what the others failed.",
    "demo": "Run the whole path offline on the bundled examples.",
    "eval": "Ask models and score their answers into a run directory.",
    "expand": "Cut conversations into one question per tool call.",
    "finetune": "Train a LoRA adapter for a local checkpoint.",
    "grade": "Score captured answers, without a model.",
    "grader": "Write the grader as one dependency-free Python file.",
    "plan": "Say from a pilot run how many conversations a difference takes.",
    "repair": "Set damaged lines of a run aside; say what is owed.",
    "report": "Show a run's report again: HTML, JUnit XML, Markdown, CSV.",
    "shop": "Serve the bundled shop: MCP over stdio or HTTP, or its OpenAPI document.",
    "show": "Draw one conversation, each argument with where it came from.",
    "split": "Split into train and validation files that share nothing.",
    "stats": "Describe conversations: turns, calls, tools, transitions, plans.",
    "synth": "Make conversations from tools, every call executed.",
    "tools": "List and convert the tools of a file, an OpenAPI document or an MCP server.",
    "verify": "Execute a made data set again; fail on one difference.",
    "view": "Look at runs and conversations in the browser.",
}
"""Every verb with its one-line help, so that `--help` loads none of them."""

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)


class LazyGroup(click.Group):
    """A group whose verbs are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = import_module(f"evalwright.cli.{cmd_name}_verb").command
        from .paths import Verb

        assert isinstance(command, Verb), f"{cmd_name} does not guard its outputs"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_verbs(formatter, VERBS)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            close = difflib.get_close_matches(args[0], VERBS, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else f"Choose one of: {', '.join(sorted(VERBS))}."
            raise click.UsageError(f"there is no verb {args[0]!r}. {hint}", ctx) from error


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    subcommand_metavar="VERB ...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="evalwright")
@click.pass_context
def app(context: click.Context) -> None:
    """From conversations with tool calls to a graded model, with numbers you can trust.

    `evalwright VERB --help` tells what a verb takes.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(args: list[str] | None = None) -> NoReturn:
    """Run a command; every error ends in one line on standard error and its exit code."""
    written_to = sys.stdout
    sys.excepthook = _say_traceback
    try:
        code = _carried_out(args)
        sys.stdout.flush()
    except BrokenPipeError:
        code = _unwritten(UNREAD)
    except SystemExit:
        if sys.stdout is written_to:  # which click replaces where it has met a broken pipe first
            raise
        code = _unwritten(UNREAD)
    except OSError as error:
        if error.errno not in _NO_ROOM or error.filename is not None:
            raise
        _say(f"standard output cannot be written ({error.strerror}). Make room there, or write it elsewhere")
        code = _unwritten(INCOMPLETE)
    sys.exit(code if isinstance(code, int) else 0)


def _carried_out(args: list[str] | None) -> Any:
    try:
        return app.main(args=args, prog_name="evalwright", standalone_mode=False)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.ClickException as error:
        return _say(_usage_line(error))
    except EvalwrightError as error:
        _say(str(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED


def _say_traceback(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """A mistake of ours, with all that helps to mend it and no secret."""
    import traceback

    from evalwright.secrecy import shown_text

    print(shown_text("".join(traceback.format_exception(kind, error, trace))), end="", file=sys.stderr)


def _unwritten(code: int) -> int:
    """Give up what is still to be written; else Python tries again at its end, and complains."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return code


def _usage_line(error: click.ClickException) -> str:
    """A usage error of the command line, in one line that says where help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "evalwright"
    text = " ".join(error.format_message().split())
    return f"{text if text.endswith(('.', '?')) else text + '.'} See: {path} --help"


def _say(text: str) -> int:
    """One line; what stands in it from data cannot steer the terminal, and no secret is in it."""
    from evalwright.data import escaped
    from evalwright.secrecy import shown_text

    print(f"evalwright: {escaped(' '.join(shown_text(text).split()))}", file=sys.stderr)
    return USAGE
