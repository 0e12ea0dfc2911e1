"""A game record as it is shown where a player's name is hidden from the public."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tournament.people.personal_data import Person


def with_names_hidden(text: str, shown: Mapping[str, str], people: Iterable[Person]) -> str:
    """Return the record (JSON Lines) without the names of some players.

    Texts about these players are left out as well. `shown` maps ids to the names shown in the
    header. Other lines stay byte for byte.
    """
    if not shown:
        return text
    hidden = tuple(people)
    return "".join(_line(row, shown, hidden) for row in text.splitlines(keepends=True))


def _line(row: str, shown: Mapping[str, str], people: tuple[Person, ...]) -> str:
    if not row.strip():
        return row
    value = json.loads(row)
    clean = value
    for person in people:
        clean = person.redact_json(clean)
    clean = _with_shown_names(clean, shown)
    if clean == value:
        return row
    return json.dumps(clean, ensure_ascii=False) + row[len(row.rstrip("\r\n")) :]


def _with_shown_names(line: dict[str, Any], shown: Mapping[str, str]) -> dict[str, Any]:
    """Return a header with the names that are shown, any other line unchanged."""
    if "players" not in line or not all(isinstance(one, dict) for one in line["players"]):
        return line
    players = [
        {**one, "name": shown[one["id"]]} if one.get("id") in shown else one
        for one in line["players"]
    ]
    return {**line, "players": players}
