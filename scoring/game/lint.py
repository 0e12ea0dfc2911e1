"""Checks of the edition files against the figures on boards and title cards."""

from __future__ import annotations

from scoring.game.deeds import redeem_price
from scoring.game.editions import EDITIONS, Edition, load_edition

PRINTED_REDEEM_PRICES = (33, 55, 66, 77, 83, 88, 99, 110, 121, 132, 143, 154, 165, 176, 193, 220)
"""R12: the prices on the mortgage notes of the printed boards, ascending."""

_PLACES = {0: "start", 4: "income_tax", 10: "prison", 20: "foundation", 30: "go_to_prison"}


def lint(edition: Edition) -> list[str]:
    """Return the faults of a printed edition, one sentence each."""
    return [*_lint_board(edition), *_lint_prices(edition), *_lint_cards(edition)]


def _lint_board(edition: Edition) -> list[str]:
    board = edition.board
    faults = []
    counts = (len(board.squares), len(board.deeds), len(board.streets))
    if counts != (40, 28, 22) or (len(board.transports), len(board.utilities)) != (4, 2):
        faults.append("40 squares with 22 streets, 4 transport companies, 2 utilities are needed")
    faults += [f"square {n}: {kind}" for n, kind in _PLACES.items() if board.kinds[n] != kind]
    sizes = sorted(len(city) for city in {board.cities[street] for street in board.streets})
    if sizes != [2, 2, 3, 3, 3, 3, 3, 3]:
        faults.append("eight cities of two or three streets are needed")
    return faults


def _lint_prices(edition: Edition) -> list[str]:
    board = edition.board
    redeem = sorted({redeem_price(board, square) for square in board.deeds})
    faults = [] if tuple(redeem) == PRINTED_REDEEM_PRICES else [f"redeem prices {redeem}"]
    prices = [board.prices[street] for street in board.streets]
    if prices != sorted(prices):
        faults.append("streets become dearer clockwise")
    fares = [edition.transport_monopolist[0] << step for step in range(4)]
    if list(edition.transport_monopolist) != fares or fares[0] != 40:
        faults.append("a monopolist's fares are 40, 80, 160, 320")
    return faults


def _lint_cards(edition: Edition) -> list[str]:
    if edition.deck and sorted(edition.deck) != [f"{r}{n:02}" for r in "CM" for n in range(1, 26)]:
        return ["a deck has 25 cards for each role"]
    return []


def lint_all() -> dict[str, list[str]]:
    """Return the findings for every printed edition, by code."""
    return {code: lint(load_edition(code)) for code in EDITIONS}
