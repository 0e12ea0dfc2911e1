"""Advice to an organiser before a round is drawn or published."""

from collections.abc import Iterable
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db.models import Q

from tournament.common.finals import last_before_cut
from tournament.draws.evaluation import (
    CriterionValue,
    EvaluatedRound,
    criterion_values,
    evaluate_round,
    violation_sentences,
)
from tournament.draws.wording import names_by_code
from tournament.models import Entry, Event, Round, Seat, Table

# The criteria whose violations players notice by themselves.
OBJECTIONABLE = ("apart", "clubs", "rematches", "roles")


def likely_objections(round: Round) -> list[CriterionValue]:
    """Return the likely objections of players to a round's seats (6 queries).

    They name the players. These are pairs to keep apart, clubmates who meet, rematches of this
    round, and roles out of balance. Empty if there are none, or only such as no draw can avoid, or
    if an earlier round has no seats and nothing can be evaluated yet.
    """
    try:
        evaluated = evaluate_round(round)
    except ValidationError:
        return []
    names = names_by_code(round.event)
    values = [item for item in criterion_values(evaluated, names) if item.code in OBJECTIONABLE]
    found = [_of_round(item, evaluated, names) for item in values if item.value]
    left = [item for item in found if item.findings]
    return left if any(_is_avoidable(item) for item in left) else []


def _of_round(
    item: CriterionValue, evaluated: EvaluatedRound, names: dict[str, str]
) -> CriterionValue:
    """Leave out rematches of earlier rounds, which the criterion counts too."""
    if item.code != "rematches":
        return item
    number = evaluated.problem.first_round
    own = violation_sentences(evaluated.evaluation, item.code, names, round=number)
    return replace(item, findings=own)


def _is_avoidable(item: CriterionValue) -> bool:
    """Return whether another draw might do better by a criterion.

    Whom to keep apart is asked for in any case, as an organiser may seat them by hand.
    """
    return item.code == "apart" or item.value != item.bound


def rounds_seated_by_hand(event: Event, numbers: Iterable[int]) -> list[int]:
    """Return the rounds in which the seats were set by hand (1 query).

    Another draw would replace these seats.
    """
    rounds = Round.objects.filter(event=event, number__in=numbers, certificate__isnull=True)
    seated = rounds.filter(seats__isnull=False).distinct().order_by("number")
    return list(seated.values_list("number", flat=True))


def results_missing_before(event: Event, number: int) -> list[tuple[int, int]]:
    """Return the missing results that a draw by scores would ignore (1 query).

    Each is the number of a round and of a table. They are of published rounds before this one;
    empty if tables do not follow the scores.
    """
    if not event.score_groups:
        return []
    tables = Table.objects.filter(
        round__event=event,
        round__number__lt=number,
        round__status__in=Round.PUBLIC,
        result__isnull=True,
    )
    ordered = tables.order_by("round__number", "number")
    return list(ordered.values_list("round__number", "number"))


def is_better_drawn_together(event: Event, number: int) -> bool:
    """Return whether a round is better drawn together with all later ones.

    It is, unless tables follow the scores or a later round stands already. Once somebody
    dropped out, it is only where later rounds are drawn: their seats are from before that. 2
    queries, at most 3.
    """
    if event.score_groups or number >= last_before_cut(event, number):
        return False
    seats = Seat.objects.filter(round__event=event, round__number__lt=number)
    dropped = seats.filter(entry__status=Entry.Status.DROPPED).exists()
    if dropped and not rounds_drawn_after(event, number):
        return False
    stands = Q(status__in=Round.PUBLIC) | Q(tables__result__isnull=False)
    return not event.rounds.filter(stands, number__gt=number).exists()


def rounds_drawn_after(event: Event, number: int) -> tuple[int, ...]:
    """Return the later rounds before a cut that were drawn but not published yet.

    1 query.
    """
    until = last_before_cut(event, number)
    later = event.rounds.filter(number__gt=number, number__lte=until, certificate__isnull=False)
    hidden = later.exclude(status__in=Round.PUBLIC).order_by("number")
    return tuple(hidden.values_list("number", flat=True))
