"""The interface as a page for people, rendered from its OpenAPI document."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.tablet.api.kept_document import KeptDocument

VERBS = ("get", "post", "put", "delete")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every endpoint with its parameters and fields."""
    document = KeptDocument().get_schema()  # type: ignore[no-untyped-call]
    schemas = document.get("components", {}).get("schemas", {})
    operations = [
        _operation(path, verb, item[verb], schemas)
        for path, item in document["paths"].items()
        for verb in VERBS
        if verb in item
    ]
    context = {"operations": operations, "schema": reverse("tablet_api:schema")}
    return render(request, "referee/tablet/api/docs.html", context)


def _operation(
    path: str, verb: str, operation: dict[str, Any], schemas: dict[str, Any]
) -> dict[str, Any]:
    return {
        "path": path,
        "verb": verb.upper(),
        "description": operation.get("description", ""),
        "parameters": operation.get("parameters", []),
        "fields": _fields(_body(operation), schemas),
        "needs_token": {} not in operation.get("security", [{}]),
        "needs_session": {"console": []} in operation.get("security", []),
    }


def _body(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    return schema


def _fields(schema: dict[str, Any], schemas: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of a body; a reference is followed once."""
    name = schema.get("$ref", "").rpartition("/")[2]
    body = schemas.get(name, schema)
    required = body.get("required", [])
    return [
        {
            "name": field,
            "type": _type(kind),
            "required": field in required,
            "help": kind.get("description", ""),
        }
        for field, kind in body.get("properties", {}).items()
    ]


def _type(kind: dict[str, Any]) -> str:
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if kind.get("type") == "array":
        return f"list of {_type(kind.get('items', {}))}"
    return str(kind.get("format") or kind.get("type") or "value")
