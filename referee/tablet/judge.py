"""The judge of devices that cannot run the engine, or not yet: the same bridge, on the server."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.api.access import DeviceAuthentication, JudgeThrottle
from referee.api.views import TabletView
from referee.models import Device
from referee.tablet.bridge import METHODS, Bridge


class Question(serializers.Serializer[Any]):
    """What the bridge is opened with, and what it is asked then."""

    opened = serializers.DictField()
    method = serializers.ChoiceField(choices=sorted(METHODS))
    question = serializers.DictField()


class PairedDevice(BasePermission):
    """A device with a token that still holds; which table it writes for does not matter."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the device may ask."""
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
    """ValidationError for a log or a question that the tablet's own code would not send."""
    bridge = Bridge()
    try:
        folded = bridge.ask("open", opened)
        return folded if method == "open" else bridge.ask(method, question)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise serializers.ValidationError({"question": str(error)}) from error
