"""The page to which a form returns.

It is the form's own page, or the page Now, which has the same forms.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

NOW = "now"


def now_address(slug: str, number: int) -> str:
    """Return the address of the page Now for a round."""
    return f"{reverse('chief:now', args=[slug])}?round={number}"


def back_to(request: HttpRequest, slug: str, number: int, own: str) -> HttpResponse:
    """Redirect to the page Now if the form was sent from there, else to `own`."""
    return redirect(now_address(slug, number) if request.POST.get("back") == NOW else own)
