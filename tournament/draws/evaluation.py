"""The evaluation of a round's seats by the criteria of the draw.

Seats are evaluated as they are, and after two players swap.
"""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournament import seating
from tournament.draws.certificate import stored_draw
from tournament.draws.problem import problem_of_rounds
from tournament.draws.seats import tables_of_round
from tournament.events.seating_wording import SENTENCES
from tournament.models import Round
from tournament.seating import CRITERIA, Evaluation, Problem


@dataclass(frozen=True, slots=True)
class EvaluatedRound:
    """The seats a round has, what they are judged by, and the evaluation.

    `bounds` are the least values proven when this round was drawn, by criterion. Where rounds were
    drawn together and no draw of all of them does better, it is the value of this one.
    """

    problem: Problem
    tables: seating.Round
    evaluation: Evaluation
    bounds: dict[str, float]


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """A round's value by one criterion, whose sentence is `about`.

    The value after a swap is `after`; it and the sentences that come and go are empty without a
    swap. `bound` is None if none is proven.
    """

    code: str
    title: str
    about: str
    value: float
    bound: float | None
    findings: tuple[str, ...]
    after: float | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def trend(self) -> str:
        """`better`, `worse`, `same`, or blank without a swap."""
        if self.after is None or self.after == self.value:
            return "" if self.after is None else "same"
        return "better" if self.after < self.value else "worse"


def evaluate_round(round: Round) -> EvaluatedRound:
    """Evaluate the seats of a round (6 queries).

    A player without a seat counts as absent. Raise ValidationError if an earlier round has no
    seats.
    """
    tables = tables_of_round(round)
    problem = problem_of_rounds(round.event, range(round.number, round.number + 1))
    seated = {seat.player for table in tables for seat in table.seats}
    absent = frozenset(problem.players) - seated
    problem = replace(problem, absent={round.number: absent} if absent else {})
    evaluation = seating.evaluate(problem, (tables,))
    return EvaluatedRound(problem, tables, evaluation, _bounds(round, evaluation))


def _bounds(round: Round, evaluation: Evaluation) -> dict[str, float]:
    """Return the bounds proven for this round; empty if its seats were set by hand."""
    stored = stored_draw(round)
    if stored is None:
        return {}
    problem, certificate = stored[0], stored[1].certificate
    if problem.rounds == 1:
        return dict(certificate.bounds)
    reached = {code for code, least in certificate.bounds.items()
               if certificate.violations.get(code) == least}  # fmt: skip
    return {code: value for code, value in evaluation.violations.items() if code in reached}


def criterion_values(evaluated: EvaluatedRound, names: dict[str, str]) -> list[CriterionValue]:
    """Return every criterion with its value, bound and named violations."""
    return [
        CriterionValue(
            code=code,
            title=gettext(CRITERIA[code].title),
            about=str(SENTENCES[code]),
            value=value,
            # No criterion can be below 0, whatever the search of several rounds proved.
            bound=evaluated.bounds.get(code, None if value else 0.0),
            findings=violation_sentences(evaluated.evaluation, code, names),
        )
        for code, value in evaluated.evaluation.violations.items()
    ]


def criteria_after_swap(
    evaluated: EvaluatedRound, after: seating.Round, names: dict[str, str]
) -> list[CriterionValue]:
    """Return every criterion before and after a swap.

    Each has the violations that come and go.
    """
    edited = seating.evaluate(evaluated.problem, (after,))
    changes = []
    for change in criterion_values(evaluated, names):
        then = violation_sentences(edited, change.code, names)
        gained = tuple(sentence for sentence in then if sentence not in change.findings)
        lost = tuple(sentence for sentence in change.findings if sentence not in then)
        value = edited.violations[change.code]
        changes.append(replace(change, after=value, gained=gained, lost=lost))
    return changes


def violation_sentences(
    evaluation: Evaluation, code: str, names: dict[str, str], round: int | None = None
) -> tuple[str, ...]:
    """Return the violations of one criterion as sentences.

    They are of all rounds or one, in the reader's language.
    """
    return tuple(
        finding.sentence.text(gettext, lambda player: names.get(player, player))
        for finding in evaluation.findings
        if finding.criterion == code and round in (None, finding.round)
    )
