"""R21 (eu-fr: 20): a monopolist pays the edition's amount; a competitor throws one die."""

import pytest

from tests.referee.engine.table import every_edition, table


@pytest.mark.parametrize(
    ("edition", "amount"),
    [("us-2011", 160), ("us-wooden", 10), ("eu-fr", 160), ("ru-2014", 160)],
)
def test_a_monopolist_pays(edition, amount):
    game = table(edition, roles="mc", squares={"p1": 17}).roll("p1", 1, 2)
    game.only(p1={"square": 20, "cash": -amount})
    game.refuses("nothing_asked").foundation("p1", 1)
    game.quiet("p2")


@every_edition
@pytest.mark.parametrize(("die", "grant"), [(1, 25), (2, 50), (3, 0), (4, 0), (5, 0), (6, 0)])
def test_a_competitor_throws_for_a_grant(edition, die, grant):
    game = table(edition, squares={"p1": 17}).roll("p1", 1, 2).only(p1={"square": 20})
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.foundation("p1", die).only(**({"p1": {"cash": grant}} if grant else {}))
    game.refuses("nothing_asked").foundation("p1", die)
    game.quiet("p2")


@every_edition
def test_the_die_is_thrown_by_who_landed(edition):
    game = table(edition, roles="cmc", squares={"p1": 17, "p3": 20}).roll("p1", 1, 2)
    game.refuses("not_on_turn").foundation("p3", 1)


@every_edition
@pytest.mark.parametrize("die", [0, 7, -1, 1.0, "1", True, None, [1]])
def test_a_die_has_six_sides(edition, die):
    game = table(edition, squares={"p1": 17}).roll("p1", 1, 2)
    game.refuses("not_a_number").foundation("p1", die)


@every_edition
def test_no_grant_without_the_square(edition):
    table(edition).refuses("not_on_turn").foundation("p1", 1)


@every_edition
def test_what_cannot_be_paid_stays_due(edition):
    game = table(edition, roles="mc", squares={"p1": 17}, cash={"p1": 9}).roll("p1", 1, 2)
    assert game.owes("p1") == (10 if edition == "us-wooden" else 160)
