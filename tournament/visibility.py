"""The rules of visibility for events, rounds, results, draws and names.

This is the one place that decides what a reader may see of them. The public sees published
events, a practice event never, and in them rounds from their publication on. During a
freeze, results confirmed after it began are hidden, and so are corrections; then places can
be revealed, from the last one up. Logs of running tables are shown after the event's delay.
A player's name is shown as the entry says.
"""

import datetime as dt
import re
from enum import Enum
from typing import Any, Protocol

from django.db.models import F, Q, QuerySet

from tournament.common.clock_jumps import seconds_ahead
from tournament.models import Announcement, Cut, Entry, Event, Penalty, Round, Table


class Reader(Enum):
    """The reader of results: anybody, or the event's staff.

    Nothing is hidden from the staff.
    """

    PUBLIC = "public"
    STAFF = "staff"


class MaybeFrozen(Protocol):
    """An event, as the database or a selector has it."""

    @property
    def frozen_at(self) -> dt.datetime | None:
        """Since when later results are hidden."""

    @property
    def revealed_to(self) -> int | None:
        """The best place that is revealed all the same."""


def events(reader: Reader) -> QuerySet[Event]:
    """Return the events that may be known of."""
    everything = Event.objects.all()
    return (
        everything.filter(published=True, practice=False) if reader is Reader.PUBLIC else everything
    )


def rounds(reader: Reader) -> QuerySet[Round]:
    """Return the rounds that may be known of, with their tables and seats."""
    everything = Round.objects.all()
    if reader is Reader.PUBLIC:
        return everything.filter(
            status__in=Round.PUBLIC, event__published=True, event__practice=False
        )
    return everything


def announcements(reader: Reader) -> QuerySet[Announcement]:
    """Return the announcements that a reader may see.

    The public sees those of published events that were sent and not withdrawn.
    """
    everything = Announcement.objects.all()
    if reader is Reader.PUBLIC:
        return everything.filter(
            sent_at__isnull=False, withdrawn_at__isnull=True, event__published=True
        )
    return everything


def penalties(reader: Reader, event: Event, *, of_all_results: bool = False) -> QuerySet[Penalty]:
    """Return the penalties that stand for the reader.

    The public never sees a private caution. During a freeze it sees the penalties that stood when
    the freeze began, unless `of_all_results` asks for the current ones, as when places are
    revealed.
    """
    everything = Penalty.objects.filter(entry__event=event)
    standing = everything.filter(withdrawn_at__isnull=True)
    if reader is Reader.STAFF:
        return standing
    if of_all_results or not is_frozen(reader, event):
        return standing.filter(public=True)
    since = _frozen_since(event)
    withdrawn_later = Q(withdrawn_at__isnull=True) | Q(withdrawn_at__gt=since)
    return everything.filter(withdrawn_later, public=True, decided_at__lte=since)


def cuts(reader: Reader, event: Event, *, of_all_results: bool = False) -> QuerySet[Cut]:
    """Return the cuts to the finals that the reader sees.

    During a freeze the public sees those made before it, unless `of_all_results` asks for all, as
    when places are revealed.
    """
    found = Cut.objects.filter(event=event).order_by("round_number")
    if of_all_results or not is_frozen(reader, event):
        return found
    return found.filter(made_at__lte=_frozen_since(event))


def running_tables(reader: Reader, event: Event) -> QuerySet[Table]:
    """Return the event's tables without a result whose boards the reader may follow.

    The public follows none during a freeze, because a board shows what the result will be.
    """
    tables = Table.objects.filter(result__isnull=True)
    if is_frozen(reader, event):
        return tables.none()
    return tables.filter(round__in=rounds(reader).filter(event=event).values("pk"))


def boards_shown_until(reader: Reader, event: Event, *, now: dt.datetime) -> dt.datetime | None:
    """Return the latest moment up to which the reader is shown a running table's log.

    None if the reader sees the log without delay.
    """
    if reader is Reader.STAFF or not event.board_delay:
        return None
    return now - waiting_time(event.board_delay)


def waiting_time(delay: int) -> dt.timedelta:
    """Return for how long, by the clock, a board with a `delay` in seconds waits.

    What happened before the clock was set ahead looks older than it is, and waits that much more.
    """
    return dt.timedelta(seconds=delay + seconds_ahead(delay) if delay else 0)


def sees_estimates(reader: Reader, event: Event) -> bool:
    """Return whether the reader sees estimates of running games.

    An estimate is the worth of a game if time were called now.
    """
    return reader is Reader.STAFF or event.advice != Event.Advice.AFTER


def sees_plan(reader: Reader, event: Event, *, decided: bool) -> bool:
    """Return whether the reader sees how a player could adjust best (step A).

    A page is within reach of whoever sits at the table. So where tables are not advised, the plan
    is shown once the player has `decided`, and can adjust no more.
    """
    return sees_estimates(reader, event) and (
        decided or reader is Reader.STAFF or advises_tables(event.advice)
    )


def advises_tables(advice: str) -> bool:
    """Return whether tablets give advice while a game is played.

    The advice says what the game comes to, and what a step gains. `advice` is the event's
    setting.
    """
    return advice == Event.Advice.EVERYWHERE


def sees_chances(reader: Reader, event: Event) -> bool:
    """Return whether the reader sees chances of running games.

    The event must show them. There are none where boards are delayed or estimates are kept
    back.
    """
    delayed = bool(event.board_delay)
    return sees_turning_points(event) and not delayed and sees_estimates(reader, event)


def sees_turning_points(event: Event) -> bool:
    """Return whether the turning points of the event's published records are shown.

    Only a two-hour game has an end that can be played out.
    """
    return event.shows_chances and event.mode == Event.Mode.TWO_HOUR


def hidden_rounds(reader: Reader) -> QuerySet[Round]:
    """Return the rounds that may not be known of."""
    return Round.objects.exclude(pk__in=rounds(reader).values("pk"))


def sees_what_came(reader: Reader, event: MaybeFrozen, at: dt.datetime | None) -> bool:
    """Return whether the reader sees results that arrived at this moment."""
    return not is_frozen(reader, event) or (at is not None and at <= _frozen_since(event))


def sees_result(reader: Reader, table: Table) -> bool:
    """Return whether the reader sees the table's result.

    The table's round and event must be loaded.
    """
    came = came_at(table.result.confirmed_at, table.result.decided_at)
    return sees_what_came(reader, table.round.event, came)


def tables_with_result(reader: Reader) -> QuerySet[Table]:
    """Return the tables whose result the reader sees: `sees_result` as a query."""
    tables = Table.objects.filter(result__isnull=False, round__in=rounds(reader).values("pk"))
    if reader is Reader.STAFF:
        return tables
    frozen_at = F("round__event__frozen_at")
    free = Q(round__event__frozen_at=None) | Q(round__event__revealed_to=1)
    decided = Q(result__decided_at=None) | Q(result__decided_at__lte=frozen_at)
    return tables.filter(free | (Q(result__confirmed_at__lte=frozen_at) & decided))


def came_at(confirmed_at: dt.datetime, decided_at: dt.datetime | None) -> dt.datetime:
    """Return the later of the moments of a result's confirmation and choice.

    A result is chosen when an official decides between it and another one.
    """
    return max(confirmed_at, decided_at or confirmed_at)


def is_frozen(reader: Reader, event: MaybeFrozen) -> bool:
    """Return whether the reader sees the results of an earlier moment."""
    return reader is Reader.PUBLIC and event.frozen_at is not None and event.revealed_to != 1


def best_place(reader: Reader, event: MaybeFrozen) -> int | None:
    """Return the best place revealed so far to the reader.

    None if places are not being revealed. While places are revealed, the standings count all
    results. At other times they count the results that the reader sees.
    """
    return event.revealed_to if is_frozen(reader, event) else None


def name_of(reader: Reader, entry: Entry) -> str:
    """Return a player's name as the reader sees it, in any language."""
    display = entry.name_display
    if reader is Reader.STAFF or display == Entry.NameDisplay.FULL:
        return entry.name
    initials = _initials(entry.name) if display == Entry.NameDisplay.INITIALS else ""
    return initials or f"№\N{NO-BREAK SPACE}{entry.seed}"


def club_of(reader: Reader, entry: Entry) -> str:
    """Return a player's club; blank for the public if the name is shown as a number.

    A small club would give the player away.
    """
    hidden = reader is Reader.PUBLIC and entry.name_display == Entry.NameDisplay.NUMBER
    return "" if hidden else entry.club


def team_of(event: Event, entry: Entry) -> str:
    """Return the team a player plays for, blank if none.

    Every reader gets the same answer, or there would be two standings. A player shown as a number
    plays for no team: the members and the sum of a small team would give the player away.
    """
    if entry.name_display == Entry.NameDisplay.NUMBER:
        return ""
    if event.has_own_teams:
        return entry.team.strip()
    return entry.club.strip() if event.teams == Event.Teams.CLUBS else ""


def mates_of(event: Event, entry: Entry) -> str:
    """Return the team or club whose members the draw keeps apart from the player.

    This is the team if the event has its own teams, else the club. It is blank for a player shown
    as a number: an open draw reveals who was kept apart.
    """
    if entry.name_display == Entry.NameDisplay.NUMBER:
        return ""
    return entry.team if event.has_own_teams else entry.club


def hides_name(reader: Reader, entry: Entry) -> bool:
    """Return whether the reader sees something else than the player's name."""
    return reader is Reader.PUBLIC and entry.name_display != Entry.NameDisplay.FULL


def _frozen_since(event: Any) -> dt.datetime:
    moment: dt.datetime = event.frozen_at
    return moment


def _initials(name: str) -> str:
    """Return the first letter of each word: `Anna-Maria van Dijk` as `A. v. D.`"""
    first = (re.search(r"\w", word) for word in name.split())
    return " ".join(f"{letter.group()}." for letter in first if letter)
