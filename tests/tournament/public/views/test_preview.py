"""The picture that other sites show beside a link to an event."""

import re
from io import BytesIO
from threading import Thread
from time import process_time

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from tests.present import present
from tests.tournament.making import BY, enter, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import update_entry
from tournament.public.views.preview import preview_of
from tournament.public.views.summary import sentence_of
from tournament.sharing import preview_image
from tournament.sharing.preview_image import Leader, Preview, can_write, picture_of
from tournament.standings.selectors.pages import event_page

PICTURE = "/e/open/preview.png"


@pytest.fixture
def event(db: None) -> Event:
    """Five players, one finished table."""
    event = make_event(players=5, name="Spring Open", tie_breaks=["final-cash"])
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4, 5))), 50, 40, 30, 20, 10)
    return event


def said(event: Event) -> Preview:
    page = event_page(event.slug)
    assert page is not None
    return preview_of(page)


def names(preview: Preview) -> list[str]:
    return [name for leader in preview.leaders for name in leader.names]


def places(preview: Preview) -> list[tuple[str, tuple[str, ...]]]:
    return [(leader.place, leader.names) for leader in preview.leaders]


def test_it_is_a_picture_of_the_size_that_is_announced(event: Event) -> None:
    response = Client().get(PICTURE, headers={"Accept-Encoding": "gzip, br"})
    assert response["Content-Type"] == "image/png"
    assert "Content-Encoding" not in response
    picture = Image.open(BytesIO(response.content))
    assert picture.size == (preview_image.WIDTH, preview_image.HEIGHT)
    assert len(response.content) < 100_000
    again = Client().get(PICTURE, headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_it_names_the_first_three(event: Event) -> None:
    preview = said(event)
    assert preview.leaders[0] == Leader("1", ("Player 1",), "6")
    assert names(preview) == ["Player 1", "Player 2", "Player 3"]
    assert preview.heading == "1 of 1 tables counted"
    assert preview.days == "May 16, 2026"


def test_who_shares_a_place_stands_on_it_together(db: None) -> None:
    event = make_event(players=4, tie_breaks=[])
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 30, 20)
    assert places(said(event)) == [("1", ("Player 1",)), ("2=", ("Player 2", "Player 3"))]
    finish(table_of(event.rounds.get()), 40, 40, 40, 40)
    assert places(said(event)) == [("1=", ("Player 1", "Player 2", "Player 3", "Player 4"))]
    page = present(event_page(event.slug))
    assert sentence_of(page) == "1 of 1 tables counted"


def test_who_is_disqualified_is_called_to_no_place(event: Event) -> None:
    give_penalty(entry=entry(event, 1), given=PenaltyGiven("disqualified", "Left."), by=BY)
    assert "Player 1" not in names(said(event))
    assert "Player 1" not in sentence_of(present(event_page(event.slug)))


def test_names_that_have_no_room_are_counted() -> None:
    text, _size = preview_image._fit_names(tuple(f"Maria-Magdalena {n}" for n in range(30)), 900)
    assert re.fullmatch(r"Maria-Magdalena 0, Maria-Magdalena 1 \+28", text)
    text, _size = preview_image._fit_names(("W" * 60, "Ann"), 900)
    assert text.startswith("WWW")
    assert text.endswith("… +1")
    assert preview_image._length(text, preview_image._CLOSE) <= 900
    assert preview_image._fit_names(("Ann", "Ben"), 900) == ("Ann, Ben", preview_image._LINE)


def test_it_is_another_once_somebody_else_leads(event: Event) -> None:
    before = Client().get(PICTURE)
    update_event(event=event, by=BY, venue="Old Hall")
    assert Client().get(PICTURE)["ETag"] == before["ETag"]
    finish(table_of(event.rounds.get()), 10, 20, 30, 40, 50)
    assert names(said(event)) == ["Player 5", "Player 4", "Player 3"]
    assert Client().get(PICTURE)["ETag"] != before["ETag"]


def test_it_shows_no_more_than_is_seen(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=timezone.now())
    finish(table_of(seat_round(event, 2, (1, 2, 3, 4, 5))), 10, 20, 30, 40, 99)
    assert names(said(event)) == ["Player 1", "Player 2", "Player 3"]
    update_event(event=event, by=BY, revealed_to=3)
    assert names(said(event)) == []
    assert said(event).note == "The final standings are being revealed."
    update_event(event=event, by=BY, revealed_to=1)
    assert names(said(event))[0] == "Player 5"
    update_entry(entry=entry(event, 5), by=BY, name_display="initials")
    assert names(said(event))[0] == "P. 5."


@pytest.mark.django_db
def test_before_the_first_result_it_says_how_many_play() -> None:
    assert said(make_event(players=5)).note == "5 players"
    assert Client().get(PICTURE).status_code == 200


@pytest.mark.django_db
def test_letters_that_the_font_lacks_are_no_boxes() -> None:
    event = make_event(name="春の大会")
    enter(event, {1: "王 小明", 2: "Дарья Żółć", 3: "Ana Muñoz", 4: "Zoë"})
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    assert names(said(event)) == ["№ 1", "Дарья Żółć", "Ana Muñoz"]
    assert said(event).name == "open"


@pytest.mark.parametrize("text", ["Spring Open 2026", "Łódź, Čeština, ß, œ", "Открытый кубок №"])
def test_latin_and_cyrillic_are_written(text: str) -> None:
    assert can_write(text)


@pytest.mark.parametrize("text", ["春", "שלום", "Ada 😀"])
def test_other_scripts_are_not(text: str) -> None:
    assert not can_write(text)


GIANT = Preview(
    name="W" * 5_000,
    days="x " * 3_000,
    heading="h" * 5_000,
    leaders=tuple(Leader("1" * 99, ("№ Ж W" * 2_000,) * 9, "3" * 40) for _ in range(3)),
    note="",
)


def test_giant_texts_are_cut_and_take_no_time() -> None:
    picture_of(Preview("warm", "", "", (), "up"))
    begun = process_time()
    picture = picture_of(GIANT)
    assert process_time() - begun < 5
    assert picture is not None
    assert len(picture) < 200_000


def test_it_is_drawn_once_for_what_it_says() -> None:
    first = Preview("Once", "", "", (), "")
    assert picture_of(first) is picture_of(Preview("Once", "", "", (), ""))
    assert picture_of(Preview("Twice", "", "", (), "")) != picture_of(first)


def test_pictures_are_drawn_one_at_a_time(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview_image, "WAIT_SECONDS", 0.05)
    with preview_image._drawing:
        found: list[bytes | None] = []
        other = Thread(target=lambda: found.append(picture_of(GIANT)))
        other.start()
        other.join()
        assert found == [None]
        busy = Client().get(PICTURE)
        assert (busy.status_code, busy["Retry-After"]) == (503, "5")
    assert Client().get(PICTURE).status_code == 200
