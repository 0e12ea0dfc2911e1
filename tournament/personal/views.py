"""`/me/TOKEN/`: a player's own page, opened by the personal link.

It needs no account. In clear, on the hall's port without HTTPS, it shows the seat and takes
a check-in, nothing else: whoever shares that network could read the rest.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from tournament.accounts.secret_links import MINUTE, keep_private, too_many_requests, tries_many
from tournament.careers.selectors import career_of
from tournament.common.calendars import Appointment, calendar_response
from tournament.common.languages import known_language
from tournament.common.mail_server import delivers_emails
from tournament.common.rate_limits import allow_attempt
from tournament.console.staff import refusals_shown
from tournament.events.selectors.announcements import public_announcements
from tournament.events.selectors.events import EventDetail, detail_of
from tournament.models import Entry, Seat
from tournament.models.personal import MAX_REPORT
from tournament.outbox.selectors.due_emails import address_of
from tournament.outbox.wording import emails_sent
from tournament.people.services.personal_links import entry_by
from tournament.people.services.same_person import other_entries
from tournament.personal.deeds import DEEDS
from tournament.personal.selectors.data import data_of
from tournament.personal.selectors.personal import PersonalPage, announced_seats, personal_page
from tournament.public.views.pages import told_announcements
from tournament.push.selectors import push_offer
from tournament.rounds.calendar import round_appointment
from tournament.rounds.selectors.rounds import role_label
from tournament.standings.selectors.pages import published_page

MAX_DEEDS = 20
"""The most actions through one link in a minute."""


# The address is the secret that a forged request would lack: no cookie decides anything here, and
# in clear there is none.
@csrf_exempt
@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest, token: str) -> HttpResponse:
    """Show the player's page, and do what its buttons say.

    `do` is one of `DEEDS`; for `emails-off` a mail program asks as RFC 8058 says.
    """
    entry = entry_by(token)
    if entry is None:
        return _unknown_link(request)
    if request.method == "POST":
        return _perform_action(request, entry, token)
    page: PersonalPage = personal_page(entry)
    context: dict[str, Any] = {
        "entry": entry,
        "event": entry.event,
        "page": page,
        "rank": _rank(entry) if page.is_over and not is_in_clear(request) else 0,
        "token": token,
        "in_clear": is_in_clear(request),
        "longest": MAX_REPORT,
        "announcements": told_announcements(
            {"announcements": public_announcements(entry.event_id)}
        ),
        "emails_to": entry.email or address_of(entry),
        "emails_sent": emails_sent(entry.event),
        "delivers_emails": delivers_emails(),
        "push": push_offer(entry) if not is_in_clear(request) else None,
        "career": career_of(entry) if not is_in_clear(request) else (),
        "linked": _linked_openly(entry) if not is_in_clear(request) else (),
        "reports": entry.reports.filter(resolved_at=None) if not is_in_clear(request) else (),
    }
    return keep_private(render(request, "tournament/personal/me.html", context))


@never_cache
@sensitive_variables("token")
@require_safe
def my_data(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with what is stored of the player in this event, as JSON."""
    entry = entry_by(token)
    if entry is None:
        return _unknown_link(request)
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return JsonResponse(data_of(entry), headers=headers, json_dumps_params={"indent": 1})


@cache_control(no_cache=True)
@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """Send the worker that shows pushed seats.

    It comes from an address from which its scope may be a personal page.
    """
    source = Path(str(finders.find("tournament/personal/push_worker.js"))).read_text()
    return HttpResponse(source, content_type="text/javascript")


@cache_control(private=True, no_cache=True)
@sensitive_variables("token")
@require_safe
def my_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with the player's own rounds whose start is announced, as a calendar.

    `?lang=` names its language: a calendar program has none. Not in clear, because such a program
    would send the link again and again.
    """
    entry = entry_by(token)
    if entry is None or is_in_clear(request):
        return _unknown_link(request)
    language = known_language(request.GET.get("lang", "")) or get_language()
    event = detail_of(entry.event)
    with override(language):
        found = [own_appointment(request, event, seat) for seat in announced_seats(entry)]
        return keep_private(calendar_response(request, event.name, filter(None, found)))


def own_appointment(request: HttpRequest, event: EventDetail, seat: Seat) -> Appointment | None:
    """Return a round of the player's as an entry of a calendar, with table and role."""
    found = round_appointment(
        request,
        event,
        seat.round,
        seed=seat.entry.seed,
        table=seat.table.number,
        seated_at=seat.round.seats_changed_at,
    )
    return replace(found, text=role_label(seat.role)) if found else None


def _linked_openly(entry: Entry) -> list[Entry]:
    """Return the linked entries in events that everybody may know of.

    Staff who may make the link of this page see no hidden event by it.
    """
    return [other for other in other_entries(entry) if other.event.published]


def _rank(entry: Entry) -> int:
    """Return the player's place as everybody sees it, 0 while they wait for it."""
    page = published_page(entry.event.slug)
    if page is None or not page.is_over:
        return 0
    return next((row.rank for row in page.standings.rows if row.player.seed == entry.seed), 0)


def is_in_clear(request: HttpRequest) -> bool:
    """Return whether others could read the answer (`config.clear_text` says so)."""
    return bool(getattr(request, "sent_in_clear", False))


def _unknown_link(request: HttpRequest) -> HttpResponse:
    """Answer a link that opens nothing; let who tries many wait."""
    if tries_many(request, "me"):
        return too_many_requests(request)
    raise Http404


def _perform_action(request: HttpRequest, entry: Entry, token: str) -> HttpResponse:
    """Do what was asked for, and show the page again with what came of it."""
    does = request.POST.get("do", "")
    one_click = request.POST.get("List-Unsubscribe") == "One-Click"
    if one_click:
        does = "emails-off"
    if is_in_clear(request) and does != "check-in":
        raise Http404
    if not allow_attempt(f"me:{entry.pk}", MAX_DEEDS, MINUTE):
        return too_many_requests(request)
    if does in DEEDS:
        with refusals_shown(request):
            messages.success(request, DEEDS[does](request, entry))
    if one_click:
        return HttpResponse(status=204)  # RFC 8058 allows no redirect
    return redirect("tournament:me", token)
