"""The list of one's sessions, and signing out from afar."""

import datetime as dt
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournament.accounts.services import account_sessions as services
from tournament.accounts.sign_in.confirmation import AccountRequest
from tournament.accounts.sign_in.sessions import is_over
from tournament.models import AccountSession


class ListedSession(NamedTuple):
    """A browser in which the person is signed in."""

    key: int
    device: str
    since: dt.datetime
    seen: dt.datetime
    is_this: bool


def listed_sessions(request: AccountRequest) -> list[ListedSession]:
    """Return the person's sessions that are still good (1 query).

    This one is first, then the one that was used last.
    """
    own = AccountSession.objects.filter(person=request.user).select_related("session")
    password = request.user.get_session_auth_hash()
    found = [_listed_session(row, request.session.session_key, password) for row in own]
    return sorted(filter(None, found), key=lambda one: (one.is_this, one.seen), reverse=True)


def _listed_session(
    row: AccountSession, current: str | None, password: str
) -> ListedSession | None:
    """Return the session as it is listed.

    None if its time is over, or if it began with another password.
    """
    store = SessionStore()
    store.update(row.session.get_decoded())
    if is_over(store) or store.get(HASH_SESSION_KEY) != password:
        return None
    since, seen = (dt.datetime.fromtimestamp(store[name], dt.UTC) for name in ("started", "seen"))
    return ListedSession(row.pk, row.device, since, seen, row.session_id == current)


@require_POST
@login_required
def end(request: AccountRequest, key: int) -> HttpResponse:
    """Sign one browser out."""
    session = get_object_or_404(AccountSession, pk=key, person=request.user)
    services.end_session(session=session, by=request.user)
    messages.success(request, gettext("That browser is signed out."))
    return redirect("tournament:account")


@require_POST
@login_required
def end_others(request: AccountRequest) -> HttpResponse:
    """Sign all browsers out but this one."""
    count = services.end_sessions(
        person=request.user, but=request.session.session_key or "", by=request.user
    )
    text = ngettext(
        "%(count)d other browser is signed out.", "%(count)d other browsers are signed out.", count
    )
    messages.success(request, text % {"count": count})
    return redirect("tournament:account")
