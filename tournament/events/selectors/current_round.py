"""The round that is meant where a page is about the whole event."""

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

from django.db.models import Exists, OuterRef, QuerySet

from tournament.models import ClockEntry, Round


class EventWithEnd(Protocol):
    """An event with its number of rounds, which may be closed."""

    @property
    def pk(self) -> int:
        """The event's key."""

    @property
    def number_of_rounds(self) -> int:
        """The number of rounds, those to come included."""

    @property
    def closed_at(self) -> dt.datetime | None:
        """The moment at which the event was closed."""


def made_rounds(event: int) -> list[Round]:
    """Return the number and state of the rounds that were made, in order (1 query).

    `event` is a key.
    """
    rounds = Round.objects.filter(event=event).only("number", "status", "closed_at")
    return list(with_starts(rounds).order_by("number"))


def with_starts(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Return the rounds with `is_started`: whether the hall's clock was started."""
    starts = ClockEntry.objects.filter(round=OuterRef("pk"), kind=ClockEntry.Kind.START)
    return rounds.annotate(is_started=Exists(starts))


def current_number(made: Sequence[Round]) -> int:
    """Return the number of the current one of an event's rounds, which are in order.

    That is the round being played (the last that was started, though an earlier one lacks a
    result), else the last public one until it is closed, else the next; 0 if there is none yet.
    """
    public = [one for one in made if one.status in Round.PUBLIC]
    played = [one for one in public if one.status != Round.Status.FINISHED]
    started = [one for one in played if one.is_started]  # type: ignore[attr-defined]
    to_close = [one for one in public[-1:] if one.closed_at is None]
    coming = [one for one in made if one not in public]
    meant = [*started[-1:], *played[:1], *to_close, *coming[:1], *made[-1:]]
    return meant[0].number if meant else 0


def next_number(made: Sequence[Round], rounds: int) -> int:
    """Return the number of the round to work on next, 0 once all are closed.

    That is the current one (`current_number`), else the first of so many `rounds` that is not
    closed; it need not have been made.
    """
    closed = {one.number for one in made if one.closed_at is not None}
    current = current_number(made)
    if current and current not in closed:
        return current
    return next((number for number in range(1, rounds + 1) if number not in closed), 0)


def shown_number(event: EventWithEnd, made: Sequence[Round]) -> int:
    """Return the number of the round that a console page shows by itself.

    That is the round to work on next (`next_number`). Once the event or all its rounds are closed,
    it is the current one (`current_number`).
    """
    ahead = next_number(made, event.number_of_rounds) if event.closed_at is None else 0
    return ahead or current_number(made) or 1


def round_to_show(event: EventWithEnd) -> int:
    """Return the number of the round that a console page shows by itself.

    It is chosen as `shown_number` does (1 query).
    """
    return shown_number(event, made_rounds(event.pk))
