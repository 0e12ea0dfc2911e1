"""The moves of money, deeds and pawns that turn one position on the board into another."""

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
"""A deed that the Treasury holds."""


class Handover(NamedTuple):
    """One thing to move.

    `kind` is a key of the catalogue's `handovers`. `giver` and `taker` are players' ids, None for
    the Treasury; the taker is also whose pawn moves, and who owns the street that changes. `number`
    is an amount of cash, or the improvements that the street has then.
    """

    kind: str
    giver: str | None = None
    taker: str | None = None
    number: int = 0
    square: int = NO_SQUARE


def handovers(before: Position, after: Position, edition: Edition) -> list[Handover]:
    """Return what to move to come from one position of a game to another of the same players."""
    was, now = ({line["id"]: line for line in each["players"]} for each in (before, after))
    return [*_roles(was, now), *_cash(was, now), *_deeds(was, now, edition), *_pawns(was, now)]


def still_stands(handover: Handover, players: Mapping[str, Any]) -> bool:
    """Return whether the game has not gone on from what was to be moved.

    `players` are the lines of the present position by id. Cash, deeds and who is in the game are
    always to be moved.
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
    """Return what to move as a short sentence, such as "Ada → Ben $30"."""
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
    """Let players whose role is another one exchange their pawns; the kind is the new role."""
    for player, line in now.items():
        if line["role"] != was[player]["role"]:
            yield Handover(line["role"], None, player)


def _cash(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Handover]:
    """Let who has too much pay who has too little: equal sums first, the rest in order of play.

    The Treasury gives or takes what is left over.
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
    """Let deeds change hands, then buildings and mortgages; at the Treasury a deed has neither."""
    had, has = _owned(was), _owned(now)
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
                _built(new["improvements"], most), None, taker, new["improvements"], square
            )
        if old["mortgaged"] != new["mortgaged"]:
            kind = "mortgaged" if new["mortgaged"] else "redeemed"
            yield Handover(kind, None, taker, 0, square)


def _built(improvements: int, most: int) -> str:
    """Return the kind of what stands on a street then (R11: the last step is the big building)."""
    if not improvements:
        return "no_buildings"
    return "big_building" if improvements == most else "houses"


def _owned(players: Mapping[str, Any]) -> dict[int, tuple[str, Mapping[str, Any]]]:
    """Return each owned deed's owner and what lies on it, by square."""
    return {
        int(square): (player, deed)
        for player, line in players.items()
        for square, deed in line["deeds"].items()
    }


def _pawns(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Handover]:
    """Let pawns change their squares; one that is confined or freed may stay where it is."""
    for player, line in now.items():
        before = was[player]
        if line["out"] != before["out"]:
            yield Handover("leaves" if line["out"] else "stays", None, player)
        if not line["out"] and (kind := _pawn_kind(before, line)):
            yield Handover(kind, None, player, 0, line["square"])


def _pawn_kind(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return what happens to a pawn that is on the board now, "" for nothing."""
    if now["confined"] and not before["confined"]:
        return "confined"
    if before["out"] or now["square"] != before["square"]:
        return "pawn"
    return "freed" if before["confined"] and not now["confined"] else ""
