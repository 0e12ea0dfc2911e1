"""All seats of an event as columns, which is what makes a large ranking quick."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.competition.points import denominator, points_of
from scoring.competition.scheme import TableScore


@dataclass(slots=True)
class Ledger:
    """Seats of all finished tables, table after table. `who` holds positions in `players`;
    `points` and `totals` count parts of a point, `scale` parts to the point; table t's seats are
    `bounds[t]` up to `bounds[t + 1]`."""

    players: Sequence[str]
    scale: int
    lot_seed: str = ""
    who: list[int] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    finals: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    bounds: list[int] = field(default_factory=lambda: [0])
    totals: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)


def read(
    players: Sequence[str],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
    lot_seed: str = "",
) -> Ledger:
    """The ledger of `tables`.

    Raises ValueError if a player is listed twice or sits at a table without being listed, or if
    a table's places are not a ranking.
    """
    ledger = Ledger(players, denominator(points_by_place), lot_seed)
    index = {player: position for position, player in enumerate(players)}
    if len(index) != len(players):
        raise ValueError("a player is listed twice")
    try:
        _append(ledger, index, tables, points_by_place)
    except KeyError as error:
        raise ValueError(f"player {error.args[0]!r} is not listed") from None
    _add_up(ledger)
    return ledger


def _append(
    ledger: Ledger,
    index: dict[str, int],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
) -> None:
    """One pass over the tables; the points of each pattern of places are computed once."""
    known: dict[tuple[int, ...], list[int]] = {}
    who, roles, finals = ledger.who, ledger.roles, ledger.finals
    for _, _, seats in tables:
        names, seat_roles, places, cash = zip(*seats, strict=True)
        points = known.get(places)
        if points is None:
            exact = points_of(places, points_by_place)
            points = known[places] = [int(share * ledger.scale) for share in exact]
        who += [index[name] for name in names]
        roles += seat_roles
        finals += cash
        ledger.places += places
        ledger.points += points
        ledger.bounds.append(len(who))


def _add_up(ledger: Ledger) -> None:
    totals = ledger.totals = [0] * len(ledger.players)
    played = ledger.played = [0] * len(ledger.players)
    for player, points in zip(ledger.who, ledger.points, strict=True):
        totals[player] += points
        played[player] += 1
