"""`manage.py calibrate`: every player of a finished game is scored at each quarter."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.referee.insight.positions import GOLDEN, PLAYED

ROOT = Path(__file__).resolve().parents[4]
RECORDS = sorted((ROOT / "referee/sample_event").rglob("*.amr.jsonl"))[:2]


def printed(*arguments: str | Path) -> str:
    out = StringIO()
    call_command("calibrate", *map(str, arguments), "--playouts", "2", stdout=out)
    return out.getvalue()


def test_each_player_is_scored_at_each_quarter_the_same_way_twice() -> None:
    text = printed("--json", *RECORDS)
    assert text == printed("--json", *RECORDS)
    found = json.loads(text)
    assert found["games"] == 2
    assert found["scores"]["forecasts"] == sum(one["forecasts"] for one in found["bins"]) == 24
    # Of each table of four somebody wins, and may share the win.
    assert sum(one["forecasts"] * one["came"] for one in found["bins"]) >= 6 - 1e-9
    assert 0 < found["scores"]["chances"] < 1


def test_a_row_for_each_quarter_and_what_was_said_beside_what_came() -> None:
    text = printed(RECORDS[0])
    for word in ("1/4", "2/4", "3/4", "all", "Came"):
        assert word in text


def test_a_game_that_is_not_finished_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    still = next(path for path in GOLDEN if "still" in path.name)
    with pytest.raises(SystemExit):
        printed(PLAYED, still)
    assert f"{still}: the game is not finished." in capsys.readouterr().err
