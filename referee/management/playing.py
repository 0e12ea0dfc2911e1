"""Playing the record files that a command was given."""

import sys
from collections.abc import Sequence

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import track

from referee.records.files import PlayedFile, UnreadableError, play_file, printable_name


def play_files(files: Sequence[str], *, faults_to: OutputWrapper) -> list[PlayedFile]:
    """Play all the files.

    If the rules refuse one, name each that they refuse and exit with 1.
    """
    several = len(files) > 1
    games, faults = [], []
    for name in track(
        files,
        description=_("Replaying"),
        console=Console(stderr=True),
        transient=True,
        disable=not (several and sys.stderr.isatty()),
    ):
        try:
            games.append(play_file(name))
        except UnreadableError as error:
            faults.append(str(error))
            continue
        if games[-1].refusal:
            where = f"{printable_name(name)}: " if several else ""
            faults.append(where + games[-1].refusal)
    if faults:
        faults_to.write("\n".join(faults))
        sys.exit(1)
    return games
