"""R7 (ru-2014: 8): doubles give one extra turn; doubles on that extra turn give no other."""

from tests.referee.engine.table import every_edition, table


@every_edition
def test_doubles_move_the_pawn_and_give_an_extra_turn(edition):
    game = table(edition, squares={"p1": 1}).roll("p1", 4, 4).only(p1={"square": 9})
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 2, 3).only(p1={"square": 14})
    game.roll("p2", 1, 2)


@every_edition
def test_doubles_on_the_extra_turn_do_not_give_another(edition):
    game = table(edition, squares={"p1": 1}).roll("p1", 4, 4).roll("p1", 1, 1)
    assert game.square("p1") == 11
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.roll("p2", 1, 2)


@every_edition
def test_a_throw_without_doubles_gives_no_extra_turn(edition):
    game = table(edition).roll("p1", 1, 2)
    game.refuses("no_throw_open").roll("p1", 1, 2)


@every_edition
def test_doubles_on_the_next_own_turn_count_again(edition):
    game = table(edition, squares={"p1": 1}).roll("p1", 4, 4).roll("p1", 1, 1)
    game.roll("p2", 1, 2).roll("p1", 1, 1)
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 1, 2)
