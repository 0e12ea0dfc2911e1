"""Penalties against players in the standings.

A penalty costs points, places, or the place itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty in the standings.

    `points` are taken off the player's sum, which may fall below 0; `places` are lost in the
    standings; a `disqualified` player stands behind everybody who is not. A penalty about a `round`
    of the finals counts in the finals.
    """

    player: str
    points: Fraction = Fraction(0)
    places: int = 0
    disqualified: bool = False
    round: int | None = None


@dataclass(frozen=True, slots=True)
class PenaltySums:
    """All penalties of each player, in the order of the players.

    `points` are in units of 1/`scale` (see `add_up`).
    """

    points: list[int]
    places: list[int]
    disqualified: list[bool]


def add_up(players: Sequence[str], penalties: Iterable[Penalty], scale: int) -> PenaltySums:
    """Return each player's penalties added up, points in units of 1/`scale`.

    Raise ValueError for a player who is not listed.
    """
    index = {player: position for position, player in enumerate(players)}
    sums = PenaltySums([0] * len(players), [0] * len(players), [False] * len(players))
    for penalty in penalties:
        if penalty.player not in index:
            raise ValueError(f"player {penalty.player!r} is not listed")
        player = index[penalty.player]
        sums.points[player] += int(penalty.points * scale)
        sums.places[player] += penalty.places
        sums.disqualified[player] |= penalty.disqualified
    return sums


def ranks_after(
    order: Sequence[int], ranks: Sequence[int], sums: PenaltySums
) -> tuple[list[int], list[int]]:
    """Apply lost places and disqualifications; return the players' order and ranks.

    A player who loses n places goes behind the players ranked n further down; the others close up.
    A disqualified player always stands last. `ranks` go with `order` (shared as in 1, 2, 2, 4).
    """
    keys = {
        player: (sums.disqualified[player], rank + sums.places[player], sums.places[player], rank)
        for player, rank in zip(order, ranks, strict=True)
    }
    moved = sorted(order, key=keys.__getitem__)
    return moved, shared_ranks([keys[player] for player in moved])


def shared_ranks(keys: Sequence[object]) -> list[int]:
    """Return the ranks of sorted keys; equal keys share a rank (1, 2, 2, 4)."""
    ranks: list[int] = []
    for position, key in enumerate(keys):
        equal = position > 0 and key == keys[position - 1]
        ranks.append(ranks[-1] if equal else position + 1)
    return ranks
