"""The address a request comes from, by one rule for every limit there is."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings

UNKNOWN = "0.0.0.0"  # noqa: S104 - nothing listens here
SITE_BITS = 64


def client_address(request: Any) -> str:
    """The client's address: of the connection, or behind `settings.NUM_PROXIES` proxies the one
    that the outermost of them wrote. What a client wrote itself is never looked at.

    Of IPv6 it is the network of 64 bits, all of which one customer has: whoever changes addresses
    within it stays the same. `0.0.0.0` where there is none, as behind a Unix socket.
    """
    written = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = settings.NUM_PROXIES
    if proxies and len(written) >= proxies and written[-proxies].strip():
        return _site(written[-proxies].strip())
    return _site(request.META.get("REMOTE_ADDR") or "")


def _site(text: str) -> str:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, SITE_BITS), strict=False).network_address)
