"""JSON Schema in a few words, and the schemas that the OpenAPI document names."""

from typing import Any

from referee.log.wire import MAX_SEQ

Shape = dict[str, Any]

COMPONENTS: dict[str, Shape] = {}
"""Named shapes: complete once the addresses are imported, and only read from then on."""

STRING: Shape = {"type": "string"}
BOOLEAN: Shape = {"type": "boolean"}
INTEGER: Shape = {"type": "integer"}
COUNT: Shape = {"type": "integer", "minimum": 0, "maximum": MAX_SEQ}
SEQ: Shape = {"type": "integer", "minimum": 1, "maximum": MAX_SEQ}
LIMIT: Shape = {"type": "integer", "minimum": 1, "maximum": 500, "default": 500}
ID: Shape = {"type": "string", "format": "uuid"}
TIME: Shape = {"type": "string", "format": "date-time"}
HASH: Shape = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SALT: Shape = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
ANY_OBJECT: Shape = {"type": "object", "additionalProperties": True}


def object_of(optional: Shape | None = None, **fields: Shape) -> Shape:
    """Return an object with these required fields, these `optional` ones, and no others."""
    return {
        "type": "object",
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


def list_of(item: Shape, **bounds: int) -> Shape:
    """Return a list of such items."""
    return {"type": "array", "items": item, **bounds}


def one_of(values: Any) -> Shape:
    """Return a text that is one of these values."""
    return {"type": "string", "enum": [str(value) for value in values]}


def component(name: str, shape: Shape) -> Shape:
    """Add the shape to the document under this name, and return a reference to it."""
    COMPONENTS[name] = shape
    return {"$ref": f"#/components/schemas/{name}"}


def nullable(shape: Shape) -> Shape:
    """Return a shape that also allows null."""
    return {"anyOf": [shape, {"type": "null"}]}
