"""What everybody may know of a draw: its seal from the first published round on, and all of it
once no round that it would tell is hidden any more."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from tournament import seating
from tournament.models import Round, Seal
from tournament.seating import Certificate, Problem


@dataclass(frozen=True, slots=True)
class SealView:
    """The seal of one draw. `rounds` were drawn together; `in_force` says that the round asked
    about has the seats of this draw, as drawn or changed by hand. `replaced` are the public rounds
    among them that have other seats now."""

    commitment: str
    rounds: range
    is_open: bool
    in_force: bool
    replaced: list[int]


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """The rounds of a draw that are public, none of the others: `problem` asks for `tables`.
    `certificate` and `opening` are None while the draw is sealed."""

    problem: Problem
    tables: tuple[seating.Round, ...]
    certificate: Certificate | None
    opening: str | None


def seals_of(event: int, number: int) -> list[SealView]:
    """The draws that a public round of an event (by key) is or was part of, the one in force
    first, then the latest first (3 queries)."""
    public = _public_rounds(event)
    hidden = first_hidden(event)
    seals = Seal.objects.filter(
        event=event, first_round__lte=number, last_round__gte=number, published_at__isnull=False
    )
    views = [
        SealView(
            commitment=seal.commitment,
            rounds=range(seal.first_round, seal.last_round + 1),
            is_open=_is_open(seal, hidden),
            in_force=seal.pk == public[number].seal_id if number in public else False,
            replaced=[
                other
                for other in range(seal.first_round, seal.last_round + 1)
                if other in public and (public[other].seal_id != seal.pk or public[other].by_hand)
            ],
        )
        for seal in seals.defer("opening").order_by("-pk")
    ]
    return sorted(views, key=lambda view: not view.in_force)


def drawn_rounds(event: int, commitment: str) -> DrawnRounds | None:
    """What may be known of a draw by its seal; None without such a seal, or where none of its
    rounds is public yet (3 queries)."""
    seals = Seal.objects.filter(event=event, commitment=commitment, published_at__isnull=False)
    seal, hidden = seals.first(), first_hidden(event)
    if seal is None:
        return None
    problem, made = seating.read_opening(seal.opening)
    if _is_open(seal, hidden):
        return DrawnRounds(problem, made.rounds, made.certificate, seal.opening)
    public = _public_rounds(event)
    known = 0
    for number in range(seal.first_round, hidden or 0):
        if number not in public or public[number].seal_id != seal.pk:
            break
        known += 1
    if not known:
        return None
    return DrawnRounds(replace(problem, rounds=known), made.rounds[:known], None, None)


def _public_rounds(event: int) -> dict[int, Any]:
    """The public rounds of an event by number, and whether their seats are `by_hand` (1 query)."""
    rounds = Round.objects.filter(event=event, status__in=Round.PUBLIC).defer("certificate")
    return {item.number: item for item in rounds.annotate(by_hand=Q(certificate__isnull=True))}


def first_hidden(event: int) -> int | None:
    """The number of the first round that has seats and is not public, None without one (1 query).

    A draw tells its own rounds and those before it, and a later draw may have kept seats of one
    before. So none is opened whose last round is this one or a later one.
    """
    hidden = Round.objects.filter(event=event, seats__isnull=False)
    hidden = hidden.exclude(status__in=Round.PUBLIC)
    return hidden.order_by("number").values_list("number", flat=True).first()


def _is_open(seal: Seal, hidden: int | None) -> bool:
    return hidden is None or hidden > seal.last_round
