"""Additions to the OpenAPI document.

They are tokens and sessions, closed bodies, and the public stream.
"""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)

from referee.tablet.api.schema import STRING, named_shapes


class DeviceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer <device token>`."""

    target_class = "referee.tablet.api.access.DeviceAuthentication"
    match_subclasses = True
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme as OpenAPI describes it."""
        return {"type": "http", "scheme": "bearer", "description": "The token of a paired tablet."}


class ConsoleSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The cookie of who is signed in to the organisers' pages."""

    target_class = "referee.live.api.console_players.ConsoleSession"
    name = "console"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme as OpenAPI describes it."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of an organiser.",
        }


class ClosedBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A body that allows no other fields than its own."""

    target_class = "referee.tablet.api.bodies.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """Return the serializer's schema, closed to other fields.

        The body's `extra_schema` is added.
        """
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False, **self.target.extra_schema}


KEY_SCHEME = {
    "type": "apiKey",
    "in": "header",
    "name": "X-Api-Key",
    "description": "Not needed. Who sends a key is counted by it, not by the address, and may ask "
    "twice as often; the organisers of a server issue keys.",
}


ETAG = {"description": "For `If-None-Match`, which gets 304.", "schema": {"type": "string"}}
RETRY_AFTER = {"description": "Seconds.", "schema": {"type": "integer", "minimum": 1}}
STREAM: dict[str, Any] = {
    "operationId": "event_live",
    "tags": ["e"],
    "description": "Server-sent events. `version` brings the patch (RFC 7396) that makes this "
    "version of the one before, or the whole snapshot where the reader has none or an old one; "
    "`beat` says every few seconds when the publisher last gave a sign of life, and which version "
    "is the newest. Whoever sees a number that does not follow fetches the snapshot.",
    "parameters": [
        {
            "name": "since",
            "in": "query",
            "description": "The version that the reader has; `Last-Event-ID` says the same.",
            "schema": {"type": "integer", "minimum": 0},
        },
    ],
    "responses": {
        "200": {"description": "", "content": {"text/event-stream": {"schema": STRING}}},
        "404": {"description": "No event that is published has this name."},
        "503": {
            "description": "No stream can be had: ask for the snapshot.",
            "headers": {"Retry-After": RETRY_AFTER},
        },
    },
}


def add_shapes(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Add to the document what no serializer describes.

    That is each shape that is a `schema.Component`, what public answers have in common, and the
    public stream. Every request body is marked as required.
    """
    result["components"]["schemas"] |= dict(named_shapes(result))
    result["components"]["securitySchemes"]["key"] = KEY_SCHEME
    for address, path in result["paths"].items():
        for operation in path.values():
            if "/public/" in address:
                _describe_public(operation)
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    slug = result["paths"]["/api/v1/public/events/{slug}"]["get"]["parameters"]
    stream = {**STREAM, "parameters": [*slug, *STREAM["parameters"]]}
    result["paths"]["/e/{slug}/live"] = {"get": stream}
    return result


def _describe_public(operation: dict[str, Any]) -> None:
    operation["security"] = [{}, {"key": []}]
    responses = operation["responses"]
    responses["200"]["headers"] = {"ETag": ETAG}
    responses["304"] = {"description": "What the reader has is the newest."}
    for refusal in ("429", "503"):
        responses[refusal]["headers"] = {"Retry-After": RETRY_AFTER}
