"""The games of a season's events with its players' ids, and what names them. Pure."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from scoring.result import GameResult
from tournament.seasons.event_results import SeasonEventView

PlayerIds = Mapping[tuple[str, str], str]
"""A season's players by an event's address and a code there; others go by just these two."""


def games_of(events: Iterable[SeasonEventView], ids: PlayerIds) -> tuple[GameResult, ...]:
    """Return all games of the events, players named by the season's ids."""
    return tuple(
        replace(
            game,
            seats=tuple(
                replace(seat, player_id=player_id(ids, event.slug, seat.player_id))
                for seat in game.seats
            ),
        )
        for event in events
        if event.results
        for game in event.results.games
    )


def player_id(ids: PlayerIds, event: str, code: str) -> str:
    """Return the season's id of a player of an event."""
    return ids.get((event, code)) or plain_id(event, code)


def plain_id(event: str, code: str) -> str:
    """Return the id of somebody known in one event only, or by the first of several."""
    return f"{event}/{code}"


def plain_games(games: Sequence[GameResult]) -> list[list[object]]:
    """Return the facts of games that ratings read, as JSON.

    They are the edition, the mode, and the id, role and place of each seat.
    """
    return [
        [
            game.edition,
            game.mode,
            [[seat.player_id, seat.role, seat.place] for seat in game.seats],
        ]
        for game in games
    ]


def digest_of(games: Sequence[GameResult]) -> str:
    """Return the SHA-256 of the games."""
    text = json.dumps(plain_games(games), separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()
