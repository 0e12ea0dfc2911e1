"""The end of a game and the best adjustment, as sentences of a board's public values."""

from typing import Any

from referee.board.if_called import if_called
from scoring.game.editions import load_edition

US = load_edition("us-2011")
NAMES = {"p01": "Ann", "p02": "Ben"}
STEPS = [
    {"type": "sell", "square": 1, "count": 2, "amount": 50},
    {"type": "mortgage", "square": 5, "count": 1, "amount": 100},
    {"type": "redeem", "square": 3, "count": 1, "amount": 33},
    {"type": "build", "square": 3, "count": 1, "amount": 50},
]


def board(**plan: Any) -> dict[str, Any]:
    """Return a board of two players, Ben out, with Ann's best adjustment."""
    ann = {"seat": 2, "role": "monopolist", "cash": 1237, "retained": 247, "circuit_income": 12}
    ann |= {"expected": 259, "place": 1, **({"plan": plan} if plan else {})}
    ben = {"seat": 1, "role": "competitor", "cash": 0, "expected": 0, "place": 2}
    deed = {"owner": "p01", "buildings": 0}
    deeds = {
        "1": {**deed, "mortgaged": False, "earns": 12},
        "3": {**deed, "mortgaged": True, "earns": 0},
        "5": {**deed, "mortgaged": False, "earns": 0},
    }
    return {"players": {"p01": ann, "p02": ben}, "deeds": deeds}


def test_players_are_told_in_order_of_play() -> None:
    called = if_called(board(), US, NAMES)
    assert called is not None
    assert [(player.name, player.sum) for player in called.players] == [
        ("Ben", "out of the game"),
        ("Ann", "keeps $247 of $1,237, gets $12 from the circuit, ends with $259"),
    ]
    assert [player.plan for player in called.players] == ["", ""]


def test_each_deed_says_why_it_pays_nothing() -> None:
    called = if_called(board(), US, NAMES)
    assert called is not None
    told = [(deed.square, deed.earns, deed.unpaid) for deed in called.deeds if deed.owner]
    assert told == [(1, "$12", ""), (3, "$0", "mortgaged"), (5, "$0", "owner in prison")]
    assert len(called.deeds) == len(US.board.deeds)


def test_a_plan_is_a_sentence_for_each_step() -> None:
    called = if_called(board(gain=8, final=267, steps=STEPS), US, NAMES)
    assert called is not None
    ann = called.players[1]
    assert ann.plan == "Best adjustment from here: $8 more, $267 in all."
    assert ann.steps == (
        "Sell 2 buildings on Basin Street for $50.",
        "Mortgage U.S. Railroad for $100.",
        "Redeem French Quarter for $33.",
        "Build 1 building on French Quarter for $50.",
    )


def test_nothing_to_gain_is_told_plainly() -> None:
    called = if_called(board(gain=0, final=259, steps=[]), US, NAMES)
    assert called is not None
    assert called.players[1].plan == "Best adjustment from here: nothing to gain."


def test_a_board_without_estimates_comes_to_nothing() -> None:
    told = board()
    del told["players"]["p01"]["retained"]
    assert if_called(told, US, NAMES) is None
