"""Pages that a secret link opens, without an account.

The module has the parts of the answer that all these pages share.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.accounts.sign_in.address import client_address
from tournament.common.rate_limits import allow_attempt

MAX_UNKNOWN = 30
"""Unknown links of one kind that an address may try in a minute; a venue shares an address."""
MINUTE = 60


def keep_private(response: HttpResponse) -> HttpResponse:
    """Keep a secret address from other sites and from searches."""
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def tries_many(request: HttpRequest, kind: str) -> bool:
    """Count a link that opens nothing; return whether this address had too many.

    `kind` names such links in a few letters.
    """
    return not allow_attempt(f"{kind}:{client_address(request)}", MAX_UNKNOWN, MINUTE)


def too_many_requests(request: HttpRequest, seconds: int = MINUTE) -> HttpResponse:
    """Return the page for too many requests (429), with when to come back."""
    response = render(request, "tournament/accounts/slowed.html", status=429)
    response["Retry-After"] = str(seconds)
    return response
