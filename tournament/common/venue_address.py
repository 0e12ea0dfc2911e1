"""The addresses by which the hall reaches this server.

They are for codes that phones and tablets scan.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def venue_address(request: HttpRequest, path: str) -> str:
    """Return the absolute address by which the hall reaches a path of this server.

    It has the host of TABLET_ORIGIN without HTTPS, and where the organiser's own browser uses
    localhost. Otherwise, or without a TABLET_ORIGIN, it is the address as requested.
    """
    requested = request.build_absolute_uri(path)
    host = urlsplit(settings.TABLET_ORIGIN).hostname
    if host is None:
        return requested
    if request.is_secure():
        return f"{settings.TABLET_ORIGIN}{path}" if leads_to_itself(requested) else requested
    return f"http://{host}:{request.get_port()}{path}"


def tablet_address(request: HttpRequest, path: str) -> str:
    """Return the address at which tablets find a page of this server.

    It begins with TABLET_ORIGIN if that is set; otherwise it is as requested.
    """
    own = settings.TABLET_ORIGIN
    return f"{own}{path}" if own else venue_address(request, path)


def leads_to_itself(address: str) -> bool:
    """Return whether an address leads each device to itself, as `localhost` does."""
    return split_domain_port(urlsplit(address).netloc)[0] in settings.LOOPBACK_NAMES
