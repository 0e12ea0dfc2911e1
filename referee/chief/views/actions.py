"""Actions of the chief referee's pages.

They pair and revoke tablets, take calls, rule and answer.
"""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from referee.chief.call_wording import call_answered, call_unchanged
from referee.chief.views.pages import chief_only, game_address, game_crumbs, game_of, may_pair
from referee.devices.services import invite
from referee.devices.services import revoke as revoke_device
from referee.language import refusal_text
from referee.log.calls import claim_call, escalate_call, release_call, reopen_call, resolve_call
from referee.log.chief import append_chief
from referee.models import Call, Device, Pairing
from tournament.common.parameters import free_text, whole_number
from tournament.common.qr_codes import qr_svg
from tournament.common.venue_address import tablet_address
from tournament.console.crumbs import Crumb
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, refusals_shown, show_refusal
from tournament.console.ways_back import now_address
from tournament.models import Table
from tournament.rounds.selectors.players import names_at_table

MAX_MINUTES = 60
MAX_TEXT = 500
CALL_STEPS = {
    "claim": claim_call,
    "release": release_call,
    "escalate": escalate_call,
    "reopen": reopen_call,
}


@require_POST
@may_pair
@pressed_once
def pair(request: HttpRequest, table: int) -> HttpResponse:
    """Show the QR code and the typed code that pair one tablet with a table."""
    shown = get_object_or_404(Table.objects.select_related("round__event"), pk=table)
    try:
        invitation = invite(table=shown, by=request.user)  # type: ignore[arg-type]
    except ValidationError as error:
        show_refusal(request, error)
        return redirect(now_address(shown.round.event.slug, shown.round.number))
    address = tablet_address(request, f"/tablet/#pair={invitation.token}")
    game = game_of(invitation.pairing.game_id)
    context = {
        "game": game,
        "code": invitation.code,
        "page": tablet_address(request, "/tablet/"),
        "pairing": invitation.pairing,
        "qr": qr_svg(address),
        "crumbs": game_crumbs(game, Crumb(_("Pair a tablet"))),
    }
    return render(request, "referee/chief/pair.html", context)


@require_safe
@may_pair
def pairing_state(request: HttpRequest, game: UUID) -> JsonResponse:
    """Answer which tablet used the invitation `?of=7`, and whether it is still open.

    The answer is `{"tablet": "Tablet 7", "open": false}`.
    """
    number = whole_number(request.GET.get("of", ""))
    pairings = Pairing.objects.filter(game=game, pk=number or 0)
    invitation = pairings.select_related("device").first()
    tablet = str(invitation.device) if invitation and invitation.device else ""
    waiting = invitation is not None and not tablet and invitation.expires_at > timezone.now()
    return JsonResponse({"tablet": tablet, "open": waiting})


@require_POST
@may_pair
def revoke(request: HttpRequest, device: UUID) -> HttpResponse:
    """Revoke a tablet: it may not write any more."""
    revoked = revoke_device(
        device_id=get_object_or_404(Device, pk=device).pk,
        by=request.user,  # type: ignore[arg-type]
    )
    messages.success(request, _("%(tablet)s may not write any more.") % {"tablet": revoked})
    return redirect(game_address(revoked.game_id))


@require_POST
@chief_only
def answer_call(request: StaffRequest, call: UUID) -> HttpResponse:
    """Claim, release, pass on, resolve or reopen a call.

    A call is passed on to the chief referee. Resolving credits the table with the minutes
    given, or with the time that the call cost. The answer redirects to the page Now, which
    shows the outcome.
    """
    before = get_object_or_404(Call.objects.select_related("game__table__round__event"), pk=call)
    step = request.POST.get("step", "")
    with refusals_shown(request):
        answered = _take_step(request, call, step)
        if said := call_answered(before, answered, step, request.user.pk):
            messages.success(request, said)
        else:
            messages.info(request, call_unchanged(answered))
    round_ = before.game.table.round
    return redirect(now_address(round_.event.slug, round_.number))


@require_POST
@chief_only
@pressed_once
def log_ruling(request: HttpRequest, game: UUID) -> HttpResponse:
    """Log a ruling."""
    return _append(request, game, {"type": "ruling", "text": _text(request, "text")})


@require_POST
@chief_only
def answer_for_player(request: HttpRequest, game: UUID) -> HttpResponse:
    """Answer a dispute, or confirm for an absent player."""
    player = request.POST.get("player", "")[:100]
    if request.POST.get("step") == "settle":
        return _append(
            request, game, {"type": "settle", "player": player, "reason": _text(request, "reason")}
        )
    statement = request.POST.get("statement", "")[:64]
    return _append(request, game, {"type": "confirm", "player": player, "statement": statement})


def _append(request: HttpRequest, game: UUID, event: dict[str, str]) -> HttpResponse:
    names = names_at_table(game_of(game).table_id)
    refusals = append_chief(game_id=game, event=event, by=request.user)  # type: ignore[arg-type]
    for refusal in refusals:
        messages.error(request, refusal_text(refusal, names))
    if not refusals:
        messages.success(request, _("It is in the log."))
    return redirect(game_address(game))


def _take_step(request: StaffRequest, call: UUID, step: str) -> Call:
    if step in CALL_STEPS:
        return CALL_STEPS[step](call_id=call, by=request.user)
    return resolve_call(
        call_id=call,
        resolution=_text(request, "resolution"),
        seconds=_seconds(request),
        by=request.user,
    )


def _text(request: HttpRequest, name: str) -> str:
    return free_text(request.POST.get(name, ""), MAX_TEXT)


def _seconds(request: HttpRequest) -> int | None:
    """Return the seconds to credit.

    None if the field is empty, so that the seconds are counted.
    """
    given = request.POST.get("minutes", "").strip()
    if not given:
        return None
    minutes = whole_number(given, most=MAX_MINUTES)
    if minutes is None:
        raise ValidationError(_("Give the time lost in whole minutes, 0 to 60."))
    return minutes * 60
