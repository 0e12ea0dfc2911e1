"""The rules card: one sheet, both sides, in every edition, language and size of paper."""

import datetime as dt
import json

import pytest
from django.utils.translation import override

from referee.board.rules_card import rules_card
from scoring.game.editions import EDITIONS
from tests.tournament.prints.reading import read_pdf, text_of
from tournament.models import Event
from tournament.prints.document import Order
from tournament.prints.typesetting import PAPERS
from tournament.prints.typesetting_process import set_print


def card(edition: str, language: str, paper: str = "a4", **fields: object) -> bytes:
    day = dt.date(2026, 5, 16)
    event = Event(name="Open", slug="open", starts_on=day, ends_on=day, edition=edition, **fields)
    with override(language):
        data = json.dumps(rules_card(Order(event, str)), default=str)
    return set_print("rules-card", {"data": data, "paper": paper, "language": language})


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_fills_two_sides(edition: str, language: str) -> None:
    for paper in PAPERS:
        assert len(read_pdf(card(edition, language, paper)).pages) == 2


def test_it_says_what_the_event_has_chosen() -> None:
    text = text_of(card("us-2011", "en", rulings={"rounding": "down"}, points_by_place=[7, 3]))
    assert "Rounding of percentages: Down to the whole unit" in text
    assert "1. 7 · 2. 3" in text
    assert "competitors keep 10 % of their cash" in text
    assert "Fifth Avenue Price $350, a building $200" in text


def test_it_names_the_length_of_a_game_by_the_clock() -> None:
    assert "Two-hour game" in text_of(card("us-2011", "en"))
    text = text_of(card("us-2011", "en", length_minutes=60))
    assert "Game by the clock, 60 minutes" in text
    assert "Two-hour game" not in text


def test_an_untimed_game_has_no_retention() -> None:
    assert "When time is called" not in text_of(card("eu-fr", "en", mode="A"))
