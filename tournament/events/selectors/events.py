"""Events, as lists and headings show them."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament import visibility
from tournament.events import tie_break_wording
from tournament.events.mode_wording import mode_label
from tournament.models import Entry, Event, Round
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class EventCard:
    """One line in the list of events.

    `state` is `upcoming` until a round is published, and `finished` when all rounds are, or
    once the event is closed. `frozen` says that the public does not see all results yet.
    """

    slug: str
    name: str
    starts_on: dt.date
    ends_on: dt.date
    venue: str
    edition: str
    mode: str
    players: int
    number_of_rounds: int
    rounds_published: int
    rounds_finished: int
    state: str
    called_off: str
    frozen: bool


@dataclass(frozen=True, slots=True)
class EventDetail:
    """An event's own facts.

    `rulings` are those that differ from the default; `tie_breaks` are codes of
    `scoring.competition`; `edition_file` is blank if the edition is as printed.
    """

    pk: int
    slug: str
    name: str
    starts_on: dt.date
    ends_on: dt.date
    venue: str
    time_zone: str
    edition: str
    edition_file: str
    mode: str
    rulings: dict[str, str]
    number_of_rounds: int
    length_minutes: int
    table_sizes: tuple[int, ...]
    roles: str
    points_by_place: tuple[int, ...]
    tie_breaks: tuple[str, ...]
    discards: int
    least_counting: int
    corrects_roles: bool
    finals: tuple[int, ...]
    teams: str
    members_counted: int | None
    lot_seed: str
    published: bool
    practice: bool
    called_off: str
    called_off_reason: str
    called_off_at: dt.datetime | None
    board_delay: int
    registration: str
    frozen_at: dt.datetime | None
    revealed_to: int | None
    closed_at: dt.datetime | None

    @property
    def mode_label(self) -> str:
        """The mode, which says how games end and after how long, in the reader's language."""
        return mode_label(self.mode, self.length_minutes)

    @property
    def roles_label(self) -> str:
        """The source of the roles, in the reader's language."""
        return str(Event.Roles(self.roles).label)

    @property
    def has_own_teams(self) -> bool:
        """Whether players have teams that are not their clubs."""
        return self.teams == Event.Teams.NAMES

    @property
    def discards_text(self) -> str:
        """The discarded rounds of each player as a sentence; blank if all rounds count."""
        return tie_break_wording.discards_sentence(self.discards, self.least_counting)


def event_cards(reader: Reader = Reader.PUBLIC) -> list[EventCard]:
    """Return all events, the latest first (1 query)."""
    events: Any = visibility.events(reader).annotate(
        players=_count(Entry.objects.all()),
        rounds_published=_count(visibility.rounds(Reader.PUBLIC)),
        rounds_finished=_count(Round.objects.filter(status=Round.Status.FINISHED)),
    )
    return [_card(event) for event in events.defer("edition_file")]


def event_detail(slug: str, reader: Reader = Reader.PUBLIC) -> EventDetail | None:
    """Return the event at an address (1 query).

    None if there is none that the reader may see.
    """
    event = visibility.events(reader).filter(slug=slug).first()
    return None if event is None else detail_of(event)


def detail_of(event: Event) -> EventDetail:
    """Return the facts of a loaded event (no query)."""
    return EventDetail(
        pk=event.pk,
        slug=event.slug,
        name=event.name,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        venue=event.venue,
        time_zone=event.time_zone,
        edition=event.edition,
        edition_file=event.edition_file,
        mode=event.mode,
        rulings=dict(event.rulings),
        number_of_rounds=event.number_of_rounds,
        length_minutes=event.length_minutes,
        table_sizes=tuple(event.table_sizes),
        roles=event.roles,
        points_by_place=tuple(event.points_by_place),
        tie_breaks=tuple(event.tie_breaks),
        discards=event.discards,
        least_counting=event.least_counting,
        corrects_roles=event.corrects_roles,
        finals=tuple(event.finals),
        teams=event.teams,
        members_counted=event.members_counted,
        lot_seed=event.lot_seed,
        published=event.published,
        practice=event.practice,
        called_off=event.called_off,
        called_off_reason=event.called_off_reason,
        called_off_at=event.called_off_at,
        board_delay=event.board_delay,
        registration=event.registration,
        frozen_at=event.frozen_at,
        revealed_to=event.revealed_to,
        closed_at=event.closed_at,
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Count the `rows` of each event in a subquery, so that counts do not multiply."""
    of_event = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(of_event.annotate(n=Count("pk")).values("n")), 0)


def _card(event: Any) -> EventCard:
    return EventCard(
        slug=event.slug,
        name=event.name,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        venue=event.venue,
        edition=event.edition,
        mode=event.mode,
        players=event.players,
        number_of_rounds=event.number_of_rounds,
        rounds_published=event.rounds_published,
        rounds_finished=event.rounds_finished,
        state=_state(event),
        called_off=event.called_off,
        frozen=visibility.is_frozen(Reader.PUBLIC, event),
    )


def _state(event: Any) -> str:
    if event.closed_at or event.rounds_finished >= event.number_of_rounds:
        return "finished"
    return "running" if event.rounds_published else "upcoming"
