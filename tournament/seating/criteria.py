"""The criteria of a draw; each is one function that finds every violation.

A criterion yields findings; its violation is the sum of their amounts, in its unit. What repeats
(rematches, roles, sizes, opponents, positions) is counted over the history and the rounds drawn,
all else over the rounds drawn only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from tournament.seating.model import PlayerNames, Role, Round, Sentence
from tournament.seating.model import gettext_noop as _
from tournament.seating.problem import Problem
from tournament.seating.seating_history import SeatingHistory
from tournament.seating.standings import scaled_scores, snake_tables


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation: the amount it adds, its place, its players, and its sentence."""

    criterion: str
    amount: float
    players: tuple[str, ...]
    round: int | None
    table: int | None
    sentence: Sentence

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A named criterion: `code` in `order`, `title` for a heading.

    The docstring of the function that finds its violations says what it counts.
    """

    code: str
    title: str
    findings: Callable[[SeatingHistory], Iterator[Finding]]


Findings = Iterator[Finding]


def apart(seated: SeatingHistory) -> Findings:
    """Find pairs to keep apart that share a table; unit: meetings."""
    pairs = {frozenset(pair) for pair in seated.problem.apart}
    text = _(
        "%(one)s and %(other)s are to be kept apart, but share table %(table)s in round %(round)s."
    )
    for place in seated.drawn if pairs else ():
        for one, other in combinations(place.players, 2):
            if frozenset((one, other)) in pairs:
                yield _of_pair("apart", 1, (one, other), place.where, text)


def rematches(seated: SeatingHistory) -> Findings:
    """Find pairs that meet again, m(m-1)/2 for m meetings; unit: rematches."""
    once = _("%(one)s and %(other)s meet again: they met in round %(before)s.")
    often = _("%(one)s and %(other)s meet again: they met in rounds %(before)s.")
    for pair, meetings in seated.meetings.items():
        for at in range(1, len(meetings)):
            before = tuple(place.round for place in meetings[:at])
            text = often if len(before) > 1 else once
            where = meetings[at].where
            yield _of_pair("rematches", at, pair, where, text, before=before)


def recent(seated: SeatingHistory) -> Findings:
    """Find rematches that come too soon.

    A rematch has 3 points after one round, 2 after two and 1 after three.
    """
    text = _("%(one)s and %(other)s meet again soon: %(gap)s rounds after round %(before)s.")
    at_once = _("%(one)s and %(other)s meet again in the round after round %(before)s.")
    for pair, meetings in seated.meetings.items():
        for earlier, later in pairwise(meetings):
            gap = later.round - earlier.round
            if gap <= 3:
                sentence = at_once if gap == 1 else text
                more = {"gap": gap, "before": earlier.round}
                yield _of_pair("recent", 4 - gap, pair, later.where, sentence, **more)


def roles(seated: SeatingHistory) -> Findings:
    """Find players with role counts that differ by more than one.

    The counts are those as competitor and as monopolist.
    """
    text = _("%(player)s has been competitor %(competitor)s and monopolist %(monopolist)s times.")
    for player, (competitor, monopolist) in seated.role_counts.items():
        if abs(competitor - monopolist) > 1:
            more = {"competitor": competitor, "monopolist": monopolist}
            yield _of_player("roles", 1, player, (None, None), text, **more)


def sizes(seated: SeatingHistory) -> Findings:
    """Find repeated seats at tables not of the preferred size; unit: repeats.

    n such seats of a player count n(n-1)/2.
    """
    text = _(
        "%(player)s sits at a table of %(size)s again, not of %(preferred)s: also in round "
        "%(before)s."
    )
    preferred = seated.problem.sizes[0]
    for player, places in seated.tables_by_player.items():
        odd = [place for place in places if len(place.players) != preferred]
        for at, place in enumerate(odd[1:], 1):
            before = tuple(p.round for p in odd[:at])
            more = {"size": len(place.players), "preferred": preferred, "before": before}
            yield _of_player("sizes", at, player, place.where, text, **more)


def clubs(seated: SeatingHistory) -> Findings:
    """Find pairs of one club at a table; unit: meetings."""
    club = seated.problem.clubs
    text = _("%(one)s and %(other)s, both of %(club)s, share table %(table)s in round %(round)s.")
    for place in seated.drawn if club else ():
        members = [player for player in place.players if player in club]
        for one, other in combinations(members, 2):
            if club[one] == club[other]:
                yield _of_pair("clubs", 1, (one, other), place.where, text, club=club[one])


def spread(seated: SeatingHistory) -> Findings:
    """Sum the squared score gaps of the pairs at a table (a Swiss draw).

    The unit is points squared.
    """
    if seated.problem.scores is None:
        return
    scores, scale = scaled_scores(seated.problem)
    text = _("Table %(table)s of round %(round)s spans %(span)s points: from %(low)s to %(high)s.")
    for place in seated.drawn:
        points = sorted((scores[player], player) for player in place.players)
        gaps = sum((b[0] - a[0]) ** 2 for a, b in combinations(points, 2))
        if gaps:
            low, high = points[0], points[-1]
            span = _plain((high[0] - low[0]) / scale)
            params = {"span": span, "low": PlayerNames((low[1],)), "high": PlayerNames((high[1],))}
            where = {"table": place.table, "round": place.round}
            sentence = Sentence(text, {**params, **where})
            amount = _plain(gaps / scale**2)
            ends = (low[1], high[1])
            yield Finding("spread", amount, ends, place.round, place.table, sentence)


def snake(seated: SeatingHistory) -> Findings:
    """Find players away from the table that the snake gives them.

    The snake runs through the scores. The unit is players.
    """
    text = _(
        "%(player)s sits at table %(table)s in round %(round)s; the snake says table %(right)s."
    )
    tables = {n: snake_tables(seated.problem, n) for n in seated.problem.round_numbers}
    for place in seated.drawn:
        for player in place.players:
            right = tables[place.round][player]
            if right != place.table:
                yield _of_player("snake", 1, player, place.where, text, right=right)


def opponents(seated: SeatingHistory) -> Findings:
    """Find pairs in which one player was the competitor too often.

    The unit is times beyond one.
    """
    text = _(
        "%(one)s has been competitor against %(other)s as monopolist %(more)s times, and"
        " %(less)s times the other way round."
    )
    for pair, meetings in seated.meetings.items():
        first = sum(_is_competitor_against(place.roles, pair) for place in meetings)
        second = sum(_is_competitor_against(place.roles, (pair[1], pair[0])) for place in meetings)
        if abs(first - second) > 1:
            one, other = pair if first > second else (pair[1], pair[0])
            times = {"more": max(first, second), "less": min(first, second)}
            amount = abs(first - second) - 1
            yield _of_pair("opponents", amount, (one, other), (None, None), text, **times)


def _is_competitor_against(seats: Mapping[str, Role | None], pair: tuple[str, str]) -> int:
    one, other = seats[pair[0]], seats[pair[1]]
    return int(one is Role.COMPETITOR and other is Role.MONOPOLIST)


def positions(seated: SeatingHistory) -> Findings:
    """Find repeated places in the order of play, n(n-1)/2 for n times; unit: repeats."""
    text = _("%(player)s plays in place %(place)s again: also in round %(before)s.")
    for player, places in seated.tables_by_player.items():
        taken: dict[int, list[int]] = {}
        for place in places:
            at = place.players.index(player) + 1
            before = taken.setdefault(at, [])
            if before:
                more = {"place": at, "before": tuple(before)}
                where = place.where
                yield _of_player("positions", len(before), player, where, text, **more)
            before.append(place.round)


CRITERIA: Mapping[str, Criterion] = {
    code: Criterion(code, title, function)
    for code, title, function in (
        ("apart", _("Keep apart"), apart),
        ("rematches", _("Rematches"), rematches),
        ("recent", _("Early rematches"), recent),
        ("roles", _("Role balance"), roles),
        ("sizes", _("Table sizes"), sizes),
        ("clubs", _("Same club or team"), clubs),
        ("spread", _("Score spread"), spread),
        ("snake", _("Snake"), snake),
        ("opponents", _("Role against opponent"), opponents),
        ("positions", _("Order of play"), positions),
    )
}


def _plain(number: float) -> float:
    """Return a whole number as int, any other rounded to six places."""
    return int(number) if number == int(number) else round(number, 6)


def _of_pair(
    code: str,
    amount: int,
    pair: Sequence[str],
    where: tuple[int | None, int | None],
    text: str,
    **more: object,
) -> Finding:
    params = {
        "one": PlayerNames((pair[0],)),
        "other": PlayerNames((pair[1],)),
        "round": where[0],
        **more,
    }
    sentence = Sentence(text, {**params, "table": where[1]})
    return Finding(code, amount, tuple(pair), *where, sentence)


def _of_player(
    code: str,
    amount: int,
    player: str,
    where: tuple[int | None, int | None],
    text: str,
    **more: object,
) -> Finding:
    params = {"player": PlayerNames((player,)), "round": where[0], "table": where[1], **more}
    return Finding(code, amount, (player,), *where, Sentence(text, params))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The quality of a draw: the sum of each criterion in order, and every violation."""

    violations: Mapping[str, float]
    findings: tuple[Finding, ...]

    @property
    def vector(self) -> tuple[float, ...]:
        """The violations in order of importance.

        Of two draws, the smaller tuple is better.
        """
        return tuple(self.violations.values())

    def to_json(self) -> list[dict[str, object]]:
        """Return every violation with its sentence, as the command line prints it."""
        return [
            {
                "criterion": found.criterion,
                "amount": found.amount,
                "players": list(found.players),
                "round": found.round,
                "table": found.table,
                "sentence": str(found),
            }
            for found in self.findings
        ]


def evaluate(problem: Problem, rounds: Sequence[Round]) -> Evaluation:
    """Judge `rounds` drawn for `problem` by the criteria of its `order`."""
    seated = SeatingHistory.from_rounds(problem, rounds)
    found = {code: tuple(CRITERIA[code].findings(seated)) for code in problem.order}
    violations = {code: _plain(sum(f.amount for f in found[code])) for code in problem.order}
    return Evaluation(violations, tuple(f for code in problem.order for f in found[code]))
