"""Check-in: arrived players, and the tables that a draw would make for them."""

import datetime as dt
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Count, Max

from tournament.common.finals import stage_of
from tournament.common.names import search_key
from tournament.events.forecast import Forecast, forecast
from tournament.models import Entry, Event, Round
from tournament.people.fees import Fee, FeeTotal, event_fees, fee_of

MAX_LISTED = 2000


@dataclass(frozen=True, slots=True)
class CheckInLine:
    """A player at the door.

    `misses` says that the player misses the next round in any case.
    """

    key: int
    seed: int
    name: str
    club: str
    present: bool
    misses: bool
    fee: Fee | None


@dataclass(frozen=True, slots=True)
class CheckInPage:
    """The list of all players who have not dropped out, by name.

    It also has the next round's tables, once with the players present and once with all. `late`
    says that the deadline has passed, `awaits_draw` that such a draw is possible.
    """

    lines: tuple[CheckInLine, ...]
    next_round: int
    awaits_draw: bool
    present: int
    absent: int
    with_present: Forecast
    with_all: Forecast
    late: bool
    fees: FeeTotal | None

    @property
    def digest(self) -> str:
        """A digest of the content shown, which changes with it."""
        return sha256(repr(self).encode()).hexdigest()[:16]


def check_in_page(event: Event, search: str = "", *, now: dt.datetime) -> CheckInPage:
    """Return the check-in list of an event (3 queries, 4 with a fee).

    `search` keeps players whose name, club or seed matches each of its words. The counts include
    everybody.
    """
    entries = Entry.objects.filter(event=event, status=Entry.Status.ACTIVE)
    last = _last_public_round(event)
    number = _round_after(event, last)
    found = entries.prefetch_related("absences")
    listed = list(found[:MAX_LISTED])
    lines = [_line(event, entry, number) for entry in listed]
    lines.sort(key=lambda line: (search_key(line.name), line.seed))
    playing = [line for line in lines if not line.misses]
    here = sum(line.present for line in playing)
    present = sum(line.present for line in lines)
    return CheckInPage(
        lines=tuple(line for line in lines if _is_meant(line, search_key(search).split())),
        next_round=number,
        awaits_draw=last < number and not event.closed_at and stage_of(event, number) is None,
        present=present,
        absent=len(lines) - present,
        with_present=forecast(here, event.table_sizes),
        with_all=forecast(len(playing), event.table_sizes),
        late=event.check_in_until is not None and now > event.check_in_until,
        fees=event_fees(event),
    )


def count_present_before_draw(event: int, round_: Round | None) -> tuple[int, int] | None:
    """Return the number of players checked in, and of all active players.

    `event` is a key. 1 query; None, with no query, once the round is drawn.
    """
    if round_ is not None and round_.status != Round.Status.DRAFT:
        return None
    active = Entry.objects.filter(event=event, status=Entry.Status.ACTIVE)
    found = active.aggregate(present=Count("checked_in_at"), all=Count("pk"))
    return found["present"], found["all"]


def next_round(event: Event) -> int:
    """Return the number of the first round after all published ones.

    If there is none, return that of the last round. 1 query.
    """
    return _round_after(event, _last_public_round(event))


def _round_after(event: Event, number: int) -> int:
    return min(number + 1, event.number_of_rounds)


def _last_public_round(event: Event) -> int:
    public = event.rounds.filter(status__in=Round.PUBLIC)
    return int(public.aggregate(last=Max("number"))["last"] or 0)


def _line(event: Event, entry: Entry, number: int) -> CheckInLine:
    return CheckInLine(
        key=entry.pk,
        seed=entry.seed,
        name=entry.name,
        club=entry.club,
        present=entry.checked_in_at is not None,
        misses=any(absence.round_number == number for absence in entry.absences.all()),
        fee=fee_of(event, entry),
    )


def _is_meant(line: CheckInLine, words: list[str]) -> bool:
    text = search_key(f"{line.name} {line.club} {line.seed}")
    return all(word in text for word in words)
