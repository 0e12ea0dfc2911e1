"""Rating of games in a process of its own, within limits.

The process and its limits come from `tournament/common/limited_process.py`. A large season
takes minutes, during which a thread of the server would slow all others down. Run as a
script, it takes `{"games": …, "seed": …}` on standard input and prints the ratings as JSON.
It does without Django, so that it starts at once.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from scoring.competition.rating import rate
from scoring.result import GameResult, SeatResult


def rate_plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ratings of plain games as JSON values.

    Plain games are those of `tournament.seasons.rated_games`.
    """
    games = [
        GameResult(
            edition,
            mode,
            tuple(SeatResult(player, role, place, 0) for player, role, place in seats),
        )
        for edition, mode, seats in given["games"]
    ]
    found = rate(games, seed=given["seed"])
    return {
        "players": {player: asdict(rating) for player, rating in found.players.items()},
        "monopolists": {edition: asdict(rating) for edition, rating in found.monopolists.items()},
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(rate_plain(json.load(sys.stdin))))
