"""The commands' console on a terminal."""

import sys
from io import TextIOWrapper
from typing import Any

from django.core.management.base import OutputWrapper
from rich.console import Console

PLAIN_WIDTH = 120


def console_for(stream: OutputWrapper, options: dict[str, Any]) -> Console:
    """Return a console on a command's stream.

    It is coloured on a terminal or if the options say so.
    """
    forced = options.get("force_color") or None
    terminal = bool(forced or stream.isatty())
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names in a script the terminal has not
    return Console(
        file=stream,  # type: ignore[arg-type]
        force_terminal=forced,
        no_color=options.get("no_color") or None,
        width=None if terminal else PLAIN_WIDTH,
        highlight=False,
    )
