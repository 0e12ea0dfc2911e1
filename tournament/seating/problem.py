"""A problem: the players, rounds, table sizes and wishes of a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournament.seating.model import Role, Round, Sentence
from tournament.seating.table_sizes import divisions

DEFAULT_ORDER = (
    "apart",
    "rematches",
    "recent",
    "roles",
    "sizes",
    "clubs",
    "spread",
    "opponents",
    "positions",
)


class ProblemError(ValueError):
    """A problem that cannot be read or cannot be met; `sentences` name every reason."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = tuple(sentences)
        super().__init__("\n".join(str(sentence) for sentence in self.sentences))


@dataclass(frozen=True, slots=True)
class Lock:
    """A player's seat fixed in one round.

    It fixes the table and, if wanted, the role and the place in order.
    """

    round: int
    player: str
    table: int
    role: Role | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Problem:
    """A draw to make.

    Round numbers are absolute: the first round drawn follows `history`.

    `sizes`: allowed table sizes, preferred first. `absent`: by round, the players who do not
    play it. `pins`: the table a player keeps in every round. `scores`: a Swiss draw. `order`:
    codes of the criteria to minimise, the most important first. `planned_rounds`: rounds of the
    whole event; later ones are planned too, so that a round drawn alone leaves room for them.
    `roles_drawn` is False where roles are thrown at the table (rules 4 and 6).
    """

    players: tuple[str, ...]
    rounds: int
    sizes: tuple[int, ...]
    seed: int = 0
    time_limit: float | None = None
    history: tuple[Round, ...] = ()
    absent: Mapping[int, frozenset[str]] = field(default_factory=dict)
    apart: tuple[tuple[str, str], ...] = ()
    clubs: Mapping[str, str] = field(default_factory=dict)
    locks: tuple[Lock, ...] = ()
    pins: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, float] | None = None
    order: tuple[str, ...] = DEFAULT_ORDER
    roles_drawn: bool = True
    planned_rounds: int | None = None

    @property
    def first_round(self) -> int:
        """Number of the first round to draw."""
        return len(self.history) + 1

    @property
    def round_numbers(self) -> range:
        """Numbers of the rounds to draw."""
        return range(self.first_round, self.first_round + self.rounds)

    def present_players(self, round_number: int) -> tuple[str, ...]:
        """Return the players of a round, in the problem's order."""
        away = self.absent.get(round_number, frozenset())
        return tuple(player for player in self.players if player not in away)

    @cached_property
    def layouts(self) -> Mapping[int, tuple[int, ...] | None]:
        """The table sizes of each round to draw, in order of table number.

        A round has None if nothing fits.
        """
        return {number: self._layout(number) for number in self.round_numbers}

    @cached_property
    def scaled_scores(self) -> tuple[dict[str, int], int]:
        """Return the scores as whole numbers, and the factor they are scaled by.

        A player without a score has 0.
        """
        given = self.scores or {}
        exact = {player: Fraction(str(given.get(player, 0))) for player in self.players}
        scale = lcm(*(score.denominator for score in exact.values()))
        return {player: int(score * scale) for player, score in exact.items()}, scale

    def _layout(self, round_number: int) -> tuple[int, ...] | None:
        needs = self.needs(round_number)
        first = None
        for tries, sizes in enumerate(
            divisions(len(self.present_players(round_number)), self.sizes)
        ):
            first = first or sizes
            fitted = fit_sizes(sizes, needs)
            if fitted:
                return fitted
            if tries >= 200:
                break
        return first

    def needs(self, round_number: int) -> dict[int, int]:
        """Return by table the smallest size that holds its locks and pins of a round."""
        roles: dict[int, dict[str, Role | None]] = {}
        here = set(self.present_players(round_number))
        for player in self.players:
            if player in self.pins and player in here:
                roles.setdefault(self.pins[player], {})[player] = None
        for lock in self.locks:
            if lock.round == round_number and lock.player in here:
                roles.setdefault(lock.table, {})[lock.player] = lock.role
        seats = {
            lock.table: lock.seat or 0
            for lock in sorted(self.locks, key=lambda x: x.seat or 0)
            if lock.round == round_number
        }
        return {t: max(_smallest(list(r.values())), seats.get(t, 0)) for t, r in roles.items()}


def _smallest(roles: list[Role | None]) -> int:
    """Return the smallest table for these seats by rule 4.

    The rule is |competitors - monopolists| <= 1.
    """
    alike = max(roles.count(Role.COMPETITOR), roles.count(Role.MONOPOLIST))
    return max(len(roles), 2 * alike - 1)


def fit_sizes(sizes: Sequence[int], needs: Mapping[int, int]) -> tuple[int, ...] | None:
    """Return `sizes` by table number, each at least its need, or None."""
    fitted = sorted(sizes, reverse=True)
    if any(not 1 <= table <= len(fitted) for table in needs):
        return None
    need = [needs.get(number, 0) for number in range(1, len(fitted) + 1)]
    if all(size >= least for size, least in zip(fitted, need, strict=True)):
        return tuple(fitted)
    tables = sorted(range(len(fitted)), key=lambda table: (-need[table], table))
    placed = dict(zip(tables, fitted, strict=True))
    if any(placed[table] < need[table] for table in tables):
        return None
    return tuple(placed[table] for table in range(len(fitted)))
