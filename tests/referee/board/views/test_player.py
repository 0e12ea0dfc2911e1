"""A player's public page: the seat, each table's story, meetings, roles and luck."""

import datetime as dt
import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event, Result
from tournament.people.services.entries import update_entry, withdraw_entry
from tournament.rounds.services.clock import step_clock

pytestmark = pytest.mark.django_db

PAGE = "/e/spring-open-2026/p/11/"
TOOK_THE_MONOPOLY = 11
"""The seed of who got a deed of a monopoly in round 1, table 3."""


def text_of(path: str, language: str = "en") -> str:
    answer = Client().get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    shown = re.sub(r"<[^<>]*>", " ", unescape(answer.content.decode()))
    return " ".join(re.sub("[\u2066-\u2069]", "", shown).split())


def test_each_table_is_told_in_a_line(sample: None) -> None:
    told = text_of("/e/spring-open-2026/p/4/")
    assert "Led from turn 97 to the end and won with $" in told
    name = entry(Event.objects.get(slug="spring-open-2026"), TOOK_THE_MONOPOLY).name
    assert f"to {name} on turn 43." in told


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("fr", "En tête du tour 97 à la fin, gagne avec"), ("ru", "Лидерство с хода 97 до конца")],
)
def test_the_story_is_told_in_the_readers_language(
    sample: None, language: str, sentence: str
) -> None:
    assert sentence in text_of("/e/spring-open-2026/p/4/", language)


def test_luck_is_compared_with_what_was_to_be_expected(sample: None) -> None:
    told = text_of("/e/spring-open-2026/p/1/")
    assert "Sum of a throw 7.30 7" in told
    assert "Doubles in 89 throws 13 15" in told
    assert "Brought by cards −$50 –" in told
    assert "Rents, against the average of the throws $58 $0" in told
    assert "not a measure of skill" in told


def test_a_hidden_name_is_in_no_story(sample: None) -> None:
    event = Event.objects.get(slug="spring-open-2026")
    hidden = entry(event, TOOK_THE_MONOPOLY)
    update_entry(entry=hidden, by=BY, name_display="number")
    told = text_of("/e/spring-open-2026/p/4/")
    assert hidden.name not in told
    assert f"to №\N{NO-BREAK SPACE}{TOOK_THE_MONOPOLY} on turn 43.".replace("\xa0", " ") in told


def test_while_frozen_no_story_of_a_later_result_is_told(sample: None) -> None:
    event = Event.objects.get(slug="spring-open-2026")
    first = Result.objects.get(table__round__number=1, table__number=3, table__round__event=event)
    before = first.confirmed_at - dt.timedelta(seconds=1)
    update_event(event=event, by=BY, frozen_at=before)
    told = text_of("/e/spring-open-2026/p/4/")
    assert "Led from" not in told
    assert "on turn 43" not in told


def test_stories_are_worked_out_once(sample: None) -> None:
    text_of("/e/spring-open-2026/p/20/", "fr")
    with CaptureQueriesContext(connection) as queries:
        text_of("/e/spring-open-2026/p/20/", "en")
    assert not [q for q in queries if '"referee_gamerecord"."text"' in q["sql"]]


def test_the_seat_of_the_table_without_a_result_comes_first() -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    told = text_of("/e/open/p/2/")
    assert "sits at table" not in told
    seat_round(event, 2, (1, 3), (4, 2))
    told = text_of("/e/open/p/2/")
    assert "Round 2: sits at table 2, seat 2 in order of play." in told
    assert "Clock not started" in told
    assert "Being played" not in told
    step_clock(round_=event.rounds.get(number=2), step="start", by=BY)
    told = text_of("/e/open/p/2/")
    assert "Being played" in told
    assert "Clock not started" not in told
    withdraw_entry(entry=entry(event, 2), by=BY)
    assert "sits at table" not in text_of("/e/open/p/2/")


def test_a_result_entered_by_hand_has_no_story_and_no_luck() -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    told = text_of("/e/open/p/1/")
    assert "Player 2 1 1 0 0" in told  # met once, and ahead
    assert "Luck" not in told
    assert "Led from" not in told
