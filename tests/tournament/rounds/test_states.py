"""The states of a round and their steps, without a database."""

import pytest

from tournament.rounds.states import (
    MAX_SECONDS_TAKEN_BACK,
    Obstacle,
    RoundProgress,
    State,
    next_step,
    obstacles,
    state_of,
    undo_of,
)

OPEN = {"playing": (1, 2)}
PUBLISHED = {"seated": True, "published": True}
RUNS = {**PUBLISHED, "clock": "running", "remaining": 60, "open_tables": OPEN}


@pytest.mark.parametrize(
    ("progress", "state", "step", "undo"),
    [
        ({}, State.DRAFT, "draw", None),
        ({"seated": True}, State.DRAWN, "publish", None),
        (
            {**PUBLISHED, "open_tables": {"not_started": (1,)}},
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
        ({**RUNS, "confirmed": True, "closed": True}, State.CLOSED, None, "reopen"),
    ],
)
def test_a_round_is_in_one_state_and_knows_the_way_on_and_back(progress, state, step, undo):
    round_ = RoundProgress(**progress)
    assert (state_of(round_), next_step(round_), undo_of(round_)) == (state, step, undo)


def test_a_final_is_drawn_once_its_finalists_are_recorded() -> None:
    assert next_step(RoundProgress(), needs_cut=True) == "record_cut"
    assert next_step(RoundProgress(seated=True), needs_cut=True) == "publish"


@pytest.mark.parametrize(
    ("step", "progress", "missing"),
    [
        ("publish", {}, ["no_seats"]),
        ("publish", {"seated": True}, []),
        ("draw", PUBLISHED, ["published"]),
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
