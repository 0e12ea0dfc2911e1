"""How the OpenAPI document describes the device's token and the bodies."""

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)

from referee.api.schema import COMPONENTS


class DeviceTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer <device token>`."""

    target_class = "referee.api.access.DeviceAuthentication"
    match_subclasses = True
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The scheme as OpenAPI names it."""
        return {"type": "http", "scheme": "bearer", "description": "The token of a paired tablet."}


class ClosedBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A body takes no other fields than its own."""

    target_class = "referee.api.bodies.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """The serializer's schema, closed, with what else the body says of itself."""
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False, **self.target.extra_schema}


KEY_SCHEME = {
    "type": "apiKey",
    "in": "header",
    "name": "X-Api-Key",
    "description": "Not needed. Who sends a key is counted by it, not by the address, and may ask "
    "twice as often; the organisers of a server issue keys.",
}


def add_shapes(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Put the shapes that `schema.component` names into the document; no body may be missing."""
    result["components"]["schemas"] |= COMPONENTS
    result["components"]["securitySchemes"]["key"] = KEY_SCHEME
    for address, path in result["paths"].items():
        for operation in path.values():
            if "/public/" in address:
                operation["security"] = [{}, {"key": []}]
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result
