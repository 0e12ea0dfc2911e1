"""What happens at simulated tables is legal, varied, and the same from the same seed."""

from collections import Counter
from random import Random

from referee.journal.order_in_force import NOT_BOARD
from referee.rehearsal.scripts import bots, recorded_script
from tests.referee.rehearsal.test_bot import opened


def test_a_bots_game_has_every_slip_and_still_comes_to_its_end() -> None:
    game = opened("us-2011")
    events = list(bots(Random(1), turns=300)(game, 0))
    kinds = Counter(event["type"] for event in events)
    assert {"undo", "recount", "pause", "resume", "note", "retain"} <= kinds.keys()
    assert game.status == "finished"
    again = opened("us-2011")
    for event in events:
        assert event["type"] in NOT_BOARD or again.play(event).is_accepted
    assert again.statement() == game.statement()


def test_the_same_seed_is_the_same_game() -> None:
    games = [list(bots(Random(7), turns=60)(opened("eu-fr"), 0)) for _ in range(2)]
    assert games[0] == games[1]


def test_a_record_is_played_from_where_the_log_ends() -> None:
    events = list(bots(Random(3), turns=20)(opened("us-2011"), 0))
    board = [event for event in events if event["type"] not in NOT_BOARD]
    game = opened("us-2011")
    script = recorded_script(board)
    for event in board[:10]:
        assert game.play(event).is_accepted
    assert list(script(game, 10)) == board[10:]
    assert game.status == "finished"
