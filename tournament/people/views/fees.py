"""A press that notes a fee as paid, takes that back, or waives it."""

from decimal import Decimal
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.common.amounts import MAX_DIGITS, PLACES
from tournament.common.parameters import free_text, whole_number
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.models import Entry
from tournament.people.services.fees import record_payment, take_payment_back, waive_fee
from tournament.people.views.players import MAX_SEARCH

DEEDS = ("pay", "undo", "waive", "demand")
LISTS = {"check-in": "tournament:check-in", "players": "tournament:organise-players"}


@require_POST
@staff_may(Action.EDIT_PLAYERS)
def note(request: StaffRequest, slug: str) -> HttpResponse:
    """Do what the pressed button says; its value is the player's key.

    `pay` takes an `amount` (empty: the whole fee). `back` names the page that follows.
    """
    does = next((deed for deed in DEEDS if deed in request.POST), "")
    key = whole_number(request.POST.get(does, ""))
    entries = Entry.objects.select_related("event")
    entry = get_object_or_404(entries, event__slug=slug, pk=key)
    with refusals_shown(request):
        if does == "pay":
            record_payment(entry=entry, amount=_amount(request), by=request.user)
        elif does == "undo":
            take_payment_back(entry=entry, by=request.user)
        else:
            waive_fee(entry=entry, waived=does == "waive", by=request.user)
    return redirect(_page_address(request, entry))


def _amount(request: StaffRequest) -> Decimal | None:
    """Return the amount typed, None if nothing was.

    Raise ValidationError if the text is no amount.
    """
    typed = free_text(request.POST.get("amount", ""), MAX_DIGITS + 3).replace(",", ".")
    field = forms.DecimalField(required=False, max_digits=MAX_DIGITS, decimal_places=PLACES)
    try:
        found: Decimal | None = field.clean(typed)
    except ValidationError:
        text = _("Write the amount paid as a number, such as 12.50, or leave it empty.")
        raise ValidationError(text) from None
    return found


def _page_address(request: StaffRequest, entry: Entry) -> str:
    """Return the address of the page on which the button was, at the player's row."""
    slug, back = entry.event.slug, request.POST.get("back", "")
    if back not in LISTS:
        return reverse("tournament:edit-player", args=[slug, entry.pk])
    search = free_text(request.POST.get("search", ""), MAX_SEARCH)
    page = whole_number(request.POST.get("page", "")) or 1
    query = {**({"search": search} if search else {}), **({"page": page} if page > 1 else {})}
    shown = f"?{urlencode(query)}" if query else ""
    return f"{reverse(LISTS[back], args=[slug])}{shown}#e{entry.pk}"
