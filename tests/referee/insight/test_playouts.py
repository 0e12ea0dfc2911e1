"""Play-outs: they decide as the prose says, replay as records, and throw fair dice."""

import json
from collections import Counter
from pathlib import Path

import pytest

from referee.engine import replay_lines
from referee.insight.lines import effect_text
from referee.insight.playouts import METHODS, play_outs
from referee.insight.positions import Position, read_position
from referee.insight.saving import NOTE, record_of
from scoring.game.editions import EDITIONS, load_edition
from scoring.game.effects import parse_effect
from tests.referee.insight.positions import GOLDEN, broke, middle, opening, poor
from tests.referee.insight.prose import Prose, events_of

UNFINISHED = [path for path in GOLDEN if middle(path).state.status == "playing"]
CHI_SQUARE_5 = 20.52
"""The quantile of 99.9 % of χ² with five degrees of freedom."""


def compare_with_prose(position: Position, method: str, turns: int) -> Counter[str]:
    """Play out by both; return how often each type of event came."""
    (playout,) = play_outs(
        position.state, turns=turns, method=method, playouts=1, seed=method, turn=position.turn
    )
    reader = Prose(
        position.game.copy(), method, seed=method, number=1, turn=position.turn, turns=turns
    )
    assert events_of(playout.lines) == reader.play()
    return Counter(event["type"] for event in events_of(playout.lines))


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_plays_by_the_prose_decides_alike(edition: str) -> None:
    seen = Counter[str]()
    for method in METHODS:
        seen += compare_with_prose(poor(edition), method, 30)
        seen += compare_with_prose(broke(edition), method, 30)
        seen += compare_with_prose(read_position(opening(edition)), method, 60)
    expected = {"roll", "buy", "build", "sell", "mortgage", "redeem", "pay_fine", "bankrupt"}
    expected |= {"card", "income_tax", "foundation", "utility_roll", "time", "retain", "circuit"}
    expected |= {"pass"} if edition == "eu-fr" else {"trade", "adjusted"}
    assert expected - set(seen) == set()


@pytest.mark.parametrize("path", UNFINISHED, ids=lambda path: path.name[:2])
def test_golden_games_go_on_alike(path: Path) -> None:
    compare_with_prose(middle(path), "mix", 25)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name[:2])
def test_every_play_out_replays_to_the_places_it_counted(path: Path) -> None:
    position = middle(path)
    for method in METHODS:
        for playout in play_outs(
            position.state, turns=9, method=method, playouts=2, seed="1", turn=position.turn
        ):
            record = record_of(position, playout, method=method, seed="1", turns=9)
            replay = replay_lines(record)
            assert replay.refusal is None, replay.describe()
            assert replay.game is not None
            places = [row["place"] for row in replay.game.statement()["players"]]
            assert places == list(playout.places)
            assert replay.game.header[NOTE]["number"] == playout.number


def test_so_many_turns_begin_before_time() -> None:
    position = read_position(opening("us-2011"))
    (playout,) = play_outs(position.state, turns=17, method="miser", playouts=1, seed="1")
    game = position.game.copy()
    begun = 0
    for event in events_of(playout.lines):
        begun += any(fact[0] == "turn" for fact in game.decide(event).facts)
        assert game.play(event).is_accepted
    assert begun == 17


def test_the_position_stays_as_it_was() -> None:
    position = poor("us-2011")
    before = position.game.statement()
    list(play_outs(position.state, turns=9, method="mix", playouts=3, seed="1"))
    assert position.game.statement() == before


def test_one_seed_gives_one_series_and_another_seed_another() -> None:
    state = read_position(opening("us-2011")).state

    def series(seed: str) -> list[object]:
        return list(play_outs(state, turns=9, method="mix", playouts=3, seed=seed))

    assert series("1") == series("1") != series("2")


def test_all_policies_meet_the_same_first_throws() -> None:
    state = read_position(opening("us-2011")).state
    firsts = {
        next(play_outs(state, turns=1, method=method, playouts=1, seed="1")).lines[0]
        for method in METHODS
    }
    assert len(firsts) == 1


def test_a_later_position_throws_the_same_dice_in_the_same_turn() -> None:
    """Common random numbers: turn 20 is thrown alike, whatever came before it."""
    state = read_position(opening("us-2011")).state
    (early,) = play_outs(state, turns=20, method="miser", playouts=1, seed="1")
    (late,) = play_outs(state, turns=1, method="miser", playouts=1, seed="1", turn=19)
    rolls = [line for line in early.lines if '"roll"' in line]
    first_of_turn: list[str] = []
    for line in rolls:
        again = (
            first_of_turn and json.loads(first_of_turn[-1])["player"] == json.loads(line)["player"]
        )
        first_of_turn += [] if again else [line]
    assert json.loads(first_of_turn[19])["dice"] == json.loads(late.lines[0])["dice"]


@pytest.mark.parametrize("first", [True, False])
def test_dice_are_fair(first: bool) -> None:
    state = read_position(opening("us-2011")).state
    thrown = Counter(
        event["dice"][0 if first else 1]
        for playout in play_outs(state, turns=40, method="mix", playouts=60, seed="fair")
        for event in events_of(playout.lines)
        if event["type"] in ("roll", "card", "utility_roll")
    )
    expected = thrown.total() / 6
    assert thrown.total() > 3000
    assert sum((thrown[face] - expected) ** 2 / expected for face in range(1, 7)) < CHI_SQUARE_5


def test_every_card_is_spelled_as_records_spell_it() -> None:
    for effect in load_edition("eu-fr").deck.values():
        assert parse_effect(effect_text(effect)) == effect
