"""R14 (eu-fr: 13): 100 is collected for landing on or passing START, by dice or by a `goto`."""

from tests.referee.engine.table import every_deck, every_edition, table


@every_edition
def test_passing_start_collects_100(edition):
    game = table(edition, squares={"p1": 39}).roll("p1", 1, 3)
    game.only(p1={"square": 3, "cash": 100})


@every_edition
def test_landing_on_start_collects_100(edition):
    game = table(edition, squares={"p1": 37}).roll("p1", 1, 2)
    game.only(p1={"square": 0, "cash": 100})


@every_edition
def test_leaving_start_collects_nothing(edition):
    table(edition).roll("p1", 1, 2).only(p1={"square": 3})


@every_edition
def test_start_is_collected_before_the_rent_is_due(edition):
    game = table(edition, deeds={3: "p2"}, cash={"p1": 0}, squares={"p1": 39})
    game.roll("p1", 1, 3).only(p1={"square": 3, "cash": 94}, p2={"cash": 6})


@every_deck
def test_a_goto_past_start_collects_100(edition):
    game = table(edition, squares={"p1": 26}).roll("p1", 3, 4).card("p1", effect="goto 25")
    game.only(p1={"square": 25, "cash": 100})


@every_deck
def test_a_goto_onto_start_collects_100_once(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="goto 0")
    game.only(p1={"square": 0, "cash": 100})


@every_deck
def test_a_goto_that_does_not_pass_start_collects_nothing(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="goto 25")
    game.only(p1={"square": 25})


@every_edition
def test_nothing_is_collected_on_the_way_to_prison(edition):
    game = table(edition, squares={"p1": 27}).roll("p1", 1, 2)
    game.only(p1={"square": 10, "confined": True})


@every_deck
def test_nothing_is_collected_by_a_card_that_confines(edition):
    game = table(edition, squares={"p1": 29}).roll("p1", 3, 4).card("p1", effect="confine")
    game.only(p1={"square": 10, "confined": True})
