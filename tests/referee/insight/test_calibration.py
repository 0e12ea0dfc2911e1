"""Calibration: checkpoints at the quarters, scores worked out by hand, and a leader who leads."""

import pytest

from referee.insight.calibration import (
    Forecast,
    bins_of,
    calibration_error,
    checkpoints_of,
    forecasts_of,
    score,
)
from referee.insight.fairness import Setting, open_table
from referee.insight.playouts import Playout, play_outs
from scoring.game.editions import load_edition

ROLES = ("monopolist", "competitor", "competitor", "monopolist")
START = open_table(Setting(load_edition("us-2011"), 40, (4,)), ROLES)


def game() -> Playout:
    (found,) = play_outs(START, turns=40, method="mix", playouts=1, seed="1")
    return found


def forecast(
    chance: float, won: bool, *, role: str = "monopolist", leads: bool = False
) -> Forecast:
    return Forecast(1, role, chance, 0.5, leads, won)


def test_moments_lie_at_the_quarters_and_can_be_played_on() -> None:
    found = checkpoints_of(START, game().lines, 40)
    assert [(checkpoint.turn, checkpoint.turns) for checkpoint in found] == [
        (10, 30),
        (20, 20),
        (30, 10),
    ]
    for checkpoint in found:
        assert checkpoint.state.turn_complete()
        (again,) = play_outs(
            checkpoint.state,
            turns=checkpoint.turns,
            method="mix",
            playouts=1,
            seed="1",
            turn=checkpoint.turn,
        )
        assert len(again.places) == 4


def test_every_player_is_told_a_chance_at_every_moment() -> None:
    played = game()
    checkpoints = checkpoints_of(START, played.lines, 40)
    found = forecasts_of(checkpoints, played.places, playouts=5, seed="told")
    assert [one.quarter for one in found] == [1] * 4 + [2] * 4 + [3] * 4
    assert [one.role for one in found[:4]] == list(ROLES)
    assert [one.won for one in found[:4]] == [place == 1 for place in played.places]
    for at in (0, 4, 8):
        assert sum(one.chance for one in found[at : at + 4]) >= 1
        assert any(one.leads for one in found[at : at + 4])


def test_scores_by_hand() -> None:
    forecasts = [
        forecast(0.8, True, leads=True),
        forecast(0.4, False, leads=True),
        forecast(0.1, False, role="competitor"),
        forecast(0.3, True, role="competitor"),
    ]
    found = score(forecasts)
    assert found.chances == pytest.approx((0.04 + 0.16 + 0.01 + 0.49) / 4)
    assert found.even == pytest.approx(0.25)
    assert found.role == pytest.approx(0.25)
    assert found.leader == pytest.approx((0 + 1 + 0 + 1) / 4)
    assert found.leader_rate == pytest.approx(0.25)
    assert found.forecasts == 4


def test_calibration_error_by_hand() -> None:
    forecasts = [
        forecast(0.72, True),
        forecast(0.78, False),
        forecast(1.0, True),
        forecast(0.0, False),
    ]
    assert [(one.forecasts, one.came) for one in bins_of(forecasts)] == [(1, 0), (2, 0.5), (1, 1)]
    assert calibration_error(forecasts) == pytest.approx((0 + 2 * 0.25 + 0) / 4)
