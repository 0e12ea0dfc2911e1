"""The small request bodies, checked field by field; batches of events are read by `log.wire`
and described in `shapes`."""

from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from referee.engine.plain_text import CONTROL_LETTERS
from referee.log.wire import MAX_SEQ
from referee.models import Call

# As in the texts of the game record; halves of surrogate pairs are refused by `parsing` already.
PRINTABLE = f"^[^{CONTROL_LETTERS}]*$"
# Only the first letter or digit ends the first part: nothing is read twice.
PRINTABLE_WITH_LETTER_OR_DIGIT = f"^[^{CONTROL_LETTERS}0-9A-Za-z]*[0-9A-Za-z][^{CONTROL_LETTERS}]*$"


class Body(serializers.Serializer[Any]):
    """A body whose unknown fields are refused; `extra_schema` is what the document says of it
    beside its fields."""

    extra_schema: ClassVar[dict[str, Any]] = {}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what the protocol does not know."""
        unknown = sorted(set(self.initial_data) - set(self.fields))
        if unknown:
            raise serializers.ValidationError(
                {name: _("this field is unknown") for name in unknown}
            )
        return attrs


class PatternField(serializers.RegexField):
    """A text of one form, whose length is looked at before anything else of it."""

    max_length: int

    def to_internal_value(self, data: Any) -> str:
        """Return the text; raise ValidationError if it is too long, or not a text (as a number)."""
        if not isinstance(data, str):
            self.fail("invalid")
        if len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return str(super().to_internal_value(data))


class WholeNumberField(serializers.IntegerField):
    """A number of JSON's, and not its digits as a text."""

    def to_internal_value(self, data: Any) -> int:
        """The number; raises ValidationError."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class IdField(serializers.UUIDField):
    """A UUID as text, and not as the number it stands for."""

    def to_internal_value(self, data: Any) -> UUID:
        """The UUID; raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class PairBody(Body):
    """Pair by the token of a QR code, or by a typed code."""

    extra_schema = {"oneOf": [{"required": ["token"]}, {"required": ["code"]}]}

    request_id = IdField(help_text="Made once per scan, kept until answered.")
    token = PatternField(PRINTABLE_WITH_LETTER_OR_DIGIT, max_length=100, required=False)
    code = PatternField(PRINTABLE_WITH_LETTER_OR_DIGIT, max_length=40, required=False)
    label = PatternField(PRINTABLE, max_length=60, default="", allow_blank=True)  # type: ignore[assignment]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of token and code."""
        if ("token" in attrs) == ("code" in attrs):
            raise serializers.ValidationError({"token": _("give either a token or a code")})
        return super().validate(attrs)


class HeartbeatBody(Body):
    """Where the tablet stands."""

    lease_epoch = WholeNumberField(min_value=0, max_value=MAX_SEQ)
    head_seq = WholeNumberField(min_value=0, max_value=MAX_SEQ)
    pending = WholeNumberField(min_value=0, max_value=100_000)
    app = PatternField(PRINTABLE, max_length=40, default="", allow_blank=True)
    clock_skew_ms = WholeNumberField(default=0)


class LeaseBody(Body):
    """The epoch the tablet saw."""

    epoch = WholeNumberField(min_value=0, max_value=MAX_SEQ)


class NextBody(Body):
    """Nothing to say: the table follows from the token."""


class LogQuery(serializers.Serializer[Any]):
    """From where, and how many rows: of an address, so that numbers are texts."""

    after = serializers.IntegerField(min_value=0, max_value=MAX_SEQ, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=500)


class CallBody(Body):
    """Call the judge, or take the call back."""

    state = serializers.ChoiceField(["open", "withdrawn"])
    topic = serializers.ChoiceField(Call.Topic.choices, default=Call.Topic.OTHER)
    player = PatternField(PRINTABLE, max_length=10, default="", allow_blank=True)
    note = PatternField(PRINTABLE, max_length=500, default="", allow_blank=True)
    at = PatternField(PRINTABLE, max_length=40, default="", allow_blank=True)
