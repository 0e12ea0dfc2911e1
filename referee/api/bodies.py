"""The small request bodies, checked field by field; batches of events are read by `log.wire`."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from referee.log.models import Call, SetAside
from referee.log.wire import BATCH_AT_MOST, SEQ_AT_MOST


class Body(serializers.Serializer[Any]):
    """A body whose unknown fields are refused."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what the protocol does not know."""
        unknown = sorted(set(self.initial_data) - set(self.fields))
        if unknown:
            raise serializers.ValidationError(
                {name: _("this field is unknown") for name in unknown}
            )
        return attrs


class PairBody(Body):
    """Pair by the token of a QR code, or by a typed code."""

    request_id = serializers.UUIDField(help_text="Made once per scan, kept until answered.")
    token = serializers.CharField(max_length=100, required=False)
    code = serializers.CharField(max_length=40, required=False)
    label = serializers.CharField(max_length=60, default="", allow_blank=True)  # type: ignore[assignment]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of token and code."""
        if ("token" in attrs) == ("code" in attrs):
            raise serializers.ValidationError({"token": _("give either a token or a code")})
        return super().validate(attrs)


class HeartbeatBody(Body):
    """Where the tablet stands."""

    lease_epoch = serializers.IntegerField(min_value=0, max_value=SEQ_AT_MOST)
    head_seq = serializers.IntegerField(min_value=0, max_value=SEQ_AT_MOST)
    pending = serializers.IntegerField(min_value=0, max_value=100_000)
    app = serializers.CharField(max_length=40, default="", allow_blank=True)
    clock_skew_ms = serializers.IntegerField(default=0)


class LeaseBody(Body):
    """The epoch the tablet saw."""

    epoch = serializers.IntegerField(min_value=0, max_value=SEQ_AT_MOST)


class LogQuery(serializers.Serializer[Any]):
    """From where, and how many rows."""

    after = serializers.IntegerField(min_value=0, max_value=SEQ_AT_MOST, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=500)


class CallBody(Body):
    """Call the judge, or take the call back."""

    state = serializers.ChoiceField(["open", "withdrawn"])
    topic = serializers.ChoiceField(Call.Topic.choices, default=Call.Topic.OTHER)
    note = serializers.CharField(max_length=500, default="", allow_blank=True)
    at = serializers.CharField(max_length=40, default="", allow_blank=True)


class EventBody(serializers.Serializer[Any]):
    """One event, as the tablet made it."""

    event_id = serializers.UUIDField()
    salt = serializers.RegexField(r"^[0-9a-f]{32}$")
    at = serializers.DateTimeField(help_text="The tablet's time: advisory.")
    event = serializers.DictField(help_text="As in the game record, with `type`.")


class BatchBody(serializers.Serializer[Any]):
    """Events to append (described only: `log.wire` reads it)."""

    lease_epoch = serializers.IntegerField(min_value=0, max_value=SEQ_AT_MOST)
    expected_seq = serializers.IntegerField(min_value=1, max_value=SEQ_AT_MOST)
    previous_hash = serializers.RegexField(r"^[0-9a-f]{64}$")
    digest = serializers.RegexField(r"^[0-9a-f]{64}$")
    on_refusal = serializers.ChoiceField(["set_aside", "discard"], required=False)
    view = serializers.BooleanField(required=False)
    events = serializers.ListField(child=EventBody(), min_length=1, max_length=BATCH_AT_MOST)


class SetAsideBody(serializers.Serializer[Any]):
    """Events handed over to the chief (described only: `log.wire` reads it)."""

    reason = serializers.ChoiceField(SetAside.Reason.choices)
    expected_seq = serializers.IntegerField(min_value=1, max_value=SEQ_AT_MOST)
    previous_hash = serializers.RegexField(r"^[0-9a-f]{64}$")
    digest = serializers.RegexField(r"^[0-9a-f]{64}$")
    events = serializers.ListField(child=EventBody(), min_length=1, max_length=BATCH_AT_MOST)
