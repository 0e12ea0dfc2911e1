"""Logs as a server keeps them, without a server: golden records, and events told one by one."""

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.engine import Refusal
from referee.journal.canonical import canonical
from referee.journal.hash_chain import row_hash
from referee.journal.journal import Journal
from referee.journal.judgement import Judgement
from referee.journal.record import events_of_record
from referee.journal.sealed_texts import seal
from referee.journal.start import TableSetup

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "golden").glob("*.amr.jsonl"))
NUMBERS = [path.name[:2] for path in GOLDEN]
GAME = "c5481a5b-4119-5a58-9c07-1eca513ae0a7"
SALT = "5a" * 16
AT = "2026-05-16T10:00:00.000Z"
EDITION = "64" * 32

Event = dict[str, Any]
ADA = {"id": "p1", "name": "Ada", "role": "competitor"}
BEN = {"id": "p2", "name": "Ben", "role": "monopolist"}
HEADER: Event = {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": [ADA, BEN]}
START: Event = {"type": "start", "header": HEADER}
ROLL: Event = {"type": "roll", "player": "p1", "dice": [2, 3]}
BUY: Event = {"type": "buy", "player": "p1"}
UNDO: Event = {"type": "undo", "reason": "misread"}


def revision(seq: int, *replacement: Event, through: int | None = None) -> Event:
    """The chief's correction of row `seq`, or of the rows to `through`."""
    event = {"type": "revise", "seq": seq, "replacement": list(replacement), "reason": "as it was"}
    return event if through is None else {**event, "through": through}


class Record(NamedTuple):
    """A golden record as the log of a tournament's table, and the statement it leads to."""

    setup: TableSetup
    events: list[Event]
    statement: Event

    @property
    def players(self) -> list[str]:
        """The ids in order of play."""
        return [player["id"] for player in self.setup.header["players"]]


@cache
def golden(number: str) -> Record:
    """The golden record of this number, such as "07"; a tablet has no keys of its own."""
    (path,) = (path for path in GOLDEN if path.name.startswith(number))
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
    lines[0] = {key: value for key, value in lines[0].items() if not key.startswith("x-")}
    header = {key: value for key, value in lines[0].items() if key != "position"}
    statement = path.with_name(path.name.replace(".amr.jsonl", ".statement.json"))
    return Record(
        TableSetup(header, thrown=False),
        events_of_record(lines),
        json.loads(statement.read_text("utf-8")),
    )


class Row(NamedTuple):
    """A row of a log: its number, its hash, its event, and whether the chief made it."""

    seq: int
    hash: str
    event: Event
    chief: bool = False


@dataclass
class Log:
    """A table's log and the journal that judges what is told to it."""

    setup: TableSetup
    rows: list[Row] = field(default_factory=list)
    lenient: bool = False

    def __post_init__(self) -> None:
        self.journal = Journal(lambda: self.setup, lenient=self.lenient)

    def tell(self, event: Event, *, chief: bool = False) -> Judgement:
        """Judge the event, and log it if it is accepted."""
        judgement = self.journal.judge(event, chief=chief)
        if not judgement.refusals:
            seq = self.journal.seq + 1
            self.rows.append(Row(seq, self._hash(seq, event), event, chief))
            self.journal.row_added(event["type"], seq, self.rows[-1].hash)
        return judgement

    def tell_all(self, *events: Event) -> None:
        """Log events of a tablet which are all accepted."""
        for event in events:
            assert self.tell(event).refusals == ()

    def rule(self, event: Event) -> tuple[Refusal, ...]:
        """The chief's event."""
        return self.tell(event, chief=True).refusals

    def replayed(self, *, lenient: bool = False) -> Journal:
        """The journal of the rows, read by somebody who was not there."""
        return replayed(self.setup, self.rows, lenient=lenient)

    def _hash(self, seq: int, event: Event) -> str:
        sealed, _ = seal(event, SALT)
        return row_hash(
            game=GAME,
            seq=seq,
            previous=self.journal.hash,
            event_id=f"{seq:032}",
            device=GAME,
            user=None,
            at=AT,
            edition=EDITION,
            sealed=canonical(sealed),
        )


def replayed(setup: TableSetup, rows: list[Row], *, lenient: bool = False) -> Journal:
    """The journal of these rows."""
    journal = Journal(lambda: setup, lenient=lenient)
    for row in rows:
        journal.replay(row.seq, row.hash, row.event, chief=row.chief)
    journal.catch_up()
    return journal


def began(*events: Event, lenient: bool = False) -> Log:
    """The log of a small table that has started, and where these were accepted."""
    log = Log(TableSetup(HEADER, thrown=False), lenient=lenient)
    log.tell_all(START, *events)
    return log


def all_of(journal: Journal) -> Event:
    """Everything that a journal says of its table."""
    order = journal.order
    return {
        "head": (journal.seq, journal.hash),
        "order": (order.start, order.start_seq, list(order.events)),
        "beside": asdict(journal.beside),
        "used": +journal.used,
        "refused": dict(journal.refusals_by_row),
        "header": journal.header,
        "outcome": journal.outcome(),
        "status": journal.status,
        "in_force": journal.in_force,
        "view": journal.view(),
        "events": list(journal.game.events) if journal.game else None,
    }


def codes(refusals: tuple[Refusal, ...]) -> list[str]:
    """The codes of refusals, with their rules where they have one."""
    return [" ".join(filter(None, (refusal.code, refusal.rule))) for refusal in refusals]


def code(refusal: Refusal | None) -> str | None:
    """The code of a refusal, followed by what it is about where that is a field; None for none."""
    if refusal is None:
        return None
    return " ".join(filter(None, (refusal.code, refusal.params.get("field"))))
