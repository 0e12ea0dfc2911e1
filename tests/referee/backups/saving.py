"""What tests of backups compare, and an event saved and lost."""

from pathlib import Path
from typing import Any

from referee.backups import services
from referee.backups.parts import PARTS, Part
from referee.models import LoggedEvent
from tests.present import present
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.backups.files import path_of
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Event
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.practice.services import delete_practice_event
from tournament.rounds.services.rounds import ensure_round

Rows = dict[str, list[dict[str, Any]]]
LOGGED = {("back up", "event"), ("restore", "event"), ("create", "event")}


def played_event() -> Event:
    """A logged and confirmed game, a tablet, a penalty; and a drawn round that is still hidden."""
    lines = golden("03")
    tablet = paired(make_table(lines[0], slug="open", published=True))
    game = play(tablet, log_events(lines))
    confirm(tablet, *(player["id"] for player in lines[0]["players"]))
    found = update_event(event=game.table.round.event, by=BY, number_of_rounds=2)
    give_penalty(
        entry=present(game.table.seats.first()).entry, given=PenaltyGiven("caution", "Late."), by=BY
    )
    second = ensure_round(event=found, number=2, by=BY)
    draw_round(round=second, by=BY, time_limit=1)
    return found


def rows_of(event: Event) -> Rows:
    """Everything a backup is of, column by column, but for the event's own number and what saving
    and putting back log themselves."""
    return {
        part.label: [
            {name: value for name, value in row.items() if name != own_number(part, row)}
            for row in part.rows(event).values()
            if (row.get("action"), row.get("kind")) not in LOGGED
        ]
        for part in PARTS
    }


def own_number(part: Part, row: dict[str, Any]) -> str:
    """The column that holds the event's number."""
    if part.model is Event:
        return "id"
    return "object_id" if row.get("kind") == "event" else "event_id"


def without_numbers(rows: Rows) -> Rows:
    """The same, but for the numbers of rows."""
    return {
        label: [
            {name: value for name, value in row.items() if not name.endswith("id")} for row in held
        ]
        for label, held in rows.items()
    }


def saved(event: Event) -> Path:
    made = services.save_backup(event=event, by=BY)
    return path_of(event, made.name) or Path()


def empty_the_server(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(practice=True, published=False)
    delete_practice_event(event=Event.objects.get(), by=BY)
    AuditEntry.objects.all().delete()
    assert not LoggedEvent.objects.exists()
