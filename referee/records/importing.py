"""Reading game records for a round.

Each record is replayed, and has to fit the event and its table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.engine import Game, replay_lines
from referee.language import language
from scoring.game.editions import Edition
from scoring.game.rulings import Rulings
from tournament.common.editions import edition_of
from tournament.common.names import comparison_key
from tournament.models import Entry, Event
from tournament.rounds.seat_plans import TablePlan


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record as it was handed in; `name` is how a refusal names it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A finished game's record that fits the event.

    It has the table, and its players in order.
    """

    file: RecordFile
    text: str
    game: Game
    plan: TablePlan


class RecordsRefusedError(Exception):
    """Records that cannot be imported; `faults` are sentences, each naming its file."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True, slots=True)
class _Expected:
    """The facts that every record of the round must have."""

    event: Event
    round_number: int
    edition: Edition
    rulings: Rulings
    entries: Mapping[str, list[Entry]]


def read_records(event: Event, round_number: int, files: Sequence[RecordFile]) -> list[ReadRecord]:
    """Replay all files (1 query).

    Raise RecordsRefusedError naming every file that the rules refuse, that is not finished, or that
    is of another event, round, edition, mode or other rulings.
    """
    expected = _expectations(event, round_number)
    records, faults = [], []
    for file in files:
        record, own_faults = _read_record(file, expected)
        faults += [f"{file.name}: {sentence}" for sentence in own_faults]
        if record:
            records.append(record)
    faults += _same_table(records)
    if faults:
        raise RecordsRefusedError(faults)
    return records


def _expectations(event: Event, round_number: int) -> _Expected:
    entries: dict[str, list[Entry]] = {}
    for entry in Entry.objects.filter(event=event):
        entries.setdefault(comparison_key(entry.name), []).append(entry)
    edition = edition_of(event)
    return _Expected(event, round_number, edition, Rulings(**event.rulings), entries)


def _read_record(file: RecordFile, expected: _Expected) -> tuple[ReadRecord | None, list[str]]:
    replay = replay_lines(file.content)
    if replay.refusal is not None:
        return None, [replay.describe(language())]
    game = replay.game
    if game is None or game.result() is None:
        status = game.status if game else ""
        message = _("the game is not finished (%(status)s): finish the record first.")
        return None, [message % {"status": status}]
    header = game.header
    faults = _faults_of_header(header, game, expected)
    seats, unknown = _seats(header["players"], expected)
    if faults or unknown:
        return None, faults + unknown
    plan = TablePlan(header["table"], tuple(seats))
    return ReadRecord(file, file.content.decode("utf-8"), game, plan), []


def _faults_of_header(header: Mapping[str, Any], game: Game, expected: _Expected) -> list[str]:
    faults = []
    number = header.get("round", expected.round_number)
    if type(number) is not int or number != expected.round_number:
        message = _("the record is of round %(named)s, not of round %(number)d.")
        faults.append(message % {"named": number, "number": expected.round_number})
    table = header.get("table")
    if type(table) is not int or not 1 <= table <= 32_767:
        faults.append(_("the header has no number of the table: add “table”."))
    return faults + _faults_of_rules(header, game, expected)


def _faults_of_rules(header: Mapping[str, Any], game: Game, expected: _Expected) -> list[str]:
    event = expected.event
    if header["edition"] != event.edition:
        message = _("the game was played by the edition %(played)s, the event's is %(edition)s.")
        return [message % {"played": header["edition"], "edition": event.edition}]
    faults = []
    if game.state.edition.board.rows() != expected.edition.board.rows():
        faults.append(_("the board of the record is not the event's."))
    if header["mode"] != event.mode:
        message = _("the game was played in the mode %(played)s, the event's is %(mode)s.")
        faults.append(message % {"played": header["mode"], "mode": event.mode})
    if game.state.rulings.differing != expected.rulings.differing:
        message = _("the rulings of the record (%(played)s) are not the event's (%(rulings)s).")
        played = _rulings_text(game.state.rulings.differing)
        faults.append(
            message % {"played": played, "rulings": _rulings_text(expected.rulings.differing)}
        )
    return faults


def _rulings_text(rulings: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in rulings.items()) or _("all as printed")


def _seats(
    players: Sequence[Mapping[str, str]], expected: _Expected
) -> tuple[list[tuple[int, str]], list[str]]:
    """Match the record's players to entries, and list the faults.

    Players match by name, namesakes by their id as well (`p01`).
    """
    seats, faults = [], []
    for player in players:
        namesakes = expected.entries.get(comparison_key(player["name"]), [])
        if len(namesakes) > 1:
            namesakes = [entry for entry in namesakes if entry.code == player["id"]]
        if namesakes:
            seats.append((namesakes[0].pk, player["role"]))
        else:
            message = _("%(name)s (%(id)s) is no player of the event: correct the name or the id.")
            faults.append(message % player)
    return seats, faults


def _same_table(records: Sequence[ReadRecord]) -> list[str]:
    """Return a fault for each file whose table an earlier file holds already."""
    first: dict[int, str] = {}
    faults = []
    for record in records:
        earlier = first.setdefault(record.plan.number, record.file.name)
        if earlier != record.file.name:
            message = _("%(file)s: table %(table)d is in %(earlier)s already.")
            facts = {"file": record.file.name, "table": record.plan.number, "earlier": earlier}
            faults.append(message % facts)
    return faults
