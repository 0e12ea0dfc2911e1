"""The address a request comes from, by one rule for every limit there is."""

from typing import Any

from django.conf import settings

from tournament.sign_in.networks import shared_address

UNKNOWN = "0.0.0.0"  # noqa: S104 - nothing listens here


def client_address(request: Any) -> str:
    """The client's address: of the connection, or behind `settings.NUM_PROXIES` proxies the one
    that the outermost of them wrote. What a client wrote itself is never looked at.

    What counts as one address is `shared_address`'s. `0.0.0.0` where there is none, as behind a
    Unix socket.
    """
    written = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = settings.NUM_PROXIES
    if proxies and len(written) >= proxies and written[-proxies].strip():
        return _counted(written[-proxies].strip())
    return _counted(request.META.get("REMOTE_ADDR") or "")


def _counted(text: str) -> str:
    try:
        return shared_address(text)
    except ValueError:
        return UNKNOWN
