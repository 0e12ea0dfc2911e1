"""Validation of an edition's data; errors name the file, the key and the reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from scoring.game.board import COLUMNS, DEED_KINDS, SQUARES, Board
from scoring.game.effects import MAX_AMOUNT, ROLES, parse_effect

MAX_NAME_LENGTH = 100
KINDS = DEED_KINDS | {
    "start", "role_card", "income_tax", "prison", "foundation", "go_to_prison", "property_tax",
}  # fmt: skip
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_CHOICES = {"rules.role_square": ("dice", "deck"), "rules.prison_doubles": ("move", "free_only")}
_LENGTHS = {
    "money.foundation_grants": 6,
    "rents.transport_monopolist": 4,
    "rents.utility_monopolist": 2,
}
_TABLES = ("rules", "money", "percent", "rents", "improvements", "box", "pawns")
_TEXTS = ("code", "name", "language", "currency")
_OPTIONAL_TABLES = ("role_card", "deck", "rule_numbers")


class EditionError(ValueError):
    """Invalid data of an edition: `file`, `key` (dotted; "" for all) and `reason`."""

    def __init__(self, key: str, reason: str, file: str = "") -> None:
        self.key, self.reason, self.file = key, reason, file
        super().__init__(": ".join(part for part in (file, key, reason) if part))


def is_name(value: object) -> bool:
    """Return whether a name can be shown.

    It has 1-100 characters of any script, without control characters or bidi overrides.
    """
    return (
        type(value) is str
        and value.strip() != ""
        and len(value) <= MAX_NAME_LENGTH
        and not _CONTROL.search(value)
    )


def check_edition(
    data: dict[str, Any], file: str, parent: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Check the merged `data` of an edition and return it unchanged.

    Raise EditionError if it is wrong. With `parent`, squares must keep the parent's kind and
    city, and no key may be new.
    """
    try:
        _check_keys(data, parent)
        for name in _TABLES:
            _check_table(name, data[name], (parent or data)[name])
        _check_squares(data["squares"], parent)
        _check_cards(data)
        _check_rule_numbers(data.get("rule_numbers", {}))
    except EditionError as error:
        raise EditionError(error.key, error.reason, file) from error
    return data


def _check_keys(data: Mapping[str, Any], parent: Mapping[str, Any] | None) -> None:
    known = {"schema", "squares", *_TEXTS, *_TABLES, *_OPTIONAL_TABLES}
    for key in data:
        if key not in known:
            raise EditionError(key, "unknown key")
    for key in known.difference(_OPTIONAL_TABLES):
        if key not in data:
            raise EditionError(key, "missing")
    for key in _OPTIONAL_TABLES:
        if type(data.get(key, {})) is not dict:
            raise EditionError(key, "a table is needed")
    for key in _TEXTS:
        if not is_name(data[key]):
            raise EditionError(key, f"a text of 1 to {MAX_NAME_LENGTH} characters is needed")
    if data["schema"] != 1 or type(data["schema"]) is not int:
        raise EditionError("schema", "only schema 1 is known")


def _check_table(name: str, table: Mapping[str, Any], model: Mapping[str, Any]) -> None:
    for key, value in table.items():
        where = f"{name}.{key}"
        if key not in model:
            raise EditionError(where, "unknown key")
        _check_value(where, value, model[key])


def _check_value(where: str, value: Any, model: Any) -> None:
    """Raise EditionError unless `value` has the type of `model` and an allowed value.

    `where` is its dotted key.
    """
    if type(value) is not type(model):
        raise EditionError(where, f"a value such as {model!r} is needed")
    if type(value) is dict:
        _check_table(where, value, model)
    elif type(value) is list:
        if len(value) != _LENGTHS[where]:
            raise EditionError(where, f"a list of {_LENGTHS[where]} numbers is needed")
        for item in value:
            _check_value(where, item, 0)
    elif type(value) is int and not 0 <= value <= _max_number(where):
        raise EditionError(where, f"a whole number from 0 to {_max_number(where)} is needed")
    elif value not in _CHOICES.get(where, (value,)):
        raise EditionError(where, f"one of {', '.join(_CHOICES[where])} is needed")
    elif type(value) is str and not is_name(value):
        raise EditionError(where, f"a text of 1 to {MAX_NAME_LENGTH} characters is needed")


def _max_number(where: str) -> int:
    if where.startswith("percent.") or where == "rents.transport_competitor":
        return 100
    return 9 if where.startswith("improvements.") else MAX_AMOUNT


def _check_squares(squares: Mapping[str, Any], parent: Mapping[str, Any] | None) -> None:
    if set(squares) != {str(number) for number in range(SQUARES)}:
        raise EditionError("squares", "exactly the squares 0 to 39 are needed")
    cities: dict[str, int] = {}
    for number, row in squares.items():
        model = parent["squares"][number] if parent else None
        _check_square(f"squares.{number}", row, model, cities)


def _check_square(
    where: str, row: Any, model: Mapping[str, Any] | None, cities: dict[str, int]
) -> None:
    for key in row:
        if key not in COLUMNS[1:]:
            raise EditionError(f"{where}.{key}", "unknown key")
    if model is None and row.get("kind") not in KINDS:
        raise EditionError(f"{where}.kind", f"one of {', '.join(sorted(KINDS))} is needed")
    for key in ("kind", "city") if model else ():
        if row.get(key) != model.get(key):  # type: ignore[union-attr]
            raise EditionError(f"{where}.{key}", "as on the printed board")
    if not is_name(row.get("name")):
        needed = f"a text of 1 to {MAX_NAME_LENGTH} characters is needed"
        raise EditionError(f"{where}.name", needed)
    _check_price(f"{where}.price", row.get("price"), row["kind"] in DEED_KINDS)
    _check_price(f"{where}.house_price", row.get("house_price"), row["kind"] == "street")
    _check_city(where, row, cities)


def _check_price(where: str, price: Any, needed: bool) -> None:
    if not needed and price is not None:
        raise EditionError(where, "this square has none")
    if needed and (type(price) is not int or price % 10 or not 0 < price <= MAX_AMOUNT):
        raise EditionError(where, "a positive multiple of 10 is needed")


def _check_city(where: str, row: Mapping[str, Any], cities: dict[str, int]) -> None:
    city = row.get("city")
    if (row["kind"] == "street") != (city is not None):
        raise EditionError(f"{where}.city", "a street has a city, another square has none")
    if city is not None and cities.setdefault(city, row["house_price"]) != row["house_price"]:
        raise EditionError(f"{where}.house_price", f"the same in all streets of {city} is needed")


def _check_cards(data: Mapping[str, Any]) -> None:
    checks: tuple[tuple[str, Callable[[str, Any], list[tuple[str, Any]]]], ...] = (
        ("role_card", _role_card_line),
        ("deck", _deck_card),
    )
    for table, entries in checks:
        for code, entry in data.get(table, {}).items():
            for key, text in entries(code, entry):
                if type(text) is not str or parse_effect(text) is None:
                    raise EditionError(f"{table}.{code}.{key}", "an effect of R16 is needed")
    if data["rules"]["role_square"] == "dice" and len(data.get("role_card", {})) != 11:
        raise EditionError("role_card", "a line for each sum from 2 to 12 is needed")


def _check_rule_numbers(numbers: Mapping[str, Any]) -> None:
    for rule, number in numbers.items():
        if not re.fullmatch("R[0-9]{1,2}", rule) or type(number) is not str:
            raise EditionError(f"rule_numbers.{rule}", 'a line such as R11 = "10" is needed')


def _role_card_line(code: str, line: Any) -> list[tuple[str, Any]]:
    if code not in {str(total) for total in range(2, 13)}:
        raise EditionError(f"role_card.{code}", "a sum of two dice is needed")
    if type(line) is not dict or set(line) != set(ROLES):
        raise EditionError(f"role_card.{code}", "an effect for each role is needed")
    return list(line.items())


def _deck_card(code: str, card: Any) -> list[tuple[str, Any]]:
    if not re.fullmatch("[CM][0-9]{2}", code):
        raise EditionError(f"deck.{code}", "a code such as C01 or M01 is needed")
    if type(card) is not dict or set(card) != {"effect", "gist"}:
        raise EditionError(f"deck.{code}", "effect and gist are needed")
    return [("effect", card["effect"])]


def check_board(rows: Any, board: Board) -> None:
    """Check the corrected board of a record's header against the board of its edition.

    Raise EditionError with the square and the column that is wrong.
    """
    if type(rows) is not list or len(rows) != SQUARES:
        raise EditionError("board", "a list of the 40 squares is needed")
    cities: dict[str, int] = {}
    for number, row in enumerate(rows):
        where = f"board.{number}"
        if type(row) is not dict:
            raise EditionError(where, "an object with six columns is needed")
        for column in COLUMNS:
            if column not in row:
                raise EditionError(f"{where}.{column}", "missing")
        own = {key: row[key] for key in row if not key.startswith("x-")}
        if type(row["square"]) is not int or own.pop("square") != number:
            raise EditionError(f"{where}.square", f"{number} is needed, squares come in order")
        _check_square(where, own, board.squares[number]._asdict(), cities)
