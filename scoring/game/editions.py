"""Loading of editions: TOML files that inherit from and override one another."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from scoring.game.board import Board, Square
from scoring.game.effects import Effect, known_effect
from scoring.game.schema import EditionError, check_board, check_edition

EDITIONS = ("us-2011", "us-wooden", "eu-fr", "ru-2014")
"""Codes of the printed editions."""

_FOLDER = Path(__file__).with_name("editions")
_MAX_FILE_BYTES = 256 * 1024
_MAX_DOTS = 200
"""The most dots in a line: the TOML reader's time grows with the square of a key's parts."""


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """The rules that differ between the printed rule books, each with its variant."""

    role_square: str
    prison_doubles: str
    price_war_deals: bool
    may_pass: bool
    redeem_on_own_turn: bool
    broken_monopoly_builds: bool
    tournament_trades: bool
    adjustment: bool


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The data of one edition, ready for play.

    Amounts are whole currency units, rates percent. `code` names the edition. `printed` is the
    printed edition whose rules it follows: the same code, unless an organiser corrected it.
    `digest` is the SHA-256 of its data as canonical JSON.
    """

    code: str
    printed: str
    name: str
    language: str
    currency: str
    board: Board
    rules: Variants
    start_cash: int
    start_income: int
    fine: int
    property_tax: int
    income_tax_flat: int
    foundation_pays: int
    foundation_grants: tuple[int, ...]
    cash_tax: Mapping[str, int]
    assets_tax: int
    retention: Mapping[str, int]
    transport_competitor: int
    transport_monopolist: tuple[int, ...]
    utility_competitor: int
    utility_monopolist: tuple[int, ...]
    improvements: Mapping[str, int]
    box: Mapping[str, Any]
    pawns: Mapping[str, str]
    role_card: Mapping[int, Mapping[str, Effect]]
    deck: Mapping[str, Effect]
    rule_numbers: Mapping[str, str]
    digest: str

    def rule_number(self, rule: str) -> str:
        """Return the number of one of our rules ("R11") in this edition's book ("10").

        Return "" if the book is silent on it.
        """
        return self.rule_numbers.get(rule, rule.removeprefix("R"))

    def with_board(self, rows: list[dict[str, Any]]) -> Edition:
        """Return this edition with the corrected board of a record's header.

        Raise EditionError if `rows` are not the 40 squares of this edition's board.
        """
        check_board(rows, self.board)
        squares = tuple([_square(row["square"], row) for row in rows])
        return _with_squares(self, squares)


@lru_cache(maxsize=16)
def _with_squares(edition: Edition, squares: tuple[Square, ...]) -> Edition:
    """Return the edition with these squares, one shared object for each board."""
    board = Board(squares, edition.improvements)
    digest = _digest({"edition": edition.digest, "board": board.rows()})
    return replace(edition, board=board, digest=digest)


@cache
def load_edition(code: str) -> Edition:
    """Return a printed edition by its code; raise KeyError if there is none."""
    if code not in EDITIONS:
        raise KeyError(code)
    return _build(check_edition(_load_packaged(code), code), code)


def load_edition_file(path: str | Path) -> Edition:
    """Load an organiser's own edition, which must inherit from a printed one.

    Raise EditionError with the file, the key and the reason.
    """
    path = Path(path)
    raw = _read_toml(path)
    parent = raw.get("inherits")
    if parent not in EDITIONS:
        raise EditionError("inherits", f"one of {', '.join(EDITIONS)} is needed", path.name)
    base = _load_packaged(str(parent))
    own = {key: value for key, value in raw.items() if key != "inherits"}
    try:
        merged = check_edition(_merge(base, own, ""), path.name, parent=base)
    except EditionError as error:
        raise EditionError(error.key, error.reason, path.name) from error
    return _build(merged, str(parent))


def _load_packaged(name: str) -> dict[str, Any]:
    """Load a packaged file with everything it inherits merged in."""
    raw = _read_toml(_FOLDER / f"{name}.toml")
    parent = raw.pop("inherits", None)
    return _merge(_load_packaged(parent), raw, "") if parent else raw


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
        if len(content) > _MAX_FILE_BYTES:
            raise EditionError("", f"larger than {_MAX_FILE_BYTES} bytes", path.name)
        text = content.decode("utf-8")
        if any(line.count(".") > _MAX_DOTS for line in text.splitlines()):
            raise EditionError("", f"more than {_MAX_DOTS} dots in a line", path.name)
        return tomllib.loads(text)
    except EditionError:
        raise
    # ValueError also covers numbers with thousands of digits.
    except (OSError, ValueError, RecursionError) as error:
        raise EditionError("", f"not readable as TOML: {error}", path.name) from error


def _merge(base: Mapping[str, Any], own: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return `base` overridden by `own`; tables are merged key by key.

    Raise EditionError if a table would become a value, or a value a table. `where` is the prefix of
    the key in that error.
    """
    merged = dict(base)
    for key, value in own.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value, f"{where}{key}.")
        elif old is not None and isinstance(old, dict) != isinstance(value, dict):
            raise EditionError(f"{where}{key}", "a table" if isinstance(old, dict) else "a value")
        else:
            merged[key] = value
    return merged


def _digest(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _square(number: int, row: Mapping[str, Any]) -> Square:
    return Square(
        number,
        row["kind"],
        row["name"],
        row.get("city"),
        row.get("price") or 0,
        row.get("house_price") or 0,
    )


def _build(data: dict[str, Any], printed: str) -> Edition:
    money, percent, rents = data["money"], data["percent"], data["rents"]
    squares = [_square(number, data["squares"][str(number)]) for number in range(40)]
    return Edition(
        code=data["code"],
        printed=printed,
        name=data["name"],
        language=data["language"],
        currency=data["currency"],
        board=Board(squares, data["improvements"]),
        rules=Variants(**data["rules"]),
        **{**money, "foundation_grants": tuple(money["foundation_grants"])},
        **percent,
        transport_competitor=rents["transport_competitor"],
        transport_monopolist=tuple(rents["transport_monopolist"]),
        utility_competitor=rents["utility_competitor"],
        utility_monopolist=tuple(rents["utility_monopolist"]),
        improvements=data["improvements"],
        box=data["box"],
        pawns=data["pawns"],
        role_card={
            int(dice): {role: known_effect(text) for role, text in line.items()}
            for dice, line in data.get("role_card", {}).items()
        },
        deck={code: known_effect(card["effect"]) for code, card in data.get("deck", {}).items()},
        rule_numbers=data.get("rule_numbers", {}),
        digest=_digest(data),
    )
