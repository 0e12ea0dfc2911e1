"""The JSON form of a problem, read strictly.

A wrong field is named, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournament.seating.certificate import Certificate, Draw
from tournament.seating.model import Role, Round, Seat, Sentence, Table
from tournament.seating.problem import Lock, Problem, ProblemError

REQUIRED = ("players", "rounds", "sizes")
# Scores and seconds beyond this are slips, and their squares leave exact arithmetic.
MAX_MAGNITUDE = 10**9


def problem_from_json(data: Any) -> Problem:
    """Read a problem from decoded JSON.

    Raise ProblemError naming the field that is wrong.
    """
    fields = _object(data, "problem")
    for name in fields:
        if name not in READERS:
            raise _wrong(name, "is not a field of a problem")
    for name in REQUIRED:
        if name not in fields:
            raise _wrong(name, "is missing")
    values = {name: READERS[name](value, name) for name, value in fields.items()}
    if "roles" in values:
        values["roles_drawn"] = values.pop("roles") == "drawn"
    return Problem(**values)


def rounds_from_json(data: Any, path: str = "rounds") -> tuple[Round, ...]:
    """Read rounds from decoded JSON, as in `history` and in an answer."""
    return tuple(
        tuple(_table(table, f"{path}[{r}][{t}]") for t, table in enumerate(_list(tables, path)))
        for r, tables in enumerate(_list(data, path))
    )


def _table(data: Any, path: str) -> Table:
    fields = _object(data, path)
    seats = _list(fields.get("seats"), f"{path}.seats")
    number = _whole_number(fields.get("table"), f"{path}.table")
    return Table(number, tuple(_seat(seat, f"{path}.seats[{i}]") for i, seat in enumerate(seats)))


def _seat(data: Any, path: str) -> Seat:
    fields = _object(data, path)
    return Seat(_name(fields.get("player"), f"{path}.player"), _role(fields.get("role"), path))


def _role(value: Any, path: str) -> Role | None:
    if value is None:
        return None
    if value not in tuple(Role):
        raise _wrong(f"{path}.role", "must be “competitor” or “monopolist”")
    return Role(value)


def _lock(data: Any, path: str) -> Lock:
    fields = _object(data, path)
    seat = fields.get("seat")
    return Lock(
        round=_whole_number(fields.get("round"), f"{path}.round"),
        player=_name(fields.get("player"), f"{path}.player"),
        table=_whole_number(fields.get("table"), f"{path}.table"),
        role=_role(fields.get("role"), path),
        seat=None if seat is None else _whole_number(seat, f"{path}.seat"),
    )


def _wrong(path: str, what: str) -> ProblemError:
    return ProblemError([Sentence("%(field)s " + what + ".", {"field": f"“{path}”"})])


def _object(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(path, "must be an object")
    return value


def _list(value: Any, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(path, "must be a list")
    return value


def _name(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong(path, "must be a string")
    return value


def _names(value: Any, path: str) -> tuple[str, ...]:
    return tuple(_name(item, f"{path}[{i}]") for i, item in enumerate(_list(value, path)))


def _integer(value: Any, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(path, "must be a whole number")
    return value


def _whole_number(value: Any, path: str) -> int:
    if _integer(value, path) < 1:
        raise _wrong(path, "must be a whole number from 1")
    return int(value)


def _number(value: Any, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(path, "must be a number")
    if not -MAX_MAGNITUDE <= value <= MAX_MAGNITUDE:
        raise _wrong(path, f"must be a number from -{MAX_MAGNITUDE} to {MAX_MAGNITUDE}")
    number: float = value
    return number


def _seconds(value: Any, path: str) -> float | None:
    if value is not None and _number(value, path) < 0:
        raise _wrong(path, "must be a number of seconds")
    return None if value is None else float(value)


def _sizes(value: Any, path: str) -> tuple[int, ...]:
    return tuple(_integer(item, f"{path}[{i}]") for i, item in enumerate(_list(value, path)))


def _read_by_name(read: Callable[[Any, str], Any]) -> Callable[[Any, str], dict[str, Any]]:
    def reader(value: Any, path: str) -> dict[str, Any]:
        return {name: read(v, f"{path}.{name}") for name, v in _object(value, path).items()}

    return reader


def _absent(value: Any, path: str) -> dict[int, frozenset[str]]:
    absent = {}
    for number, names in _object(value, path).items():
        if not number.isdecimal():
            raise _wrong(f"{path}.{number}", "must be the number of a round")
        absent[int(number)] = frozenset(_names(names, f"{path}.{number}"))
    return absent


def _pairs(value: Any, path: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for i, pair in enumerate(_list(value, path)):
        names = _names(pair, f"{path}[{i}]")
        if len(names) != 2:
            raise _wrong(f"{path}[{i}]", "must name two players")
        pairs.append((names[0], names[1]))
    return tuple(pairs)


def _locks(value: Any, path: str) -> tuple[Lock, ...]:
    return tuple(_lock(item, f"{path}[{i}]") for i, item in enumerate(_list(value, path)))


def _scores(value: Any, path: str) -> dict[str, float] | None:
    return None if value is None else _read_by_name(_number)(value, path)


def _roles(value: Any, path: str) -> str:
    if value not in ("drawn", "thrown"):
        raise _wrong(path, "must be “drawn” or “thrown”")
    return str(value)


def _planned_rounds(value: Any, path: str) -> int | None:
    return None if value is None else _whole_number(value, path)


READERS: Mapping[str, Callable[[Any, str], Any]] = {
    "players": _names,
    "rounds": _integer,
    "sizes": _sizes,
    "seed": _integer,
    "time_limit": _seconds,
    "history": rounds_from_json,
    "absent": _absent,
    "apart": _pairs,
    "clubs": _read_by_name(_name),
    "locks": _locks,
    "pins": _read_by_name(_whole_number),
    "scores": _scores,
    "order": _names,
    "roles": _roles,
    "planned_rounds": _planned_rounds,
}


def draw_from_json(data: Any) -> Draw:
    """Read a draw from decoded JSON, as printed by the command line.

    Raise ProblemError if it is wrong.
    """
    fields = _object(data, "draw")
    certificate = _object(fields.get("certificate"), "certificate")
    missing = [name for name in Certificate.__slots__ if name not in certificate]
    if missing:
        raise _wrong(f"certificate.{missing[0]}", "is missing")
    return Draw(rounds_from_json(fields.get("rounds")), Certificate.from_json(certificate))
