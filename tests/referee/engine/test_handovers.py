"""What a table moves after a correction: each kind of it, and its sentence in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine import LANGUAGES, Handover, handovers, render_handover, still_stands
from referee.engine.messages import catalogue
from scoring.game.editions import load_edition

EDITION = load_edition("us-2011")
NAMES = {"p1": "Ada", "p2": "Ben", "p3": "Chloé"}
ROLES = {"p1": "competitor", "p2": "monopolist", "p3": "competitor"}


def position(**players: dict[str, Any]) -> dict[str, Any]:
    """Three players on START with 500 each, but for what is told of them."""
    line = {"cash": 500, "square": 0, "confined": False, "out": False, "owes": 0, "deeds": {}}
    rows = [
        {**line, "id": player, "role": role, **players.get(player, {})}
        for player, role in ROLES.items()
    ]
    return {"on_turn": None, "players": rows}


def deed(improvements: int = 0, *, mortgaged: bool = False) -> dict[str, Any]:
    return {"improvements": improvements, "mortgaged": mortgaged}


def told(before: dict[str, Any], after: dict[str, Any], language: str = "en") -> list[str]:
    found = handovers(before, after, EDITION)
    return [render_handover(each, NAMES, language, EDITION) for each in found]


def test_nothing_is_moved_where_nothing_differs() -> None:
    assert told(position(), position()) == []


@pytest.mark.parametrize(
    ("cash", "expected"),
    [
        ((470, 500, 530), ["Ada → Chloé $30"]),
        ((500, 700, 500), ["Treasury → Ben $200"]),
        ((450, 500, 500), ["Ada → Treasury $50"]),
        ((450, 530, 500), ["Ada → Ben $30", "Ada → Treasury $20"]),
        ((490, 480, 580), ["Ada → Chloé $10", "Ben → Chloé $20", "Treasury → Chloé $50"]),
        ((470, 440, 560), ["Ben → Chloé $60", "Ada → Treasury $30"]),
    ],
)
def test_who_has_too_much_pays_who_has_too_little(cash: tuple[int, ...], expected: list[str]):
    after = position(**{player: {"cash": sum_} for player, sum_ in zip(NAMES, cash, strict=True)})
    assert told(position(), after) == expected


def test_a_deed_changes_hands_with_what_lies_on_it() -> None:
    before = position(p1={"deeds": {"6": deed(), "5": deed(mortgaged=True)}}, p2={"deeds": {}})
    after = position(p2={"deeds": {"6": deed(2)}}, p3={"deeds": {"12": deed(mortgaged=True)}})
    assert told(before, after) == [
        "U.S. Railroad: back to the Treasury",
        "Sunset Boulevard: Ada → Ben",
        "Sunset Boulevard: houses on it now: 2",
        "U.S. Electric Company: Treasury → Chloé",
        "U.S. Electric Company: mortgaged now",
    ]


@pytest.mark.parametrize(
    ("owner", "was", "now", "expected"),
    [
        ("p1", deed(1), deed(0), "no buildings on it now"),
        ("p1", deed(0), deed(4), "houses on it now: 4"),
        ("p1", deed(4), deed(5), "hotel on it now"),
        ("p2", deed(0), deed(4), "hotel on it now"),
        ("p2", deed(mortgaged=True), deed(), "no longer mortgaged"),
    ],
)
def test_buildings_and_mortgages(
    owner: str, was: dict[str, Any], now: dict[str, Any], expected: str
) -> None:
    """R11: the last step is a competitor's fifth, a monopolist's fourth."""
    before, after = (position(**{owner: {"deeds": {"6": each}}}) for each in (was, now))
    (sentence,) = told(before, after)
    assert sentence.endswith(expected)


def test_pawns_prison_and_who_is_out() -> None:
    before = position(p1={"square": 5}, p2={"square": 10, "confined": True})
    after = position(p1={"square": 10, "confined": True}, p2={"square": 10}, p3={"out": True})
    assert [each.kind for each in handovers(before, after, EDITION)] == [
        "confined", "freed", "leaves",
    ]  # fmt: skip
    assert [each.kind for each in handovers(after, before, EDITION)] == [
        "pawn", "confined", "stays", "pawn",
    ]  # fmt: skip


def test_players_of_another_role_exchange_their_pawns() -> None:
    after = position(p1={"role": "monopolist"}, p2={"role": "competitor"})
    assert told(position(), after) == [
        "Ada is a monopolist now: exchange the pawn",
        "Ben is a competitor now: exchange the pawn",
    ]


@pytest.mark.parametrize(
    ("kind", "number", "square", "stands"),
    [
        ("competitor", 0, -1, True),
        ("monopolist", 0, -1, False),
        ("cash", 30, -1, True),
        ("deed_back", 0, 5, True),
        ("houses", 2, 6, True),
        ("houses", 3, 6, False),
        ("no_buildings", 0, 6, False),
        ("mortgaged", 0, 5, True),
        ("redeemed", 0, 5, False),
        ("mortgaged", 0, 8, False),
        ("pawn", 0, 10, False),
        ("confined", 0, 10, True),
        ("freed", 0, 10, False),
        ("confined", 0, 11, False),
    ],
)
def test_pawns_buildings_and_mortgages_are_moved_only_where_they_still_are_so(
    kind: str, number: int, square: int, stands: bool
) -> None:
    ada = {
        "square": 10,
        "confined": True,
        "deeds": {"6": deed(2), "5": deed(mortgaged=True)},
    }
    players = {line["id"]: line for line in position(p1=ada)["players"]}
    assert still_stands(Handover(kind, None, "p1", number, square), players) is stands


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_has_its_sentence(language: str) -> None:
    kinds = catalogue(language)["handovers"].keys() - {"treasury"}
    for kind in kinds:
        sentence = render_handover(Handover(kind, "p1", "p2", 3, 6), NAMES, language, EDITION)
        assert sentence
        assert "{" not in sentence
