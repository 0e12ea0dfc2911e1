"""The page that walks a tablet through installing the event's authority, and checks it."""

from __future__ import annotations

from typing import Any

import segno
from cryptography.hazmat.primitives import serialization
from csp.constants import WASM_UNSAFE_EVAL
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from referee.tablet import certificate, python

_CHECKS = (
    ("secure", _("The address is secure (https).")),
    ("worker", _("The app can be kept for playing offline.")),
    ("storage", _("Events can be stored on the disk.")),
    ("persist", _("The browser will not clear the storage by itself.")),
    ("engine", _("This device can run the rules itself.")),
    ("awake", _("The screen can be kept on.")),
    ("server", _("The server answers.")),
    ("clock", _("The clock is right within two minutes.")),
)
_HTTPS_PORT = "8443"


@require_safe
@csp_update({"script-src": [WASM_UNSAFE_EVAL]})
def page(request: HttpRequest) -> HttpResponse:
    """Steps for Android and iPadOS, the QR codes that lead here, and the checks."""
    port = request.GET.get("https", _HTTPS_PORT)
    return render(request, "referee/tablet/setup.html", _page(request, port))


def _page(request: HttpRequest, port: str) -> dict[str, Any]:
    server, root = certificate.read("server"), certificate.read("authority")
    secure = None
    if server is not None and port.isdecimal():
        host = certificate.addresses_of(server.certificate)[0]
        secure = f"https://{host}:{port}{reverse('tablet:setup')}"
    here = request.build_absolute_uri(reverse("tablet:setup"))
    return {
        "checks": _CHECKS,
        "here": here,
        "here_qr": _qr(here),
        "secure": secure,
        "secure_qr": secure and _qr(secure),
        "fingerprint": root and certificate.fingerprint(root.certificate),
        "engine_missing": python.version() is None,
        "probe": reverse("tablet:release"),
    }


def _qr(address: str) -> str:
    return str(segno.make(address, error="m").svg_data_uri(scale=5, border=2))


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """The authority's certificate, as Android and iPadOS install it."""
    pair = certificate.read("authority")
    if pair is None:
        raise Http404
    content = pair.certificate.public_bytes(serialization.Encoding.DER)
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="treasurer-authority.crt"'
    return response
