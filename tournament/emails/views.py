"""`/unsubscribe/TOKEN/`: ends a player's e-mails of an event, without an account."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournament.accounts.secret_links import MINUTE, keep_private, too_many_requests, tries_many
from tournament.common.rate_limits import allow_attempt
from tournament.emails.unsubscribing import entry_to_unsubscribe
from tournament.people.services.personal_links import choose_emails

MAX_PRESSES = 20
"""The most presses of one link in a minute."""


# The address is the secret that a forged request would lack: no cookie decides anything here, and
# a mail program that asks as RFC 8058 says has none.
@csrf_exempt
@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to end the e-mails; end them once asked to.

    Opening the page changes nothing, because programs open links, too. A POST is answered without
    a redirect (RFC 8058, section 3.1).
    """
    entry = entry_to_unsubscribe(token)
    if entry is None:
        if tries_many(request, "unsubscribe"):
            return too_many_requests(request)
        raise Http404
    if request.method == "POST":
        if not allow_attempt(f"unsubscribe:{entry.pk}", MAX_PRESSES, MINUTE):
            return too_many_requests(request)
        entry = choose_emails(entry=entry, gets_emails=False, language="")
    done = entry.declines_emails and not entry.gets_emails
    context = {"event": entry.event, "done": done}
    return keep_private(render(request, "tournament/emails/unsubscribe.html", context))
