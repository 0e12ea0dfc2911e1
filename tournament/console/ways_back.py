"""The page to which a form returns: its own, or another one that has the same form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

NOW = "now"
CLOCK = "clock"


def is_sent_from_elsewhere(request: HttpRequest) -> bool:
    """Return whether a step of a round was not taken on the round's own page."""
    return request.POST.get("back") in (NOW, CLOCK)


def back_to(request: HttpRequest, slug: str, number: int, own: str) -> HttpResponse:
    """Redirect to the control room or the clock if the form was sent from there, else to `own`."""
    sent_from = request.POST.get("back")
    if sent_from == NOW:
        return redirect(f"{reverse('chief:now', args=[slug])}?round={number}")
    if sent_from == CLOCK:
        return redirect("tournament:clock", slug, number)
    return redirect(own)
