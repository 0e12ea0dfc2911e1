"""Sentences of the draw for people: players' codes are replaced by names."""

from django.utils.translation import gettext

from tournament.models import Entry, Event
from tournament.seating import Sentence


def translated_sentences(sentences: tuple[Sentence, ...], event: Event) -> list[str]:
    """Return sentences of the draw in the reader's language (1 query).

    They have the players' names.
    """
    names = names_by_code(event)
    return [item.text(gettext, lambda code: names.get(code, code)) for item in sentences]


def names_by_code(event: Event) -> dict[str, str]:
    """Return the names of an event's players by their codes (1 query)."""
    entries = Entry.objects.filter(event=event)
    return {entry.code: entry.name for entry in entries}
