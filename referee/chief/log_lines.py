"""A game's log and events set aside in words: what the chief referee reads."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext

from referee.engine import (
    Consequence,
    Handover,
    Refusal,
    render_consequence,
    render_handover,
)
from referee.journal.order_in_force import CORRECTIONS
from referee.journal.superseded import Superseded
from referee.journal.table_events import READ_AT_TABLE
from referee.journal.times import read_moment
from referee.language import headline_text, language, refusal_text, square_name
from referee.log.overview import superseded_rows
from referee.log.rows import event_of
from referee.log.table_clock import snapshot_of_game
from referee.models import Device, GameLog, LoggedEvent, SetAsideEvent
from referee.records.files import record_line
from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.rounds.selectors.players import names_at_table

Event = dict[str, Any]


class DescribedRow(NamedTuple):
    """One row of the log in words.

    `replacement` is what a correction puts there, `raw` the event as JSON; `at` is the tablet's
    time, None if it cannot be shown, `author` a person or a tablet; `superseded` says why the row
    counts no more, else "". `can_be_corrected` holds for rows of the board that something still
    stands for, `can_be_taken_back` for corrections that count. `read` says if the table has read
    what the chief corrected or decided; None of other rows, and where it can read nothing any more.
    """

    row: LoggedEvent
    headline: str
    replacement: list[str]
    consequences: list[str]
    begins_turn: bool
    author: str
    at: dt.datetime | None
    raw: str
    superseded: str
    can_be_corrected: bool
    can_be_taken_back: bool
    read: bool | None


class DescribedSetAside(NamedTuple):
    """One event set aside, with the log's reason for refusing it, and today's.

    `at` is the tablet's time, None if it cannot be shown, `at_as_sent` the same as it came.
    """

    headline: str
    refusals: list[str]
    refused_now: list[str]
    at: dt.datetime | None
    at_as_sent: str
    raw: str


class EventDescriber(NamedTuple):
    """Describes the events of one game.

    `names` and `tablets` are by id, `superseded` are the rows that do not count any more, the table
    has read up to row `understood`, and its log is closed once the result `is_confirmed`.
    """

    names: dict[str, str]
    edition: Edition
    tablets: Mapping[UUID, str]
    superseded: Superseded
    understood: int
    is_confirmed: bool

    def described_row(self, row: LoggedEvent) -> DescribedRow:
        """Return a row of the log in words."""
        event, consequences = event_of(row), json.loads(row.consequences)
        shown = [item for item in consequences if item["kind"] != "turn"]
        superseded = self._superseded_label(row.seq)
        return DescribedRow(
            row=row,
            headline=self.headline(event),
            replacement=[self.headline(item) for item in event.get("replacement", ())],
            consequences=[self._consequence(item) for item in shown],
            begins_turn=len(shown) < len(consequences),
            author=row.by or (self.tablets.get(row.device_id, "") if row.device_id else ""),
            at=read_moment(row.at),
            raw=record_line(event),
            superseded=superseded,
            can_be_corrected=row.kind == LoggedEvent.Kind.BOARD
            and event["type"] not in CORRECTIONS
            and row.seq not in self.superseded.gone,
            can_be_taken_back=event["type"] == "revise" and not superseded,
            read=self._is_read(row) if event["type"] in READ_AT_TABLE else None,
        )

    def _is_read(self, row: LoggedEvent) -> bool | None:
        if row.kind != LoggedEvent.Kind.CHIEF:
            return None
        read = row.seq <= self.understood
        return None if self.is_confirmed and not read else read

    def described_set_aside(
        self, set_aside: SetAsideEvent, refused_now: Iterable[Refusal] = ()
    ) -> DescribedSetAside:
        """Return an event set aside in words, and why it would be refused now."""
        event, verdict = json.loads(set_aside.event), json.loads(set_aside.verdict)
        refusals = [self.refusal(Refusal(**each)) for each in verdict["refusals"]]
        at = read_moment(set_aside.at)
        now = [refusal_text(each, self.names) for each in refused_now]
        return DescribedSetAside(
            self.headline(event), refusals, now, at, set_aside.at, record_line(event)
        )

    def headline(self, event: Event) -> str:
        """Return the reported event, in a sentence."""
        return headline_text(event, self.names, self.edition)

    def refusal(self, refusal: Refusal) -> str:
        """Return why something is refused, in a sentence."""
        return refusal_text(refusal, self.names, self.edition.currency)

    def handover(self, handover: Handover) -> str:
        """Return a move that the table has to make, in a short sentence."""
        return render_handover(handover, self.names, language(), self.edition)

    def square(self, square: int) -> str:
        """Return the name of a square, by its number."""
        return square_name(self.edition.board.squares[square].name)

    def _superseded_label(self, seq: int) -> str:
        if seq in self.superseded.corrected:
            return gettext("corrected")
        return gettext("taken back") if seq in self.superseded.taken_back else ""

    def _consequence(self, item: dict[str, Any]) -> str:
        consequence = Consequence(**{**item, "rules": tuple(item["rules"])})
        return render_consequence(consequence, self.names, language(), self.edition)


def describer_of(game: GameLog) -> EventDescriber:
    """Return the describer of a game that was read with its event (3 queries)."""
    return describer_with(game, names_at_table(game.table_id), game.devices.all())


def describer_with(
    game: GameLog, names: dict[str, str], devices: Iterable[Device]
) -> EventDescriber:
    """Return the describer of a game, given what else was read of it (1 query).

    The game must be loaded with its event.
    """
    tablets = {device.pk: str(device) for device in devices}
    return EventDescriber(
        names,
        edition_of(game.table.round.event),
        tablets,
        superseded_rows(game),
        snapshot_of_game(game).get("understood", 0),
        game.state == GameLog.State.CONFIRMED,
    )
