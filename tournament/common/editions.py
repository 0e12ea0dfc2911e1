"""The edition an event is played by.

It is an edition as printed, or the organiser's own corrected file.
"""

import tempfile
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from scoring.game.editions import Edition, load_edition, load_edition_file


class PlaysAnEdition(Protocol):
    """An event, as the database or a selector has it."""

    @property
    def edition(self) -> str:
        """The code of a printed edition."""

    @property
    def edition_file(self) -> str:
        """The organiser's corrected edition as TOML; blank if used as printed."""


def edition_of(event: PlaysAnEdition) -> Edition:
    """Return the edition of an event (EditionError if its own file does not work)."""
    return (
        read_own_edition(event.edition_file) if event.edition_file else load_edition(event.edition)
    )


@lru_cache(maxsize=64)
def read_own_edition(text: str) -> Edition:
    """Read an organiser's own edition file from its text.

    Raise EditionError with key and reason.
    """
    with tempfile.TemporaryDirectory(prefix="edition-") as folder:
        file = Path(folder) / "edition.toml"
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        return load_edition_file(file)


# Parts that an own edition may change: names and the board, which a game record carries, and what
# is only shown.
FREE = frozenset(
    {"code", "name", "language", "currency", "board", "box", "pawns", "rule_numbers", "digest"}
)


def changed_rules(edition: Edition) -> list[str]:
    """Return the names of the rules and amounts that an own edition changes.

    They differ from those of the printed edition. A game record carries its board and names the
    printed edition; a game played by other rules could not be judged again from its record.
    """
    printed = load_edition(edition.printed)
    names = [field.name for field in fields(Edition) if field.name not in FREE]
    return [name for name in names if repr(getattr(edition, name)) != repr(getattr(printed, name))]
