"""The page that sets up a tablet for the event.

It walks the user through installing the event's authority, and checks the tablet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import segno
from cryptography.hazmat.primitives import serialization
from csp.constants import WASM_UNSAFE_EVAL
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from referee.tablet import certificate, python
from tournament.common.venue_address import tablet_address, venue_address


class _Check(NamedTuple):
    """A condition on a tablet.

    It says what to do if it fails, and whether the tablet is then no use.
    """

    name: str
    text: Promise
    advice: Promise
    needed: bool = True


_CHECKS = (
    _Check(
        "secure",
        _("The address is secure (https)."),
        _("Install the certificate as above, then open the secure address."),
    ),
    _Check(
        "worker",
        _("The app can be kept for playing offline."),
        _("Leave private browsing, and update the browser (Chrome, or Safari on an iPad)."),
    ),
    _Check(
        "storage",
        _("Events can be stored on the disk."),
        _("Leave private browsing, and free up space on the tablet."),
    ),
    _Check(
        "persist",
        _("The browser will not clear the storage by itself."),
        _(
            "Add the app to the home screen from the browser's menu, open it there once, and load "
            "this page again. If the browser still refuses, the tablet can be used: keep it on "
            "the network and do not clear the browser's data before the results are confirmed."
        ),
        needed=False,
    ),
    _Check(
        "engine",
        _("This device can run the rules itself."),
        _("Update the browser. Until then the server judges, while it is within reach."),
        needed=False,
    ),
    _Check(
        "awake",
        _("The screen can be kept on."),
        _("Turn off power saving, and set the screen to stay on in the tablet's settings."),
        needed=False,
    ),
    _Check("server", _("The server answers."), _("Connect the tablet to the hall's network.")),
    _Check(
        "clock",
        _("The clock is right within two minutes."),
        _("Let the tablet set its date and time by itself, in its settings."),
    ),
)


@require_safe
@csp_update({"script-src": [WASM_UNSAFE_EVAL]})
def page(request: HttpRequest) -> HttpResponse:
    """Show the tablet's set-up page: certificate and app, QR codes, checks."""
    return render(request, "referee/tablet/setup.html", _page(request))


def _page(request: HttpRequest) -> dict[str, Any]:
    root = certificate.read_pair("authority")
    secure = settings.TABLET_ORIGIN and tablet_address(request, reverse("tablet:setup"))
    here = venue_address(request, reverse("tablet:setup"))
    return {
        "checks": _CHECKS,
        "here": here,
        "here_qr": _qr(here),
        "secure": secure,
        "secure_qr": secure and _qr(secure),
        "fingerprint": root and certificate.fingerprint(root.certificate),
        "engine_missing": python.version() is None,
        "app": tablet_address(request, reverse("tablet:shell")),
        "probe": reverse("tablet:release"),
    }


def _qr(address: str) -> str:
    return str(segno.make(address, error="m").svg_data_uri(scale=5, border=4, light="#fff"))


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """Send the authority's certificate, as Android and iPadOS install it."""
    pair = certificate.read_pair("authority")
    if pair is None:
        raise Http404
    content = pair.certificate.public_bytes(serialization.Encoding.DER)
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="treasurer-authority.crt"'
    return response
