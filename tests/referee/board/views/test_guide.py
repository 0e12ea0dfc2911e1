"""The guide to the game: a page for each printed edition, its figures those of the edition."""

import json
import re
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from django.test import Client

from referee.board.example_game import example_game
from referee.board.guide_figures import decks, rent_groups
from referee.board.guide_texts import SECTIONS
from referee.engine import LANGUAGES
from referee.engine.rule_texts import books, catalogue
from referee.engine.statement import statement
from scoring.game.board import street_rents
from scoring.game.editions import EDITIONS, load_edition
from tests.accounts import ORGANISER, signed_in, staff
from tests.tournament.making import make_event

pytestmark = pytest.mark.django_db

GOLDEN = Path("tests/golden/golden")
EXAMPLES = {
    "us-2011": "02_us-2011_two-hour_5p_recount",
    "us-wooden": "12_us-wooden_two-hour_3p",
    "eu-fr": "22_eu-fr_two-hour_3p_position_pass",
    "ru-2014": "32_ru-2014_two-hour_4p",
}


def page(code: str, language: str = "en") -> str:
    answer = Client().get(f"/rules/{code}/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^<>]*>", " ", html).split())


@pytest.mark.parametrize(("code", "language"), [*product(EDITIONS, LANGUAGES)])
def test_each_edition_has_its_guide_in_each_language(code: str, language: str) -> None:
    html = page(code, language)
    assert f'<html lang="{language}">' in html
    titles = [rule["title"] for rule in catalogue(language)["rules"].values()]
    assert [title for title in titles if title not in html] == []
    places = set(re.findall(r'\bid="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= places
    assert set(SECTIONS) <= places


def test_every_rule_stands_in_one_section() -> None:
    told = [rule for rules in SECTIONS.values() for rule in rules]
    assert sorted(told) == sorted(catalogue("en")["rules"])


@pytest.mark.parametrize("code", EDITIONS)
def test_each_rule_says_where_the_book_has_it(code: str) -> None:
    told = text_of(page(code))
    for number, heading in books()[code].values():
        place = f"Rule {number} of the book: {heading}" if number else f"In the book: {heading}"
        assert place in told
    silent = len(catalogue("en")["rules"]) - len(books()[code])
    assert told.count("The book says nothing of it.") == silent


@pytest.mark.parametrize("code", EDITIONS)
def test_every_street_has_the_rents_of_its_card(code: str) -> None:
    edition = load_edition(code)
    shown = {name: group for group in rent_groups(edition) for name in group.streets}
    streets = [edition.board.squares[number] for number in edition.board.streets]
    assert list(shown) == [street.name for street in streets]
    for street in streets:
        group, rents = shown[street.name], street_rents(street, 5)
        assert group.competitor == [rent.amount for rent in rents.single]
        single, double = ([rent.amount for rent in row] for row in rents)
        assert group.monopolist == [*single[:4], None, single[4]]
        assert group.doubled == [*double[:4], None, double[4]]


def test_a_deck_is_counted_and_told_by_role() -> None:
    competitor, monopolist = decks(load_edition("eu-fr"))
    for deck in (competitor, monopolist):
        assert sum(int(line.label.split("\N{NO-BREAK SPACE}")[0]) for line in deck.lines) == 25
    assert ["Collect €25 from each monopolist"] in [line.cells for line in competitor.lines]
    assert decks(load_edition("us-2011")) == []


def test_what_differs_between_editions_differs_on_their_pages() -> None:
    american, french = text_of(page("us-2011")), text_of(page("eu-fr"))
    assert "Pawn R4 blue green" in american
    assert "Pawn R4 green blue" in french
    assert "Pays $160" in american
    assert "Pays $10" in text_of(page("us-wooden"))
    assert "Go to U.S. Air Line" in american
    assert "does not list its cards" in text_of(page("ru-2014"))


@pytest.mark.parametrize("code", EDITIONS)
def test_the_example_is_a_golden_game_worked_through(code: str) -> None:
    wanted = json.loads((GOLDEN / f"{EXAMPLES[code]}.statement.json").read_text("utf-8"))
    assert statement(example_game(code).state) == wanted
    told = text_of(page(code))
    winner = next(player for player in wanted["players"] if player["place"] == 1)
    sign = load_edition(code).currency
    sum_ = f"{sign}{winner['retained']} + {sign}{winner['circuit_income']} = "
    assert f"{sum_}{sign}{winner['final']}." in told


def test_the_page_is_the_same_for_everybody_and_known_by_its_etag() -> None:
    first = Client().get("/rules/eu-fr/")
    assert first["Cache-Control"] == "no-cache"
    again = Client().get("/rules/eu-fr/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    organiser = signed_in(staff("ada", *ORGANISER)).get("/rules/eu-fr/")
    assert organiser.content == first.content
    assert not organiser.cookies
    assert Client().get("/rules/eu-fr/", headers={"Accept-Language": "fr"})["ETag"] != first["ETag"]


def test_another_edition_is_not_found() -> None:
    assert Client().get("/rules/us-1999/").status_code == 404


def test_guides_are_linked_from_the_list_and_from_an_event() -> None:
    make_event(edition="ru-2014")
    for code in EDITIONS:
        assert f'href="/rules/{code}/"' in Client().get("/").content.decode()
    for path in ("/e/open/", "/e/open/rules/"):
        assert 'href="/rules/ru-2014/"' in Client().get(path).content.decode()
