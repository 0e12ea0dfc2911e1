"""Editing a drawn round: two players exchange seats, and what that changes of every criterion."""

import hashlib
import json
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournament import seating
from tournament.draws import asked_of, stored_draw, tables_of
from tournament.models import Round
from tournament.seating import CRITERIA, Evaluation, Problem


@dataclass(frozen=True, slots=True)
class Judged:
    """The seats a round has, what they are judged by, and the judgement.

    `bounds` are the least values proven when this round was drawn, by criterion.
    """

    problem: Problem
    tables: seating.Round
    evaluation: Evaluation
    bounds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Change:
    """One criterion of a draw, and after an exchange: `after` and the sentences that come and go
    are empty without one. `bound` is None where none is proven."""

    code: str
    title: str
    unit: str
    value: float
    bound: float | None
    findings: tuple[str, ...]
    after: float | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def trend(self) -> str:
        """`better`, `worse`, `same`, or blank without an exchange."""
        if self.after is None or self.after == self.value:
            return "" if self.after is None else "same"
        return "better" if self.after < self.value else "worse"


def judge(round: Round) -> Judged:
    """The seats of a round and their judgement (5 queries; ValidationError if an earlier round
    has no seats). Who has no seat is taken to be absent: the seats themselves are not in doubt."""
    tables = tables_of(round)
    problem = asked_of(round.event, range(round.number, round.number + 1))
    seated = {seat.player for table in tables for seat in table.seats}
    absent = frozenset(problem.players) - seated
    problem = replace(problem, absent={round.number: absent} if absent else {})
    return Judged(problem, tables, seating.evaluate(problem, (tables,)), _bounds(round))


def _bounds(round: Round) -> dict[str, float]:
    """What is proven of this round alone; a bound of several rounds together says nothing of it."""
    stored = stored_draw(round)
    if stored is None or stored[0].rounds != 1:
        return {}
    return dict(stored[1].certificate.bounds)


def exchanged(tables: seating.Round, one: str, other: str) -> seating.Round:
    """The tables after two players took each other's seat: place in order of play, and role.

    Raises KeyError if either has no seat.
    """
    seats = {seat.player for table in tables for seat in table.seats}
    if not {one, other} <= seats:
        raise KeyError(one, other)
    turned = {one: other, other: one}
    return tuple(
        replace(
            table,
            seats=tuple(replace(s, player=turned.get(s.player, s.player)) for s in table.seats),
        )
        for table in tables
    )


def digest(tables: seating.Round) -> str:
    """A short name for the seats of a round, to notice that they changed meanwhile."""
    text = json.dumps(seating.rounds_to_json((tables,)), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def criteria(judged: Judged, names: dict[str, str]) -> list[Change]:
    """Every criterion with its value, bound and named violations."""
    return [
        Change(
            code=code,
            title=gettext(CRITERIA[code].title),
            unit=gettext(CRITERIA[code].unit),
            value=value,
            # No criterion can be below 0, whatever the search of several rounds proved.
            bound=judged.bounds.get(code, None if value else 0.0),
            findings=sentences(judged.evaluation, code, names),
        )
        for code, value in judged.evaluation.violations.items()
    ]


def compared(judged: Judged, after: seating.Round, names: dict[str, str]) -> list[Change]:
    """Every criterion before and after an edit, with the violations that come and go."""
    edited = seating.evaluate(judged.problem, (after,))
    changes = []
    for change in criteria(judged, names):
        then = sentences(edited, change.code, names)
        gained = tuple(sentence for sentence in then if sentence not in change.findings)
        lost = tuple(sentence for sentence in change.findings if sentence not in then)
        value = edited.violations[change.code]
        changes.append(replace(change, after=value, gained=gained, lost=lost))
    return changes


def sentences(evaluation: Evaluation, code: str, names: dict[str, str]) -> tuple[str, ...]:
    """The violations of one criterion, in the reader's language."""
    return tuple(
        finding.sentence.text(gettext, lambda player: names.get(player, player))
        for finding in evaluation.findings
        if finding.criterion == code
    )
