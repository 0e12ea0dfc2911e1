"""The edition an event is played by: as printed, or the organiser's own corrected file."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.game.editions import Edition, load_edition, load_edition_file

if TYPE_CHECKING:
    from tournament.models import Event


def edition_of(event: "Event") -> Edition:
    """The edition of an event (EditionError if its own file does not work)."""
    return read_own(event.edition_file) if event.edition_file else load_edition(event.edition)


def read_own(text: str) -> Edition:
    """An organiser's own edition file from its text (EditionError with key and reason)."""
    with tempfile.TemporaryDirectory(prefix="edition-") as folder:
        file = Path(folder) / "edition.toml"
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        return load_edition_file(file)
