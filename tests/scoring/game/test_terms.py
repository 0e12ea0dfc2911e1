"""The terms of an amount add up to it, whatever the position."""

import random

import pytest

from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import EDITIONS, load_edition
from scoring.game.endgame import Retention
from scoring.game.position import MORTGAGED, NOBODY, Position
from scoring.game.rents import earns, rent
from scoring.game.rulings import Rulings
from scoring.game.terms import deal_terms, rent_terms, retention_terms, tax_terms
from scoring.game.wealth import percent_tax

ROLES = ["competitor", "monopolist", "competitor", "monopolist"]


def random_position(edition, dice):
    """Four players with deeds, mortgages and buildings as they may lie."""
    counting = dice.choice(["count", "ignore"])
    position = Position(edition, Rulings(mortgaged_companies=counting), ROLES)
    for square in edition.board.deeds:
        owner = position.owner[square] = dice.choice([NOBODY, 0, 1, 1, 2, 3])
        if owner == NOBODY:
            continue
        most = edition.improvements[position.role(owner)]
        street = edition.board.kinds[square] == "street"
        position.built[square] = dice.randint(MORTGAGED, most if street else 0)
    position.cash[:4] = [dice.randint(0, 3000) for _ in ROLES]
    return position


def total(terms):
    return sum(term.amount for term in terms)


@pytest.mark.parametrize("code", EDITIONS)
def test_the_terms_of_every_rent_and_tax_add_up(code):
    dice = random.Random(code)
    edition = load_edition(code)
    rents = 0
    for _ in range(60):
        position = random_position(edition, dice)
        for square in edition.board.deeds:
            if not earns(position, square):
                continue
            due = rent(position, square, (dice.randint(1, 6), dice.randint(1, 6)))
            monopolist = position.monopolist[position.owner[square]]
            assert total(rent_terms(edition, square, due, monopolist=monopolist)) == due.amount
            rents += 1
        for player in position.players_in():
            tax = percent_tax(position, player)
            assert total(tax_terms(edition, tax)) == tax.total
    assert rents > 500


def test_a_doubled_rent_names_what_doubles_it():
    edition = load_edition("us-2011")
    square = edition.board.streets[-1]
    due = edition.board.rents[square].double[2]
    kinds = [term.kind for term in rent_terms(edition, square, due, monopolist=True)]
    assert kinds == ["tenth", "buildings", "double"]
    full = edition.board.rents[square].single[5]
    assert rent_terms(edition, square, full, monopolist=False)[1].kind == "big"


@pytest.mark.parametrize("code", EDITIONS)
def test_the_terms_of_every_deal_with_the_treasury_add_up(code):
    board = load_edition(code).board
    for square in board.deeds:
        assert total(deal_terms(board, "purchase", square, 0)) == board.prices[square]
        assert total(deal_terms(board, "mortgage", square, 0)) == mortgage_value(board, square)
        assert total(deal_terms(board, "redeem", square, 0)) == redeem_price(board, square)
    for square in board.streets:
        assert total(deal_terms(board, "build", square, 3)) == 3 * board.house_prices[square]
        assert total(deal_terms(board, "sell", square, 3)) == 3 * sale_price(board, square)


def test_the_flat_tax_and_the_retention_add_up():
    assert total(tax_terms(load_edition("us-2011"), None)) == 200
    kept = Retention(0, 1237, 10, 124)
    assert total(retention_terms(kept)) == kept.handed_in == 1113
