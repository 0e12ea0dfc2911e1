"""The rulings: where the books are silent a tournament chooses, default first."""

import pytest

from tests.referee.engine.table import every_edition, table

ROUNDINGS = ["half_up", "down", "up"]


def ended(edition="us-2011", roles="cm", **more):
    """The end procedure has come to the retention."""
    game = table(edition, mode="two-hour", roles=roles, **more).time()
    if edition != "eu-fr":
        for number in range(len(roles)):
            game.adjusted(f"p{number + 1}")
    return game.retain()


# rounding


@every_edition
@pytest.mark.parametrize(
    ("cash", "half_up", "down", "up"),
    [(1230, 123, 123, 123), (1231, 123, 123, 124), (1234, 123, 123, 124), (1235, 124, 123, 124),
     (1237, 124, 123, 124), (1239, 124, 123, 124), (5, 1, 0, 1), (4, 0, 0, 1), (0, 0, 0, 0)],
)  # fmt: skip
def test_what_competitors_keep_is_rounded(edition, cash, half_up, down, up):
    for rounding, kept in zip(ROUNDINGS, (half_up, down, up), strict=True):
        game = ended(edition, cash={"p1": cash}, rulings={"rounding": rounding})
        assert game.cash("p1") == kept


@every_edition
@pytest.mark.parametrize(
    ("cash", "half_up", "down", "up"),
    [(1230, 246, 246, 246), (1231, 246, 246, 247), (1232, 246, 246, 247), (1233, 247, 246, 247),
     (1234, 247, 246, 247), (2, 0, 0, 1), (3, 1, 0, 1)],
)  # fmt: skip
def test_what_monopolists_keep_is_rounded(edition, cash, half_up, down, up):
    for rounding, kept in zip(ROUNDINGS, (half_up, down, up), strict=True):
        game = ended(edition, cash={"p2": cash}, rulings={"rounding": rounding})
        assert game.cash("p2") == kept


@every_edition
@pytest.mark.parametrize(
    ("roles", "cash", "half_up", "down", "up"),
    [("cm", 1235, 124, 123, 124), ("cm", 1234, 123, 123, 124), ("mc", 1233, 247, 246, 247),
     ("mc", 1231, 246, 246, 247)],
)  # fmt: skip
def test_the_percent_tax_is_rounded(edition, roles, cash, half_up, down, up):
    deed, on_assets = ("p1 +1", 6 + 5) if roles == "cm" else ("p1", 6)
    for rounding, tax in zip(ROUNDINGS, (half_up, down, up), strict=True):
        game = table(edition, roles=roles, cash={"p1": cash}, squares={"p1": 1},
                     rulings={"rounding": rounding}, deeds={1: deed})  # fmt: skip
        game.roll("p1", 1, 2).income_tax("p1", "percent")
        game.only(p1={"cash": -(tax + on_assets)})


@every_edition
def test_half_up_is_the_default(edition):
    assert ended(edition, cash={"p1": 1235}).cash("p1") == 124
    assert ended(edition, cash={"p1": 1235}, rulings={"rounding": "half_up"}).cash("p1") == 124


# prison_circuit

PRISONER = {39: "p2", 37: "p2", 5: "p2", 12: "p2"}


@every_edition
@pytest.mark.parametrize("rulings", [{}, {"prison_circuit": "unpaid"}])
def test_the_circuit_does_not_pay_a_monopolist_in_prison(edition, rulings):
    game = ended(edition, deeds=PRISONER, prison=["p2"], rulings=rulings)
    game.refuses("other_throws_needed", "R20").circuit({12: (1, 2)})
    game.circuit({})
    statement = game.statement()
    assert statement["players"][1]["circuit_income"] == 0
    assert [item["amount"] for item in statement["circuit"]] == [0, 0, 0, 0]
    assert [item["dice"] for item in statement["circuit"]] == [None] * 4


@every_edition
def test_the_circuit_pays_a_monopolist_in_prison_by_ruling(edition):
    game = ended(edition, deeds=PRISONER, prison=["p2"], rulings={"prison_circuit": "paid"})
    game.refuses("other_throws_needed", "R20").circuit({})
    game.circuit({12: (1, 2)})
    assert game.statement()["players"][1]["circuit_income"] == 80 + 70 + 40 + 12


@every_edition
def test_the_ruling_is_about_the_circuit_only(edition):
    game = table(edition, deeds=PRISONER, prison=["p2"], squares={"p1": 36},
                 rulings={"prison_circuit": "paid"})  # fmt: skip
    game.roll("p1", 1, 2).only(p1={"square": 39})


# mortgaged_companies

COMPANIES = {5: "p2", 15: "p2 mortgaged", 25: "p2 mortgaged"}
UTILITIES = {12: "p2", 28: "p2 mortgaged"}


@every_edition
@pytest.mark.parametrize(("ruling", "fare"), [(None, 160), ("count", 160), ("ignore", 40)])
def test_mortgaged_companies_count_or_not(edition, ruling, fare):
    rulings = {"mortgaged_companies": ruling} if ruling else {}
    game = table(edition, deeds=COMPANIES, rulings=rulings).roll("p1", 1, 4)
    game.only(p1={"square": 5, "cash": -fare}, p2={"cash": fare})


@every_edition
@pytest.mark.parametrize(("ruling", "factor"), [(None, 10), ("count", 10), ("ignore", 4)])
def test_a_mortgaged_utility_counts_or_not(edition, ruling, factor):
    rulings = {"mortgaged_companies": ruling} if ruling else {}
    game = table(edition, deeds=UTILITIES, rulings=rulings, squares={"p1": 9}).roll("p1", 1, 2)
    game.utility_roll("p1", 2, 3).only(p1={"cash": -5 * factor}, p2={"cash": 5 * factor})


@every_edition
@pytest.mark.parametrize(("ruling", "income"), [("count", 160 + 70), ("ignore", 40 + 28)])
def test_the_ruling_holds_in_the_circuit(edition, ruling, income):
    game = ended(edition, deeds=COMPANIES | UTILITIES, rulings={"mortgaged_companies": ruling})
    game.circuit({12: (3, 4)})
    assert game.statement()["players"][1]["circuit_income"] == income


@every_edition
@pytest.mark.parametrize(("ruling", "wealth"), [("count", 160 + 70), ("ignore", 40 + 28)])
def test_the_ruling_holds_for_the_richest(edition, ruling, wealth):
    game = table(edition, mode="B", roles="cmm", cash={"p2": 0}, deeds=COMPANIES | UTILITIES,
                 rulings={"mortgaged_companies": ruling})  # fmt: skip
    game.withdraw("p1").richest({12: (3, 4)})
    assert game.statement()["players"][1]["final"] == wealth


@every_edition
@pytest.mark.parametrize("ruling", ["count", "ignore"])
def test_a_mortgaged_street_never_counts(edition, ruling):
    game = table(edition, deeds={39: "p2", 37: "p2 mortgaged"}, squares={"p1": 36},
                 rulings={"mortgaged_companies": ruling})  # fmt: skip
    game.roll("p1", 1, 2).only(p1={"square": 39, "cash": -40}, p2={"cash": 40})


# ties: p1 keeps 100 of 1000 and earns 40, p2 keeps 140 of 700 and earns nothing.


def tied(ties, **more):
    deeds = {39: "p1"}
    rulings = {"ties": ties} if ties else {}
    return ended(cash={"p1": 1000, "p2": 700}, deeds=deeds, rulings=rulings, **more).circuit({})


@pytest.mark.parametrize(
    ("ties", "winners", "places"),
    [
        (None, ["p1", "p2"], {"p1": 1, "p2": 1}),
        ("shared", ["p1", "p2"], {"p1": 1, "p2": 1}),
        ("circuit_income", ["p1"], {"p1": 1, "p2": 2}),
        ("pre_retention_cash", ["p1"], {"p1": 1, "p2": 2}),
    ],
)
def test_equal_most_cash(ties, winners, places):
    statement = tied(ties).statement()
    assert statement["winners"] == winners
    assert {player["id"]: player["place"] for player in statement["players"]} == places
    assert [player["final"] for player in statement["players"]] == [140, 140]


@pytest.mark.parametrize(
    ("ties", "winner"), [("circuit_income", "p1"), ("pre_retention_cash", "p2")]
)
def test_each_figure_decides_by_itself(ties, winner):
    """p1, a monopolist: 20 % of 500 and 40 of the circuit; p2: 10 % of 1400 and nothing."""
    game = ended(roles="mc", cash={"p1": 500, "p2": 1400}, deeds={39: "p1"},
                 rulings={"ties": ties})  # fmt: skip
    assert game.circuit({}).statement()["winners"] == [winner]


@pytest.mark.parametrize("ties", ["shared", "circuit_income", "pre_retention_cash"])
def test_players_equal_in_the_figure_too_share_the_place(ties):
    game = ended(roles="cmc", cash={"p1": 900, "p2": 2000, "p3": 900}, rulings={"ties": ties})
    assert game.circuit({}).places() == {"p2": 1, "p1": 2, "p3": 2}


@pytest.mark.parametrize("ties", ["circuit_income", "pre_retention_cash"])
def test_equal_cash_is_decided_at_any_place(ties):
    """p2 is first; p1 (140 = 100 + 40) and p3 (140 + 0 of 700 × 20 %) are equal behind it."""
    game = ended(roles="cmm", cash={"p1": 1000, "p2": 2000, "p3": 700}, deeds={39: "p1"},
                 rulings={"ties": ties})  # fmt: skip
    assert game.circuit({}).places() == {"p2": 1, "p1": 2, "p3": 3}


def test_shared_places_take_the_places_after_them():
    game = ended(roles="cmcmc", cash={"p1": 900, "p2": 450, "p3": 900, "p4": 1, "p5": 0})
    assert game.circuit({}).places() == {"p1": 1, "p2": 1, "p3": 1, "p4": 4, "p5": 4}
