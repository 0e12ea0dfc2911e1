"""The states of a round and their steps, without a database."""

import pytest

from tournament.rounds.states import (
    MAX_SECONDS_TAKEN_BACK,
    Obstacle,
    RoundProgress,
    State,
    end_step,
    next_step,
    obstacles,
    state_of,
    undo_of,
)

OPEN = {"playing": (1, 2)}
PUBLISHED = {"seated": True, "published": True}
RUNS = {**PUBLISHED, "clock": "running", "remaining": 60, "open_tables": OPEN}
ENDED = {**RUNS, "clock": "ended"}
CONFIRMED = {**ENDED, "confirmed": True}


@pytest.mark.parametrize(
    ("progress", "state", "step", "undo"),
    [
        ({}, State.DRAFT, "draw", None),
        ({"seated": True}, State.DRAWN, "publish", None),
        ({"seated": True, "seats_leavers": True}, State.DRAWN, "redraw", None),
        (
            {**PUBLISHED, "seats_leavers": True, "open_tables": {"not_started": (1,)}},
            State.PUBLISHED,
            "start",
            "unpublish",
        ),
        (RUNS, State.RUNNING, "call_time", "take_back_start"),
        ({**RUNS, "clock": "paused"}, State.RUNNING, "call_time", "take_back_start"),
        ({**RUNS, "remaining": 0}, State.TIME, "call_time", "take_back_start"),
        ({**RUNS, "clock": "ended"}, State.TIME, "confirm", "resume"),
        ({**RUNS, "open_tables": {}}, State.RESULTS_IN, "confirm", "take_back_start"),
        ({**RUNS, "open_tables": {"called": (1,)}}, State.RESULTS_IN, "confirm", "take_back_start"),
        ({**RUNS, "open_tables": {}, "confirmed": True}, State.CONFIRMED, "close", "unconfirm"),
        ({**RUNS, "confirmed": True}, State.RUNNING, "call_time", "unconfirm"),
        ({**ENDED, "open_tables": {"corrected": (1,)}}, State.TIME, "confirm", "resume"),
        ({**CONFIRMED, "open_tables": {"corrected": (1,)}}, State.CONFIRMED, "close", None),
        ({**CONFIRMED, "open_tables": {"differing": (1,)}}, State.CONFIRMED, "close", None),
        ({**RUNS, "confirmed": True, "closed": True}, State.CLOSED, None, "reopen"),
    ],
)
def test_a_round_is_in_one_state_and_knows_the_way_on_and_back(progress, state, step, undo):
    round_ = RoundProgress(**progress)
    assert (state_of(round_), next_step(round_), undo_of(round_)) == (state, step, undo)


@pytest.mark.parametrize("before", ["enter_players", "check_in", "record_cut"])
def test_a_round_is_drawn_once_its_players_are_known(before) -> None:
    assert next_step(RoundProgress(), before_draw=before) == before
    assert next_step(RoundProgress(seated=True), before_draw=before) == "publish"


def test_a_draw_that_others_seats_outdated_is_made_again_until_it_is_published():
    assert next_step(RoundProgress(seated=True), redraw="reseated") == "redraw"
    assert next_step(RoundProgress(), redraw="reseated") == "draw"
    assert next_step(RoundProgress(seated=True, published=True), redraw="reseated") == "confirm"


def test_prizes_are_given_before_the_event_is_closed() -> None:
    assert end_step(prizes_given=False) == "prize_giving"
    assert end_step(prizes_given=True) == "close_event"


@pytest.mark.parametrize(
    ("step", "progress", "missing"),
    [
        ("publish", {}, ["no_seats"]),
        ("publish", {"seated": True}, []),
        ("draw", PUBLISHED, ["published"]),
        ("redraw", {"seated": True, "seats_leavers": True}, []),
        ("start", {"seated": True}, ["unpublished"]),
        ("call_time", PUBLISHED, ["clock_stands"]),
        ("confirm", {"seated": True, "open_tables": OPEN}, ["unpublished"]),
        ("confirm", {**RUNS, "open_tables": {"unconfirmed": (3, 7)}}, [("unconfirmed", 3, 7)]),
        ("confirm", {**RUNS, "open_tables": {"called": (3,), "set_aside": (4,)}}, []),
        (
            "close",
            {**RUNS, "open_tables": {"called": (3,), "set_aside": (4,)}},
            ["not_confirmed", ("set_aside", 4), ("called", 3)],
        ),
        ("close", {**CONFIRMED, "open_tables": {"corrected": (2,)}}, [("corrected", 2)]),
        ("unpublish", RUNS, ["clock_started"]),
        ("unpublish", {**PUBLISHED, "tables_with_log": (2,)}, [("has_log", 2)]),
        (
            "unpublish",
            {**PUBLISHED, "tables_with_log": (2,), "tables_with_result": (2,)},
            [("has_result", 2)],
        ),
        ("take_back_start", RUNS, []),
        ("take_back_start", {**RUNS, "elapsed": MAX_SECONDS_TAKEN_BACK}, []),
        ("take_back_start", {**RUNS, "elapsed": MAX_SECONDS_TAKEN_BACK + 1}, ["ran_too_long"]),
        ("take_back_start", {**RUNS, "tables_paused": (1,)}, [("has_paused", 1)]),
        ("unconfirm", {**RUNS, "closed": True}, ["closed"]),
        ("reopen", {**RUNS, "closed": True}, []),
    ],
)
def test_a_step_is_refused_with_what_is_missing_and_where(step, progress, missing):
    wanted = [(item,) if isinstance(item, str) else item for item in missing]
    found = obstacles(step, RoundProgress(**progress))
    assert found == tuple(Obstacle(code, tuple(tables)) for code, *tables in wanted)
