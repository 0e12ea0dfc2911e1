"""The page of rules and rulings: what an event chose, and why there was a choice."""

import pytest

from scoring.game.editions import EDITIONS
from scoring.game.rulings import RULINGS
from tests.tournament.making import make_event
from tournament.events.edition_display import EDITION_NAMES
from tournament.events.rule_texts import RULING_TEXTS, rulings_in_force

pytestmark = pytest.mark.django_db


def page(client, slug="open"):
    answer = client.get(f"/e/{slug}/rules/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_ruling_and_value_of_the_engine_has_its_words():
    assert {code: set(text.values) for code, text in RULING_TEXTS.items()} == {
        code: set(values) for code, values in RULINGS.items()
    }
    assert set(EDITION_NAMES) == set(EDITIONS)


def test_the_default_holds_where_nothing_was_chosen():
    ruling = rulings_in_force({})[0]
    assert (ruling.code, ruling.changed) == ("rounding", False)
    assert ruling.value == "To the nearest whole unit, halves up"
    assert ruling.others == ["Down to the whole unit", "Up to the whole unit"]


def test_a_ruling_that_differs_is_marked(client):
    make_event(rulings={"ties": "circuit_income"})
    text = page(client)
    assert text.count("differs from the default") == 1
    assert "The greater income on the circuit is ahead" in text


def test_the_two_hour_game_shows_length_retention_and_adjustment(client):
    make_event(length_minutes=90)
    text = page(client)
    assert "Game by the clock, 90 minutes" in text
    assert "Two-hour game" not in text
    assert "competitors keep 10 % of their cash, monopolists 20 %" in text
    assert "Adjustment after time is called" in text


def test_a_game_to_the_end_has_no_procedure(client):
    make_event(mode="A")
    text = page(client)
    assert "When time is called" not in text
    assert "Adjustment after time" not in text


@pytest.mark.parametrize(
    ("edition", "pawns", "sentence"),
    [
        ("us-2011", "blue-green", "Two dice choose a line of the role card"),
        ("us-wooden", "green-blue", "The top card of the role’s deck"),
        ("eu-fr", "green-blue", "Never in a tournament game"),
        ("ru-2014", "green-blue", "At any time"),
    ],
)
def test_each_edition_says_what_differs_and_wears_its_pawns(client, edition, pawns, sentence):
    make_event(edition=edition)
    text = page(client)
    assert f'data-pawns="{pawns}"' in text
    assert sentence in text


def test_points_tie_breaks_and_the_lots_seed_are_shown(client):
    make_event(points_by_place=[10, 5], tie_breaks=["wins", "lot"], lot_seed="7")
    text = page(client)
    assert "<b>10</b>" in text
    assert "Tables won." in text
    assert "<code>7</code>" in text
    assert "does not count" not in text


def test_which_rounds_do_not_count_is_said(client):
    make_event(number_of_rounds=5, discards=2, least_counting=3)
    text = page(client)
    assert "2 rounds of each player do not count: the worst." in text
    assert "At least 3 rounds always count." in text
    assert "penalties and a table lost by disqualification always count" in text


def test_points_against_the_roles_average_are_explained(client):
    make_event(corrects_roles=True)
    assert "Nobody gets less than was earned at the table. Totals may still change" in page(client)


def test_an_own_edition_is_named_as_its_file_says(client):
    file = 'inherits = "us-2011"\nname = "Club edition"\n[squares.1]\nprice = 80\n'
    make_event(edition_file=file)
    text = page(client)
    assert "Club edition" in text
    assert "with corrected names or prices" in text
