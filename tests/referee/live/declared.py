"""Whether a document is as `tournament/public/declaration` declares it, by its OpenAPI shapes."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from referee.live.api.shapes import SNAPSHOT_SHAPES


@cache
def _validator() -> Draft202012Validator:
    components = {"schemas": SNAPSHOT_SHAPES}
    return Draft202012Validator({**SNAPSHOT_SHAPES["SnapshotState"], "components": components})


def check_declared(state: dict[str, Any]) -> None:
    """Fail where an event's document has what is not declared, or lacks what is."""
    _validator().validate(state)
