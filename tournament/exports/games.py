"""The rows of figures that are counted over the games of an event.

There is a row for each game, and one for each deed.
"""

from collections import Counter
from collections.abc import Iterator

from tournament.analytics.games import deeds_of
from tournament.boards import boards
from tournament.common.editions import edition_of
from tournament.common.game_figures import LogFigures
from tournament.exports.selectors import Row, Sheet
from tournament.models import Event

GAMES = (
    "round",
    "table",
    "turns",
    "seconds",
    "median_turn_seconds",
    "players_out",
    "throws",
    "pips",
    "doubles",
    "corrections",
    "chief_corrections",
    "undos",
    "calls",
    "late_events",
    "offline_gaps",
    "longest_gap_seconds",
)
DEEDS = ("square", "name", "city", "games", "owned_turns", "income", "income_per_owned_turn")


def games(event: Event) -> Sheet:
    """Return a row for each table with a record or a log.

    4 queries, and those of new games.
    """
    return Sheet(GAMES, _games(event))


def _games(event: Event) -> Iterator[Row]:
    played, logs = boards().games_so_far(event).games, boards().logs_so_far(event).logs
    calls = Counter(call.place for call in boards().calls_of(event))
    for place in sorted({*played, *logs, *calls}):
        game, log = played.get(place), logs.get(place, LogFigures())
        dice = [sum(each) for each in zip(*game.dice.values(), strict=True)] if game else []
        yield (
            *place,
            game and game.turns,
            game and game.seconds,
            game and game.median_turn_seconds,
            game and len(game.out),
            *(dice or (None, None, None)),
            log.corrections,
            log.chief_corrections,
            log.undos,
            calls[place],
            log.late_events,
            log.gaps,
            log.longest_gap,
        )


def deeds(event: Event) -> Sheet:
    """Return a row for each deed that was owned (1 query, and those of new games)."""
    return Sheet(DEEDS, _deeds(event))


def _deeds(event: Event) -> Iterator[Row]:
    found = boards().games_so_far(event).games
    for deed in deeds_of(found.values(), edition_of(event).board):
        yield (*deed, round(deed.per_turn, 3))
