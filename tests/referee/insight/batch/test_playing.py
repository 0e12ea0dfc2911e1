"""Games played side by side are the games that are played one event at a time."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine import ledger
from referee.engine.state import PLAYING, State
from referee.insight.batch import playing
from referee.insight.batch.games import OPEN
from referee.insight.places import places_from
from referee.insight.playouts import METHODS, Start, play_outs
from referee.insight.positions import Position, begins_turn, read_position
from referee.insight.saving import record_of
from scoring.game.editions import EDITIONS, load_edition_file
from scoring.game.rulings import RULINGS, Rulings
from tests.referee.insight.batch.comparing import differing
from tests.referee.insight.positions import GOLDEN, PLAYED, ROOT, broke, middle, opening, poor

UNFINISHED = [path for path in GOLDEN if middle(path).state.status == PLAYING]


@pytest.mark.parametrize("edition", EDITIONS)
def test_they_end_alike_from_the_start_and_in_poverty(edition: str) -> None:
    for position in (read_position(opening(edition)), poor(edition), broke(edition)):
        assert differing(position.state, turns=35, playouts=6, seed=edition, turn=0) == []


@pytest.mark.parametrize("path", UNFINISHED, ids=lambda path: path.name[:2])
def test_golden_games_end_alike(path: Path) -> None:
    position = middle(path)
    how = {"turns": 25, "playouts": 3, "seed": "1", "turn": position.turn}
    assert differing(position.state, **how) == []  # type: ignore[arg-type]


def test_they_end_alike_from_wherever_a_game_stands() -> None:
    seen: set[object] = set()
    for content in (*(path.read_bytes() for path in (*GOLDEN, PLAYED)), *ruined_games()):
        turn = 0
        for step in ledger(content):
            stands = kind_of(step.before)
            if step.before.status == PLAYING and stands not in seen:
                seen.add(stands)
                assert differing(step.before, turns=3, playouts=1, seed="w", turn=turn) == []
            turn += begins_turn(step)
    opened, throws, owing, offered, left, confined = zip(*seen, strict=True)
    assert set(opened) == set(OPEN)
    assert set(throws) == {0, 1, 2}
    assert set(confined) >= {0, 2, 3}
    assert set(owing) == set(offered) == {False, True}
    assert set(left) >= {0, 1}


def ruined_games() -> Iterator[bytes]:
    """Records in which players go bankrupt while others play on."""
    position = broke("us-wooden")
    for playout in play_outs(position.state, turns=60, method="trader", playouts=2, seed="1"):
        record = record_of(position, playout, method="trader", seed="1", turns=60)
        yield record.encode()


def kind_of(state: State) -> tuple[object, ...]:
    """Return what is open, owed and offered, the leavers, and the confinement of the player."""
    confined = state.confined[state.on_turn] if state.on_turn >= 0 else 0
    offered = state.offer >= 0
    return state.open, state.throw, bool(state.dues), offered, len(state.out), confined


def test_who_sells_a_street_may_then_buy_what_was_too_dear() -> None:
    """The turn is over, the deed still on offer, when the next player's trade brings the cash."""
    deeds = {"6": {"owner": "p2"}, "8": {"owner": "p3"}, "9": {"owner": "p4"}}
    cash = {"p1": 900, "p2": 60, "p3": 900, "p4": 900}
    state = read_position(opening("us-2011", position={"cash": cash, "deeds": deeds})).state
    state.on_turn, state.next, state.offer = 1, 2, 1
    (playout,) = play_outs(state, turns=1, method="trader", playouts=1, seed="1")
    assert ['"trade"' in playout.lines[0], '"buy","player":"p2"' in playout.lines[1]] == [True] * 2
    assert differing(state, turns=3, playouts=4, seed="1", turn=0) == []


@pytest.mark.parametrize("ruling", RULINGS)
def test_rulings_hold(ruling: str) -> None:
    for value in RULINGS[ruling][1:]:
        for position, turns in ((poor("us-2011"), 20), (tied(), 0)):
            position.state.rulings = Rulings(**{ruling: value})
            assert differing(position.state, turns=turns, playouts=6, seed="r", turn=0) == []


def tied() -> Position:
    """Two competitors who end with 100 each: one keeps it, the other has 20 of it by a fare."""
    cash = {"p1": 0, "p2": 1000, "p3": 0, "p4": 800}
    return read_position(
        opening("us-2011", position={"cash": cash, "deeds": {"5": {"owner": "p4"}}})
    )


OWN = """
inherits = "{parent}"
code = "own"
[rules]
redeem_on_own_turn = true
price_war_deals = false
tournament_trades = true
adjustment = true
may_pass = true
[improvements]
competitor = 9
{more}
"""
CARDS = """
[role_card]
5 = { competitor = "all_collect competitor 20", monopolist = "pay_each monopolist 300" }
6 = { competitor = "pay_each competitor 200", monopolist = "gamble 0 collect 30" }
7 = { competitor = "collect_each competitor 300", monopolist = "goto 2" }
8 = { competitor = "goto 30", monopolist = "gamble 3 collect 90" }
"""


@pytest.mark.parametrize(("parent", "more"), [("us-2011", CARDS), ("eu-fr", "")])
def test_an_own_edition_is_played_by_its_own_rules(parent: str, more: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.format(parent=parent, more=more))
    for position in (poor(parent), broke(parent), read_position(opening(parent))):
        state = as_edition(position.state, file)
        assert differing(state, turns=25, playouts=4, seed="own", turn=0) == []


def as_edition(state: State, file: Path) -> State:
    state.edition = load_edition_file(file)
    state.board = state.edition.board
    return state


def test_many_play_outs_are_played_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_MOST_GAMES", 15)
    state = read_position(opening("us-2011")).state
    assert differing(state, turns=4, playouts=5, seed="parts", turn=0) == []


def test_numpy_is_loaded_by_the_first_play_out_only() -> None:
    """Commands, pages and workers that know of chances do not wait for it."""
    code = (
        "import sys, referee.insight.chances, referee.insight.turning_points;"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "False"


def test_different_games_are_played_together_as_alone() -> None:
    starts = [
        Start(middle(path).state, middle(path).turn, middle(path).turn + turns, f"seed {turns}")
        for turns, path in enumerate([*UNFINISHED, *UNFINISHED[:3]], start=9)
    ]
    how = {"methods": METHODS, "playouts": 4}
    together = places_from(starts, **how)  # type: ignore[arg-type]
    alone = [places_from([start], **how)[0] for start in starts]  # type: ignore[arg-type]
    assert together == alone


def test_games_of_one_event_share_their_arrays() -> None:
    position = middle(UNFINISHED[0])
    starts = [Start(position.state.copy(), position.turn, 60 + n, str(n)) for n in range(3)]
    parts = [part for part, _games in playing.play_batch(starts, methods=METHODS, playouts=5)]
    assert parts == [[0, 1, 2]]
