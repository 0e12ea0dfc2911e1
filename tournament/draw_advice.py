"""What an organiser should hear before a round is drawn or published."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Q

from tournament.draw_edits import Change, criteria, judge
from tournament.draws import names_of
from tournament.models import Entry, Event, Round, Seat

LEFT_OVER = ("apart", "clubs", "roles")


def left_over(round: Round) -> list[Change]:
    """What players will object to in the seats of a round: pairs to keep apart, clubmates who
    meet, and roles out of balance, by name. Empty if there is nothing (6 queries), or if it cannot
    be judged yet because an earlier round has no seats."""
    try:
        judged = judge(round)
    except ValidationError:
        return []
    found = criteria(judged, names_of(round.event))
    return [change for change in found if change.code in LEFT_OVER and change.value]


def changed_by_hand(event: Event, numbers: Iterable[int]) -> list[int]:
    """Which of these rounds have seats that no draw made, and that another draw would replace
    (1 query)."""
    rounds = Round.objects.filter(event=event, number__in=numbers, certificate__isnull=True)
    seated = rounds.filter(seats__isnull=False).distinct().order_by("number")
    return list(seated.values_list("number", flat=True))


def all_rounds_fit(event: Event, number: int) -> bool:
    """Whether a round is better drawn with all later ones, which is so unless people leave on the
    way, tables follow the scores, or a later round stands already (2 queries)."""
    if event.score_groups or number >= event.number_of_rounds:
        return False
    seats = Seat.objects.filter(round__event=event, round__number__lt=number)
    if seats.filter(entry__status=Entry.Status.DROPPED).exists():
        return False
    stands = Q(status__in=Round.PUBLIC) | Q(tables__result__isnull=False)
    return not event.rounds.filter(stands, number__gt=number).exists()
