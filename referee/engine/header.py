"""The header of a record: strict checks, and the opening state that it describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.forms import whole_number
from referee.engine.refusals import FormError, RecordRefusedError, Refusal, printable
from referee.engine.rules import square_params
from referee.engine.state import MODES, State
from scoring.game.board import GO_TO_PRISON, PRISON, SQUARES
from scoring.game.deeds import buildings_without_monopoly, most_improvements
from scoring.game.editions import EDITIONS, Edition, load_edition
from scoring.game.effects import MAX_AMOUNT, ROLES
from scoring.game.position import MORTGAGED, TREASURY
from scoring.game.rulings import RULINGS, Rulings
from scoring.game.schema import MAX_NAME_LENGTH, EditionError, is_name

RECORD = "amr/1"
MIN_PLAYERS, MAX_PLAYERS = 2, 6
"""The number of players allowed (R4)."""
_REQUIRED = ("record", "edition", "mode", "players")
_UNJUDGED = ("event", "round", "table", "date")
_OPTIONAL = ("rulings", "position", "board", *_UNJUDGED)


def open_state(header: Any, edition: Edition | None = None) -> State:
    """Return the opening state of a record with `header`.

    Raise RecordRefusedError if the header is illegal. `edition` replaces the printed edition
    the header names (an organiser's corrected one).
    """
    try:
        return _starting_state(header, edition)
    except FormError as fault:
        raise RecordRefusedError((fault.refusal,)) from None


def _starting_state(header: Any, edition: Edition | None) -> State:
    if type(header) is not dict:
        raise FormError("not_an_object")
    _check_keys(header)
    chosen = _edition(header, edition)
    players = _players(header["players"])
    state = State(
        chosen,
        _rulings(header.get("rulings", {})),
        header["mode"],
        [player["id"] for player in players],
        [player["role"] for player in players],
    )
    if "position" in header:
        _place(state, header["position"])
    return state


def _illegal(code: str, rule: str, **params: Any) -> RecordRefusedError:
    """Return the refusal of a well-formed header that breaks rule `rule`."""
    return RecordRefusedError((Refusal(code, rule, params),))


def _check_keys(header: Mapping[str, Any]) -> None:
    for key in _REQUIRED:
        if key not in header:
            raise FormError("missing_key", key=key)
    _refuse_unknown_keys(header, "", *_REQUIRED, *_OPTIONAL)
    if header["record"] != RECORD:
        raise FormError("not_a_choice", key="record", choices=RECORD)
    _choice(header["mode"], "mode", MODES)
    for key in _UNJUDGED:
        _check_numbers(header.get(key), key)


def _check_numbers(value: Any, key: str) -> None:
    """Refuse numbers with a fraction or exponent, even in values that are only stored."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _check_numbers(item, key)
    elif value is not None and type(value) not in (int, str, bool):
        raise FormError("not_an_integer", key=key)


def _refuse_unknown_keys(given: Mapping[str, Any], where: str, *known: str) -> None:
    for key in given:
        if key not in known and not key.startswith("x-"):
            raise FormError("unknown_key", key=printable(f"{where}{key}"))


def _choice(value: Any, key: str, choices: tuple[str, ...]) -> str:
    if type(value) is not str or value not in choices:
        raise FormError("not_a_choice", key=key, choices=", ".join(choices))
    return value


def _table(value: Any, key: str) -> dict[str, Any]:
    if type(value) is not dict:
        raise FormError("not_a_table", key=key)
    return value


def _edition(header: Mapping[str, Any], given: Edition | None) -> Edition:
    code = _choice(header["edition"], "edition", EDITIONS)
    if given is not None and given.printed != code:
        raise FormError("other_edition", given=given.printed, header=code)
    edition = given or load_edition(code)
    if "board" not in header:
        return edition
    try:
        return edition.with_board(header["board"])
    except EditionError as error:
        raise FormError("bad_board", key=printable(error.key)) from None


def _rulings(given: Any) -> Rulings:
    chosen = {}
    for name, value in _table(given, "rulings").items():
        if name in RULINGS:
            chosen[name] = _choice(value, f"rulings.{name}", RULINGS[name])
        elif not name.startswith("x-"):
            raise FormError("unknown_key", key=printable(f"rulings.{name}"))
    return Rulings(**chosen)


def _players(given: Any) -> list[dict[str, Any]]:
    if type(given) is not list:
        raise FormError("not_a_list", key="players")
    if not MIN_PLAYERS <= len(given) <= MAX_PLAYERS:
        raise _illegal("players_count", "R4", count=len(given))
    for number, player in enumerate(given):
        _check_player(player, f"players.{number}")
    ids = [player["id"] for player in given]
    if len(set(ids)) != len(ids):
        raise FormError("same_id_twice")
    monopolists = sum(player["role"] == "monopolist" for player in given)
    if abs(len(given) - 2 * monopolists) > 1:
        competitors = len(given) - monopolists
        raise _illegal("uneven_roles", "R4", competitors=competitors, monopolists=monopolists)
    return given


def _check_player(player: Any, where: str) -> None:
    _table(player, where)
    _refuse_unknown_keys(player, f"{where}.", "id", "name", "role")
    for key in ("id", "name", "role"):
        if key not in player:
            raise FormError("missing_key", key=f"{where}.{key}")
    for key in ("id", "name"):
        if not is_name(player[key]):
            raise FormError("not_a_name", key=f"{where}.{key}", most=MAX_NAME_LENGTH)
    _choice(player["role"], f"{where}.role", ROLES)


# A given position


def _place(state: State, position: Any) -> None:
    """Set up `position` in `state`; whatever it omits is as at the start.

    Refuse a position that no game could reach, citing the rule that forbids it (R11, R12, R15).
    """
    _refuse_unknown_keys(
        _table(position, "position"), "position.", "cash", "deeds", "prison", "squares"
    )
    _place_each_player(state, position, "cash", _place_cash)
    state.cash[TREASURY] = 0
    state.cash[TREASURY] = -sum(state.cash)
    for square, deed in _table(position.get("deeds", {}), "position.deeds").items():
        _place_deed(state, square, deed)
    for player in state.seats.values():
        if streets := buildings_without_monopoly(state, player):
            _check_monopoly(state, streets[0])
    _place_confined(state, position.get("prison", []))
    _place_each_player(state, position, "squares", _place_pawn)


def _place_each_player(
    state: State,
    position: Mapping[str, Any],
    key: str,
    place: Callable[[State, int, Any, str], None],
) -> None:
    for player_id, value in _table(position.get(key, {}), f"position.{key}").items():
        where = f"position.{key}.{printable(player_id)}"
        if player_id in state.seats:
            place(state, state.seats[player_id], value, where)
        elif not player_id.startswith("x-"):
            raise FormError("unknown_player", key=f"position.{key}", value=printable(player_id))


def _place_cash(state: State, player: int, value: Any, where: str) -> None:
    state.cash[player] = whole_number(value, where, 0, MAX_AMOUNT)


def _place_pawn(state: State, player: int, value: Any, where: str) -> None:
    square = whole_number(value, where, 0, SQUARES - 1)
    if square == GO_TO_PRISON:
        raise _illegal("nobody_on_30", "R15", key=where)
    if state.confined[player] and square != PRISON:
        raise _illegal("confined_elsewhere", "R15", key=where)
    state.square[player] = square


def _place_confined(state: State, given: Any) -> None:
    if type(given) is not list:
        raise FormError("not_a_list", key="position.prison")
    for player_id in given:
        if type(player_id) is not str or player_id not in state.seats:
            raise FormError("unknown_player", key="position.prison", value=printable(player_id))
        if state.confined[state.seats[player_id]]:
            raise FormError("same_id_twice")
        state.confine(state.seats[player_id])


def _place_deed(state: State, key: str, deed: Any) -> None:
    if key.startswith("x-"):
        return
    square = _deed_square(state, key)
    where = f"position.deeds.{square}"
    _refuse_unknown_keys(_table(deed, where), f"{where}.", "owner", "improvements", "mortgaged")
    if "owner" not in deed:
        raise FormError("missing_key", key=f"{where}.owner")
    owner = deed["owner"]
    if type(owner) is not str or owner not in state.seats:
        raise FormError("unknown_player", key=f"{where}.owner", value=printable(owner))
    state.owner[square] = state.seats[owner]
    state.built[square] = _improvements(state, square, deed, where)


def _deed_square(state: State, key: str) -> int:
    square = int(key) if key.isdecimal() and len(key) <= 2 else -1
    if square not in state.board.deeds or str(square) != key:
        raise FormError("not_a_deed", key=printable(f"position.deeds.{key}"))
    return square


def _improvements(state: State, square: int, deed: Mapping[str, Any], where: str) -> int:
    """Return the improvements on the deed, or MORTGAGED (R11, R12)."""
    key = f"{where}.improvements"
    improvements = whole_number(deed.get("improvements", 0), key, 0, MAX_AMOUNT)
    if improvements and state.board.kinds[square] != "street":
        raise _illegal("not_a_street", "R11", **square_params(state, square))
    if improvements > (most := most_improvements(state, state.owner[square])):
        raise _illegal("too_many_for_role", "R11", key=key, most=most)
    mortgaged = deed.get("mortgaged", False)
    if type(mortgaged) is not bool:
        raise FormError("not_a_choice", key=f"{where}.mortgaged", choices="true, false")
    if mortgaged and improvements:
        raise _illegal("buildings_on_mortgaged", "R12", key=where)
    return MORTGAGED if mortgaged else improvements


def _check_monopoly(state: State, square: int) -> None:
    """Refuse buildings without a monopoly, in editions that forbid them (R11).

    The caller has found such a street at `square`.
    """
    if not state.edition.rules.broken_monopoly_builds:
        key = f"position.deeds.{square}"
        raise _illegal("buildings_without_monopoly", "R11", key=key)
