"""The verdict on a rehearsal.

Each tablet's account of its events is compared with the server's log. The accounts and the
logs are plain values: no database is read and no game is played here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Account:
    """One tablet's own account.

    `recorded`: ids of all its events, in order; `places`: number and hash of those the server
    acknowledged; `handed_over`: those it acknowledged as kept for the chief; `head`: the last row
    it knows; `statement`: how its engine left the game, None if it was switched off before;
    `problem`: why it could not go on, "" if it could.
    """

    recorded: tuple[str, ...]
    places: Mapping[str, tuple[int, str]]
    handed_over: frozenset[str]
    head: tuple[int, str]
    statement: Any = None
    finished: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the server's log.

    `content` is the author, time and event, which no two rows share.
    """

    seq: int
    hash: str
    event_id: str
    content: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ServerLog:
    """The server's account of the same table.

    `aside`: ids of events kept for the chief; `statement`: of the exported record, replayed;
    `faults`: what does not hold by itself.
    """

    rows: tuple[Row, ...] = ()
    aside: frozenset[str] = frozenset()
    statement: Any = None
    confirmed: bool = False
    faults: tuple[str, ...] = ()


@dataclass(slots=True)
class Verdict:
    """Counts of the faults found in events.

    Events can be lost, doubled, out of order, different on the server, or stuck for ever.
    `details` has a sentence for each.
    """

    lost: int = 0
    doubled: int = 0
    reordered: int = 0
    diverged: int = 0
    stuck: int = 0
    details: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether no fault was found."""
        return not self.details

    def count(self, kind: str, sentences: Iterator[str]) -> None:
        """Count the sentences as faults of this `kind`, and keep them."""
        details = list(sentences)
        setattr(self, kind, getattr(self, kind) + len(details))
        self.details += [f"{kind}: {sentence}" for sentence in details]

    def add(self, other: Self) -> None:
        """Add another verdict's faults to this one."""
        for kind in KINDS:
            setattr(self, kind, getattr(self, kind) + getattr(other, kind))
        self.details += other.details


KINDS = ("lost", "doubled", "reordered", "diverged", "stuck")


def compare(accounts: Sequence[Account], log: ServerLog) -> Verdict:
    """Compare one table's log with the accounts of all tablets that ever wrote for it.

    The last account is of the tablet that wrote at the end.
    """
    verdict = Verdict()
    verdict.count("doubled", _duplicate_events(log))
    verdict.count("diverged", iter(log.faults))
    verdict.count("diverged", _recorded_by_nobody(accounts, log))
    for account in accounts:
        verdict.count("lost", _lost_events(account, log))
        verdict.count("reordered", _reordered_events(account, log))
        verdict.count("diverged", _displaced_events(account, log))
        verdict.count("stuck", _stuck_events(account, log))
    verdict.count("diverged", _ended_differently(accounts[-1], log))
    return verdict


def _lost_events(account: Account, log: ServerLog) -> Iterator[str]:
    """Yield a sentence for each acknowledged event that the server lost.

    An event acknowledged as logged has to be in the log. An event handed over has to be in the
    log or with the chief.
    """
    logged = {row.event_id for row in log.rows}
    for event_id in account.places:
        if event_id not in logged:
            yield f"{event_id} was acknowledged and is not in the log"
    for event_id in account.handed_over:
        if event_id not in log.aside and event_id not in logged:
            yield f"{event_id} was handed over and the chief does not have it"


def _duplicate_events(log: ServerLog) -> Iterator[str]:
    for event_id, times in Counter(row.event_id for row in log.rows).items():
        yield from (f"{event_id} is in the log again" for _more in range(times - 1))
    contents = {row.event_id: row.content for row in log.rows}
    for content, times in Counter(contents.values()).items():
        yield from (f"another row says the same: {content}" for _more in range(times - 1))


def _reordered_events(account: Account, log: ServerLog) -> Iterator[str]:
    """Yield gaps between rows, and events out of order.

    The right order is the one in which the tablet recorded them.
    """
    for before, after in pairwise(log.rows):
        if after.seq != before.seq + 1:
            yield f"row {after.seq} comes after row {before.seq}"
    at = {row.event_id: row.seq for row in log.rows}
    placed = [(at[event_id], event_id) for event_id in account.recorded if event_id in at]
    for (seq, _event), (later, event_id) in pairwise(placed):
        if later < seq:
            yield f"{event_id}, recorded later, is row {later}, before row {seq}"


def _displaced_events(account: Account, log: ServerLog) -> Iterator[str]:
    """Yield events that the log has elsewhere than acknowledged.

    They are at another place or have another hash.
    """
    rows = {row.event_id: (row.seq, row.hash) for row in log.rows}
    for event_id, place in account.places.items():
        if event_id in rows and rows[event_id] != place:
            yield f"{event_id} was acknowledged as {place} and is {rows[event_id]}"
    seq, own = account.head
    if seq and (seq > len(log.rows) or log.rows[seq - 1].hash != own):
        yield f"the tablet's row {seq} is not the server's"


def _recorded_by_nobody(accounts: Sequence[Account], log: ServerLog) -> Iterator[str]:
    """Yield rows whose content names a tablet, though no tablet recorded them."""
    recorded = {event_id for account in accounts for event_id in account.recorded}
    for row in log.rows:
        if row.content[0] and row.event_id not in recorded:
            yield f"row {row.seq} was recorded by no tablet"


def _ended_differently(last: Account, log: ServerLog) -> Iterator[str]:
    if last.statement is not None and last.statement != log.statement:
        yield "the exported record leads to another statement than the tablet showed"


def _stuck_events(account: Account, log: ServerLog) -> Iterator[str]:
    """Yield events that never left the tablet, and why a game did not reach its end."""
    kept = (
        {row.event_id for row in log.rows} | log.aside | account.places.keys() | account.handed_over
    )
    for event_id in account.recorded:
        if event_id not in kept:
            yield f"{event_id} waits on the tablet"
    if account.problem:
        yield account.problem
    if account.finished and not log.confirmed:
        yield "the game is finished and the result is not confirmed"
