"""The public part of a draw.

Its seal is public from its first published round on. The rest follows once all the rounds it would
reveal are public.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from tournament import seating, visibility
from tournament.models import Seal
from tournament.seating import Certificate, Problem
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class SealView:
    """The seal of one draw.

    `rounds` were drawn together. `in_force` says that the requested round has the seats of this
    draw, as drawn or changed by hand. `replaced` are the public rounds among them that have other
    seats now.
    """

    commitment: str
    rounds: range
    is_open: bool
    in_force: bool
    replaced: list[int]


@dataclass(frozen=True, slots=True)
class DrawnRounds:
    """The public rounds of a draw.

    `problem` is the problem that `tables` solve. `certificate` and `opening` are None while the
    draw is sealed.
    """

    problem: Problem
    tables: tuple[seating.Round, ...]
    certificate: Certificate | None
    opening: str | None


def seals_of(event: int, number: int) -> list[SealView]:
    """Return the draws that a public round is or was part of (3 queries).

    The one in force comes first, then the latest. `event` is a key.
    """
    public = _public_rounds(event)
    hidden = first_hidden(event)
    seals = _seals(event).filter(first_round__lte=number, last_round__gte=number)
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
        for seal in seals.defer("opening", "event__edition_file").order_by("-pk")
    ]
    return sorted(views, key=lambda view: not view.in_force)


def drawn_rounds(event: int, commitment: str) -> DrawnRounds | None:
    """Return the public part of a draw by its seal (3 queries).

    None if there is no such seal, if none of its rounds is public yet, or if it would reveal hidden
    results.
    """
    seal, hidden = _seals(event).filter(commitment=commitment).first(), first_hidden(event)
    if seal is None or _tells_results(seal):
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


def public_seals(event: int) -> dict[str, dict[str, Any]]:
    """Return the rounds of published seals, by commitment (2 queries).

    Each seal is marked as open or not.
    """
    hidden = first_hidden(event)
    return {
        seal.commitment: {
            "first_round": seal.first_round,
            "last_round": seal.last_round,
            "open": _is_open(seal, hidden),
        }
        for seal in _seals(event).defer("opening", "event__edition_file")
    }


def _seals(event: int) -> QuerySet[Seal]:
    """Return the published seals of an event that the public sees.

    Each has its event with it.
    """
    of_event = Seal.objects.filter(event=event, event__in=visibility.events(Reader.PUBLIC))
    return of_event.filter(published_at__isnull=False).select_related("event")


def _public_rounds(event: int) -> dict[int, Any]:
    """Return the public rounds of an event by number (1 query).

    Rounds with seats made by hand are marked with `by_hand`.
    """
    rounds = visibility.rounds(Reader.PUBLIC).filter(event=event).defer("certificate")
    return {item.number: item for item in rounds.annotate(by_hand=Q(certificate__isnull=True))}


def first_hidden(event: int) -> int | None:
    """Return the number of the first hidden round that has seats, or None (1 query).

    A draw reveals its own rounds and those before it, and a later draw may have kept earlier seats.
    So a draw is opened only if its last round is before this one.
    """
    hidden = visibility.hidden_rounds(Reader.PUBLIC).filter(event=event, seats__isnull=False)
    return hidden.order_by("number").values_list("number", flat=True).first()


def _is_open(seal: Seal, hidden: int | None) -> bool:
    return (hidden is None or hidden > seal.last_round) and not _tells_results(seal)


def _tells_results(seal: Seal) -> bool:
    """Return whether a draw used scores that are not public yet."""
    return not visibility.sees_what_came(Reader.PUBLIC, seal.event, seal.sealed_at)
