"""JSON Schema in a few words, and the schemas that the OpenAPI document names."""

from collections.abc import Iterator
from typing import Any

from referee.log.wire import MAX_SEQ

Shape = dict[str, Any]

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
    """Return the shape of an object with only these fields.

    The `optional` ones may be absent; the others are required.
    """
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


class Component(Shape):
    """A reference to a shape that the document lists once, under its name."""

    def __init__(self, name: str, shape: Shape) -> None:
        super().__init__({"$ref": f"#/components/schemas/{name}"})
        self.name = name
        self.shape = shape


def named_shapes(part: Any) -> Iterator[tuple[str, Shape]]:
    """Yield the name and shape of every component in a part of the document.

    It covers all components that the part refers to. A copy of a `Component` (`{**shape}`) is
    only a reference, of which nothing is known.
    """
    if isinstance(part, Component):
        yield part.name, part.shape
        yield from named_shapes(part.shape)
    elif isinstance(part, dict | list | tuple):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from named_shapes(inner)


def nullable(shape: Shape) -> Shape:
    """Return a shape that also allows null."""
    return {"anyOf": [shape, {"type": "null"}]}
