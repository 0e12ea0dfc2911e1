"""The judge for devices that cannot run the engine, or not yet.

It is the same bridge, on the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.journal.judgement import BrokenLogError
from referee.journal.limits import MARGIN, MAX_ROWS
from referee.journal.order_in_force import CORRECTIONS
from referee.models import Device
from referee.tablet.api.access import DeviceAuthentication, JudgeThrottle
from referee.tablet.api.views import TabletView
from referee.tablet.bridge import METHODS, Bridge


class Question(serializers.Serializer[Any]):
    """A question to the bridge, with the log that opens it."""

    opened = serializers.DictField()
    method = serializers.ChoiceField(choices=sorted(METHODS))
    question = serializers.DictField()


MAX_LOGGED_CORRECTIONS = sum(MAX_ROWS[room] + 2 * MARGIN for room in ("revisions", "reverts"))
"""The most corrections that a log can hold."""
MAX_NEW_CORRECTIONS = 20
"""The most new corrections in one question: each replays the whole game. They are those in the
question's `events` and in rows of the log that nobody has judged."""


class PairedDevice(BasePermission):
    """Permission for a device with a token that still holds.

    It does not matter which table the device writes for.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the device may ask."""
        device = request.auth
        if not isinstance(device, Device):
            return False
        return device.revoked_at is None and not device.event_is_over


class JudgeView(TabletView):
    """Answers as the tablet's own engine would. Nothing is stored."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [PairedDevice]
    throttle_classes = [JudgeThrottle]

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        """Fold the log that the tablet holds and answer one question about it."""
        body = Question(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(_answer(**body.validated_data))


def _answer(opened: dict[str, Any], method: str, question: dict[str, Any]) -> dict[str, Any]:
    """Answer a question to the bridge.

    Raises ValidationError if the tablet's own code would not send the question or its log.
    """
    bridge = Bridge()
    try:
        _bound_corrections(opened["log"], question.get("events", ()))
        folded = bridge.ask("open", opened)
        return folded if method == "open" else bridge.ask(method, question)
    except (BrokenLogError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise serializers.ValidationError({"question": str(error)}) from error


def _bound_corrections(log: Sequence[Any], events: Sequence[Any]) -> None:
    """Raise ValueError if more corrections are to be judged than a table makes."""
    logged = [row for row in log if row["event"]["type"] in CORRECTIONS]
    new = [row for row in logged if not row.get("judged", True)]
    new += [event for event in events if event.get("type") in CORRECTIONS]
    if len(logged) > MAX_LOGGED_CORRECTIONS or len(new) > MAX_NEW_CORRECTIONS:
        raise ValueError("too many corrections")
