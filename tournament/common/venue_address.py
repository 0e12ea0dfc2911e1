"""The address by which the hall reaches this server, for codes that phones scan."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def venue_address(request: HttpRequest, path: str) -> str:
    """Return the absolute address by which the hall reaches a path of this server without HTTPS.

    That holds even if the organiser's own browser uses localhost.
    """
    host = urlsplit(settings.TABLET_ORIGIN).hostname
    if request.is_secure() or host is None:
        return request.build_absolute_uri(path)
    return f"http://{host}:{request.get_port()}{path}"
