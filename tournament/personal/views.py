"""`/me/TOKEN/`: a player's own page, opened by the personal link. Without an account.

In clear, on the hall's port without HTTPS, it shows the seat and takes a check-in, nothing else:
whoever shares that network could read the rest."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from tournament.accounts.secret_links import MINUTE, keep_private, too_many_requests, tries_many
from tournament.common.calendars import Appointment, calendar_response
from tournament.common.parameters import free_text
from tournament.common.rate_limits import allow_attempt
from tournament.console.staff import refusals_shown
from tournament.events.selectors.announcements import public_announcements
from tournament.events.selectors.events import EventDetail, detail_of
from tournament.models import Entry, PlayerReport, Seat
from tournament.models.personal import MAX_REPORT
from tournament.outbox.selectors.due_emails import address_of
from tournament.people.services.personal_links import (
    BY_PLAYER,
    check_in_oneself,
    choose_emails,
    drop_out_oneself,
    entry_by,
    report,
)
from tournament.people.services.same_person import (
    EntriesNotLinkableError,
    link_entries,
    other_entries,
    unlink_entry,
)
from tournament.personal.selectors.data import data_of
from tournament.personal.selectors.personal import PersonalPage, announced_seats, personal_page
from tournament.public.views.pages import told_announcements
from tournament.rounds.calendar import round_appointment
from tournament.rounds.selectors.rounds import role_label
from tournament.standings.selectors.pages import published_page

MAX_LINK = 300
MAX_LINKS = 20
"""The most links typed into the form at once, each of at most MAX_LINK characters."""
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

    `do`: `check-in`, `drop`, `report`, `delete`, `link`, `unlink`, `emails-on` or `emails-off`,
    which a mail program asks for as RFC 8058 says.
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
    asked = request.GET.get("lang", "")
    language = asked if asked in dict(settings.LANGUAGES) else get_language()
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
    if request.POST.get("List-Unsubscribe") == "One-Click":
        does = "emails-off"
    if is_in_clear(request) and does != "check-in":
        raise Http404
    if not allow_attempt(f"me:{entry.pk}", MAX_DEEDS, MINUTE):
        return too_many_requests(request)
    deeds: dict[str, tuple[Callable[[], object], str]] = {
        "check-in": (lambda: check_in_oneself(entry=entry), _("You are checked in.")),
        "drop": (
            lambda: _drop_out(request, entry),
            _("You dropped out. The desk can bring you back."),
        ),
        "report": (lambda: _report_problem(request, entry), _("The staff has your report.")),
        "delete": (
            lambda: report(entry=entry, kind=PlayerReport.Kind.DELETION),
            _("The staff has your request and deletes your data."),
        ),
        "link": (
            lambda: _link_entries(request, entry),
            _("Your entries of these events are linked."),
        ),
        "unlink": (
            lambda: unlink_entry(entry=entry, by=BY_PLAYER),
            _("This event is linked with no other any more."),
        ),
        "emails-on": (
            lambda: choose_emails(entry=entry, gets_emails=True, language=get_language() or "en"),
            _(
                "You get e-mails about your seat, when a round is about to begin, and when a "
                "result of yours is corrected."
            ),
        ),
        "emails-off": (
            lambda: choose_emails(entry=entry, gets_emails=False, language=""),
            _("You get no more e-mails about seats and rounds."),
        ),
    }
    if does in deeds:
        deed, done = deeds[does]
        with refusals_shown(request):
            deed()
            messages.success(request, done)
    return redirect("tournament:me", token)


def _drop_out(request: HttpRequest, entry: Entry) -> object:
    if request.POST.get("sure") != "on":
        raise ValidationError(_("Tick the box to drop out."))
    return drop_out_oneself(entry=entry)


def _link_entries(request: HttpRequest, entry: Entry) -> object:
    """Link the entry with those of the other personal links that were typed, one a line.

    A link is typed whole or as its end. The links of all entries that would be linked are asked
    for: staff who made one of them cannot join what the player linked with it.
    """
    typed = free_text(request.POST.get("links", ""), MAX_LINKS * MAX_LINK).split()[:MAX_LINKS]
    found = [entry, *(_entry_of_link(request, link) for link in typed or [""])]
    try:
        return link_entries(found, by=BY_PLAYER, may_link=found.__contains__)
    except EntriesNotLinkableError as error:
        raise ValidationError(
            ngettext(
                "These players are linked with %(count)d more event. Add its personal link.",
                "These players are linked with %(count)d more events. Add their personal links.",
                len(error.entries),
            )
            % {"count": len(error.entries)}
        ) from error


def _entry_of_link(request: HttpRequest, link: str) -> Entry:
    """Return the entry of a personal link as typed. Raise ValidationError if it opens nothing."""
    found = entry_by(link.rstrip("/").rpartition("/")[2])
    if found is None:
        if tries_many(request, "me"):
            raise ValidationError(_("Too many links that open nothing: wait a minute."))
        raise ValidationError(_("This is no personal link. Copy it from the e-mail or the card."))
    return found


def _report_problem(request: HttpRequest, entry: Entry) -> object:
    text = free_text(request.POST.get("text", ""), MAX_REPORT)
    return report(entry=entry, kind=PlayerReport.Kind.PROBLEM, text=text)
