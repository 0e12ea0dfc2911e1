"""The tablets' interface: thin views over the log's services."""

from functools import partial
from typing import Any, cast
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.devices import device_cache
from referee.devices import services as devices
from referee.devices.moving import move_on
from referee.devices.paired import PairingError
from referee.log import calls, journal_cache, set_aside
from referee.log import lease as leases
from referee.log.append import Appended, append
from referee.log.head import RevokedError, TokenUnknownError
from referee.log.heartbeat_query import heartbeat_state
from referee.log.table_setup import setup_of
from referee.log.wire import Batch, HandOver
from referee.models import Device, GameLog, SetAside
from referee.tablet.api import answers, bodies, schema, shapes
from referee.tablet.api.access import (
    CachedDeviceAuthentication,
    CodeThrottle,
    DeviceAuthentication,
    DeviceThrottle,
    InPublicRound,
    OnOwnTable,
    PairThrottle,
    count_request,
    refuse_withdrawn,
)
from referee.tablet.api.admission import Admission
from referee.tablet.api.corrections_limit import limit_corrections
from referee.tablet.api.parsing import StrictJSONParser
from referee.tablet.api.problems import handle_exception, problem


class TabletView(APIView):
    """Shared by all endpoints: problem details, strict JSON, rate limits."""

    authentication_classes = []
    permission_classes = []
    parser_classes = [StrictJSONParser]
    throttle_classes = [PairThrottle]

    def get_exception_handler(self) -> Any:
        """Return the handler that turns errors into problem details."""
        return handle_exception


class GameView(TabletView):
    """An endpoint of one game, for the devices at its table."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [OnOwnTable]
    throttle_classes = [DeviceThrottle]

    def game(self) -> GameLog:
        """Return the game in the address."""
        return GameLog.objects.select_related("lease_device").get(pk=self.kwargs["game"])

    def device(self) -> Device:
        """Return the device that sent the request."""
        return cast("Device", self.request.auth)


def validate_body(kind: type[bodies.Body], request: Request) -> dict[str, Any]:
    """Validate a small body and return its fields; raises ValidationError."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


class UnknownAddressView(TabletView):
    """The fallback for every other address: a problem in JSON, like all errors here."""

    throttle_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise NotFound, whatever the HTTP method."""
        raise NotFound


NO_STREAM = _("No stream can be had here: heartbeats tell the same.")
GUESSED = ("unknown", "locked")
"""Pairing errors that count against the limit: somebody may be guessing codes."""


class PairView(TabletView):
    """Pair a tablet with a table.

    Right codes are limited by code, wrong ones by address.
    """

    throttle_classes = []

    @extend_schema(
        request=bodies.PairBody,
        responses=shapes.responses(
            (200, shapes.PAIRED),
            (201, shapes.PAIRED),
            device=False,
            _404="The token or code is not known.",
            _409="It was used already.",
            _410="It has expired.",
            _423="The code was mistyped too often.",
        ),
    )
    def post(self, request: Request) -> Response:
        """Pair by the token in a QR code or a typed code.

        It is repeatable with the same request_id.
        """
        given = validate_body(bodies.PairBody, request)
        known = devices.known_code(token=given.get("token", ""), code=given.get("code", ""))
        if known:
            count_request(CodeThrottle(known), request, self)
        try:
            paired = devices.pair(**given)
        except PairingError as error:
            if error.code in GUESSED:
                count_request(PairThrottle(), request, self)
            raise
        return Response(answers.pairing_json(paired), status=200 if paired.repeated else 201)


class BootstrapView(GameView):
    """The data a tablet needs to start cold and play offline."""

    permission_classes = [InPublicRound]

    @extend_schema(responses=shapes.responses((200, shapes.BOOTSTRAP)))
    def get(self, request: Request, game: UUID) -> Response:
        """Return seats, rules, the log so far, clock and calls."""
        log = self.game()
        view = journal_cache.copy_as_read(log, partial(setup_of, log)).journal.view()
        return Response(answers.bootstrap(log, self.device(), view))


class LogView(GameView):
    """The log from any row."""

    @extend_schema(
        parameters=[
            OpenApiParameter("after", schema.COUNT, description="The last row the tablet has."),
            OpenApiParameter("limit", schema.LIMIT, description="At most 500."),
        ],
        responses=shapes.responses((200, shapes.LOG_PAGE)),
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return the rows after number `after`, with the hash of the head."""
        query = bodies.LogQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        return Response(answers.log_page(self.game(), **query.validated_data))


class EventsView(GameView):
    """Appends to the log."""

    authentication_classes = [CachedDeviceAuthentication]
    admission = Admission()

    @extend_schema(
        auth=[{"device": []}],  # type: ignore[list-item]  # its type is wrong
        request={"application/json": shapes.BATCH},
        responses=shapes.responses(
            (200, shapes.APPENDED), _422="An event was sent before with other content."
        ),
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Append 1 to 100 events in order; answer 200 with the verdict on each.

        Events are appended up to the first refused one; the rest are set aside.
        """
        batch = Batch.read(request.data)
        if any(event.event["type"] == "start" for event in batch.events):
            # It is compared with the seats as they are drawn now.
            refuse_withdrawn(game)
        with self.admission.place():
            done = self._append(batch)
        return Response(answers.batch_json(done, self.device()))

    def _append(self, batch: Batch) -> Appended:
        """Append the batch; drop the device from the cache if it is not allowed to."""
        device = self.device()
        try:
            with limit_corrections(device.game_id, batch) as judged:
                done = append(device=device, batch=batch)
                judged(done.verdicts)
            return done
        except (RevokedError, TokenUnknownError):
            device_cache.forget(device)
            raise


class SetAsideView(GameView):
    """Events that a tablet can no longer append."""

    allows_revoked = True

    @extend_schema(
        request={"application/json": shapes.HAND_OVER},
        responses=shapes.responses((200, shapes.HANDED_OVER)),
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Hand events over to the chief referee.

        It is the only request a revoked tablet may make.
        """
        handed = HandOver.read(request.data, SetAside.Reason.values)
        log, verdicts = set_aside.hand_over(device=self.device(), given=handed)
        return Response(answers.handed_over(log, verdicts))


class HeartbeatView(GameView):
    """The tablet's heartbeat."""

    @extend_schema(
        request=bodies.HeartbeatBody, responses=shapes.responses((200, shapes.HEARTBEAT))
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Report the tablet's state.

        The answer has the head, the lease, the clock and the chief's news.
        """
        fields = validate_body(bodies.HeartbeatBody, request)
        devices.note_seen(device=self.device(), app=fields["app"], pending=fields["pending"])
        return Response(answers.heartbeat(heartbeat_state(game, self.device()), self.device()))


class LiveView(GameView):
    """The address of a game's stream.

    It answers here if no stream server stands before these processes.
    """

    @extend_schema(
        responses={
            (200, "text/event-stream"): OpenApiTypes.STR,
            **shapes.responses(_503="No stream can be had now: heartbeats tell the same."),
        }
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Stream server-sent events that each ask for a heartbeat at once.

        `moved`: the game's log went on; `changed`: something else changed.
        """
        return problem(503, "no-stream", NO_STREAM)


class NextView(GameView):
    """The table's next game."""

    @extend_schema(
        request=bodies.NextBody,
        responses=shapes.responses(
            (200, shapes.PAIRED),
            (201, shapes.PAIRED),
            _423="The table has had too many tablets.",
        ),
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Move to the game at this table's number in the newest public round.

        Repeated after a lost answer, it returns the same tablet with a fresh token.
        """
        validate_body(bodies.NextBody, request)
        moved = move_on(device=self.device())
        return Response(answers.pairing_json(moved), status=200 if moved.repeated else 201)


class LeaseView(GameView):
    """The lease of a table's log: the device that may write."""

    @extend_schema(
        request=bodies.LeaseBody,
        responses=shapes.responses((200, shapes.LEASE_ANSWER), _409="Another tablet took over."),
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Take over the lease, given the epoch the tablet saw."""
        log = leases.take_over(device=self.device(), **validate_body(bodies.LeaseBody, request))
        return Response({"lease": answers.lease(log, self.device()), "head": answers.head(log)})


class CallView(GameView):
    """A call to the judge."""

    @extend_schema(
        request=bodies.CallBody,
        responses=shapes.responses(
            (200, shapes.CALL_ANSWER), _409="Another table's call, or too many."
        ),
    )
    def put(self, request: Request, game: UUID, call: UUID) -> Response:
        """Open the call (repeating that changes nothing), or withdraw it."""
        fields = validate_body(bodies.CallBody, request)
        if fields["state"] == "withdrawn":
            stored = calls.withdraw_call(device=self.device(), call_id=call)
        else:
            about = {name: fields[name] for name in ("topic", "note", "player")}
            stored = calls.open_call(device=self.device(), call_id=call, **about)
        if stored is None:
            raise NotFound
        return Response({"call": answers.call_json(stored)})
