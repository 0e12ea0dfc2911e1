"""Services that draw rounds.

The search runs outside any transaction; its outcome is stored in one.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import seating
from tournament.audit import Actor
from tournament.draws.certificate import certificate_to_store
from tournament.draws.problem import problem_to_draw
from tournament.draws.seats import seat_plans_of
from tournament.events.services.events import lock_event
from tournament.models import Round
from tournament.rounds.services.rounds import ensure_round, set_seats
from tournament.rounds.services.seals import forget_unused_seals, seal_draw
from tournament.seating import Draw, Problem

SEED_BITS = 128


def draw_round(
    *,
    round: Round,
    by: Actor,
    seed: int | None = None,
    all_rounds: bool = False,
    time_limit: float | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Draw:
    """Draw a round, or it and all later ones together, and store the outcome.

    The outcome is seats and certificate. Without a `seed` one is taken that nobody could
    choose; `time_limit` is in seconds; `progress` and `cancelled` are the search's (0 to 1; a
    cancelled draw is complete).

    Raise ValidationError, changing nothing, if the round cannot be drawn, a wish cannot be met,
    or players or earlier rounds changed while the search was running.
    """
    seed = new_draw_seed() if seed is None else seed
    problem = problem_to_draw(round, seed=seed, all_rounds=all_rounds, time_limit=time_limit)
    made = seating.draw(problem, progress=progress, cancelled=cancelled, clock=time.perf_counter)
    _store(round, problem, made, all_rounds, by)
    return made


def new_draw_seed() -> int:
    """Return a seed too large to be found by trial; the certificate records it.

    Whoever guessed it from the first round could draw the rounds that are still hidden.
    """
    return secrets.randbits(SEED_BITS)


@transaction.atomic
def _store(round: Round, problem: Problem, made: Draw, all_rounds: bool, by: Actor) -> None:
    event = lock_event(round.event)
    now = Round.objects.select_related("event").get(pk=round.pk)
    current = problem_to_draw(now, seed=problem.seed, all_rounds=all_rounds)
    if current != replace(problem, time_limit=None):
        raise ValidationError(
            _("Players or earlier rounds changed while the draw was running: draw again.")
        )
    certificate = certificate_to_store(problem, made)
    seal = seal_draw(event=event, rounds=problem.round_numbers, certificate=certificate, by=by)
    for number, tables in zip(problem.round_numbers, made.rounds, strict=True):
        target = ensure_round(event=event, number=number, by=by)
        plans = seat_plans_of(event, tables)
        set_seats(round=target, tables=plans, by=by, certificate=certificate, seal=seal)
    forget_unused_seals(event=event, by=by)
