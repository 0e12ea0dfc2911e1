"""The certificate stored with a drawn round.

It is written, read, and checked by drawing again.
"""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import seating
from tournament.draws.seats import tables_of_round
from tournament.draws.wording import translated_sentences
from tournament.models import Round
from tournament.seating import Draw, Problem


def certificate_to_store(problem: Problem, made: Draw) -> dict[str, Any]:
    """Return the certificate stored with each drawn round.

    It has everything needed to draw the round again.
    """
    return {"problem": seating.problem_to_json(problem), "draw": made.to_json()}


def stored_draw(round: Round) -> tuple[Problem, Draw] | None:
    """Return the problem and the draw behind a round's seats.

    None for seats set by hand.
    """
    if round.certificate is None:
        return None
    return (
        seating.problem_from_json(round.certificate["problem"]),
        seating.draw_from_json(round.certificate["draw"]),
    )


def faults_of_certificate(round: Round) -> list[str]:
    """Draw a round again from its seed, and return all differences.

    The draw is compared with the seats of this round, of the earlier rounds it took into account,
    and of the rounds drawn together with it. Raise ValidationError if there is no certificate.
    """
    stored = stored_draw(round)
    if stored is None:
        raise ValidationError(_("The seats of this round were not drawn: nothing to verify."))
    problem, made = stored
    faults = [
        *_faults_of_seal(round),
        *translated_sentences(seating.verify(problem, made), round.event),
    ]
    now = {item.number: tables_of_round(item) for item in round.event.rounds.all()}
    for number, tables in enumerate([*problem.history, *made.rounds], start=1):
        if _drawn_part(tables, problem) == _drawn_part(now.get(number, ()), problem):
            continue
        text = gettext("The seats of round %(number)d are not those this draw is about.")
        if number == round.number:
            text = gettext("The seats of round %(number)d are not those that were drawn.")
        faults.append(text % {"number": number})
    return faults


def _faults_of_seal(round: Round) -> list[str]:
    """Return the differences between the sealed draw and the round's present one."""
    seal = round.seal
    if seal is None or round.certificate is None:
        return [gettext("The draw of this round was never sealed.")]
    sealed = json.loads(seal.opening)
    same = all(sealed[part] == round.certificate[part] for part in ("problem", "draw"))
    if same and seating.commitment_of(seal.opening) == seal.commitment:
        return []
    return [gettext("The draw is not the one that was sealed: it was replaced.")]


def _drawn_part(tables: seating.Round, problem: Problem) -> list[Any]:
    """Return the part of the tables that the draw decided.

    That is only the seating if roles are not drawn.
    """
    if problem.roles_drawn:
        return [
            (table.number, [(seat.player, seat.role) for seat in table.seats]) for table in tables
        ]
    return [(table.number, sorted(seat.player for seat in table.seats)) for table in tables]
