"""Pages of an event's webhooks: the addresses, and one address with its log."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import Action
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Webhook, WebhookMessage
from tournament.webhooks.facts import Kind
from tournament.webhooks.forms import KindsForm, WebhookForm
from tournament.webhooks.selectors import log_of, webhooks_of
from tournament.webhooks.services import addresses as services
from tournament.webhooks.services.addresses import MAX_WEBHOOKS
from tournament.webhooks.wording import kind_label

may_edit = staff_may(Action.EDIT_EVENT)


@require_http_methods(["GET", "HEAD", "POST"])
@may_edit
@pressed_once
def webhooks(request: StaffRequest, slug: str) -> HttpResponse:
    """List the addresses, and add one. Its secret is shown in this answer only."""
    event, added = event_at(slug), None
    chosen = {"language": get_language() or "en", "kinds": Kind.values}
    form = WebhookForm(request.POST or None, initial=chosen)
    if request.method == "POST" and form.is_valid():
        try:
            added = services.add_webhook(event=event, by=request.user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            form = WebhookForm(initial=chosen)
    found = list(webhooks_of(event))
    context = {
        **console_page(event, pgettext("pages", "Webhooks")),
        "webhooks": found,
        "form": form if len(found) < MAX_WEBHOOKS else None,
        "most": MAX_WEBHOOKS,
        "added": added,
        "secret": added.secret if added else "",
    }
    return render(request, "tournament/webhooks/webhooks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@may_edit
def webhook(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Show an address with its log, and change what it is told."""
    found = _webhook_at(slug, key)
    now = {"kinds": found.kinds, "language": found.language}
    form = KindsForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        with refusals_shown(request):
            services.change_webhook(webhook=found, by=request.user, **form.cleaned_data)
            messages.success(request, _("Saved."))
        return redirect("tournament:webhook", slug, key)
    return _page(request, found, form)


@require_POST
@may_edit
@pressed_once
def step(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Send a test, switch off or on, give a new secret, or remove: `do`."""
    found, do = _webhook_at(slug, key), request.POST.get("do", "")
    with refusals_shown(request):
        match do:
            case "test":
                services.send_test(webhook=found, by=request.user)
                messages.success(request, _("A test is on its way: look at the log in a moment."))
            case "pause":
                services.pause_webhook(webhook=found, by=request.user)
                messages.success(request, _("Nothing is sent to this address any more."))
            case "resume":
                services.resume_webhook(webhook=found, by=request.user)
                messages.success(request, _("Messages are sent to this address again."))
            case "rotate":
                rotated = services.rotate_secret(webhook=found, by=request.user)
                return _page(request, rotated, None, secret=rotated.secret)
            case "remove":
                services.remove_webhook(webhook=found, by=request.user)
                text = _("The address was removed: %(host)s") % {"host": found.host}
                messages.success(request, text)
                return redirect("tournament:webhooks", slug)
    return redirect("tournament:webhook", slug, key)


@require_POST
@may_edit
@pressed_once
def send_again(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Send a message of the log once more, with the same id."""
    found = _webhook_at(slug, key)
    number = whole_number(request.POST.get("message", ""))
    message = WebhookMessage.objects.filter(pk=number or 0, webhook=found).first()
    if message is None:
        messages.info(request, _("This message is not kept any more."))
        return redirect("tournament:webhook", slug, key)
    with refusals_shown(request):
        services.send_again(message=message, by=request.user)
        messages.success(request, _("The message is sent again."))
    return redirect("tournament:webhook", slug, key)


def _webhook_at(slug: str, key: int) -> Webhook:
    found = Webhook.objects.select_related("event")
    return get_object_or_404(found, event__slug=slug, pk=key)


def _page(
    request: StaffRequest, found: Webhook, form: KindsForm | None, *, secret: str = ""
) -> HttpResponse:
    above = Crumb(
        pgettext("pages", "Webhooks"), reverse("tournament:webhooks", args=[found.event.slug])
    )
    context: dict[str, Any] = {
        **console_page(found.event, found.host, above),
        "webhook": found,
        "form": form or KindsForm(initial={"kinds": found.kinds, "language": found.language}),
        "log": [(each, kind_label(each.message.kind)) for each in log_of(found)],
        "secret": secret,
    }
    return render(request, "tournament/webhooks/webhook.html", context)
