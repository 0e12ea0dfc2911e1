"""The deeds that a player held longest, over games of all editions.

Pure but for the port.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tournament.boards import boards
from tournament.common.editions import edition_of
from tournament.models import Entry

MOST_DEEDS = 5
MOST_GAMES = 40
"""So many games are played again for one visit; the others at the next ones."""


@dataclass(frozen=True, slots=True)
class FavouriteDeed:
    """A deed that a player held, by its printed name and city.

    `games` and `turns` are those in which it was held, and `income` is its rent.
    """

    name: str
    city: str
    games: int
    turns: int
    income: int


@dataclass(frozen=True, slots=True)
class FavouriteDeeds:
    """The deeds that a player held longest.

    `games` counts the games with a record, and `left` those that are still to be worked out.
    """

    deeds: tuple[FavouriteDeed, ...]
    games: int
    left: int


def favourite_deeds(entries: Collection[Entry]) -> FavouriteDeeds:
    """Return the deeds that a player held longest.

    1 query, and 1 for every 20 new games. Squares of one name and city are one deed, whatever
    board they are on.
    """
    found = boards().deeds_of(entries, MOST_GAMES)
    sums: dict[tuple[str, str], list[int]] = {}
    for entry in entries:
        squares = edition_of(entry.event).board.squares
        for game in found.games.get(entry.pk, ()):
            for at, figures in game.items():
                key = squares[at].name, squares[at].city or ""
                own = sums.setdefault(key, [0, 0, 0])
                own[0] += 1
                own[1] += figures.owned_turns
                own[2] += figures.income
    longest = sorted(sums.items(), key=lambda item: (-item[1][1], -item[1][2], item[0]))
    return FavouriteDeeds(
        tuple(FavouriteDeed(*key, *counts) for key, counts in longest[:MOST_DEEDS]),
        sum(len(games) for games in found.games.values()),
        found.left,
    )
