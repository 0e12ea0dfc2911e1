"""The public interface in the OpenAPI document, made from the declaration, with examples.

Tests check the answers against it.
"""

from typing import Any

import msgspec

from referee.live.api.examples import EXAMPLES
from referee.tablet.api.schema import STRING, Shape, list_of, nullable, object_of
from tournament.public.declaration import lists

HEADS = (lists.StandingsHead, lists.TeamsHead)
REFERENCE = "#/components/schemas/Public{name}"


def _components() -> dict[str, Shape]:
    """Return what `msgspec` makes of the classes, with every field required."""
    _references, found = msgspec.json.schema_components((*EXAMPLES, *HEADS), ref_template=REFERENCE)
    return {name: _complete(shape) for name, shape in found.items()}


def _complete(shape: Shape) -> Shape:
    described = {
        name: {key: part for key, part in field.items() if key != "default"}
        for name, field in shape["properties"].items()
    }
    return {"description": shape["description"], **object_of(**described)}


_FOUND = _components()
_HEADS: dict[type, Any] = {kind: _FOUND.pop(kind.__name__)["properties"] for kind in HEADS}
_EXAMPLES = {kind.__name__: msgspec.to_builtins(value) for kind, value in EXAMPLES.items()}
PUBLIC_SHAPES = {
    f"Public{name}": {**shape, "examples": [_EXAMPLES[name]]} if name in _EXAMPLES else shape
    for name, shape in _FOUND.items()
}


def add_public_shapes(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Add to the document the classes of the public state, which refer to each other."""
    result["components"]["schemas"] |= PUBLIC_SHAPES
    return result


def shape_of(kind: type) -> Shape:
    """Return a reference to an item's shape."""
    return {"$ref": REFERENCE.format(name=kind.__name__)}


def page_of(item: type, head: type | None = None) -> Shape:
    """Return the shape of a page of a list, with the fields of its `head` beside the items."""
    cursor = {**nullable(STRING), "description": "Goes on after this page; null on the last one."}
    beside: dict[str, Any] = _HEADS[head] if head else {}
    return object_of(**beside, items=list_of(shape_of(item)), next=cursor)
