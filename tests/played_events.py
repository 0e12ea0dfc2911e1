"""Events of 24 players or more, of the sample event's players and games: with more players they sit
in as many groups of 24 beside each other."""

import csv
import io
import json
from pathlib import Path
from typing import Any

from django.utils import timezone

from referee.records.importing import RecordFile
from referee.records.services import import_records
from tests.referee.log.test_append import send
from tests.referee.tables import log_events, paired
from tests.tournament.making import make_event
from tournament.models import Entry, Event, Round, Table
from tournament.people.services.imports import import_players
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round, set_seats

GROUP = 24
TABLES_OF_A_GROUP = 6
EVENTS_LOGGED = 90
"""Of each game that is being played."""
BY = "tests"
FOLDER = Path(__file__).resolve().parents[1] / "referee" / "sample_event"
Json = dict[str, Any]


def make_played(slug: str, size: int) -> Event:
    """An event of so many players that is over, with its records."""
    event = _make(slug, size)
    for number in (1, 2, 3):
        _import(event, number, size)
    return event


def make_playing(slug: str, size: int) -> Event:
    """An event of so many players whose second round is in the middle of its games."""
    event = _make(slug, size)
    _import(event, 1, size)
    _play(event, size)
    return event


def _make(slug: str, size: int) -> Event:
    """A published event with its players."""
    event = make_event(
        slug,
        starts_on=timezone.now().date(),
        venue="Old Town Library",
        mode="two-hour",
        table_sizes=[4, 5, 3],
    )
    plan = import_players(event=event, content=_players(size), by=BY)
    if plan.faults:
        raise RuntimeError("\n".join(map(str, plan.faults)))
    return event


def _players(size: int) -> bytes:
    """The list of players, as an organiser has it."""
    rows = list(csv.DictReader((FOLDER / "players.csv").open(encoding="utf-8")))
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["name", "club", "seed"])
    for group in range(size // GROUP):
        for row in rows:
            seed = int(row["seed"]) + GROUP * group
            writer.writerow([_name(row["name"], group), row["club"], seed])
    return file.getvalue().encode()


def _name(name: str, group: int) -> str:
    return f"{name} {'I' * group}".strip()


def _lines(number: int, group: int) -> list[list[Json]]:
    """The lines of the round's records, for the players and tables of a group."""
    paths = sorted((FOLDER / f"round-{number}").glob("*.amr.jsonl"))
    return [_of_group(path, group) for path in paths]


def _of_group(path: Path, group: int) -> list[Json]:
    def moved(value: Any) -> Any:
        if isinstance(value, dict):
            return {moved(key): moved(item) for key, item in value.items()}
        if isinstance(value, list):
            return [moved(item) for item in value]
        if isinstance(value, str) and value[:1] == "p" and value[1:].isdigit():
            return f"p{int(value[1:]) + GROUP * group:02d}"
        return value

    header, *events = (moved(json.loads(line)) for line in path.read_text("utf-8").splitlines())
    del header["date"]
    header["table"] += TABLES_OF_A_GROUP * group
    for player in header["players"]:
        player["name"] = _name(player["name"], group)
    return [header, *events]


def _import(event: Event, number: int, size: int) -> None:
    """A finished round."""
    files = []
    for group in range(size // GROUP):
        for lines in _lines(number, group):
            header = {**lines[0], "event": event.name}
            text = "".join(f"{json.dumps(line)}\n" for line in [header, *lines[1:]])
            files.append(RecordFile(f"{header['table']}.amr.jsonl", text.encode()))
    import_records(event=event, round_number=number, files=files, by=BY)


def _play(event: Event, size: int) -> None:
    """The second round, in the middle of its games, its seats and events those of the records."""
    round_ = _seat(event, size)
    step_clock(round_=round_, step="start", by=BY)
    lines = [each for group in range(size // GROUP) for each in _lines(2, group)]
    tables = Table.objects.filter(round=round_).order_by("number")
    for table, (header, *events) in zip(tables, lines, strict=True):
        tablet = paired(table)
        logged = log_events([{**header, "event": event.name}, *events])[:EVENTS_LOGGED]
        if send(tablet, *tablet.made_of(*logged)).game.head_seq < len(logged):
            raise RuntimeError(f"{event.slug}, table {table.number}: a record is refused")


def _seat(event: Event, size: int) -> Round:
    """The second round's seats as its records have them."""
    keys = {entry.code: entry.pk for entry in Entry.objects.filter(event=event)}
    plans = [
        TablePlan(
            header["table"],
            tuple((keys[player["id"]], player["role"]) for player in header["players"]),
        )
        for group in range(size // GROUP)
        for header, *_events in _lines(2, group)
    ]
    round_ = ensure_round(event=event, number=2, by=BY)
    round_ = set_seats(round=round_, tables=plans, by=BY)
    return publish_round(round=round_, by=BY)
