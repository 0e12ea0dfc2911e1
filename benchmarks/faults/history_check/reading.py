"""What the clients and the server of a fault run left behind, read from its folder.

Each `*.jsonl` has lines of one writer in the order written. `t` is seconds on a clock that all of
them share. A client: `record` (an event was shown as recorded), `ask` (a request, its number `n`,
and whether its client `resends` it unasked) and its `answer` or `lost`. A reader: `shown` (a public
state). The run: `strike`, and `may` (what the public may see). The server at the end: `game`,
`row`, `aside`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

Line = dict[str, Any]
TAKEN = frozenset({"accepted", "duplicate"})


class Violation(NamedTuple):
    """A fact that no log explains: its code, the line that it comes from, and a sentence."""

    code: str
    where: str
    text: str


class Ack(NamedTuple):
    """One event that an answer called logged: by which exchange, and at which place."""

    event_id: str
    verdict: str
    seq: int
    hash: str
    exchange: "Exchange"


class ReadRow(NamedTuple):
    """A row of the log as an answer had it."""

    seq: int
    hash: str
    previous: str
    event_id: str
    device: str | None
    what: str


@dataclass(slots=True)
class Exchange:
    """A request, and the answer if one came."""

    ask: Line
    answer: Line | None = None

    @property
    def game(self) -> str:
        """The game that was asked about."""
        return str(self.ask["game"])

    @property
    def where(self) -> str:
        """The line of the answer, or of the request."""
        return str((self.answer or self.ask)["where"])

    @property
    def sent(self) -> dict[str, str]:
        """The events that were sent, by id what they said."""
        return dict(self.ask.get("events", ()))

    @property
    def results(self) -> list[list[Any]]:
        """Id, verdict, number, hash and whether it was set aside, of each event."""
        return list((self.answer or {}).get("results", ()))

    @property
    def rows(self) -> list[ReadRow]:
        """The rows of the log in the answer."""
        return [ReadRow(*row) for row in (self.answer or {}).get("rows", ())]

    def acks(self) -> Iterator[Ack]:
        """Yield the events that the answer calls logged."""
        for event_id, verdict, seq, row_hash, _aside in self.results:
            if verdict in TAKEN and seq is not None and row_hash is not None:
                yield Ack(event_id, verdict, seq, row_hash, self)


@dataclass(slots=True)
class Histories:
    """All lines of a folder, by what they are; `faults` are of lines that make no sense."""

    records: dict[str, Line] = field(default_factory=dict)
    exchanges: list[Exchange] = field(default_factory=list)
    strikes: list[Line] = field(default_factory=list)
    shown: list[Line] = field(default_factory=list)
    may: list[Line] = field(default_factory=list)
    games: dict[str, Line] = field(default_factory=dict)
    rows: list[Line] = field(default_factory=list)
    asides: list[Line] = field(default_factory=list)
    faults: list[Violation] = field(default_factory=list)
    _asked: dict[tuple[str, int], Exchange] = field(default_factory=dict)

    def acks(self) -> Iterator[Ack]:
        """Yield every acknowledgement."""
        for exchange in self.exchanges:
            yield from exchange.acks()

    def is_settled(self, moment: float) -> bool:
        """Return whether no backup was put back after that: what was said then has to hold."""
        return all(
            moment >= strike["until"] for strike in self.strikes if strike["kind"] == "restore"
        )

    def settled(self) -> Iterator[Exchange]:
        """Yield what was asked and answered since the last backup was put back."""
        for exchange in self.exchanges:
            if exchange.answer is not None and self.is_settled(exchange.ask["t"]):
                yield exchange

    def logs(self) -> dict[str, list[Line]]:
        """Return the rows of each game, in the order of the export."""
        found: dict[str, list[Line]] = {game: [] for game in self.games}
        for row in self.rows:
            found.setdefault(row["game"], []).append(row)
        return found

    def places(self) -> dict[str, Line]:
        """Return the row of each logged event."""
        return {row["event_id"]: row for row in self.rows}

    def kept(self) -> set[str]:
        """Return the events that the chief was given."""
        return {event_id for entry in self.asides for event_id in entry["events"]}

    def take(self, line: Line) -> None:
        """Add one line."""
        plain = {
            "row": self.rows,
            "aside": self.asides,
            "strike": self.strikes,
            "shown": self.shown,
            "may": self.may,
        }
        match line["do"]:
            case "record":
                self._take_record(line)
            case "game":
                self.games[line["game"]] = line
            case "ask":
                exchange = Exchange(line)
                self.exchanges.append(exchange)
                self._asked[line["who"], line["n"]] = exchange
            case "answer" | "lost":
                self._take_answer(line)
            case kind:
                plain[kind].append(line)

    def _take_record(self, line: Line) -> None:
        if line["event_id"] in self.records:
            self._blame("recorded-twice", line, f"{line['event_id']} was recorded before")
        self.records[line["event_id"]] = line

    def _take_answer(self, line: Line) -> None:
        exchange = self._asked.pop((line["who"], line["n"]), None)
        if exchange is None:
            self._blame("answer-to-nothing", line, f"{line['who']} did not ask {line['n']}")
        elif line["do"] == "answer":
            exchange.answer = line

    def _blame(self, code: str, line: Line, text: str) -> None:
        self.faults.append(Violation(code, line["where"], text))


def read(folder: Path) -> Histories:
    """Return all histories in a folder."""
    found = Histories()
    for path in sorted(folder.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for number, text in enumerate(lines, start=1):
                found.take({**json.loads(text), "where": f"{path.name}:{number}"})
    return found
