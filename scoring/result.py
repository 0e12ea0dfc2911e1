"""The result of a finished game: the places and final figures of its seats."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One player's result. Amounts are whole currency units.

    `final` is the figure that ranks: cash, or in game B the wealth of R25; 0 for a player who is
    out. `before_retention`, `retained` and `circuit_income` belong to the two-hour procedure. They
    are None if there was no such procedure, or if the player was out.
    """

    player_id: str
    role: str
    place: int
    final: int
    before_retention: int | None = None
    retained: int | None = None
    circuit_income: int | None = None
    out: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game, with its seats in order of play.

    Equal places are shared (1, 2, 2, 4).
    """

    edition: str
    mode: str
    seats: tuple[SeatResult, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Ids of the players in first place, in order of play."""
        return tuple(seat.player_id for seat in self.seats if seat.place == 1)


def places_by_player(
    keys: Mapping[Player, tuple[int, ...]], out: Sequence[Player] = ()
) -> dict[Player, int]:
    """Return places by player: greater keys ahead, equal keys share a place.

    Shared places are counted as 1, 2, 2, 4. Players who are `out`, in the order they left, have
    no key. They rank behind, the last to go first.
    """
    places = {
        player: 1 + sum(other > key for other in keys.values()) for player, key in keys.items()
    }
    for behind, player in enumerate(reversed(out), start=len(keys) + 1):
        places[player] = behind
    return places
