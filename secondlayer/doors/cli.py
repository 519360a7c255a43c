"""The command line: one verb a command, each with `--json`; exit 0 done, 1 an answer of "no", 2 a wrong call, 3 no store."""

import logging
import sys
import uuid

import typer

from secondlayer import __version__
from secondlayer.doors import acting, bench, key, proposing, reading, renaming, state, writing
from secondlayer.doors.knowledge import knowledge
from secondlayer.doors.scanning import scan
from secondlayer.doors.served import served
from secondlayer.errors import SecondLayerError

app = typer.Typer(
    name="secondlayer",
    help="The shared memory of an organisation's coding agents, with every decision open to inspection.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


_INTERRUPTED = 130


def _version(asked: bool) -> None:
    if asked:
        print(f"secondlayer {__version__}")
        raise typer.Exit()


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version and stop."),
) -> None:
    pass


for _verb in (
    state.app,
    writing.demo,
    writing.load,
    writing.distil,
    reading.brief,
    reading.why,
    reading.compare,
    scan,
    knowledge,
    served,
    proposing.remember,
    acting.confirm,
    acting.retire,
    acting.restore,
    acting.supersede,
    acting.history,
    renaming.rename,
    proposing.proposals,
    proposing.accept,
    proposing.refuse,
    state.doctor,
):
    app.command(name=_verb.__name__)(_verb)
app.add_typer(bench.app)
app.add_typer(key.app)


def main() -> None:
    """Runs the command; an error becomes one sentence on standard error and its exit code, never a traceback."""
    try:
        app()
    except SecondLayerError as error:
        print(f"secondlayer: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:  # as typer ends a command that was interrupted
            print("secondlayer: stopped; what was written before is kept, and nothing half done is left.", file=sys.stderr)
        raise
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        number = uuid.uuid4().hex[:8]
        logging.getLogger("secondlayer").debug("error %s", number, exc_info=True)
        said = f"{type(error).__name__}: {error}".splitlines()[0][:300]
        print(f"secondlayer: an unexpected error ({number}): {said}. Run `secondlayer doctor`.", file=sys.stderr)
        sys.exit(2)
