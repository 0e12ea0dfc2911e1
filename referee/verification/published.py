"""What was published of an event, read from its snapshot: nothing in it is trusted."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Never

from django.utils.translation import gettext as _

from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme
from scoring.competition.seat_outcomes import DISQUALIFIED, SEAT_OUTCOMES

MAX_SNAPSHOT_BYTES = 128 * 1024 * 1024
MAX_STATEMENT_BYTES = 256 * 1024
MAX_NUMBER = 10**12
MAX_DIGITS = 100
"""Of a number: no figure of a game has so many."""
MAX_LISTED = 100_000
"""Players, tables, or anything else in one snapshot."""
MAX_POINTS_LISTED = 100

_FRACTION = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8}))?")

Json = dict[str, Any]


class MalformedError(Exception):
    """A file that does not have the form it should have: its name, where in it, and what is the
    matter."""

    def __init__(self, file: str, where: str, fault: str) -> None:
        super().__init__(file, where, fault)
        self.file, self.where, self.fault = file, where, fault


@dataclass(frozen=True, slots=True)
class PublishedSeat:
    """A line of a result, in order of play; figures as they are in the snapshot, None without;
    `outcome` is blank where the seat was played."""

    player: str
    role: str
    figures: Mapping[str, Any]
    outcome: str


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table that has a result. `record` is the SHA-256 of its game record, "" where the result
    was entered by hand."""

    round: int
    table: int
    record: str
    seats: tuple[PublishedSeat, ...]


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event as it was published: `settings` are edition, mode and rulings; `players` are ids in
    order of seed; `rows` the standings by player's id, from `first_place` on, which count the
    `penalties` and the `cuts` to the finals."""

    name: str
    settings: Mapping[str, Any]
    scheme: Scheme
    players: tuple[str, ...]
    tables: tuple[PublishedTable, ...]
    first_place: int
    penalties: tuple[Penalty, ...]
    cuts: tuple[Cut, ...]
    rows: Mapping[str, Json]


FIGURES = ("place", "final", "before_retention", "retained", "circuit_income")


def read_json(file: Path, name: str, most: int) -> Any:
    """The value in a JSON file of at most so many bytes. Raises MalformedError, and OSError."""
    with file.open("rb") as source:
        content = source.read(most + 1)
    if len(content) > most:
        raise MalformedError(name, "", _("larger than %(most)s bytes") % {"most": f"{most:,}"})
    return parsed(content, name)


def parsed(content: bytes, name: str) -> Any:
    """The value of a JSON text, whole numbers only. Raises MalformedError with the line."""
    try:
        return json.loads(
            content.decode(), parse_float=_refuse, parse_int=_whole, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        line = _("line %(line)d") % {"line": error.lineno}
        fault = _("not JSON (column %(column)d)") % {"column": error.colno}
        raise MalformedError(name, line, fault) from None
    except UnicodeDecodeError:
        raise MalformedError(name, "", _("not text in UTF-8")) from None
    except RecursionError:
        raise MalformedError(name, "", _("nested too deeply")) from None
    except ValueError as error:
        raise MalformedError(name, "", str(error)) from None


def _whole(text: str) -> int:
    return int(text) if len(text) <= MAX_DIGITS else _refuse(text)


def _refuse(text: str) -> Never:
    raise ValueError(_("%(text)s is no whole number") % {"text": text[:20]})


class Reader:
    """Reads a value part by part; each fault names the file and the path in it."""

    def __init__(self, value: Any, file: str, path: str = "") -> None:
        self._value, self._file, self._path = value, file, path

    def fault(self, what: str) -> MalformedError:
        """This part is not what it should be."""
        return MalformedError(self._file, self._path, what)

    def __getitem__(self, name: str) -> "Reader":
        """A part of an object that has to be there."""
        part = self.get(name)
        if part is None:
            raise self.fault(_("without “%(name)s”") % {"name": name})
        return part

    def get(self, name: str) -> "Reader | None":
        """A part of an object, None without it."""
        found = self.object()
        path = f"{self._path}.{name}" if self._path else name
        return Reader(found[name], self._file, path) if name in found else None

    def object(self) -> Json:
        """An object."""
        if not isinstance(self._value, dict) or len(self._value) > MAX_LISTED:
            raise self.fault(_("should be an object"))
        return self._value

    def items(self) -> "list[tuple[str, Reader]]":
        """The parts of an object by their names."""
        return [(name, self[name]) for name in self.object()]

    def numbered(self) -> "list[tuple[int, Reader]]":
        """The parts of an object whose names are numbers, in their order."""
        found = []
        for name, part in self.items():
            if not (name.isascii() and name.isdecimal() and len(name) <= 9):
                raise part.fault(_("should stand under a number"))
            found.append((int(name), part))
        return sorted(found, key=lambda pair: pair[0])

    def text(self) -> str:
        """A text."""
        if not isinstance(self._value, str) or len(self._value) > 1_000:
            raise self.fault(_("should be a text"))
        return self._value

    def number(self, least: int = 0) -> int:
        """A whole number."""
        number = self._value
        if type(number) is not int or not least <= number <= MAX_NUMBER:
            raise self.fault(_("should be a whole number from %(least)d") % {"least": least})
        return number

    def choice(self, known: Collection[str]) -> str:
        """One of the texts that are known."""
        text = self.text()
        if text not in known:
            raise self.fault(_("should be one of those that are known"))
        return text

    def fraction(self) -> Fraction:
        """An exact number from 0: `6`, `7/2`."""
        found = _FRACTION.fullmatch(self.text())
        if found is None:
            raise self.fault(_("should be an exact number"))
        return Fraction(int(found[1]), int(found[2] or 1))

    def list(self, most: int = MAX_POINTS_LISTED) -> "list[Reader]":
        """A list."""
        if not isinstance(self._value, list) or len(self._value) > most:
            raise self.fault(_("should be a list of at most %(most)d") % {"most": most})
        return [
            Reader(item, self._file, f"{self._path}.{index}")
            for index, item in enumerate(self._value)
        ]


def read_event(value: Any, file: str) -> PublishedEvent:
    """The event in a snapshot as the public interface gives it. Raises MalformedError."""
    state = Reader(value, file)["snapshot"]
    event, standings = state["event"], state["standings"]
    first = standings.get("first_place")
    return PublishedEvent(
        name=event["name"].text(),
        settings={
            "edition": event["edition"].text(),
            "mode": event["mode"].text(),
            "rulings": {name: value.text() for name, value in event["rulings"].items()},
        },
        scheme=_scheme(event),
        players=_players(state),
        tables=tuple(
            _table(number, table, found)
            for number, item in state["rounds"].numbered()
            for table, found in item["tables"].numbered()
            if found.get("result") is not None
        ),
        first_place=first.number(1) if first else 1,
        penalties=_penalties(state),
        cuts=_cuts(state),
        rows={code: row.object() for code, row in standings["rows"].items()},
    )


def _scheme(event: Reader) -> Scheme:
    seed = event.get("lot_seed")
    return Scheme(
        tuple(item.number() for item in event["points_by_place"].list()),
        tuple(item.text() for item in event["tie_breaks"].list()),
        seed.text() if seed else "",
    )


def _players(state: Reader) -> tuple[str, ...]:
    seeds = {code: player["seed"].number(1) for code, player in state["players"].items()}
    return tuple(sorted(seeds, key=seeds.__getitem__))


def _penalties(state: Reader) -> tuple[Penalty, ...]:
    """Of a snapshot from before there were any: none."""
    listed = state.get("penalties")
    return tuple(_penalty(found) for _key, found in listed.items()) if listed else ()


def _penalty(found: Reader) -> Penalty:
    points, places, about = found.get("points"), found.get("places"), found.get("round")
    return Penalty(
        player=found["player"].text(),
        points=points.fraction() if points else Fraction(0),
        places=places.number() if places else 0,
        disqualified=found["kind"].text() == DISQUALIFIED,
        round=about.number(1) if about else None,
    )


def _cuts(state: Reader) -> tuple[Cut, ...]:
    """Of an event without finals: none."""
    made = state.get("cuts")
    return tuple(
        Cut(number, tuple(code.text() for _place, code in found.numbered()))
        for number, found in (made.numbered() if made else ())
    )


def _table(number: int, table: int, found: Reader) -> PublishedTable:
    record = found["result"].get("record")
    seats = tuple(_seat(seat) for _order, seat in found["seats"].numbered())
    return PublishedTable(number, table, record.text() if record else "", seats)


def _seat(seat: Reader) -> PublishedSeat:
    role = seat.get("role")
    numbers = {name: seat.get(name) for name in FIGURES}
    points, outcome = seat.get("points"), seat.get("outcome")
    return PublishedSeat(
        player=seat["player"].text(),
        role=role.text() if role else "",
        figures={
            **{name: part.number() if part else None for name, part in numbers.items()},
            "points": points.text() if points else None,
        },
        outcome=outcome.choice(SEAT_OUTCOMES) if outcome else "",
    )
