"""The address a request comes from, by one rule for every limit there is."""

import ipaddress
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournament.accounts.sign_in.networks import shared_address

UNKNOWN = "0.0.0.0"  # noqa: S104 - nothing listens here


def client_address(request: Any) -> str:
    """Return the client's address.

    It is the connection's, or behind `settings.NUM_PROXIES` proxies the one that the outermost of
    them wrote. What a client wrote itself is never looked at.

    What counts as one address is `shared_address`'s. `0.0.0.0` where there is none, as behind a
    Unix socket.
    """
    written = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = settings.NUM_PROXIES
    if proxies and len(written) >= proxies and written[-proxies].strip():
        return _counted_address(written[-proxies].strip())
    return _counted_address(request.META.get("REMOTE_ADDR") or "")


def network_key(request: Any) -> str:
    """Return the stored key of a request's network, keyed with the server's secret.

    It stands for the first 24 bits of an IPv4 address, or 48 of an IPv6 address, and has 64
    hexadecimal digits.
    """
    address = ipaddress.ip_address(client_address(request).partition("/")[0])
    network = ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False)
    return salted_hmac("tournament.network", str(network), algorithm="sha256").hexdigest()


def _counted_address(text: str) -> str:
    try:
        return shared_address(text)
    except ValueError:
        return UNKNOWN
