"""Checks of a game's start: its record's header against the table's draw (R4-R6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.engine import Game, RecordRefusedError, Refusal
from referee.journal.canonical import canonical
from referee.journal.event_forms import QUICK
from referee.journal.role_division import ROLES

FREE_KEYS = frozenset({"players", "position", QUICK})
"""Header keys that are not compared with the tournament's header: a start brings its own."""
PLAYER_KEYS = frozenset({"id", "name", "role"})
MAX_LISTED = 100
"""The most throws, and the most choices of roles, in one start."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """The tournament's facts about the table.

    `header` is the expected header of the record. If roles are `thrown` for, its players are in
    seat order and have the role None. `rules` are the edition and the organiser's own edition file
    (or ""); a tablet knows only their digest.
    """

    header: dict[str, Any]
    thrown: bool
    rules: tuple[str, str] = ("", "")


def judge_start(event: dict[str, Any], setup: TableSetup) -> tuple[Refusal, ...]:
    """Return the refusals of a start; none if the game can start.

    The header becomes part of the public record, so it must match the tournament's facts exactly.
    """
    header = event.get("header")
    if not isinstance(header, dict) or not isinstance(header.get("players"), list):
        return (Refusal("field", None, {"field": "header"}),)
    refusal = (
        _fields(event, setup) or _rules(header, setup.header) or _players(header["players"], setup)
    )
    return (refusal,) if refusal else _opens(header)


def as_drawn(event: dict[str, Any], setup: TableSetup) -> dict[str, Any]:
    """Return the start, updated with the tournament's present facts about the table.

    Order of play, roles and entered position stay. This repairs a start that was set aside because
    a name was corrected meanwhile.
    """
    header = event.get("header")
    if not isinstance(header, dict) or not isinstance(header.get("players"), list):
        return event
    names = {player["id"]: player["name"] for player in setup.header["players"]}
    players = [
        {**player, "name": names[player["id"]]}
        if isinstance(player, dict) and player.get("id") in list(names)
        else player
        for player in header["players"]
    ]
    own = {key: header[key] for key in FREE_KEYS & header.keys()}
    return {**event, "header": {**setup.header, **own, "players": players}}


def _fields(event: Mapping[str, Any], setup: TableSetup) -> Refusal | None:
    known = {"type", "header", "throws", "choices"} if setup.thrown else {"type", "header"}
    for name in sorted(event.keys() - known):
        return Refusal("field", None, {"field": name})
    seats = {player["id"] for player in setup.header["players"]}
    for name, is_right in (("throws", _is_throw), ("choices", _is_choice)):
        items = event.get(name, [])
        if not isinstance(items, list) or len(items) > MAX_LISTED:
            return Refusal("field", None, {"field": name})
        if not all(_is_of(seats, item) and is_right(item) for item in items):
            return Refusal("field", None, {"field": name})
    return None


def _is_of(seats: set[str], item: Any) -> bool:
    """Return whether the item concerns one of the players in `seats`."""
    player = item.get("player") if isinstance(item, dict) else None
    return isinstance(player, str) and player in seats


def _is_throw(throw: Mapping[str, Any]) -> bool:
    return (
        throw.keys() == {"player", "dice"}
        and isinstance(throw["dice"], list)
        and len(throw["dice"]) == 2
        and all(type(die) is int and 1 <= die <= 6 for die in throw["dice"])
    )


def _is_choice(choice: Mapping[str, Any]) -> bool:
    return choice.keys() == {"player", "role"} and choice["role"] in ROLES


def _rules(header: Mapping[str, Any], expected: Mapping[str, Any]) -> Refusal | None:
    for name in sorted((header.keys() | expected.keys()) - FREE_KEYS):
        if name not in header or name not in expected:
            return Refusal("rules_differ", None, {"field": name})
        # They are compared as texts, because to Python `true` is 1.
        if canonical(header[name]) != canonical(expected[name]):
            return Refusal("rules_differ", None, {"field": name})
    return None


def _players(players: list[Any], setup: TableSetup) -> Refusal | None:
    """Refuse players that differ from the table's.

    Drawn players must keep the draw's order and roles. If roles are thrown for, any player may
    start, and the order goes clockwise.
    """
    drawn = setup.header["players"]
    for player in players:
        if not isinstance(player, dict) or player.keys() != PLAYER_KEYS:
            return Refusal("field", None, {"field": "players"})
    ids = [player["id"] for player in players]
    seats = [player["id"] for player in drawn]
    if setup.thrown:
        turned = [seats[turn:] + seats[:turn] for turn in range(len(seats))]
        same = ids in turned
    else:
        roles = [player["role"] for player in players]
        same = ids == seats and roles == [player["role"] for player in drawn]
    return _names(players, drawn) if same else Refusal("seats_differ")


def _names(players: list[Any], drawn: list[Any]) -> Refusal | None:
    names = {player["id"]: player["name"] for player in drawn}
    for player in players:
        if player["name"] != names[player["id"]]:
            return Refusal("names_differ", None, {"player": player["id"]})
    return None


def _opens(header: dict[str, Any]) -> tuple[Refusal, ...]:
    try:
        Game.open(header)
    except RecordRefusedError as error:
        return error.refusals
    return ()
