"""The score sheet of a table: the final position, then the end procedure.

The end procedure is printed step by step. It lists players and deeds in the order of the
entry form (`position_form.py`).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from referee.board.deeds import deed_groups
from referee.chief.score_sheet_steps import NOTES, EndRules, end_steps
from referee.language import square_name
from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import Edition
from scoring.game.rents import competitor_fare

MOST_PLAYERS = 6
WORDS = {
    "title": gettext_lazy("Score sheet"),
    "end": gettext_lazy("The end of the game"),
    "place": gettext_lazy("Round, table"),
    "player": gettext_lazy("Player"),
    "role": gettext_lazy("Role"),
    "competitor": gettext_lazy("Competitor"),
    "monopolist": gettext_lazy("Monopolist"),
    "count": gettext_lazy("Cash: count the notes"),
    "cash": gettext_lazy("Cash"),
    "left": gettext_lazy("In the game?"),
    "confined": gettext_lazy("In prison or price war"),
    "deed": gettext_lazy("Deed"),
    "house": gettext_lazy("house %(amount)s, sold %(half)s"),
    "mortgage": gettext_lazy("Mortgage pays"),
    "redeem": gettext_lazy("Redeem for"),
    "owner": gettext_lazy("Owner"),
    "built": gettext_lazy("Buildings"),
    "mortgaged": pgettext_lazy("deed", "Mortgaged"),
    "after": gettext_lazy("After step A"),
    "single": gettext_lazy("Single rent, by buildings"),
    "double": gettext_lazy("Double rent, by buildings"),
    "companies": gettext_lazy("Monopolist: companies"),
    "throw": gettext_lazy("Throw"),
    "earns": gettext_lazy("Earns"),
    "note": gettext_lazy("Of a note of"),
    "checked": gettext_lazy("Worked out by"),
    "again": gettext_lazy("and again by"),
}


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player's line; `name` and `role` are blank if they are written by hand."""

    seat: int
    name: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class SheetHead:
    """The head of a sheet.

    `place` is the round and table, blank to be written by hand.
    """

    event: str
    edition: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class SheetDeed:
    """A deed with its printed amounts.

    `single` and `double` are rents by buildings. For a company, `single` is what a competitor
    gets, `double` what a monopolist gets by companies owned; a utility's are factors of the throw.
    """

    name: str
    kind: str
    mortgage: int
    redeem: int
    single: list[int]
    double: list[int]


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """The deeds of a city with its building prices, or of one kind of company."""

    name: str
    house: int
    sale: int
    deeds: list[SheetDeed]


def score_sheet(head: SheetHead, players: Sequence[SheetPlayer], rules: EndRules) -> dict[str, Any]:
    """Return the data of one table's sheet in the active language.

    A table without `players` gets six blank lines.
    """
    lines = list(players) or [SheetPlayer(seat) for seat in range(1, MOST_PLAYERS + 1)]
    edition = rules.edition
    return {
        "head": asdict(head),
        "players": [asdict(line) | {"role_name": _role_name(line.role)} for line in lines],
        "notes": list(NOTES),
        "groups": [asdict(group) for group in _groups(edition)],
        "improvements": dict(edition.improvements),
        "adjusts": rules.adjusts,
        "earns": rules.earns,
        "steps": [asdict(step) for step in end_steps(rules)],
        "words": {code: str(word) for code, word in WORDS.items()},
        "key": _key(edition),
    }


def _role_name(role: str) -> str:
    return {"competitor": _("Competitor"), "monopolist": _("Monopolist")}.get(role, "")


def _groups(edition: Edition) -> list[SheetGroup]:
    board = edition.board
    return [
        SheetGroup(
            group.name,
            board.house_prices[group.squares[0]],
            sale_price(board, group.squares[0]),
            [_deed(edition, square) for square in group.squares],
        )
        for group in deed_groups(board)
    ]


def _deed(edition: Edition, square: int) -> SheetDeed:
    board = edition.board
    single, double = _rents(edition, square)
    return SheetDeed(
        name=square_name(board.squares[square].name),
        kind=board.kinds[square],
        mortgage=mortgage_value(board, square),
        redeem=redeem_price(board, square),
        single=single,
        double=double,
    )


def _rents(edition: Edition, square: int) -> tuple[list[int], list[int]]:
    match edition.board.kinds[square]:
        case "transport":
            return [competitor_fare(edition, square)], list(edition.transport_monopolist)
        case "utility":
            return [edition.utility_competitor], list(edition.utility_monopolist)
    rents = edition.board.rents[square]
    return (
        [rent.amount for rent in rents.single[: edition.improvements["competitor"] + 1]],
        [rent.amount for rent in rents.double[: edition.improvements["monopolist"] + 1]],
    )


def _key(edition: Edition) -> list[str]:
    most = {role: edition.improvements[role] for role in ("competitor", "monopolist")}
    hotel = _(
        "A hotel counts as one building more than the houses it replaced: %(competitor)d for "
        "competitors, %(monopolist)d for monopolists."
    )
    apartments = _(
        "An apartment building counts as one building more than the houses it replaced: "
        "%(competitor)d for competitors, %(monopolist)d for monopolists."
    )
    big = hotel if edition.box["big_building"] == "hotel" else apartments
    return [
        _(
            "In the game? Write 1 for the player who left first, 2 for the next, 0 for one who"
            " did not come; a dash for one who stayed to the end."
        ),
        _("Owner: write the player’s number; a deed that nobody owns stays blank."),
        big % most,
        _("Single rent: competitors always; monopolists with one unmortgaged street of the city."),
        _("Double rent: monopolists with two or more unmortgaged streets of the city."),
    ]
