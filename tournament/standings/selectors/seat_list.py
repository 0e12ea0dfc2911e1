"""The seats of the newest round: pure figures of an event's page."""

from dataclasses import dataclass

from tournament.common.names import alphabetic_key, search_key
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import RoundView
from tournament.standings.selectors.pages import EventPage


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player's table and seat (in order of play), None where the player has none."""

    player: PlayerRef
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatList:
    """Seats of a round in order of names; `round` is None before the first."""

    round: int | None
    lines: tuple[SeatLine, ...]


def seat_list(page: EventPage, name: str = "") -> SeatList:
    """Return the seats in the newest round of the players that `name` finds.

    A player's name must have all words of `name`. Accents do not matter.
    """
    newest = page.rounds[-1] if page.rounds else None
    seats = _seats(newest) if newest else {}
    words = search_key(name).split()
    lines = [
        SeatLine(player, *seats.get(player.seed, (None, None)))
        for player in page.players
        if all(word in search_key(player.name) for word in words)
    ]
    lines.sort(key=lambda line: (alphabetic_key(line.player.name), line.player.seed))
    return SeatList(newest.number if newest else None, tuple(lines))


def _seats(shown: RoundView) -> dict[int, tuple[int, int]]:
    """Return table and seat by the players' seeds."""
    return {
        seat.player.seed: (table.number, seat.order)
        for table in shown.tables
        for seat in table.seats
    }
