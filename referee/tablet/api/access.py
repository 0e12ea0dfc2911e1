"""Access to the tablets' interface.

It is given to a device with a token, at its own table, within limits.
"""

import logging
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import (
    AuthenticationFailed,
    NotFound,
    PermissionDenied,
    Throttled,
)
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from referee.devices.device_cache import cached_device, fetched_device
from referee.models import Device
from tournament.accounts.sign_in.address import client_address
from tournament.common.cache_fault import CACHE_FAULT
from tournament.models import Round

logger = logging.getLogger(__name__)
MAX_TOKEN_LENGTH = 200
EVENT_OVER = _("The event is over: this tablet can only hand over what it has not sent.")
TOKEN_UNKNOWN = _("This tablet is not paired with a table any more: pair it again.")


class DeviceAuthentication(BaseAuthentication):
    """`Authorization: Bearer <device token>`; the user of the request is the device."""

    def device_of(self, token: str) -> Device | None:
        """Return the device that holds a token."""
        return fetched_device(token)

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the token's device, even a revoked one; None without a token."""
        scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        device = self.device_of(token) if len(token) <= MAX_TOKEN_LENGTH else None
        if device is None:
            raise AuthenticationFailed(TOKEN_UNKNOWN, "token-unknown")
        return device, device

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme that a 401 asks for."""
        return "Bearer"


class CachedDeviceAuthentication(DeviceAuthentication):
    """The same from memory, for views that check the token in the database themselves.

    `log.append` is one that does.
    """

    def device_of(self, token: str) -> Device | None:
        """Return the device that holds or held a token."""
        device = cached_device(token)
        # The event may have been given a later last day meanwhile.
        return fetched_device(token) if device is not None and device.event_is_over else device


class OnOwnTable(BasePermission):
    """Permission for a device that is paired with the game in the address.

    Any other game counts as unknown.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the device may go on.

        Raises PermissionDenied if the device was revoked or its event is over.
        """
        device = request.user
        if not isinstance(device, Device):
            return False
        if device.game_id != UUID(str(view.kwargs["game"])):
            raise Http404
        if device.revoked_at is not None and not getattr(view, "allows_revoked", False):
            raise PermissionDenied(
                _("This tablet was revoked: it can only hand over what it has not sent."),
                "device-revoked",
            )
        if device.event_is_over and not getattr(view, "allows_revoked", False):
            raise PermissionDenied(EVENT_OVER, "device-revoked")
        return True


class InPublicRound(OnOwnTable):
    """The device is at its own table, and the round is public.

    Once a round is withdrawn, its next draw stays secret until it is published.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the device may go on.

        Raises PermissionDenied as `OnOwnTable` does, and NotFound if the round is not public.
        """
        may = super().has_permission(request, view)
        if may:
            refuse_withdrawn(view.kwargs["game"])
        return may


def refuse_withdrawn(game: UUID) -> None:
    """Raise NotFound if the game's round is not public any more (1 query)."""
    if not Round.objects.filter(tables__log=game, status__in=Round.PUBLIC).exists():
        raise NotFound(
            _("The round of this table was withdrawn: it is here again once it is published.")
        )


class _Throttle(SimpleRateThrottle):
    """A rate limit that lets every request through while the cache is down."""

    rate = "given by allowed_rate"
    allowed_rate = (1, 1)
    """(requests, seconds): how many requests are allowed, and in what time."""

    def parse_rate(self, rate: str | None) -> tuple[int, int]:
        """Return the number of requests allowed, and in how many seconds."""
        return self.allowed_rate

    def get_ident(self, request: Request) -> str:
        """Return the client's address, by the same rule as every other limit."""
        return client_address(request)

    def allow_request(self, request: Any, view: Any) -> bool:
        """Return whether this request is within the limit."""
        try:
            return super().allow_request(request, view)
        except (CACHE_FAULT, OSError):
            logger.warning("The cache does not answer: no limit on requests.")
            return True

    def throttle_failure(self) -> bool:
        """Refuse the request, unless the clock was set back meanwhile.

        Meanwhile means since earlier requests were counted. Requests counted in the future would
        count until the clock reached that time again.
        """
        counted = [at for at in self.history if at <= self.now + self.allowed_rate[1]]
        if len(counted) == len(self.history):
            return False
        self.history = counted
        return bool(self.throttle_success())


class DeviceThrottle(_Throttle):
    """20 requests per second and device, on average over ten seconds."""

    allowed_rate = (200, 10)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key of the device's count."""
        return f"throttle-device-{request.user.pk}" if isinstance(request.user, Device) else None


class JudgeThrottle(DeviceThrottle):
    """6 questions per second and device to the server's judge.

    Each question replays a whole log (0.1 s of CPU for a long one); a tap asks two or three.
    """

    allowed_rate = (60, 10)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key of the device's count, separate from that of its other requests."""
        key = super().get_cache_key(request, view)
        return key and f"{key}-judge"


class ChiefThrottle(_Throttle):
    """6 questions per second and account to the bridge on a chief referee's page.

    Each question replays a whole log, too.
    """

    allowed_rate = (60, 10)

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Return the key of the account's count."""
        return f"throttle-chief-{request.user.pk}"

    @classmethod
    def seconds_to_wait(cls, request: HttpRequest) -> int:
        """Count a question, and return 0.

        If over the limit, return the seconds to wait instead.
        """
        limit = cls()
        if limit.allow_request(request, None):
            return 0
        return int(limit.wait() or 0) + 1


class PairThrottle(_Throttle):
    """60 unknown or wrong codes per minute from one address.

    All devices at a venue share one address, so a phone's failed attempts must not use up what the
    tablets need: a right code always passes. That helps nobody guess: a QR code has 256 bits, and a
    typed code locks after a few wrong second halves. Those are counted with the code, at any rate
    and from any address. Over the limit, a wrong second half gets the same answer as an unknown
    first half: random attempts do not reveal which codes exist.
    """

    allowed_rate = (60, 60)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key of the address's count."""
        return f"throttle-pair-{self.get_ident(request)}"


class CodeThrottle(_Throttle):
    """20 pairings per minute by one code from one address, right or wrong.

    That is as many tablets as fit at one table. Somebody who knows the first half of a table's code
    cannot lock it in passing, and shuts out only people who type the same code. Only existing codes
    have counts of their own, so that made-up ones cannot fill a small cache.
    """

    allowed_rate = (20, 60)

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key of the count of this code and address."""
        return f"throttle-pair-{self.get_ident(request)}-{self.code}"


def count_request(limit: SimpleRateThrottle, request: Request, view: APIView) -> None:
    """Count a request; raises Throttled if there were too many."""
    if not limit.allow_request(request, view):
        raise Throttled(limit.wait())
