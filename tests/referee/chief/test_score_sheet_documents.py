"""The score sheets that are printed: of a round's tables by the event's rules, and a blank one."""

from typing import Any

import pytest
from django.utils.translation import override

from referee.chief.score_sheet_documents import blank_score_sheet, score_sheets
from tests.tournament.making import BY, enter, entry, make_event, seat_round
from tests.tournament.prints.reading import read_pdf
from tournament.models import Event
from tournament.people.services.entries import update_entry
from tournament.prints.document import Order
from tournament.prints.typesetting import PAPERS, Paper, typeset

pytestmark = pytest.mark.django_db
LONG = {
    1: "Maximiliane-Theodora Wolkenstein-Trostburg von und zu Hohenstein-Oberwittelsbach",
    2: "Ж" * 100,
    3: "שרה",
    4: "Al",
    5: "W" * 100,
    6: "Константин Константинопольский-Преображенский",
}


@pytest.fixture
def event() -> Event:
    event = make_event(table_sizes=[6], edition="ru-2014", rulings={"rounding": "down"})
    enter(event, LONG | {seat: f"Player {seat}" for seat in range(7, 13)})
    seat_round(event, 1, (1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    return event


def sheets(event: Event) -> dict[str, Any]:
    return score_sheets(Order(event, str, event.rounds.get(number=1)))


def test_a_round_has_a_sheet_of_each_table_by_the_rules_of_the_event(
    event: Event, django_assert_num_queries: Any
) -> None:
    order = Order(event, str, event.rounds.get(number=1))
    with django_assert_num_queries(3):
        data = score_sheets(order)
    assert [sheet["head"]["place"] for sheet in data["sheets"]] == [
        "Round 1 · Table 1",
        "Round 1 · Table 2",
    ]
    first = data["sheets"][0]
    assert [player["name"] for player in first["players"]] == list(LONG.values())
    assert all(player["role_name"] for player in first["players"])
    assert any("Down to the whole unit" in rule for rule in first["steps"][2]["rules"])
    assert first["groups"][0]["name"] == "Roma"


def test_names_are_as_the_public_sees_them(event: Event) -> None:
    update_entry(entry=entry(event, 4), by=BY, name_display="number")
    assert sheets(event)["sheets"][0]["players"][3]["name"] != LONG[4]


def test_a_blank_sheet_has_six_lines_without_names_and_roles(event: Event) -> None:
    (sheet,) = blank_score_sheet(Order(event, str))["sheets"]
    assert [(line["seat"], line["name"], line["role"]) for line in sheet["players"]] == [
        (seat, "", "") for seat in range(1, 7)
    ]
    assert sheet["head"]["place"] == ""


@pytest.mark.parametrize("mode", ["two-hour", "A", "B"])
def test_a_blank_sheet_has_the_steps_of_the_mode(event: Event, mode: str) -> None:
    event.mode = mode
    (sheet,) = blank_score_sheet(Order(event, str))["sheets"]
    steps = {"two-hour": 5, "A": 1, "B": 2}
    assert len(sheet["steps"]) == steps[mode]
    assert sheet["earns"] == (mode != "A")
    assert sheet["adjusts"] == (mode == "two-hour")
    pdf = typeset("score-sheets", {"title": "Sheet", "sheets": [sheet]}, paper="a4", language="en")
    assert len(read_pdf(pdf).pages) == 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_sheet_has_two_sides_however_long_the_names(
    event: Event, paper: Paper, language: str
) -> None:
    with override(language):
        data = sheets(event)
    pdf = typeset("score-sheets", data, paper=paper, language=language)
    assert len(read_pdf(pdf).pages) == 2 * 2


def test_a_long_name_is_whole_on_the_front_and_cut_on_the_back(event: Event) -> None:
    sizes = set[float]()

    def note_size(text: str, _outer: Any, _matrix: Any, _font: Any, size: float) -> None:
        if text == "W":
            sizes.add(size)

    pdf = typeset("score-sheets", sheets(event), paper="a4", language="en")
    pages = [page.extract_text(visitor_text=note_size) for page in read_pdf(pdf).pages[:2]]
    front, back = ("".join(text.replace("\u200b", "").split()) for text in pages)
    assert all("".join(LONG[seat].split()) in front for seat in (1, 2, 5, 6))
    assert "W" * 15 in back
    assert "W" * 40 not in back
    assert back.count("…") == 4
    assert min(sizes) >= 6.5
