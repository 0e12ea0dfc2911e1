"""Positions to play out: golden two-hour games in the middle, and poor ones with debts ahead."""

import json
from pathlib import Path
from typing import Any

from referee.insight.positions import Position, read_position

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = sorted((ROOT / "tests/golden/golden").glob("*two-hour*.amr.jsonl"))
PLAYED = ROOT / "referee/board/example_games/us-2011.amr.jsonl"


def opening(edition: str, players: int = 4, **more: Any) -> bytes:
    """A record of a game that has not begun: roles by turns, names of one letter."""
    seats = [
        {"id": f"p{n}", "name": "ABCDEF"[n - 1], "role": ("competitor", "monopolist")[n % 2]}
        for n in range(1, players + 1)
    ]
    header = {"record": "amr/1", "edition": edition, "mode": "two-hour", "players": seats, **more}
    return json.dumps(header).encode()


def poor(edition: str) -> Position:
    """A position in which everybody has deeds and hardly any cash."""
    streets = [1, 3, 6, 8, 11, 13, 16, 18, 21, 23, 26, 27, 31, 32, 37, 39]
    deeds: dict[str, Any] = {
        str(square): {"owner": f"p{1 + index // 2 % 4}"} for index, square in enumerate(streets)
    }
    for square in (1, 3, 21, 23):
        deeds[str(square)]["improvements"] = 3
    deeds["39"]["mortgaged"] = True
    deeds |= {"12": {"owner": "p2"}, "28": {"owner": "p1"}, "5": {"owner": "p3"}}
    cash = {"p1": 30, "p2": 0, "p3": 55, "p4": 400}
    position = {"cash": cash, "deeds": deeds, "prison": ["p4"], "squares": {"p1": 34, "p2": 7}}
    return read_position(opening(edition, position=position))


def broke(edition: str) -> Position:
    """A position in which one player has hotels, and nobody else has anything."""
    deeds: dict[str, Any] = {
        str(square): {"owner": "p1", "improvements": 4} for square in (31, 32, 37, 39, 6, 8, 11, 13)
    }
    deeds |= {"1": {"owner": "p2"}, "16": {"owner": "p3"}, "3": {"owner": "p4", "improvements": 1}}
    cash = {"p1": 20, "p2": 10, "p3": 0, "p4": 30}
    return read_position(opening(edition, position={"cash": cash, "deeds": deeds}))


def middle(path: Path) -> Position:
    """A golden game after half of its lines."""
    content = path.read_bytes()
    return read_position(content, 1 + content.strip().count(b"\n") // 2)
