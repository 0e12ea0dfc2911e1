"""The public interface in the OpenAPI document, made from the declaration.

Lists have examples. Tests check the answers against it.
"""

from typing import Any

import msgspec

from referee.live.api.examples import EXAMPLES
from referee.tablet.api.schema import (
    HASH,
    SEQ,
    STRING,
    Component,
    Shape,
    list_of,
    nullable,
    object_of,
)
from tournament.public.declaration import document, lists

HEADS = (lists.StandingsHead, lists.TeamsHead)
REFERENCE = "#/components/schemas/Public{name}"
REFERENCE_IN_DOCUMENT = "#/components/schemas/Snapshot{name}"


def _components() -> dict[str, Shape]:
    """Return the components that `msgspec` makes of the classes.

    Every field is required.
    """
    _references, found = msgspec.json.schema_components((*EXAMPLES, *HEADS), ref_template=REFERENCE)
    return {name: _complete(shape) for name, shape in found.items()}


def _complete(shape: Shape) -> Shape:
    """Return the shape of an item: every field is told, so none has a default."""
    described = {
        name: {key: part for key, part in field.items() if key != "default"}
        for name, field in shape["properties"].items()
    }
    return _described(shape, described)


def _described(shape: Shape, properties: dict[str, Shape]) -> Shape:
    """Return a class's shape with these properties.

    All are required, and its docstring is in one line.
    """
    return {"description": " ".join(shape["description"].split()), **object_of(**properties)}


def _shapes_of_document() -> dict[str, Shape]:
    """Return the shapes of an event's document.

    A field with its default is left out, not null.
    """
    _reference, found = msgspec.json.schema_components(
        [document.State], ref_template=REFERENCE_IN_DOCUMENT
    )
    return {
        f"Snapshot{name}": {
            **_described(shape, {k: _without_null(v) for k, v in shape["properties"].items()}),
            "required": shape["required"],
        }
        for name, shape in found.items()
    }


def _without_null(field: Shape) -> Shape:
    """Return a field's shape without null.

    Null is neither a kind of value nor the default.
    """
    kinds: list[Shape] = [kind for kind in field.get("anyOf", []) if kind != {"type": "null"}]
    rest = {key: part for key, part in field.items() if (key, part) != ("default", None)}
    if len(kinds) != 1:
        return rest
    del rest["anyOf"]
    return kinds[0] | rest


_FOUND = _components()
_HEADS: dict[type, Any] = {kind: _FOUND.pop(kind.__name__)["properties"] for kind in HEADS}
_EXAMPLES = {kind.__name__: msgspec.to_builtins(value) for kind, value in EXAMPLES.items()}
PUBLIC_SHAPES = {
    f"Public{name}": {**shape, "examples": [_EXAMPLES[name]]} if name in _EXAMPLES else shape
    for name, shape in _FOUND.items()
}
SNAPSHOT_SHAPES = _shapes_of_document()
SNAPSHOT = Component(
    "PublicSnapshot",
    object_of(
        version=SEQ, digest=HASH, snapshot={"$ref": REFERENCE_IN_DOCUMENT.format(name="State")}
    ),
)


def add_public_shapes(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Add the classes of the lists and those of an event's document."""
    result["components"]["schemas"] |= PUBLIC_SHAPES | SNAPSHOT_SHAPES
    return result


def shape_of(kind: type) -> Shape:
    """Return a reference to an item's shape."""
    return {"$ref": REFERENCE.format(name=kind.__name__)}


def page_of(item: type, head: type | None = None) -> Shape:
    """Return the shape of a page of a list.

    The fields of its `head` stand beside the items.
    """
    cursor = {**nullable(STRING), "description": "Goes on after this page; null on the last one."}
    beside: dict[str, Any] = _HEADS[head] if head else {}
    return object_of(**beside, items=list_of(shape_of(item)), next=cursor)
