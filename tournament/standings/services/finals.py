"""The cut to the finals: recorded, taken back, and the next in order let in."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.competition.finals import passed_over
from tournament import audit
from tournament.audit import Actor
from tournament.common.finals import FinalStage, stage_of
from tournament.events.services.events import lock_event, new_seed
from tournament.events.services.moments import moment_in
from tournament.models import Cut, Event, Result
from tournament.rounds.selectors.players import players_of
from tournament.standings.selectors.finals import (
    missing_before,
    next_in_order,
    order_at_cut,
    out_of_finals,
)
from tournament.visibility import Reader


@transaction.atomic
def make_cut(*, event: Event, number: int, by: Actor) -> Cut:
    """Record the finalists from round `number` on.

    Nothing happens the second time. Raise ValidationError with what is missing if results
    before it are not confirmed. Raise it also if too few players are left.
    """
    event = lock_event(event)
    stage = _stage_from(event, number)
    found = Cut.objects.filter(event=event, round_number=stage.first).first()
    if found is not None:
        return found
    if missing := missing_before(event, stage):
        raise ValidationError([item.text for item in missing])
    if not event.lot_seed:
        event = audit.update(event, {"lot_seed": new_seed()}, by=by, event=event)
    players = players_of(event, Reader.STAFF)
    order = order_at_cut(event, stage, players, event.lot_seed)
    out = out_of_finals(players)
    if len(order) - len(out) < stage.size:
        raise ValidationError(
            _("Only %(players)d players are left for %(size)d places: change the settings first."),
            params={"players": len(order) - len(out), "size": stage.size},
        )
    cut = Cut(
        event=event,
        round_number=stage.first,
        size=stage.size,
        order=order,
        left_out=list(passed_over(order, out, stage.size)),
        lot_seed=event.lot_seed,
        made_at=moment_in(event),
        made_by=audit.name_of(by),
    )
    return audit.insert(cut, by=by, event=event)


@transaction.atomic
def take_back_cut(*, event: Event, number: int, by: Actor) -> None:
    """Forget a cut, as long as nobody is seated by it (ValidationError otherwise)."""
    event = lock_event(event)
    cut = _recorded_cut(event, number)
    seated = event.rounds.filter(number__gte=cut.round_number, seats__isnull=False)
    if seated.exists():
        raise ValidationError(
            _("Round %(number)d has seats by this cut: take them away first."),
            params={"number": seated.order_by("number")[0].number},
        )
    audit.remove(cut, by=by, event=event)


@transaction.atomic
def replace_finalist(*, event: Event, number: int, player: str, by: Actor) -> Cut:
    """Replace a finalist who dropped out, by code, with the next in order; seats stay.

    Raise ValidationError once a game of the finals has a result.
    """
    event = lock_event(event)
    cut = _recorded_cut(event, number)
    stage = _stage_from(event, number)
    if player not in cut.finalists:
        raise ValidationError(_("This player is not in the finals."))
    out = out_of_finals(players_of(event, Reader.STAFF))
    if player not in out:
        raise ValidationError(_("Only who dropped out is replaced: let the player drop out first."))
    rounds = range(stage.first, event.number_of_rounds + 1)
    if Result.objects.filter(table__round__event=event, table__round__number__in=rounds).exists():
        raise ValidationError(_("The finals have results: who plays in them stays as it is."))
    following = next_in_order(cut, out)
    if following is None:
        raise ValidationError(_("Nobody is left to come in."))
    # Players ahead of the next one who cannot play either are left out as well.
    ahead = cut.order[: cut.order.index(following)]
    gone = {player, *cut.left_out, *(code for code in ahead if code not in cut.finalists)}
    left_out = [code for code in cut.order if code in gone]
    return audit.update(cut, {"left_out": left_out}, by=by, event=event)


def _stage_from(event: Event, number: int) -> FinalStage:
    stage = stage_of(event, number)
    if stage is None or stage.first != number:
        raise ValidationError(_("No final begins with this round."))
    return stage


def _recorded_cut(event: Event, number: int) -> Cut:
    found = Cut.objects.filter(event=event, round_number=number).first()
    if found is None:
        raise ValidationError(_("The cut to the finals has not been recorded."))
    return found
