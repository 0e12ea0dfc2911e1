"""Pages about the codes of an event's tables.

They print the sheet, show its use, and revoke codes.
"""

from base64 import b64encode
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_POST, require_safe

from referee.chief.views.pages import may_pair
from referee.devices import codes
from referee.devices.codes import PrintedCode
from referee.models import TableCode
from tournament.common.or_404 import or_404
from tournament.common.parameters import whole_number
from tournament.common.qr_codes import qr_svgs
from tournament.common.venue_address import tablet_address
from tournament.console.crumbs import Crumb, to_console
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import refusals_shown, show_refusal
from tournament.events.selectors.events import EventDetail, event_detail
from tournament.models import Event
from tournament.prints.choices import (
    choices_of,
    chosen_language,
    chosen_paper,
    keep_paper,
)
from tournament.prints.document import Order
from tournament.prints.typesetting import typeset
from tournament.visibility import Reader

MAX_KEY = 2**63 - 1


class PrintedCard(NamedTuple):
    """One table's printed card: its number, the QR code (SVG) and the code to type."""

    number: int
    qr: str
    typed: str


@require_safe
@may_pair
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the valid codes, every tablet paired by one, and the form for a new sheet."""
    shown: EventDetail = or_404(event_detail(slug, Reader.STAFF))
    event = Event.objects.get(slug=slug)
    context = {
        "event": shown,
        "codes": codes.valid_codes(event),
        "newest": codes.newest_code(event),
        "uses": codes.devices_by_code(event),
        "tables": codes.usual_tables(event),
        "most": codes.MAX_TABLES,
        "most_attempts": codes.MAX_ATTEMPTS,
        **choices_of(event, request.session),
        "crumbs": _crumbs(shown, Crumb(_("Codes of the tables"))),
    }
    return render(request, "referee/chief/codes.html", context)


@require_POST
@may_pair
@pressed_once
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Create new codes and show them once, to be printed or saved as a PDF.

    The PDF is a link of the page, which is stored nowhere either. A valid sheet is revoked only if
    the form says so.
    """
    event = get_object_or_404(Event, slug=slug)
    shown: EventDetail = or_404(event_detail(slug, Reader.STAFF))
    tables = whole_number(request.POST.get("tables", ""), most=codes.MAX_TABLES) or 0
    newest = whole_number(request.POST.get("newest", ""), most=MAX_KEY)
    try:
        if codes.valid_codes(event) and not request.POST.get("ends"):
            raise ValidationError(_("Say that the codes that are valid shall end."))
        made = codes.make_sheet(event=event, tables=tables, by=request.user, newest=newest)  # type: ignore[arg-type]
    except ValidationError as error:
        show_refusal(request, error)
        return redirect("chief:codes", slug)
    pdf = b""
    if request.POST.get("as") == "pdf":
        # The codes are not lost where it cannot be set: the page shows them, too.
        with refusals_shown(request):
            pdf = _pdf(request, event, made)
    context = {
        "pdf": b64encode(pdf).decode(),
        "event": shown,
        "cards": _cards(request, made),
        "page": _breakable_address(tablet_address(request, reverse("tablet:shell"))),
        "crumbs": _crumbs(
            shown,
            Crumb(_("Codes of the tables"), reverse("chief:codes", args=[slug])),
            Crumb(_("Sheet")),
        ),
    }
    return render(request, "referee/chief/sheet.html", context)


@require_POST
@may_pair
def revoke(request: HttpRequest, code: int) -> HttpResponse:
    """Revoke the code of one table."""
    found = get_object_or_404(TableCode.objects.select_related("event"), pk=code)
    codes.revoke_code(code=found, by=request.user)  # type: ignore[arg-type]
    message = _("The code of table %(table)d pairs no tablet any more.")
    messages.success(request, message % {"table": found.number})
    return redirect("chief:codes", found.event.slug)


@require_POST
@may_pair
def revoke_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Revoke all codes of the event."""
    event = get_object_or_404(Event, slug=slug)
    codes.revoke_codes(event=event, by=request.user)  # type: ignore[arg-type]
    messages.success(request, _("No code of the sheet pairs a tablet any more."))
    return redirect("chief:codes", slug)


def _breakable_address(address: str) -> SafeString:
    """Return an address for display that may break before its path on a short line."""
    parts = urlsplit(address)
    return format_html("{}://{}<wbr>{}", parts.scheme, parts.netloc, parts.path)


def _pdf(request: HttpRequest, event: Event, made: list[PrintedCode]) -> bytes:
    """Return new codes as a PDF. Raise ValidationError if it cannot be set."""
    app = tablet_address(request, reverse("tablet:shell"))
    paper, language = chosen_paper(request.POST, event), chosen_language(request.POST)
    keep_paper(request.session, request.POST)
    with override(language):
        data = {
            **Order(event, request.build_absolute_uri).heading(_("Codes of the tables")),
            "scan": _("Scan this with the tablet’s camera. On an iPad, type the code."),
            "open": _("Or open %(page)s on the tablet and type:") % {"page": app},
            "codes": [
                {
                    "label": _("Table %(number)s") % {"number": card.number},
                    "typed": card.typed,
                    "qr": {
                        "svg": card.qr,
                        "address": _("QR code of table %(number)s") % {"number": card.number},
                    },
                }
                for card in _cards(request, made)
            ],
        }
    return typeset("codes", data, paper=paper, language=language)


def _cards(request: HttpRequest, made: list[PrintedCode]) -> list[PrintedCard]:
    app = tablet_address(request, reverse("tablet:shell"))
    drawn = qr_svgs(f"{app}#pair={printed.token}" for printed in made)
    return [
        PrintedCard(printed.code.number, qr, printed.typed)
        for printed, qr in zip(made, drawn, strict=True)
    ]


def _crumbs(event: Any, *rest: Crumb) -> list[Crumb]:
    return to_console(event, *rest)
