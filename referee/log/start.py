"""The start of a game: its record's header against the table's draw (R4-R6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.engine import Game, RecordRefused
from referee.log.refusals import AnyRefusal, LogRefusal
from tournament.names import LONGEST

ROLES = frozenset({"competitor", "monopolist"})
FREE_KEYS = frozenset({"event", "round", "table", "date", "players", "position"})


@dataclass(frozen=True, slots=True)
class Setup:
    """What the tournament says of the table. `header` is a record's header; with thrown roles its
    players are in seat order and have the role None. `rules` are the edition and the organiser's
    own edition file, or ""."""

    header: dict[str, Any]
    thrown: bool
    rules: tuple[str, str]


def judge_start(event: dict[str, Any], setup: Setup) -> tuple[AnyRefusal, ...]:
    """The reasons why the game cannot be started like this; none when it can."""
    header = event.get("header")
    if not isinstance(header, dict) or not isinstance(header.get("players"), list):
        return (LogRefusal("field", {"field": "header"}),)
    refusal = (
        _fields(event, setup) or _rules(header, setup.header) or _players(header["players"], setup)
    )
    return (refusal,) if refusal else _opens(header)


def _fields(event: Mapping[str, Any], setup: Setup) -> LogRefusal | None:
    known = {"type", "header", "throws", "choices"} if setup.thrown else {"type", "header"}
    for name in sorted(event.keys() - known):
        return LogRefusal("field", {"field": name})
    for throw in event.get("throws", []):
        if not _is_throw(throw):
            return LogRefusal("field", {"field": "throws"})
    for choice in event.get("choices", []):
        if not isinstance(choice, dict) or choice.keys() != {"player", "role"}:
            return LogRefusal("field", {"field": "choices"})
    return None


def _is_throw(throw: Any) -> bool:
    return (
        isinstance(throw, dict)
        and throw.keys() == {"player", "dice"}
        and isinstance(throw["dice"], list)
        and len(throw["dice"]) == 2
        and all(type(die) is int and 1 <= die <= 6 for die in throw["dice"])
    )


def _rules(header: Mapping[str, Any], expected: Mapping[str, Any]) -> LogRefusal | None:
    for name in sorted(header.keys() | expected.keys()):
        if name in FREE_KEYS or name.startswith("x-"):
            continue
        if header.get(name) != expected.get(name):
            return LogRefusal("rules_differ", {"field": name})
    return None


def _players(players: list[Any], setup: Setup) -> LogRefusal | None:
    """The same players; drawn: in the draw's order and roles; thrown: any start, clockwise."""
    drawn = setup.header["players"]
    for player in players:
        if not isinstance(player, dict) or not isinstance(player.get("name", ""), str):
            return LogRefusal("field", {"field": "players"})
        if len(player.get("name", "")) > LONGEST:
            return LogRefusal("too_long", {"field": "name", "most": LONGEST})
    ids = [player.get("id") for player in players]
    seats = [player["id"] for player in drawn]
    if setup.thrown:
        turned = [seats[turn:] + seats[:turn] for turn in range(len(seats))]
        return None if ids in turned else LogRefusal("seats_differ")
    roles = [player.get("role") for player in players]
    same = ids == seats and roles == [player["role"] for player in drawn]
    return None if same else LogRefusal("seats_differ")


def _opens(header: dict[str, Any]) -> tuple[AnyRefusal, ...]:
    try:
        Game.open(header)
    except RecordRefused as error:
        return error.refusals
    return ()
