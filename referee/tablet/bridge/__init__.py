"""The engine as the tablet's screens ask for it.

JSON in, JSON out, pure standard library. The same source answers in the tablet's worker
and, for a device without it, on the server.
"""

from referee.engine import messages, rule_texts
from referee.journal import sentences
from referee.tablet.bridge import phrases
from referee.tablet.bridge.bridge import METHODS, Bridge
from referee.tablet.bridge.warming import taps
from scoring.game.editions import EDITIONS, load_edition

__all__ = ["METHODS", "Bridge", "read_everything", "taps"]


def read_everything() -> None:
    """Read now every file that is otherwise read on demand: a snapshot has no files."""
    for language in messages.LANGUAGES:
        messages.catalogue(language)
        rule_texts.catalogue(language)
        sentences.catalogue(language)
        phrases.catalogue(language)
    rule_texts.books()
    for code in EDITIONS:
        load_edition(code)
