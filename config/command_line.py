"""The command line of Treasurer.

It is `treasurer run` of an installed program, `manage.py demo` of a checkout.
"""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility

from config.installed import IS_INSTALLED

COMMANDS = {
    "run": ("demo", "serve three events to look at and to try"),
    "hall": ("hall", "serve an event on the hall's network, with HTTPS for the tablets"),
    "replay": ("replay", "play a game record, and print its statement"),
    "explain": ("explain", "explain the moves and the final cash of a game record"),
    "verify": ("verify", "compute a published event again, and compare"),
    "draw": ("draw", "draw the seats of a round"),
    "site": ("static_site", "copy an event's public pages into files that need no server"),
    "backup": ("back_up_event", "save an event as one file"),
    "restore": ("restore_event", "put a saved event into this server"),
    "metrics": ("metrics", "serve figures for Prometheus"),
    "doctor": ("doctor", "say what is wrong with this installation, and what to do"),
}
"""Each word after `treasurer`, with the command of `manage.py` that it means and what that does."""
PROCESSES = {
    "worker": "run a Celery worker, which a server with Redis needs (options: Celery's)",
    "publish": "publish pending changes, in a process of its own",
}
OTHERS = {"manage": "run any other command: “treasurer manage help” lists them"}


def main() -> None:
    """Run `treasurer WORD …`; an unknown word ends it with exit code 1."""
    word, *rest = sys.argv[1:] or ["help"]
    if word in ("help", "-h", "--help"):
        sys.stdout.write(_usage())
    elif word == "manage":
        execute("treasurer manage", rest)
    elif word in COMMANDS:
        with _django():
            command = ManagementUtility(["treasurer"]).fetch_command(COMMANDS[word][0])
            command.run_from_argv(["treasurer", word, *rest])
    elif word in PROCESSES:
        with _django():
            _run_process(word, rest)
    else:
        sys.exit(f"There is no “treasurer {word}”.\n\n{_usage()}")


def _usage() -> str:
    abouts = {word: about for word, (_command, about) in COMMANDS.items()} | PROCESSES | OTHERS
    lines = [f"  treasurer {word:8} {about}" for word, about in abouts.items()]
    return "\n".join(["Tournaments of Anti-Monopoly on physical boards.", "", *lines, ""])


def _run_process(word: str, options: Sequence[str]) -> None:
    from config import celery

    if word == "worker":
        celery.run_worker(options)
    else:
        celery.publish()


def execute(program: str, arguments: Sequence[str]) -> None:
    """Run a command of `manage.py`; `program` is how it is called here."""
    with _django():
        ManagementUtility([program, *arguments]).execute()


@contextmanager
def _django() -> Iterator[None]:
    """Set Django up.

    A wrong setting ends the process with its sentence, not with a traceback.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        # What loads stays: looking for garbage meanwhile takes a seventh of the time.
        gc.disable()
        django.setup()
        gc.freeze()
        gc.enable()
        from config.shell_language import speak_as_shell

        speak_as_shell(os.environ)
        if IS_INSTALLED:
            # A module of the folder where somebody stands is none of ours: for child processes.
            os.environ["PYTHONSAFEPATH"] = "1"
        yield
    except ImproperlyConfigured as error:
        sys.exit(f"Cannot start: {error}")


if __name__ == "__main__":
    main()
