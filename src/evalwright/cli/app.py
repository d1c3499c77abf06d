"""The group of verbs, and the one way in which errors are said: one line with the cure, and an exit code."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from evalwright._version import __version__
from evalwright.errors import INCOMPLETE, INTERRUPTED, UNREAD, USAGE, EvalwrightError, UsageError
from evalwright.text import LANGUAGES, localized, spoken_language, use_language

from .forms import LANGUAGE
from .help_page import write_verbs
from .help_words import Worded, in_our_words

VERBS = (
    "audit",
    "compare",
    "convert",
    "curate",
    "demo",
    "eval",
    "expand",
    "explore",
    "finetune",
    "grade",
    "grader",
    "host",
    "import",
    "merge",
    "phrases",
    "plan",
    "repair",
    "report",
    "scenarios",
    "serve",
    "shop",
    "show",
    "split",
    "stats",
    "synth",
    "tools",
    "verify",
    "view",
)
"""Every verb; their one-line helps stand in the word files, so that `--help` loads none of them."""

_ENDS = (".", "?", "\u3002", "\uff1f")
"""What a sentence ends with."""
_CLOSING = ")\uff09"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)


class LazyGroup(Worded, click.Group):
    """A group whose verbs are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = import_module(f"evalwright.cli.{cmd_name}_verb").command
        from .paths import Verb

        assert isinstance(command, Verb)  # which guards its outputs
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_verbs(formatter, VERBS)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            close = difflib.get_close_matches(args[0], VERBS, n=1)
            named = {"near": repr(close[0])} if close else {"verbs": ", ".join(sorted(VERBS))}
            key = "usage_line.near_verb" if close else "usage_line.no_verb"
            raise click.UsageError(localized(key, verb=repr(args[0]), **named), ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


@click.group(
    "evalwright",
    cls=LazyGroup,
    invoke_without_command=True,
    subcommand_metavar="VERB ...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="evalwright")
@click.pass_context
def app(context: click.Context) -> None:
    """From conversations with tool calls to a graded model; without a verb, the help."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(args: list[str] | None = None) -> NoReturn:
    """Run a command; every error ends in one line on standard error and its exit code."""
    atexit.register(gc.freeze)  # else the interpreter looks through all objects for cycles before it ends
    written_to = sys.stdout
    sys.excepthook = _say_traceback
    _expect_known_language(sys.argv[1:] if args is None else args)
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
        _say(localized("usage_line.no_room", error=error.strerror))
        code = _unwritten(INCOMPLETE)
    sys.exit(code if isinstance(code, int) else 0)


def _expect_known_language(args: list[str]) -> None:
    """One line where EVALWRIGHT_LANG names a language that nobody here speaks, and no option says another."""
    named = os.environ.get("EVALWRIGHT_LANG", "")
    if named and named not in LANGUAGES and not any(arg.startswith("--lang") for arg in args):
        _say(str(UsageError.named("language.unknown", value=repr(named[:40]), known=", ".join(LANGUAGES))))


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
    with use_language(context.meta.get(LANGUAGE, spoken_language()) if context else spoken_language()):
        text = in_our_words(error)
        whole = text if text.rstrip(_CLOSING).endswith(_ENDS) else text + localized("usage_line.end")
        return localized("usage_line.see_help", text=whole, command=path)


def _say(text: str) -> int:
    """One line; what stands in it from data cannot steer the terminal, and no secret is in it."""
    from evalwright.secrecy import shown_text
    from evalwright.text import escaped

    print(f"evalwright: {escaped(' '.join(shown_text(text).split()))}", file=sys.stderr)
    return USAGE
