"""The round that is meant where a page is about the whole event."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet

from tournament.models import ClockEntry, Round


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


def current_round(event: int) -> int:
    """Return the number of an event's current round, as `current_number` does (1 query)."""
    return current_number(made_rounds(event))
