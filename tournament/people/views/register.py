"""`/e/EVENT/register/`: registration by the players themselves.

They register, confirm by e-mail, and see how it stands.

No cookie decides anything here, so that no CSRF token is asked for: a forged request does
what anybody may do. Whatever is known of an address, the answer is the same; the rest is
said by e-mail.
"""

import hashlib
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from tournament import visibility
from tournament.accounts.secret_links import keep_private, too_many_requests, tries_many
from tournament.accounts.sign_in.address import client_address, network_key
from tournament.common.email_addresses import address_key
from tournament.common.mail_server import delivers_emails
from tournament.common.rate_limits import allow_attempt
from tournament.models import Entry, Event, Registration
from tournament.people.selectors.registrations import place_of, registration_state
from tournament.people.services.personal_links import link_for_email
from tournament.people.services.registration import (
    BY_VISITOR,
    VALID_HOURS,
    confirm_registration,
    is_expired,
    register,
    registration_by,
    remove_registration,
)
from tournament.people.views.registration_form import RegistrationForm
from tournament.visibility import Reader

MAX_FORMS, FORM_SECONDS = 60, 600
"""The most forms from one address in so many seconds; a whole club may share one."""
MAX_EMAILS, EMAIL_SECONDS = 3, 3600
"""The most e-mails to one address in so many seconds, whoever requests them."""
MAX_OF_NETWORK = 200
"""The most e-mails that a network may trigger in EMAIL_SECONDS, to any addresses."""
Status = Registration.Status


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, or why there is none."""
    event = _event(slug)
    if request.method == "POST":
        return _handle_form(request, event)
    return _form_page(request, event, RegistrationForm(event))


def _handle_form(request: HttpRequest, event: Event) -> HttpResponse:
    """Register what was sent, or show the form again with its faults."""
    if not allow_attempt(f"register:{client_address(request)}", MAX_FORMS, FORM_SECONDS):
        return too_many_requests(request, FORM_SECONDS)
    form = RegistrationForm(event, request.POST)
    if form.is_from_program:
        return redirect("tournament:registration-sent", event.slug)
    if form.is_valid():
        try:
            _register(event, form, network_key(request))
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("tournament:registration-sent", event.slug)
    form.renew_stamp()
    return _form_page(request, event, form)


def _register(event: Event, form: RegistrationForm, network: str) -> None:
    """Register, unless the address has had enough e-mails.

    In that case neither the address nor the visitor is told.
    """
    given = form.registration_fields()
    address = hashlib.sha256(address_key(given["email"]).encode()).hexdigest()
    if allow_attempt(f"register-email:{address}", MAX_EMAILS, EMAIL_SECONDS) and allow_attempt(
        f"register-network:{network}", MAX_OF_NETWORK, EMAIL_SECONDS
    ):
        register(event=event, language=get_language() or "en", network=network, **given)


@require_safe
def registration_sent(request: HttpRequest, slug: str) -> HttpResponse:
    """Say that an e-mail is on its way if this site sends any, to everybody alike."""
    context = {"event": _event(slug), "hours": VALID_HOURS, "delivers": delivers_emails()}
    return render(request, "tournament/people/registration_sent.html", context)


@require_safe
def stored_data(request: HttpRequest, slug: str) -> HttpResponse:
    """Say which data a registration stores, why, how long, and how to delete them."""
    context = {"event": _event(slug), "hours": VALID_HOURS}
    return render(request, "tournament/people/registration_stored.html", context)


@csrf_exempt
@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show the page of a registration's link.

    Only its button confirms (`do=confirm`), because programs that look at e-mails open links.
    `do=open` leads on to the player's own page, `do=withdraw` deletes the registration.
    """
    found = registration_by(token)
    if found is None or found.event.slug != slug or not found.event.published:
        return _unknown_link(request)
    does = request.POST.get("do", "") if request.method == "POST" else ""
    if does == "withdraw" and found.status != Status.ENTERED:
        remove_registration(registration=found, by=BY_VISITOR)
        return _registration_page(request, found, state="deleted")
    error = None
    if does == "confirm":
        try:
            found = confirm_registration(registration=found)
        except ValidationError as refused:
            error = refused
    if does and found.entry is not None and _is_still_theirs(found, found.entry):
        token = link_for_email(entry=found.entry, address=found.email, by=BY_VISITOR)
        return redirect("tournament:me", token)
    return _registration_page(request, found, error=error)


def _is_still_theirs(found: Registration, entry: Entry) -> bool:
    """Return whether the registration's entry has its address still.

    It may have been handed over since, or merged with somebody's.
    """
    return entry.email_key in ("", found.email_key)


def _registration_page(
    request: HttpRequest,
    found: Registration,
    *,
    state: str = "",
    error: ValidationError | None = None,
) -> HttpResponse:
    expired = is_expired(found, timezone.now())
    context: dict[str, Any] = {
        "event": found.event,
        "registration": found,
        "state": state or ("expired" if expired else found.status),
        "place": place_of(found) if found.status == Status.WAITING and not state else 0,
        "errors": error.messages if error else (),
    }
    return keep_private(render(request, "tournament/people/registration.html", context))


def _event(slug: str) -> Event:
    """Return the event, if the public knows of it and of its form; Http404."""
    found = visibility.events(Reader.PUBLIC).filter(slug=slug).first()
    if found is None or found.registration == Event.Registering.OFF:
        raise Http404
    return found


def _form_page(request: HttpRequest, event: Event, form: RegistrationForm) -> HttpResponse:
    state = registration_state(event, now=timezone.now())
    context = {"event": event, "form": form, "state": state}
    return render(request, "tournament/people/register.html", context)


def _unknown_link(request: HttpRequest) -> HttpResponse:
    """Answer a link that opens nothing; let who tries many wait."""
    if tries_many(request, "registration"):
        return too_many_requests(request)
    return render(request, "tournament/people/registration_unknown.html", status=404)
