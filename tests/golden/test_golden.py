"""Every record of the golden collection leads to exactly the statement beside it."""

import json
from pathlib import Path

import pytest

from referee.engine import replay_lines
from referee.engine.actions import ACTIONS
from tests.golden.refusal_codes import REFUSAL_CODES

FOLDER = Path(__file__).parent
SAMPLE_EVENT = Path(__file__).parents[2] / "referee" / "sample_event"
GOLDEN = sorted((FOLDER / "golden").glob("*.amr.jsonl"))
REFUSED = sorted((FOLDER / "refused").glob("*.amr.jsonl"))
SAMPLE = sorted(SAMPLE_EVENT.glob("round-*/*.amr.jsonl"))


def name(path: Path) -> str:
    return path.name.removesuffix(".amr.jsonl")


def test_the_collection_is_complete() -> None:
    assert (len(GOLDEN), len(REFUSED), len(SAMPLE)) == (40, 60, 18)


def test_every_type_of_event_occurs_in_a_golden_record() -> None:
    """A type that the record format gets has to be told there first."""
    lines = [line for path in GOLDEN for line in path.read_text("utf-8").splitlines()[1:] if line]
    assert {json.loads(line)["type"] for line in lines} == ACTIONS.keys()


@pytest.mark.parametrize("path", GOLDEN, ids=name)
def test_golden(path: Path) -> None:
    replay = replay_lines(path.read_bytes())
    assert replay.refusal is None
    assert replay.game is not None
    expected = path.with_name(f"{name(path)}.statement.json").read_text(encoding="utf-8")
    assert replay.game.statement() == json.loads(expected)


@pytest.mark.parametrize("path", REFUSED, ids=name)
def test_refused(path: Path) -> None:
    expected = json.loads(path.with_name(f"{name(path)}.expect.json").read_text(encoding="utf-8"))
    replay = replay_lines(path.read_bytes())
    assert replay.refusal is not None
    assert replay.line == expected["line"]
    if expected["rule"] is not None:
        assert replay.refusal.rule == expected["rule"]
    code, _, rule = REFUSAL_CODES[name(path)].partition(" ")
    assert (replay.refusal.code, replay.refusal.rule) == (code, rule or None)


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: f"{path.parent.name}-{name(path)}")
def test_sample_event(path: Path) -> None:
    standings = json.loads((SAMPLE_EVENT / "expected-standings.json").read_text("utf-8"))
    game_number = (int(path.parent.name[-1]), int(name(path)[-1]))
    expected = {
        player["id"]: (row["role"], row["place"], row["final_cash"])
        for player in standings["players"]
        for row in player["rounds"]
        if (row["round"], row["table"]) == game_number
    }
    game = replay_lines(path.read_bytes()).game
    assert game is not None
    result = game.result()
    assert result is not None
    assert {s.player_id: (s.role, s.place, s.final) for s in result.seats} == expected
