"""The way from the list of events down to a page."""

from typing import NamedTuple, Protocol

from django.urls import reverse
from django.utils.translation import gettext

from tournament.access import NamedEvent
from tournament.common import finals


class EventWithRounds(NamedEvent, finals.WithFinals, Protocol):
    """An event with what breadcrumbs show of it: name, address and finals."""


class Crumb(NamedTuple):
    """One step; the page itself has no address."""

    label: str
    url: str = ""


def to_event(event: NamedEvent, *rest: Crumb) -> list[Crumb]:
    """Return the crumbs from the event down; a hidden event has no page to link to."""
    linked = rest and event.published
    address = reverse("tournament:event", args=[event.slug]) if linked else ""
    return [Crumb(event.name, address), *rest]


def round_label(event: finals.WithFinals, number: int) -> str:
    """Return the label of a round, on its page and on the way to it."""
    return gettext("Round %(number)s") % {"number": finals.number_text(event, number)}


def to_round(event: EventWithRounds, number: int, *rest: Crumb, public: bool = True) -> list[Crumb]:
    """Return the crumbs from a round of the event down.

    `public` says if the round is published.
    """
    linked = rest and public and event.published
    address = reverse("tournament:round", args=[event.slug, number]) if linked else ""
    label = round_label(event, number)
    return to_event(event, Crumb(label, address), *rest)


def to_table(event: EventWithRounds, number: int, table: int, *rest: Crumb) -> list[Crumb]:
    """Return the crumbs from a table of a published round down."""
    address = reverse("referee:table", args=[event.slug, number, table]) if rest else ""
    label = gettext("Table %(number)d") % {"number": table}
    return to_round(event, number, Crumb(label, address), *rest)


def to_console(event: NamedEvent, *rest: Crumb) -> list[Crumb]:
    """Return the organisers' page of the event and what lies below it."""
    home = Crumb(gettext("Organise"), reverse("tournament:organise"))
    address = reverse("tournament:organise-event", args=[event.slug]) if rest else ""
    return [home, Crumb(event.name, address), *rest]


def to_console_round(event: EventWithRounds, number: int, *rest: Crumb) -> list[Crumb]:
    """Return the organisers' page of a round and what lies below it."""
    address = reverse("tournament:organise-round", args=[event.slug, number]) if rest else ""
    return to_console(event, Crumb(round_label(event, number), address), *rest)
