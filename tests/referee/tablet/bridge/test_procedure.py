"""The end procedure as the screens lead through it, and what a role decides there."""

from __future__ import annotations

import json

import pytest

from scoring.game.editions import EDITIONS
from tests.referee.tablet.test_bridge import RECORDS, header, opened, play, playing, read

__all__ = ["header"]


def is_finished(path):
    """Whether the record's game came to its end."""
    statement = path.with_name(path.name.replace(".amr.jsonl", ".statement.json"))
    return json.loads(statement.read_text())["status"] == "finished"


FINISHED = list(filter(is_finished, RECORDS))


@pytest.mark.parametrize("path", FINISHED[::4], ids=lambda path: path.name[:2])
def test_a_game_goes_through_its_procedure_and_who_is_in_it_signs(path):
    record, *events = read(path)
    bridge, answer = opened(record, log=[{"type": "start", "header": record}])
    steps, seen, view = answer["view"]["procedure"], [], answer["view"]
    for event in events:
        view = play(bridge, event)["view"]
        assert view["procedure"] == steps
        if view["status"] in steps and view["status"] not in seen:
            seen.append(view["status"])
    assert seen == [step for step in steps if step in seen]
    assert seen[-1] == steps[-1] == "finished"
    seats = bridge.log.journal.result().seats
    assert view["required"] == [seat.player_id for seat in seats if not seat.out]


@pytest.mark.parametrize("code", EDITIONS)
@pytest.mark.parametrize(
    ("mode", "steps"), [("A", ["finished"]), ("B", ["richest", "finished"]), ("two-hour", None)]
)
def test_the_procedure_is_that_of_the_mode_and_the_edition(header, code, mode, steps):
    view = opened(
        {**header, "edition": code, "mode": mode},
        log=[{"type": "start", "header": {**header, "edition": code, "mode": mode}}],
    )[1]["view"]
    first = [] if code == "eu-fr" else ["adjusting"]
    assert view["procedure"] == (steps or [*first, "adjusted", "retained", "finished"])


def test_a_role_says_what_confines_and_how_much_is_built(header):
    view = play(playing(header), {"type": "note", "text": "rain"})["view"]
    assert [(player["confines"], player["mostImprovements"]) for player in view["players"]] == [
        ("price_war", 5),
        ("prison", 4),
    ]
