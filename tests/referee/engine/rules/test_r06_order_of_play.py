"""R6: the first of the header starts; play goes clockwise."""

from tests.referee.engine.table import every_edition, table


@every_edition
def test_the_first_player_starts(edition):
    game = table(edition, roles="cmc")
    game.refuses("not_next").roll("p2", 1, 2)
    game.refuses("not_next").roll("p3", 1, 2)
    game.roll("p1", 1, 2).only(p1={"square": 3}, on_turn="p1")


@every_edition
def test_play_goes_round_in_order(edition):
    game = table(edition, roles="cmc").roll("p1", 1, 2)
    game.refuses("not_next").roll("p3", 1, 2)
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.roll("p2", 1, 2).refuses("not_next").roll("p1", 1, 2)
    game.roll("p3", 1, 2).refuses("not_next").roll("p2", 2, 4)
    game.roll("p1", 1, 2)
    assert [game.square(player) for player in ("p1", "p2", "p3")] == [6, 3, 3]


@every_edition
def test_a_player_who_is_out_is_passed_over(edition):
    game = table(edition, roles="cmcm").withdraw("p2").withdraw("p4")
    game.roll("p1", 1, 2).refuses("not_next").roll("p2", 1, 2)
    game.roll("p3", 1, 2).refuses("not_next").roll("p4", 1, 2)
    game.roll("p1", 1, 2)


@every_edition
def test_with_the_first_player_gone_the_second_starts(edition):
    game = table(edition, roles="cmc").withdraw("p1")
    game.refuses("not_next").roll("p3", 1, 2)
    game.roll("p2", 1, 2)
