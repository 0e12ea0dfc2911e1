"""The small request bodies, checked field by field.

Batches of events are read by `log.wire` and described in `shapes`.
"""

from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from referee.engine.plain_text import CONTROL_LETTERS
from referee.log.wire import MAX_SEQ
from referee.models import Call

# As in the texts of the game record; halves of surrogate pairs are refused by `parsing` already.
PRINTABLE = f"^[^{CONTROL_LETTERS}]*$"
# The first part ends at the first letter or digit, so that matching never backtracks.
PRINTABLE_WITH_LETTER_OR_DIGIT = f"^[^{CONTROL_LETTERS}0-9A-Za-z]*[0-9A-Za-z][^{CONTROL_LETTERS}]*$"


class Body(serializers.Serializer[Any]):
    """A body that refuses unknown fields.

    `extra_schema` is added to its fields in the OpenAPI document.
    """

    extra_schema: ClassVar[dict[str, Any]] = {}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse fields that the protocol does not know."""
        unknown = sorted(set(self.initial_data) - set(self.fields))
        if unknown:
            raise serializers.ValidationError(
                {name: _("this field is unknown") for name in unknown}
            )
        return attrs


class PatternField(serializers.RegexField):
    """A text that matches a pattern; its length is checked first."""

    max_length: int

    def to_internal_value(self, data: Any) -> str:
        """Return the text; raise ValidationError if it is too long, or is not a text."""
        if not isinstance(data, str):
            self.fail("invalid")
        if len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return str(super().to_internal_value(data))


class WholeNumberField(serializers.IntegerField):
    """A JSON number, not digits as a text."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number; raises ValidationError."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class IdField(serializers.UUIDField):
    """A UUID as text, not as a number."""

    def to_internal_value(self, data: Any) -> UUID:
        """Return the UUID; raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class PairBody(Body):
    """The token of a QR code, or a typed code."""

    extra_schema = {"oneOf": [{"required": ["token"]}, {"required": ["code"]}]}

    request_id = IdField(help_text="Made once per scan, kept until answered.")
    token = PatternField(PRINTABLE_WITH_LETTER_OR_DIGIT, max_length=100, required=False)
    code = PatternField(PRINTABLE_WITH_LETTER_OR_DIGIT, max_length=40, required=False)
    label = PatternField(PRINTABLE, max_length=60, default="", allow_blank=True)  # type: ignore[assignment]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of token and code."""
        if ("token" in attrs) == ("code" in attrs):
            raise serializers.ValidationError({"token": _("give either a token or a code")})
        return super().validate(attrs)


class HeartbeatBody(Body):
    """The tablet's own state."""

    lease_epoch = WholeNumberField(min_value=0, max_value=MAX_SEQ)
    head_seq = WholeNumberField(min_value=0, max_value=MAX_SEQ)
    pending = WholeNumberField(min_value=0, max_value=100_000)
    app = PatternField(PRINTABLE, max_length=40, default="", allow_blank=True)
    clock_skew_ms = WholeNumberField(default=0)


class LeaseBody(Body):
    """The epoch of the lease that the tablet saw."""

    epoch = WholeNumberField(min_value=0, max_value=MAX_SEQ)


class NextBody(Body):
    """An empty body: the token tells which table it is."""


class LogQuery(serializers.Serializer[Any]):
    """The query of a log page.

    It has the row number to start after, and how many rows; both as text.
    """

    after = serializers.IntegerField(min_value=0, max_value=MAX_SEQ, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=500)


class CallBody(Body):
    """A call to the judge, to be opened or withdrawn."""

    state = serializers.ChoiceField(["open", "withdrawn"])
    topic = serializers.ChoiceField(Call.Topic.choices, default=Call.Topic.OTHER)
    player = PatternField(PRINTABLE, max_length=10, default="", allow_blank=True)
    note = PatternField(PRINTABLE, max_length=500, default="", allow_blank=True)
    at = PatternField(PRINTABLE, max_length=40, default="", allow_blank=True)
