"""The types of the client in `docs/examples/`.

They are made of the declaration of what the public is told. `python -m tools.public_client`
writes them anew; a test compares.
"""

import os
from pathlib import Path
from typing import Any

import django

CLIENT = Path(__file__).resolve().parents[1] / "docs" / "examples" / "public_client.py"
BEGIN, END = "# Types, made by tools/public_client.py.\n", "# End of what is made.\n"
NAMES = ("ListedEvent", "Standing", "Result")
"""Items that the client needs; those that they contain are added."""
KINDS = {"string": "str", "integer": "int", "boolean": "bool"}


def types_of(schemas: dict[str, Any]) -> str:
    """Return the source of the types, parts before what they are part of."""
    written: dict[str, str] = {}
    for name in NAMES:
        _write(name, schemas, written)
    return "\n\n".join(written.values())


def _write(name: str, schemas: dict[str, Any], written: dict[str, str]) -> None:
    shape = schemas[f"Public{name}"]
    fields = {key: _type_of(part, schemas, written) for key, part in shape["properties"].items()}
    lines = [f'    """{shape["description"]}"""', ""]
    lines += [f"    {key}: {kind}" for key, kind in fields.items()]
    written[name] = f"class {name}(TypedDict):\n" + "\n".join(lines) + "\n"


def _type_of(shape: dict[str, Any], schemas: dict[str, Any], written: dict[str, str]) -> str:
    """Return the annotation of a value, and write what it refers to."""
    match shape:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/Public")[2]
            if name not in written:
                _write(name, schemas, written)
            return name
        case {"anyOf": [*parts]}:
            return " | ".join(_type_of(part, schemas, written) for part in parts)
        case {"enum": values}:
            return f"Literal[{', '.join(f'{value!r}' for value in values)}]".replace("'", '"')
        case {"type": "array", "items": item}:
            return f"list[{_type_of(item, schemas, written)}]"
        case {"type": "object", "additionalProperties": part}:
            return f"dict[str, {_type_of(part, schemas, written)}]"
        case {"type": "null"}:
            return "None"
    return KINDS[shape["type"]]


def client_with(types: str) -> str:
    """Return the client's source with these types."""
    text = CLIENT.read_text("utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    return f"{before}{BEGIN}\n\n{types}\n\n{END}{after}"


def public_shapes() -> dict[str, Any]:
    """Return the shapes of the public interface by their names."""
    from referee.live.api.shapes import PUBLIC_SHAPES

    return PUBLIC_SHAPES


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    CLIENT.write_text(client_with(types_of(public_shapes())), "utf-8")
