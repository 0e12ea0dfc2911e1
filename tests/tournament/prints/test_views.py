"""The page of prints, and each document: who gets it, what it says, and what stays hidden."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.accounts import signed_in, staff
from tests.tournament.making import BY, enter, entry, finish, make_event, seat_round, table_of
from tests.tournament.prints.reading import fonts_of, read_pdf, text_of
from tournament.access import ROLE_ACTIONS, Action
from tournament.events.services.events import update_event
from tournament.models import Event, EventRole, Membership
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import update_entry, withdraw_entry
from tournament.prints import views
from tournament.prints.document import Order
from tournament.prints.documents import all_documents
from tournament.prints.event_papers import badges, certificates, standings
from tournament.standings.services.finals import make_cut
from tournament.standings.services.reveal import freeze_results

pytestmark = pytest.mark.django_db
NAMES = {
    1: '#read("x") *Ana* $a$ @b',
    2: "Maximiliane-Theodora von und zu Hohenstein-Oberwittelsbach",
    3: "שרה",
    4: "Константин Константинопольский",
    5: "محمد",
    6: "Jo",
}
"""A table of six: like source, long, from right to left, in Cyrillic, short."""
PRINTS = "/organise/open/print/"


@pytest.fixture
def event() -> Event:
    """A table of six that has played, and the next round's table, drawn but not published."""
    event = make_event(points_by_place=[6, 4, 3, 2, 1, 0], table_sizes=[6], number_of_rounds=2)
    enter(event, NAMES)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4, 5, 6))), 600, 500, 400, 300, 200, 100)
    seat_round(event, 2, (6, 5, 4, 3, 2, 1), publish=False)
    return event


@pytest.fixture
def olga(event: Event) -> Client:
    return signed_in(staff("olga", *Action))


def member(event: Event, role: str) -> Client:
    person = staff(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def address(name: str, query: str = "") -> str:
    document = next(item for item in all_documents() if item.name == name)
    return f"{PRINTS}{'1/' if document.of_round else ''}{name}.pdf{query}"


ADDRESSES = {document.name: address(document.name) for document in all_documents()}
# What has no name of a player.
NAMELESS = {"table-signs", "rules-card", "blank-score-sheet"}


@pytest.mark.parametrize(("language", "paper"), [("en", "us-letter"), ("fr", "a4"), ("ru", "a4")])
def test_each_document_is_a_pdf_with_its_fonts_and_names_as_text(
    olga: Client, language: str, paper: str
) -> None:
    for name, path in ADDRESSES.items():
        response = olga.get(f"{path}?paper={paper}&language={language}")
        assert response["Content-Type"] == "application/pdf", name
        assert all(embedded for _font, embedded in fonts_of(response.content)), name
        root: Any = read_pdf(response.content).trailer["/Root"]
        assert root["/Lang"] == language
        if name not in NAMELESS:
            assert NAMES[1] in text_of(response.content), name


def test_the_page_links_what_may_be_printed(event: Event) -> None:
    for role in EventRole.values:
        client = member(event, role)
        page = client.get(f"{PRINTS}1/").content.decode()
        for document in all_documents():
            allowed = document.right in ROLE_ACTIONS[role]
            path = ADDRESSES[document.name]
            assert (f'formaction="{path}"' in page) == allowed, (role, document.name)
            if not allowed:
                assert client.get(path).status_code == 403, (role, document.name)


def test_the_page_names_whom_it_cannot_print(event: Event, olga: Client) -> None:
    warning = "This server has no font for letters in these names"
    assert warning not in olga.get(f"{PRINTS}1/").content.decode()
    update_entry(entry=entry(event, 6), name="Jo \U0010fffd", by=BY)
    page = olga.get(f"{PRINTS}1/").content.decode()
    assert warning in page
    assert "<bdi>Jo \U0010fffd</bdi>" in page


def test_a_hidden_draw_is_printed_for_those_who_may_see_it(event: Event) -> None:
    reader, chief = member(event, EventRole.READER), member(event, EventRole.CHIEF_REFEREE)
    assert "No seats to print yet" in reader.get(f"{PRINTS}2/").content.decode()
    for document in all_documents():
        if document.of_round:
            path = f"{PRINTS}2/{document.name}.pdf"
            assert reader.get(path).status_code == 403
            assert chief.get(path).status_code == 200


def test_a_round_without_seats_has_nothing_to_print(event: Event, olga: Client) -> None:
    event.rounds.get(number=2).tables.all().delete()
    assert "No seats to print yet" in olga.get(f"{PRINTS}2/").content.decode()
    assert olga.get(f"{PRINTS}2/seats-by-name.pdf").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["3/", "0/", "nothing.pdf", "seats-by-name.pdf", "1/badges.pdf", "9/seats-by-name.pdf"],
)
def test_what_there_is_not_is_not_found(olga: Client, path: str) -> None:
    assert olga.get(PRINTS + path).status_code == 404


def test_paper_and_language_are_the_usual_ones_unless_chosen(event: Event, olga: Client) -> None:
    def width(query: str) -> int:
        page = read_pdf(olga.get(address("badges", query)).content).pages[0]
        return round(float(page.mediabox[2]))

    Event.objects.update(time_zone="America/Chicago", edition="eu-fr")
    assert width("") == 612
    assert width("?paper=a4") == 595
    assert width("?paper=../../x&language=../x") == 612
    for zone in ("Europe/Zurich", "America/Argentina/Salta"):
        Event.objects.update(time_zone=zone, edition="us-2011")
        assert width("") == 595


def test_the_paper_that_was_chosen_is_kept_on_the_next_page(event: Event, olga: Client) -> None:
    Membership.objects.update(role="chief")
    pages = (f"{PRINTS}1/", "/organise/open/chief/codes/")
    for page in pages:
        assert 'value="a4" selected' in olga.get(page).content.decode()
    assert olga.get(address("badges", "?paper=us-letter")).status_code == 200
    for page in pages:
        assert 'value="us-letter" selected' in olga.get(page).content.decode()


def test_a_badge_has_the_public_name_and_no_personal_link(event: Event, olga: Client) -> None:
    withdraw_entry(entry=entry(event, 6), by=BY)
    update_entry(entry=entry(event, 4), by=BY, name_display="number")
    text = text_of(olga.get(address("badges")).content)
    assert "Jo" not in text.split()
    assert "Константин" not in text
    assert "Number 4. Scan for the seat." in text
    codes = [badge["qr"]["address"] for badge in badges(Order(event, str))["badges"]]
    assert codes == [f"/e/open/p/{seed}/" for seed in range(1, 6)]


def test_a_frozen_result_is_not_in_the_standings(event: Event, olga: Client) -> None:
    freeze_results(event=event, at=None, by=BY)
    before = text_of(olga.get(address("standings")).content)
    seat_round(event, 2, (6, 5, 4, 3, 2, 1))
    finish(table_of(event.rounds.get(number=2)), 600, 500, 400, 300, 200, 100)
    assert text_of(olga.get(address("standings")).content) == before.replace("1 of 1", "1 of 2")
    assert "Place 1 of 6" in text_of(olga.get(address("certificates")).content)


def test_no_certificate_for_who_never_came_or_was_disqualified(event: Event) -> None:
    give_penalty(entry=entry(event, 1), given=PenaltyGiven("disqualified", "Cheated"), by=BY)
    given = PenaltyGiven("no-show", "", round_number=1)
    give_penalty(entry=entry(event, 6), given=given, by=BY)
    names = {page["name"] for page in certificates(Order(event, str))["pages"]}
    assert names == {NAMES[seed] for seed in (2, 3, 4, 5)}


@pytest.mark.parametrize("published", [True, False])
def test_the_standings_have_the_public_names_of_a_hidden_event_too(
    event: Event, published: bool
) -> None:
    update_entry(entry=entry(event, 2), by=BY, name_display="number", club="Oberwittelsbach")
    event = update_event(event=event, by=BY, published=published)
    rows = standings(Order(event, str))["rows"]
    assert [row["place"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert (rows[0]["name"], rows[0]["club"]) == (NAMES[1], "")
    assert (rows[1]["name"], rows[1]["club"]) == ("№\N{NO-BREAK SPACE}2", "")


def test_the_standings_have_the_points_of_the_finals() -> None:
    event = make_event("finals", players=8, number_of_rounds=2, finals=[4], table_sizes=[4])
    first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    for table in first.tables.all():
        finish(table, 40, 30, 20, 10)
    assert "Finals" not in standings(Order(event, str))["columns"]
    make_cut(event=event, number=2, by=BY)
    found = standings(Order(event, str))
    assert found["columns"][3] == "Finals"
    assert {len(row["values"]) + 3 for row in found["rows"]} == {len(found["columns"])}


def test_an_event_too_large_is_refused_on_the_page(olga: Client, monkeypatch) -> None:
    monkeypatch.setattr(views, "MAX_PLAYERS", 5)
    for path, number in ((address("badges"), 1), (f"{PRINTS}2/seats-by-name.pdf", 2)):
        response = olga.get(path, follow=True)
        assert response.redirect_chain == [(f"{PRINTS}{number}/", 302)]
        assert "This print is too large" in response.content.decode()


def test_slips_have_a_row_a_seat_and_three_of_six_a_page(event: Event, olga: Client) -> None:
    text = text_of(olga.get(address("result-slips")).content)
    for column in ("Final cash", "Place", "Signature"):
        assert column in text
    assert "Round 1 · Table 1" in text


def test_prizes_have_lines_for_those_given_by_hand(olga: Client) -> None:
    text = text_of(olga.get(address("prizes")).content)
    assert "Richest at one table" in text
    assert "Prizes given by hand" in text
    pages = read_pdf(olga.get(address("prize-certificates")).content).pages
    assert "Richest at one table" not in pages[-1].extract_text()
    assert "Organiser" in pages[-1].extract_text()


def test_each_document_takes_as_many_queries_for_three_tables_as_for_one(event: Event) -> None:
    large = make_event("large", players=12, number_of_rounds=2)
    seat_round(large, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    for document in all_documents():
        costs = set[int]()
        for one in (event, large):
            played = one.rounds.get(number=1) if document.of_round else None
            with CaptureQueriesContext(connection) as found:
                document.data(Order(one, str, played))
            costs.add(len(found))
        assert len(costs) == 1, (document.name, costs)


def test_an_event_without_players_prints_all_the_same(olga: Client) -> None:
    make_event("empty")
    for document in all_documents():
        if not document.of_round:
            path = reverse("tournament:print", args=["empty", document.name])
            assert olga.get(path)["Content-Type"] == "application/pdf", document.name
