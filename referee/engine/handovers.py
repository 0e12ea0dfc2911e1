"""Moves that turn one position on the board into another.

They are moves of money, deeds and pawns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.engine.messages import Names, catalogue, place_name
from referee.engine.rule_texts import big_building
from scoring.game.editions import Edition
from scoring.game.elision import fill_holes
from scoring.game.money import money

Position = Mapping[str, Any]
"""A position as `position_of` returns it."""
NO_SQUARE = -1
_UNOWNED: Mapping[str, Any] = {"improvements": 0, "mortgaged": False}
"""The entry of a deed that the Treasury holds."""


class Handover(NamedTuple):
    """One thing to move on the table: a pawn, a sum of cash, a deed or its buildings.

    `kind` is a key of the catalogue's `handovers`. `giver` and `taker` are player ids, None for the
    Treasury. `taker` is also the owner of a pawn that moves or a street that changes. `number` is
    an amount of cash, or the improvements that the street then has.
    """

    kind: str
    giver: str | None = None
    taker: str | None = None
    number: int = 0
    square: int = NO_SQUARE


def handovers(before: Position, after: Position, edition: Edition) -> list[Handover]:
    """Return the moves from position `before` to `after`.

    Both positions are of the same players.
    """
    was, now = ({line["id"]: line for line in each["players"]} for each in (before, after))
    return [*_roles(was, now), *_cash(was, now), *_deeds(was, now, edition), *_pawns(was, now)]


def still_stands(handover: Handover, players: Mapping[str, Any]) -> bool:
    """Return whether the present position still agrees with `handover`.

    Later play may have moved the pawn or changed the street. `players` are the position's players
    by id. Cash, deeds, and players who leave or return always agree.
    """
    kind, _, taker, number, square = handover
    line = players.get(taker or "", {})
    deed = line.get("deeds", {}).get(str(square), {})
    if kind in ("houses", "big_building", "no_buildings"):
        return bool(deed.get("improvements") == number)
    if kind in ("mortgaged", "redeemed"):
        return bool(deed.get("mortgaged") is (kind == "mortgaged"))
    if kind in ("competitor", "monopolist"):
        return bool(line.get("role") == kind)
    if kind in ("pawn", "confined", "freed"):
        return bool(line.get("square") == square and line.get("confined") is (kind == "confined"))
    return True


def render_handover(handover: Handover, names: Names, language: str, edition: Edition) -> str:
    """Return `handover` as a short sentence, such as "Ada → Ben $30"."""
    sentences = catalogue(language)["handovers"]
    kind, giver, taker, number, square = handover
    place = place_name(edition.board.squares[square].name, language) if square >= 0 else ""
    values = {
        "giver": sentences["treasury"] if giver is None else names.get(giver, giver),
        "taker": sentences["treasury"] if taker is None else names.get(taker, taker),
        "amount": money(number, edition.currency, language),
        "number": number,
        "place": place,
        "big": big_building(edition, language),
    }
    return fill_holes(sentences[kind], values)


def _roles(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Handover]:
    """Yield an exchange of pawns for each player with a changed role.

    Its kind is the new role.
    """
    for player, line in now.items():
        if line["role"] != was[player]["role"]:
            yield Handover(line["role"], None, player)


def _cash(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Handover]:
    """Yield payments from players with too much cash to players with too little.

    Equal sums are matched first, the rest in order of play. The Treasury settles what is left.
    """
    less = {player: line["cash"] - now[player]["cash"] for player, line in was.items()}
    payers = {player: amount for player, amount in less.items() if amount > 0}
    takers = {player: -amount for player, amount in less.items() if amount < 0}
    for payer, amount in [*payers.items()]:
        equal = next((taker for taker, missing in takers.items() if missing == amount), None)
        if equal is not None:
            yield Handover("cash", payer, equal, amount)
            del payers[payer], takers[equal]
    for payer, amount in payers.items():
        left = amount
        for taker, missing in takers.items():
            if paid := min(left, missing):
                yield Handover("cash", payer, taker, paid)
                left -= paid
                takers[taker] -= paid
        if left:
            yield Handover("cash", payer, None, left)
    for taker, missing in takers.items():
        if missing:
            yield Handover("cash", None, taker, missing)


def _deeds(was: Mapping[str, Any], now: Mapping[str, Any], edition: Edition) -> Iterator[Handover]:
    """Yield each deed that changes hands, then its new buildings or mortgage.

    A deed that returns to the Treasury has neither.
    """
    had, has = _owned_deeds(was), _owned_deeds(now)
    for square in sorted(had.keys() | has.keys()):
        giver, old = had.get(square, (None, _UNOWNED))
        taker, new = has.get(square, (None, _UNOWNED))
        if giver != taker:
            kind = "deed_back" if taker is None else "deed"
            yield Handover(kind, giver, taker, 0, square)
        if taker is None:
            continue
        if old["improvements"] != new["improvements"]:
            most = edition.improvements[now[taker]["role"]]
            yield Handover(
                _improvement_kind(new["improvements"], most),
                None,
                taker,
                new["improvements"],
                square,
            )
        if old["mortgaged"] != new["mortgaged"]:
            kind = "mortgaged" if new["mortgaged"] else "redeemed"
            yield Handover(kind, None, taker, 0, square)


def _improvement_kind(improvements: int, most: int) -> str:
    """Return the kind of handover for a street's improvements.

    `most` improvements are the big building (R11).
    """
    if not improvements:
        return "no_buildings"
    return "big_building" if improvements == most else "houses"


def _owned_deeds(players: Mapping[str, Any]) -> dict[int, tuple[str, Mapping[str, Any]]]:
    """Return each owned deed's owner and state, by square.

    The state holds improvements and mortgage.
    """
    return {
        int(square): (player, deed)
        for player, line in players.items()
        for square, deed in line["deeds"].items()
    }


def _pawns(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Handover]:
    """Yield players who leave or return, and pawns that change.

    Such pawns move, are confined or are freed.
    """
    for player, line in now.items():
        before = was[player]
        if line["out"] != before["out"]:
            yield Handover("leaves" if line["out"] else "stays", None, player)
        if not line["out"] and (kind := _pawn_kind(before, line)):
            yield Handover(kind, None, player, 0, line["square"])


def _pawn_kind(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return the kind of handover for a pawn on the board; "" if nothing changed."""
    if now["confined"] and not before["confined"]:
        return "confined"
    if before["out"] or now["square"] != before["square"]:
        return "pawn"
    return "freed" if before["confined"] and not now["confined"] else ""
