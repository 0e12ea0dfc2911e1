"""Policies: their parameters are the page's, and each decision at the edge of its condition."""

from typing import Any

import pytest

from referee.engine.state import State
from referee.insight.policies import (
    POLICIES,
    Policy,
    buys_offer,
    leaves_confinement,
    raise_cash,
    to_build,
    to_redeem,
    to_trade,
)
from referee.insight.positions import read_position
from tests.referee.insight.positions import opening
from tests.referee.insight.prose import policies

WORDS = {"pays": "pay", "throws": "throw", "passes": "pass", "yes": True, "no": False}
WORDS |= {"mortgages first": "mortgage", "sells first": "sell"}
MONOPOLIST, COMPETITOR = 0, 1
"""p1 and p3 are monopolists, p2 and p4 competitors."""
BUYER = Policy(
    buys=100, builds=100, redeems=100, confined="pay", raises="sell", offers=200, asks=150
)


def placed(edition: str = "us-2011", **position: Any) -> State:
    return read_position(opening(edition, position=position)).state


def test_the_page_has_every_parameter_of_every_policy() -> None:
    def value(cell: object) -> object:
        return WORDS.get(cell, cell) if isinstance(cell, str) else cell

    told = {
        name: Policy(**{key: value(cell) for key, cell in row.items()})  # type: ignore[arg-type]
        for name, row in policies().items()
    }
    assert told == POLICIES
    assert list(told) == list(POLICIES)


@pytest.mark.parametrize(("cash", "buys"), [(160, True), (159, False)])
def test_what_is_to_be_kept_is_kept(cash: int, buys: bool) -> None:
    state = placed(cash={"p1": cash})
    state.offer = 1
    assert buys_offer(BUYER, state, MONOPOLIST) is buys


@pytest.mark.parametrize(("cash", "square"), [(133, 3), (132, None)])
def test_the_cheapest_mortgage_is_redeemed_first(cash: int, square: int | None) -> None:
    deeds = {str(sq): {"owner": "p2", "mortgaged": True} for sq in (39, 3, 6)}
    state = placed(cash={"p2": cash}, deeds=deeds)
    assert to_redeem(state, COMPETITOR, 100) == square
    assert to_redeem(state, COMPETITOR, None) is None


@pytest.mark.parametrize(
    ("deeds", "square"),
    [
        ({"6": 0, "8": 0, "9": 0}, 9),
        ({"6": 0, "8": 0, "9": 1}, 6),
        ({"6": 1, "8": 1, "9": 1, "39": 0}, 9),
        ({"6": 4, "8": 4}, None),
    ],
)
def test_improvements_go_where_there_are_fewest_then_where_it_is_dearest(
    deeds: dict[str, int], square: int | None
) -> None:
    held = {sq: {"owner": "p1", "improvements": n} for sq, n in deeds.items()}
    assert to_build(BUYER, placed(cash={"p1": 400}, deeds=held), MONOPOLIST) == square


CITY = {"6": {"owner": "p1"}, "8": {"owner": "p2"}, "9": {"owner": "p4"}}


def trade(deeds: dict[str, Any], cash: int = 1500, **asks: Any) -> object:
    seller = BUYER._replace(**asks)
    return to_trade((BUYER, seller, seller, seller), placed(cash={"p1": cash}, deeds=deeds), 0)


def test_a_monopolist_buys_the_first_street_that_makes_a_monopoly() -> None:
    assert trade(CITY) == (1, 8, 150)
    assert trade(CITY, cash=250) == (1, 8, 150)
    assert trade(CITY, cash=249) is None


def test_a_street_is_sold_only_for_what_is_asked() -> None:
    assert trade(CITY, asks=200) == (1, 8, 200)
    assert trade(CITY, asks=201) is None
    assert trade(CITY, asks=None) is None


@pytest.mark.parametrize(
    "deeds",
    [
        {"8": {"owner": "p2"}},
        {**CITY, "6": {"owner": "p1", "mortgaged": True}},
        {**CITY, "9": {"owner": "p1"}},
        {"6": {"owner": "p1"}, "8": {"owner": "p3"}, "9": {"owner": "p3"}},
        {"6": {"owner": "p1"}, "8": {"owner": "p2", "mortgaged": True}},
        {"6": {"owner": "p1"}, "8": {"owner": "p2", "improvements": 1}},
        {"6": {"owner": "p1"}},
    ],
    ids=["none held", "mortgaged", "has it", "is theirs", "not free", "built on", "unowned"],
)
def test_no_other_street_is_bought(deeds: dict[str, Any]) -> None:
    assert trade(deeds) is None


def test_nobody_trades_where_the_edition_forbids_it() -> None:
    state = placed("eu-fr", deeds=CITY)
    assert to_trade((BUYER,) * 4, state, MONOPOLIST) is None


@pytest.mark.parametrize(
    ("edition", "confined", "cash", "turns", "way"),
    [
        ("us-2011", "pay", 50, 1, "pay_fine"),
        ("us-2011", "pay", 49, 1, "roll"),
        ("us-2011", "throw", 500, 2, "roll"),
        ("us-2011", "pass", 500, 1, "roll"),
        ("eu-fr", "pass", 500, 2, "pass"),
        ("eu-fr", "pass", 0, 3, "pay_fine"),
        ("us-2011", "throw", 0, 3, "pay_fine"),
    ],
)
def test_prison_is_left_as_the_policy_says(
    edition: str, confined: Any, cash: int, turns: int, way: str
) -> None:
    state = placed(edition, cash={"p1": cash}, prison=["p1"])
    state.confined[0] = turns
    assert leaves_confinement(BUYER._replace(confined=confined), state, 0) == way


@pytest.mark.parametrize(
    ("raises", "deeds", "choice"),
    [
        ("mortgage", {"6": 0, "1": 0, "39": 2}, ("mortgage", 1)),
        ("sell", {"6": 0, "1": 0, "39": 2}, ("sell", 39)),
        ("sell", {"6": 3, "8": 3, "39": 2}, ("sell", 6)),
        ("sell", {"6": 0, "39": 0}, ("mortgage", 6)),
        ("mortgage", {"39": 2, "37": 1}, ("sell", 39)),
    ],
)
def test_cash_is_raised_as_the_policy_says(
    raises: Any, deeds: dict[str, int], choice: tuple[str, int]
) -> None:
    held = {sq: {"owner": "p2", "improvements": n} for sq, n in deeds.items()}
    policy = BUYER._replace(raises=raises)
    assert raise_cash(policy, placed(deeds=held), COMPETITOR) == choice
