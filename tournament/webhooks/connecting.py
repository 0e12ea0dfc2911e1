"""Connections to addresses that others typed in.

They go to public addresses only, never inward. The name is resolved here, and the
connection goes to the very address that was checked. So a name whose address changes
afterwards (DNS rebinding) leads nowhere else. Nothing is redirected, and no proxy of the
environment is used.
"""

import contextlib
import io
import ipaddress
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import SplitResult

CONNECT_SECONDS = 3.0
TOTAL_SECONDS = 10.0
"""The longest that connecting, sending and the answer may take together, once a name is known."""
MAX_ANSWER_BYTES = 16 * 1024
"""The most that is read of an answer, with its headers."""
MAX_ADDRESSES = 2
"""The most addresses of a name that are tried."""
PORTS = {"https": (443, 8443)}
"""The ports of public addresses by scheme."""

_OUTWARD = ipaddress.ip_network("2000::/3")
"""All public addresses of IPv6: NAT64, and IPv4 written as IPv6, lie elsewhere."""
_INWARD = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",  # multicast, reserved, broadcast
        "2001::/23",  # Teredo and others of IETF's protocols
        "2001:db8::/32",
        "2002::/16",  # 6to4: an IPv4 address inside
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
"""RFC 6890 and IANA's registries of special addresses; Python's own list differs by version."""


class RefusedAddressError(Exception):
    """The address leads to this server's own network, or nowhere public."""


def is_public(text: str) -> bool:
    """Return whether a numeric IP address is one of the public internet."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if address.version == 6 and address not in _OUTWARD:
        return False
    return address.is_global and not any(
        address.version == network.version and address in network for network in _INWARD
    )


def is_of_this_machine(text: str) -> bool:
    """Return whether an IP address is one of this machine's own.

    The system would send from that very address; nothing is sent to find out.
    """
    family = socket.AF_INET6 if ":" in text else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((text, 9))
        except OSError:
            return False
        return bool(probe.getsockname()[0] == text)


def checked_addresses(host: str, port: int, *, inward: bool = False) -> list[str]:
    """Return the IP addresses of a name that may be connected to, a few at most.

    `inward` allows those of the own network too. Raise RefusedAddressError if there is none,
    OSError if the name is not known.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not inward:
        addresses = [each for each in addresses if is_public(each) and not is_of_this_machine(each)]
    if not addresses:
        raise RefusedAddressError
    return addresses[:MAX_ADDRESSES]


class _LimitedReader(io.RawIOBase):
    """A socket's bytes, which seem to end after so many."""

    def __init__(self, raw: Any, most: int) -> None:
        self._raw, self._left = raw, most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count: int = self._raw.readinto(memoryview(buffer)[: self._left]) or 0
        self._left -= count
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class ShortResponse(HTTPResponse):
    """An answer of which no more than `most` bytes are read."""

    most = MAX_ANSWER_BYTES

    def __init__(self, sock: socket.socket, *given: Any, **named: Any) -> None:
        super().__init__(sock, *given, **named)
        self.fp.close()
        raw = sock.makefile("rb", buffering=0)
        self.fp = io.BufferedReader(_LimitedReader(raw, self.most))


class CheckedConnection(HTTPConnection):
    """A connection that resolves, checks and connects by itself, with TLS for `https`.

    It is cut off after `seconds`, however slowly bytes trickle in.
    """

    response_class = ShortResponse
    seconds = TOTAL_SECONDS

    def __init__(self, url: SplitResult, *, inward: bool) -> None:
        self._tls, self._inward = url.scheme == "https", inward
        super().__init__(
            str(url.hostname), url.port or (443 if self._tls else 80), timeout=CONNECT_SECONDS
        )
        self._open: socket.socket | None = None
        self._end = threading.Timer(self.seconds, self._cut_off)
        self._end.daemon = True
        # Which port is left out of the header `Host`.
        self.default_port = 443 if self._tls else 80

    def connect(self) -> None:
        """Connect to the first checked address that answers; OSError, RefusedAddressError."""
        *first, last = checked_addresses(self.host, self.port, inward=self._inward)
        self._end.start()
        until = time.monotonic() + CONNECT_SECONDS
        for address in first:
            with contextlib.suppress(OSError):
                self._use(_open_socket(address, self.port, until, self.seconds))
                return
        self._use(_open_socket(last, self.port, until, self.seconds))

    def _use(self, made: socket.socket) -> None:
        self.sock = self._open = made
        try:
            if self._tls:
                self._shake_hands(made)
        except OSError:
            # The next address gets a socket of its own.
            self.close()
            raise

    def _shake_hands(self, made: socket.socket) -> None:
        context = ssl.create_default_context()
        # Register the socket before the handshake, so that a slow handshake is cut off too.
        self.sock = self._open = secure = context.wrap_socket(
            made, server_hostname=self.host, do_handshake_on_connect=False
        )
        secure.do_handshake()

    def _cut_off(self) -> None:
        """End what the connection waits for; called by another thread."""
        # `sock` is None already while the end of an answer is read.
        if self._open is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._open, socket.SHUT_RDWR)

    def finish(self) -> None:
        """Close the connection: there is nothing more to cut off."""
        self._end.cancel()
        self.close()


def _open_socket(address: str, port: int, until: float, seconds: float) -> socket.socket:
    """Return a socket that is connected in time, with a timeout for each of its steps."""
    # Not `create_connection`, which resolves once more.
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    try:
        made.settimeout(max(until - time.monotonic(), 0.1))
        made.connect((address, port))
        made.settimeout(seconds)
    except OSError:
        made.close()
        raise
    return made
