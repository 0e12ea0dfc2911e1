"""The board of a running game on its table's page.

It is made from the event's public state alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from referee.board.deeds import Holding, holding_text
from referee.board.drawing import Board, Pawn, Square, draw
from referee.board.if_called import IfCalled, if_called
from referee.board.running_chart import WorthChart, worth_chart
from referee.language import square_name
from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.public.selectors.running import RunningTable, running_table
from tournament.public.selectors.versions import newest_state
from tournament.standings.selectors.pages import TablePage

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunningDeed:
    """A deed of the board, and how it is held.

    `holding` is None if nobody owns it. `state` is its buildings or mortgage in words, `kind` that
    of its square. It collects a `rent`, or if it is a utility, that many `times_dice`.
    """

    square: int
    kind: str
    name: str
    city: str
    city_number: int | None
    holding: Holding | None
    owner: str
    state: str
    rent: int | None
    times_dice: int | None


@dataclass(frozen=True, slots=True)
class RunningBoard:
    """The board of a running table.

    `called` is what it comes to if time were called now, `worth` how that went; both are None where
    the event shows no estimates. `chances` says whether it shows these. `deeds` are all of the
    board, `owned` says whether anybody has one. `most_buildings` is by role the number of buildings
    that the big one stands for, which is an edition's `big_building`.
    """

    table: RunningTable
    drawing: Any
    deeds: tuple[RunningDeed, ...]
    owned: bool
    most_buildings: Mapping[str, int]
    big_building: str
    called: IfCalled | None
    worth: WorthChart | None
    chances: bool


def running_board(page: TablePage) -> RunningBoard | None:
    """Return the board of a table without a result (2 queries).

    None if the public sees none.
    """
    state = newest_state(page.event.pk)
    table = running_table(state, page.table.round, page.table.number)
    if table is None:
        return None
    board = state["boards"][str(table.round)][str(table.number)]
    edition = edition_of(page.event)
    names = {player.code: player.name for player in table.players}
    return RunningBoard(
        table=table,
        drawing=_drawing(page, board, edition),
        deeds=_deeds(board, edition, names),
        owned=bool(board["deeds"]),
        most_buildings=edition.improvements,
        big_building=edition.box["big_building"],
        called=if_called(board, edition, names),
        worth=worth_chart(table, board),
        chances="chances" in board,
    )


def _drawing(page: TablePage, board: Json, edition: Edition) -> Any:
    title = gettext("Board of table %(table)d in round %(round)d as it lies now") % {
        "table": page.table.number,
        "round": page.table.round,
    }
    description = gettext("The list of deeds below says the same.")
    return draw(_board(board, edition), title, description, live=True)


def _board(board: Json, edition: Edition) -> Board:
    cities = _cities(edition)
    squares = [
        Square(
            square.number,
            square.kind,
            square_name(square.name),
            cities.get(square.city or ""),
            square.price or None,
        )
        for square in edition.board.squares
    ]
    pawns = [
        Pawn(told["seat"], told["role"], told["square"], told["confined"])
        for _code, told in sorted(board["players"].items(), key=lambda item: item[1]["seat"])
        if not told["out"]
    ]
    return Board(squares, _holdings(board, edition), pawns)


def _cities(edition: Edition) -> dict[str, int]:
    names = dict.fromkeys(square.city for square in edition.board.squares if square.city)
    return {name: number for number, name in enumerate(names, start=1)}


def _holdings(board: Json, edition: Edition) -> dict[int, Holding]:
    holdings = {}
    for number, deed in board["deeds"].items():
        owner = board["players"][deed["owner"]]
        big = deed["buildings"] == edition.improvements[owner["role"]]
        holdings[int(number)] = Holding(
            owner["seat"], owner["role"], deed["buildings"], big, deed["mortgaged"]
        )
    return holdings


def _deeds(board: Json, edition: Edition, names: dict[str, str]) -> tuple[RunningDeed, ...]:
    cities = _cities(edition)
    holdings = _holdings(board, edition)
    owners = {int(number): names[deed["owner"]] for number, deed in board["deeds"].items()}
    return tuple(
        RunningDeed(
            square=number,
            kind=square.kind,
            name=square_name(square.name),
            city=square.city or "",
            city_number=cities.get(square.city or ""),
            holding=holding,
            owner=owners.get(number, ""),
            state=holding_text(holding, edition, square.kind) if holding else "",
            rent=deed.get("rent"),
            times_dice=deed.get("times_dice"),
        )
        for number in edition.board.deeds
        for square, holding in [(edition.board.squares[number], holdings.get(number))]
        for deed in [board["deeds"].get(str(number), {})]
    )
