"""The addresses that may be sent to, as far as the address alone tells."""

import ipaddress
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models.webhooks import MAX_URL
from tournament.webhooks.connecting import PORTS, is_public


def parse_address(text: str, *, inward: bool, longest: int = MAX_URL) -> SplitResult:
    """Return an address in parts (ValidationError if nothing may be sent there).

    `inward` allows the own network, and HTTP.
    """
    if not text.isascii() or not text.isprintable() or " " in text or len(text) > longest:
        raise ValidationError(_("Write an address in plain letters, without spaces."))
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise ValidationError(_("This is no address: copy it from the other program.")) from None
    if url.scheme not in ("https", "http") or not url.hostname:
        raise ValidationError(_("Write an address that begins with https://."))
    if url.username is not None or url.password is not None or "@" in url.netloc:
        raise ValidationError(_("Leave out the name and password before the @."))
    if not inward:
        _refuse_inward(url, port)
    return url._replace(fragment="")


def _refuse_inward(url: SplitResult, port: int | None) -> None:
    """Raise ValidationError for what only a trusted network may have."""
    allowed = PORTS.get(url.scheme)
    if allowed is None:
        raise ValidationError(_("Write an address that begins with https://."))
    if port is not None and port not in allowed:
        raise ValidationError(
            _("Only the ports %(ports)s are allowed."),
            params={"ports": ", ".join(map(str, allowed))},
        )
    host = (url.hostname or "").rstrip(".").lower()
    if _is_number(host) and not is_public(host):
        raise ValidationError(_("This address is not on the public internet."))
    if host in _own_names():
        raise ValidationError(_("This is the address of this server itself."))


def _is_number(host: str) -> bool:
    """Return whether a host is an IP address, in any of the forms that resolvers take."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        last = host.rpartition(".")[2]
        return last.isdigit() or last.startswith("0x")
    return True


def _own_names() -> set[str]:
    origins = (
        urlsplit(origin).hostname for origin in (settings.SITE_ORIGIN, settings.TABLET_ORIGIN)
    )
    return {name.strip("[].").lower() for name in (*settings.ALLOWED_HOSTS, *origins) if name}
