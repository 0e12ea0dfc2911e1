"""Where a form goes back to: its own page, or the control room, which has the same forms."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

CONTROL_ROOM = "control"


def back_to(request: HttpRequest, slug: str, number: int, own: str) -> HttpResponse:
    """To the control room of the round for forms that were sent from there, else to the page that
    `own` is the address of."""
    if request.POST.get("back") == CONTROL_ROOM:
        return redirect(f"{reverse('chief:control', args=[slug])}?round={number}")
    return redirect(own)
