"""Who may ask: a device with a token, on its own table; and how often."""

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
        """The device that holds a token."""
        return fetched_device(token)

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The device of the token, revoked ones included; None without a token."""
        scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        device = self.device_of(token) if len(token) <= MAX_TOKEN_LENGTH else None
        if device is None:
            raise AuthenticationFailed(TOKEN_UNKNOWN, "token-unknown")
        return device, device

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 asks for."""
        return "Bearer"


class CachedDeviceAuthentication(DeviceAuthentication):
    """The same from memory, for what asks the database about the token itself (`log.append`)."""

    def device_of(self, token: str) -> Device | None:
        """The device that holds a token, or held it."""
        device = cached_device(token)
        # The event may have been given a later last day meanwhile.
        return fetched_device(token) if device is not None and device.event_is_over else device


class OnOwnTable(BasePermission):
    """The device is paired with the game of the address. Another game is as unknown as none."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the device may go on; raises PermissionDenied for one that was revoked, and once
        its event is over."""
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
    """And the round is public: once it was withdrawn, what is drawn anew there is nobody's yet."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the device may go on; raises PermissionDenied as above, and NotFound."""
        may = super().has_permission(request, view)
        if may:
            refuse_withdrawn(view.kwargs["game"])
        return may


def refuse_withdrawn(game: UUID) -> None:
    """Raises NotFound for a game of a round that is not public any more (1 query)."""
    if not Round.objects.filter(tables__log=game, status__in=Round.PUBLIC).exists():
        raise NotFound(
            _("The round of this table was withdrawn: it is here again once it is published.")
        )


class _Throttle(SimpleRateThrottle):
    """A limit on the rate that never stands in the way when the cache is down."""

    rate = "given by allowed_rate"
    allowed_rate = (1, 1)
    """Requests, and the seconds they may come in."""

    def parse_rate(self, rate: str | None) -> tuple[int, int]:
        """Requests, and the seconds they may come in."""
        return self.allowed_rate

    def get_ident(self, request: Request) -> str:
        """The client's address, by the rule of all limits."""
        return client_address(request)

    def allow_request(self, request: Any, view: Any) -> bool:
        """Tell whether this request is within the limit."""
        try:
            return super().allow_request(request, view)
        except (CACHE_FAULT, OSError):
            logger.warning("The cache does not answer: no limit on requests.")
            return True

    def throttle_failure(self) -> bool:
        """Refuse, unless what was counted is of a clock that was set back since: it would count
        until this one tells the same time again."""
        counted = [at for at in self.history if at <= self.now + self.allowed_rate[1]]
        if len(counted) == len(self.history):
            return False
        self.history = counted
        return bool(self.throttle_success())


class DeviceThrottle(_Throttle):
    """20 requests a second of one device, on average over ten seconds."""

    allowed_rate = (200, 10)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """One count a device."""
        return f"throttle-device-{request.user.pk}" if isinstance(request.user, Device) else None


class JudgeThrottle(DeviceThrottle):
    """6 questions a second of one device to the server's judge, which folds a whole log for each
    (0.1 s of CPU for a long one): a finger asks two or three."""

    allowed_rate = (60, 10)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """One count a device, apart from its other requests."""
        key = super().get_cache_key(request, view)
        return key and f"{key}-judge"


class ChiefThrottle(_Throttle):
    """6 questions a second of one account to the bridge on a chief referee's page: each folds a
    whole log, too."""

    allowed_rate = (60, 10)

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """One count an account."""
        return f"throttle-chief-{request.user.pk}"

    @classmethod
    def seconds_to_wait(cls, request: HttpRequest) -> int:
        """Until this account may ask again; 0 if this question is within the limit, and counted."""
        limit = cls()
        if limit.allow_request(request, None):
            return 0
        return int(limit.wait() or 0) + 1


class PairThrottle(_Throttle):
    """60 codes that are not known or not right a minute from one address.

    A venue shares one address, so what a phone there tries in vain must not use up what the tablets
    need: a code that is right passes whatever was tried before. Nothing is guessed for that: a QR
    code has 256 bits, and a typed code locks after a few wrong second halves, which are counted
    with the code, at whatever rate and from wherever they come. Once the count is reached, a wrong
    second half gets the same answer as a first half that does not exist: trying at random does
    not tell which codes there are.
    """

    allowed_rate = (60, 60)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """One count an address."""
        return f"throttle-pair-{self.get_ident(request)}"


class CodeThrottle(_Throttle):
    """20 pairings a minute by one code from one address, right or wrong: as many as tablets find
    room at a table. Who knows the first half of a table's code cannot lock it in passing, and shuts
    out nobody but who types that same code. Only codes that exist are counted apart, so that
    made-up ones do not crowd the counts out of a small cache."""

    allowed_rate = (20, 60)

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """One count a code and address."""
        return f"throttle-pair-{self.get_ident(request)}-{self.code}"


def count_request(limit: SimpleRateThrottle, request: Request, view: APIView) -> None:
    """Count a request; raises Throttled once there were too many."""
    if not limit.allow_request(request, view):
        raise Throttled(limit.wait())
