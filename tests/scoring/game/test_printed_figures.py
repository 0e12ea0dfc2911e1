"""The figures printed on the title cards, worked out by hand from the formulas of the rules.

Rents, mortgages, redemptions, taxes, wealth, retention and the circuit are compared with
literal numbers; no code under test computes an expectation.
"""

from collections.abc import Mapping

import pytest

from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import EDITIONS, load_edition
from scoring.game.endgame import (
    circuit,
    circuit_income,
    circuit_throws,
    retention,
    two_hour_standings,
)
from scoring.game.position import MORTGAGED, Position
from scoring.game.rents import rent
from scoring.game.rulings import Rulings, percent_of
from scoring.game.wealth import could_raise, percent_tax, richest_throws, wealth

COMPETITOR, MONOPOLIST = 0, 1

# square: (city mate, mortgage, redemption, house, sale), rents of a competitor with 0 to 5
# improvements, of a monopolist without a monopoly, and in a monopolised city with 0 to 4.
STREETS = {
    1: ((3, 30, 33, 50, 25), (6, 11, 16, 21, 26, 31), 6, (12, 22, 32, 42, 52)),
    3: ((1, 30, 33, 50, 25), (6, 11, 16, 21, 26, 31), 6, (12, 22, 32, 42, 52)),
    6: ((8, 50, 55, 50, 25), (10, 15, 20, 25, 30, 35), 10, (20, 30, 40, 50, 60)),
    8: ((6, 50, 55, 50, 25), (10, 15, 20, 25, 30, 35), 10, (20, 30, 40, 50, 60)),
    9: ((6, 60, 66, 50, 25), (12, 17, 22, 27, 32, 37), 12, (24, 34, 44, 54, 64)),
    11: ((13, 70, 77, 100, 50), (14, 24, 34, 44, 54, 64), 14, (28, 48, 68, 88, 108)),
    13: ((11, 70, 77, 100, 50), (14, 24, 34, 44, 54, 64), 14, (28, 48, 68, 88, 108)),
    14: ((11, 80, 88, 100, 50), (16, 26, 36, 46, 56, 66), 16, (32, 52, 72, 92, 112)),
    16: ((18, 90, 99, 100, 50), (18, 28, 38, 48, 58, 68), 18, (36, 56, 76, 96, 116)),
    18: ((16, 90, 99, 100, 50), (18, 28, 38, 48, 58, 68), 18, (36, 56, 76, 96, 116)),
    19: ((16, 100, 110, 100, 50), (20, 30, 40, 50, 60, 70), 20, (40, 60, 80, 100, 120)),
    21: ((23, 110, 121, 150, 75), (22, 37, 52, 67, 82, 97), 22, (44, 74, 104, 134, 164)),
    23: ((21, 110, 121, 150, 75), (22, 37, 52, 67, 82, 97), 22, (44, 74, 104, 134, 164)),
    24: ((21, 120, 132, 150, 75), (24, 39, 54, 69, 84, 99), 24, (48, 78, 108, 138, 168)),
    26: ((27, 130, 143, 150, 75), (26, 41, 56, 71, 86, 101), 26, (52, 82, 112, 142, 172)),
    27: ((26, 130, 143, 150, 75), (26, 41, 56, 71, 86, 101), 26, (52, 82, 112, 142, 172)),
    29: ((26, 140, 154, 150, 75), (28, 43, 58, 73, 88, 103), 28, (56, 86, 116, 146, 176)),
    31: ((32, 150, 165, 200, 100), (30, 50, 70, 90, 110, 130), 30, (60, 100, 140, 180, 220)),
    32: ((31, 150, 165, 200, 100), (30, 50, 70, 90, 110, 130), 30, (60, 100, 140, 180, 220)),
    34: ((31, 160, 176, 200, 100), (32, 52, 72, 92, 112, 132), 32, (64, 104, 144, 184, 224)),
    37: ((39, 175, 193, 200, 100), (35, 55, 75, 95, 115, 135), 35, (70, 110, 150, 190, 230)),
    39: ((37, 200, 220, 200, 100), (40, 60, 80, 100, 120, 140), 40, (80, 120, 160, 200, 240)),
}  # fmt: skip

every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_street = pytest.mark.parametrize("square", STREETS)


def laid_out(
    edition: str = "us-2011",
    deeds: Mapping[int, tuple[int, int]] | None = None,
    cash: Mapping[int, int] | None = None,
    prison: tuple[int, ...] = (),
    **rulings: str,
) -> Position:
    """Player 0 is a competitor, player 1 a monopolist; deeds by square: owner, improvements."""
    position = Position(load_edition(edition), Rulings(**rulings), ["competitor", "monopolist"])
    for square, (owner, built) in (deeds or {}).items():
        position.owner[square], position.built[square] = owner, built
    for player, amount in (cash or {}).items():
        position.cash[player] = amount
    for player in prison:
        position.confine(player)
    return position


@every_edition
def test_the_board_has_28_deeds(edition):
    board = load_edition(edition).board
    assert sorted(board.deeds) == sorted([*STREETS, 5, 15, 25, 35, 12, 28])


@every_edition
@every_street
def test_rents_of_a_competitor(edition, square):
    (mate, *_), rents, _, _ = STREETS[square]
    for built, amount in enumerate(rents):
        deeds = {square: (COMPETITOR, built), mate: (COMPETITOR, 0)}
        assert rent(laid_out(edition, deeds), square).amount == amount


@every_edition
@every_street
def test_single_rent_of_a_monopolist(edition, square):
    (mate, *_), _, single, _ = STREETS[square]
    assert rent(laid_out(edition, {square: (MONOPOLIST, 0)}), square).amount == single
    for other in ((MONOPOLIST, MORTGAGED), (COMPETITOR, 0)):
        position = laid_out(edition, {square: (MONOPOLIST, 0), mate: other})
        assert rent(position, square).amount == single


@every_street
def test_single_rent_with_houses_left_in_the_european_edition(square):
    (mate, *_), _, _, doubled = STREETS[square]
    for built, amount in enumerate(doubled):
        deeds = {square: (MONOPOLIST, built), mate: (MONOPOLIST, MORTGAGED)}
        assert rent(laid_out("eu-fr", deeds), square).amount == amount // 2


@every_edition
@every_street
def test_double_rents_of_a_monopolist(edition, square):
    (mate, *_), _, _, doubled = STREETS[square]
    for built, amount in enumerate(doubled):
        deeds = {square: (MONOPOLIST, built), mate: (MONOPOLIST, 0)}
        found = rent(laid_out(edition, deeds), square)
        assert (found.amount, found.monopolised, found.improvements) == (amount, True, built)


@every_edition
@every_street
def test_mortgages_redemptions_and_houses(edition, square):
    (_, mortgage, redemption, house, sale), _, _, _ = STREETS[square]
    board = load_edition(edition).board
    assert mortgage_value(board, square) == mortgage
    assert redeem_price(board, square) == redemption
    assert board.house_prices[square] == house
    assert sale_price(board, square) == sale


@every_edition
@pytest.mark.parametrize(
    ("square", "price", "mortgage", "redemption"),
    [(5, 200, 100, 110), (15, 200, 100, 110), (25, 200, 100, 110), (35, 200, 100, 110),
     (12, 150, 75, 83), (28, 150, 75, 83)],
)  # fmt: skip
def test_companies(edition, square, price, mortgage, redemption):
    board = load_edition(edition).board
    assert board.prices[square] == price
    assert mortgage_value(board, square) == mortgage
    assert redeem_price(board, square) == redemption


@every_edition
@pytest.mark.parametrize(("owned", "fare"), [(1, 40), (2, 80), (3, 160), (4, 320)])
def test_fares(edition, owned, fare):
    companies = (5, 15, 25, 35)[:owned]
    monopolist = laid_out(edition, dict.fromkeys(companies, (MONOPOLIST, 0)))
    competitor = laid_out(edition, dict.fromkeys(companies, (COMPETITOR, 0)))
    for square in companies:
        assert rent(monopolist, square).amount == fare
        assert rent(competitor, square).amount == 20


@every_edition
@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (3, 4), (6, 6)])
def test_throws_for_utilities(edition, dice):
    total = {(1, 1): 2, (1, 2): 3, (3, 4): 7, (6, 6): 12}[dice]
    for owner, squares, factor in (
        (COMPETITOR, (12,), 4), (COMPETITOR, (12, 28), 4), (MONOPOLIST, (28,), 4),
        (MONOPOLIST, (12, 28), 10),
    ):  # fmt: skip
        position = laid_out(edition, dict.fromkeys(squares, (owner, 0)))
        for square in squares:
            assert rent(position, square, dice).amount == factor * total


# Companies 5 and 15 and both utilities, one of each mortgaged.
MIXED = {5: (1, 0), 15: (1, MORTGAGED), 12: (1, 0), 28: (1, MORTGAGED)}


@every_edition
@pytest.mark.parametrize(("ruling", "fare", "throw"), [("count", 80, 70), ("ignore", 40, 28)])
def test_mortgaged_companies(edition, ruling, fare, throw):
    position = laid_out(edition, MIXED, mortgaged_companies=ruling)
    assert rent(position, 5).amount == fare
    assert rent(position, 12, (3, 4)).amount == throw


@pytest.mark.parametrize(
    ("amount", "percent", "half_up", "down", "up"),
    [
        (0, 10, 0, 0, 0), (1, 10, 0, 0, 1), (4, 10, 0, 0, 1), (5, 10, 1, 0, 1), (9, 10, 1, 0, 1),
        (10, 10, 1, 1, 1), (1234, 10, 123, 123, 124), (1235, 10, 124, 123, 124),
        (1237, 10, 124, 123, 124), (1240, 10, 124, 124, 124), (1, 20, 0, 0, 1), (2, 20, 0, 0, 1),
        (3, 20, 1, 0, 1), (1237, 20, 247, 247, 248), (1236, 20, 247, 247, 248),
        (1238, 20, 248, 247, 248), (999_999_995, 10, 100_000_000, 99_999_999, 100_000_000),
    ],
)  # fmt: skip
def test_roundings(amount, percent, half_up, down, up):
    assert percent_of(amount, percent, "half_up") == half_up
    assert percent_of(amount, percent, "down") == down
    assert percent_of(amount, percent, "up") == up


@every_edition
@pytest.mark.parametrize(
    ("rounding", "kept"),
    [("half_up", (124, 247)), ("down", (123, 247)), ("up", (124, 248))],
)
def test_retention(edition, rounding, kept):
    position = laid_out(edition, cash={0: 1235, 1: 1236}, rounding=rounding)
    found = retention(position)
    assert [item.retained for item in found] == list(kept)
    assert [item.percent for item in found] == [10, 20]
    assert [item.handed_in for item in found] == [1235 - kept[0], 1236 - kept[1]]


# Competitor: 1 with a hotel (60 + 5 × 50), 24 with two houses (240 + 2 × 150), 5 (200), 39
# mortgaged. Monopolist: 6 with three houses (100 + 3 × 50), 8 (100), 12 (150), 28 mortgaged.
ASSETS = {
    1: (0, 5), 24: (0, 2), 5: (0, 0), 39: (0, MORTGAGED),
    6: (1, 3), 8: (1, 0), 12: (1, 0), 28: (1, MORTGAGED),
}  # fmt: skip


@every_edition
@pytest.mark.parametrize(("rounding", "on_cash"), [("half_up", (124, 247)), ("down", (123, 247))])
def test_the_percent_tax(edition, rounding, on_cash):
    position = laid_out(edition, ASSETS, {0: 1235, 1: 1236}, rounding=rounding)
    competitor, monopolist = percent_tax(position, 0), percent_tax(position, 1)
    assert (competitor.on_cash, competitor.on_deeds, competitor.on_buildings) == (
        on_cash[0],
        50,
        55,
    )
    assert (monopolist.on_cash, monopolist.on_deeds, monopolist.on_buildings) == (
        on_cash[1],
        35,
        15,
    )
    assert competitor.total == on_cash[0] + 105
    assert monopolist.total == on_cash[1] + 50


@every_edition
def test_what_could_be_raised(edition):
    position = laid_out(edition, ASSETS, {0: 17, 1: 0})
    assert could_raise(position, 0) == 17 + 5 * 25 + 2 * 75 + 30 + 120 + 100
    assert could_raise(position, 1) == 3 * 25 + 50 + 50 + 75


@every_edition
@pytest.mark.parametrize(("ruling", "throw"), [("count", 70), ("ignore", 28)])
def test_wealth(edition, ruling, throw):
    """Prison is ignored: 31 + 54 + 20, and 2 × 25 + 2 × 10 and the throw."""
    position = laid_out(edition, ASSETS, {0: 9, 1: 90}, (0, 1), mortgaged_companies=ruling)
    assert richest_throws(position) == [12]
    assert wealth(position, 0, {12: (3, 4)}).total == 9 + 31 + 54 + 20
    assert wealth(position, 1, {12: (3, 4)}).total == 90 + 50 + 20 + throw
    assert [square for square, _ in wealth(position, 1, {12: (3, 4)}).income] == [6, 8, 12]


@every_edition
@pytest.mark.parametrize("prison_circuit", ["unpaid", "paid"])
@pytest.mark.parametrize("prisoner", [None, 0, 1])
def test_the_circuit(edition, prison_circuit, prisoner):
    prison = () if prisoner is None else (prisoner,)
    position = laid_out(edition, ASSETS, prison=prison, prison_circuit=prison_circuit)
    unpaid = prisoner == 1 and prison_circuit == "unpaid"
    assert circuit_throws(position) == ([] if unpaid else [12])
    items = circuit(position, {} if unpaid else {12: (3, 4)})
    assert [(item.square, item.rent.amount) for item in items] == [
        (1, 31), (5, 20), (6, 0 if unpaid else 50), (8, 0 if unpaid else 20),
        (12, 0 if unpaid else 70), (24, 54), (28, 0), (39, 0),
    ]  # fmt: skip
    assert [item.unpaid for item in items if item.square in (28, 39)][1] == "mortgaged"
    assert circuit_income(items, 0) == 105
    assert circuit_income(items, 1) == (0 if unpaid else 140)


@pytest.mark.parametrize(
    ("ties", "places"),
    [("shared", [1, 1]), ("circuit_income", [1, 2]), ("pre_retention_cash", [1, 2])],
)
def test_places_of_equal_cash(ties, places):
    """100 of 1000 and 40 of the circuit against 140 of 700."""
    position = laid_out(deeds={39: (0, 0)}, cash={0: 1000, 1: 700}, ties=ties)
    standings = two_hour_standings(position, retention(position), circuit(position, {}))
    assert [(row.place, row.final) for row in standings] == [(places[0], 140), (places[1], 140)]


def test_the_example_of_a_double_rent():
    """Beacon Street, one house, city monopolised: twice 24 and 15."""
    assert rent(laid_out(deeds={24: (1, 1), 21: (1, 0)}), 24).amount == 78
