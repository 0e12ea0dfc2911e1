"""Games that the engine of a release replayed come to the same by today's, event by event."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee.engine.state import MODES
from tests.upgrades.games import GOLDEN, golden_games

KEPT = sorted(Path(__file__).parent.glob("*.games.json"))
BY_RELEASE = pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.name)
OF_THE_FIRST = ("us-2011", "us-wooden", "eu-fr", "ru-2014")
"""Editions that all releases know."""
by_today = cache(golden_games)


@BY_RELEASE
def test_its_games_come_to_the_same(kept: Path) -> None:
    games = json.loads(kept.read_text("utf-8"))["games"]
    differing = [name for name in games if by_today().get(name) != games[name]]
    assert not differing, {name: where(games[name], by_today().get(name)) for name in differing}


def where(then: Any, now: Any) -> str:
    """What is the first to differ."""
    if now is None or now["record"] != then["record"]:
        return "another record"
    states = zip(then["states"].split(), now["states"].split(), strict=True)
    lines = (line for line, (old, new) in enumerate(states, start=2) if old != new)
    return f"line {next(lines, 'none: the statement')}"


@BY_RELEASE
def test_there_is_a_finished_game_of_each_edition_and_end(kept: Path) -> None:
    games = json.loads(kept.read_text("utf-8"))["games"]
    headers = {
        name: json.loads((GOLDEN / f"{name}.amr.jsonl").read_text("utf-8").splitlines()[0])
        for name, game in games.items()
        if game["statement"]["status"] == "finished"
    }
    ends = {(header["edition"], header["mode"]) for header in headers.values()}
    assert ends >= {*product(OF_THE_FIRST, MODES)}
