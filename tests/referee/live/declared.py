"""Whether a document is as `tournament/public/declaration` declares it, by its OpenAPI shapes."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from referee.live.api.shapes import SNAPSHOT_SHAPES

BESIDE = {"seq": 1, "last": {}, "judge": "", "clock": {}}
"""What a board has beside what its position says."""


@cache
def _validator(name: str) -> Draft202012Validator:
    components = {"schemas": SNAPSHOT_SHAPES}
    return Draft202012Validator({**SNAPSHOT_SHAPES[name], "components": components})


def check_declared(state: dict[str, Any]) -> None:
    """Fail where an event's document has what is not declared, or lacks what is."""
    _validator("SnapshotState").validate(state)


def check_declared_board(position: dict[str, Any]) -> None:
    """Fail where the position on a board is not told as it is declared."""
    on_turn = position["on_turn"] or next(iter(position["players"]))
    _validator("SnapshotBoard").validate({**BESIDE, **position, "on_turn": on_turn})
