"""A table of which only the end is entered: what is asked, what can be changed afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from referee.tablet.bridge import Bridge
from referee.tablet.bridge.final_position import BOX_CASH
from tests.referee.tablet.test_bridge import opened, play

PLAYERS = [
    {"id": "p1", "name": "Ada", "role": "competitor"},
    {"id": "p2", "name": "Ben", "role": "monopolist"},
    {"id": "p3", "name": "Cleo", "role": "competitor"},
]
Json = dict[str, Any]


def table(edition: str = "us-2011", language: str = "en") -> Bridge:
    header = {"record": "amr/1", "edition": edition, "mode": "two-hour", "players": PLAYERS}
    return opened(header, language=language)[0]


def cash(p1: int, p2: int = 300, p3: int = 5) -> Json:
    return {"p1": p1, "p2": p2, "p3": p3}


def deeds(*squares: int, owner: str = "p1", improvements: int) -> Json:
    return {
        str(square): {"owner": owner, "improvements": improvements, "mortgaged": False}
        for square in squares
    }


def asked(position: Json, *left: str, edition: str = "us-2011", language: str = "en") -> list[str]:
    """What is asked about a position that no rule forbids."""
    made = table(edition, language).ask(
        "final_position", {"position": position, "left": list(left)}
    )
    assert made["refusals"] == []
    questions: list[str] = made["questions"]
    return questions


def test_an_ordinary_position_raises_no_question() -> None:
    assert asked({"cash": cash(700)}) == []


def test_more_cash_than_the_box_holds_is_questioned() -> None:
    most = BOX_CASH - 305
    assert asked({"cash": cash(most)}) == []
    assert asked({"cash": cash(most + 1)}) == [
        "Together the players have $18,251, and the box holds $18,250. Is that right?"
    ]


def test_a_player_without_cash_is_questioned_and_one_who_left_is_not() -> None:
    assert asked({"cash": cash(700, p3=0)}) == [
        "\u2068Cleo\u2069 has no cash at all. Is that right?"
    ]
    assert asked({"cash": cash(700, p3=0)}, "p3") == []


STREETS = (1, 3, 6, 8, 9, 11, 13, 14, 16)


@pytest.mark.parametrize(
    ("edition", "improvements", "streets", "question"),
    [
        ("us-2011", 4, STREETS[:8], None),
        ("us-2011", 4, STREETS, "36 houses stand on the board, and the box holds 32."),
        ("eu-fr", 4, STREETS[:8], None),
        ("eu-fr", 4, STREETS, "36 houses stand on the board, and the box holds 35."),
        ("us-2011", 5, STREETS, None),
    ],
)
def test_more_buildings_than_the_box_holds_are_questioned(
    edition: str, improvements: int, streets: tuple[int, ...], question: str | None
) -> None:
    position = {"cash": cash(700), "deeds": deeds(*streets, improvements=improvements)}
    assert asked(position, edition=edition) == ([f"{question} Is that right?"] if question else [])


def test_big_buildings_are_counted_by_the_role_and_called_as_the_edition_calls_them() -> None:
    streets = [1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27]
    position = {"cash": cash(700), "deeds": deeds(*streets, improvements=5)}
    assert asked(position, edition="us-wooden") == [
        "16 apartments stand on the board, and the box holds 15. Is that right?"
    ]
    assert asked(position, edition="us-2011") == [
        "16 hotels stand on the board, and the box holds 12. Is that right?"
    ]


def test_questions_are_asked_in_the_language_of_the_tablet() -> None:
    for language, words in {"fr": "Est-ce exact", "ru": "Это верно?"}.items():
        assert words in asked({"cash": cash(0)}, language=language)[0]


FIRST: Json = {"cash": cash(700), "deeds": deeds(1, improvements=1), "prison": ["p2"]}


def test_what_was_entered_is_shown_to_be_changed() -> None:
    bridge = table()
    made = bridge.ask("final_position", {"position": FIRST, "left": ["p3"]})
    view = play(bridge, *made["events"])["view"]
    assert view["entered"] == {"position": FIRST, "left": ["p3"]}
    played = opened(
        {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": PLAYERS}
    )
    assert played[1]["view"] is None


def test_a_position_entered_again_takes_the_place_of_the_first() -> None:
    bridge = table()
    play(bridge, *bridge.ask("final_position", {"position": FIRST, "left": ["p3"]})["events"])
    play(bridge, {"type": "adjusted", "player": "p1"})
    second = {**FIRST, "cash": cash(650, 310)}
    made = bridge.ask("final_position", {"position": second, "left": []})
    assert [event["type"] for event in made["events"]] == ["revise", "time"]
    view = play(bridge, *made["events"])["view"]
    assert view["entered"] == {"position": second, "left": []}
    assert [player["cash"] for player in view["players"]] == [650, 310, 5]
    assert view["status"] == "adjusting"
    assert [player["out"] for player in view["players"]] == [False, False, False]
    assert not any(player["adjusted"] for player in view["players"])
