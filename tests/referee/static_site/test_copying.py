"""Copying an event: what the public sees of it, all of that, and nothing else."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from referee.static_site import copying
from referee.static_site.copying import write_site
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, PublicVersion, Round
from tournament.standings.services.reveal import freeze_results, show_results

pytestmark = pytest.mark.django_db
SECRET = "Wilhelmina Quux"


class Kept(dict[str, bytes]):
    """The files of a copy, in memory."""

    def write(self, file: str, content: bytes) -> None:
        assert file not in self
        self[file] = content


@pytest.fixture
def event() -> Event:
    """Two rounds that are known, of which one has a result; and one that is not."""
    event = make_event(players=4, number_of_rounds=3)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 123_456, 30, 20, 10)
    seat_round(event, 2, (2, 1, 3, 4))
    seat_round(event, 3, (2, 1, 3, 4), publish=False)
    return event


def copy_of(event: Event, report: Any = lambda done, known: None) -> Kept:
    kept = Kept()
    assert write_site(kept, event, report) == len(kept)
    return kept


def test_all_that_is_known_is_copied(event: Event) -> None:
    files = copy_of(event)
    pages = {name for name in files if not name.startswith(("assets/", "guide/"))}
    assert pages == {
        "index.html",
        "search.html",
        "players/index.html",
        "roles/index.html",
        "rules/index.html",
        "verify/index.html",
        *(f"p/{seed}/index.html" for seed in range(1, 5)),
        *(f"r/{number}{rest}index.html" for number in (1, 2) for rest in ("/", "/t/1/")),
    }
    assert copy_of(event).keys() == files.keys()


def test_rows_of_the_standings_are_on_pages(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.public.views.pages.ROWS_A_PAGE", 3)
    files = copy_of(event)
    assert b'href="page-2.html"' in files["index.html"]
    assert b'href="index.html"' in files["page-2.html"]


def test_no_version_need_be_published_before(event: Event) -> None:
    """Where the command runs, no server need."""
    assert not PublicVersion.objects.exists()
    copy_of(event)
    assert PublicVersion.objects.exists()


def test_what_is_hidden_is_in_no_file(event: Event) -> None:
    Entry.objects.filter(seed=2).update(name=SECRET, club="Quuxes", name_display="number")
    freeze_results(event=event, by=BY)
    finish(table_of(event.rounds.get(number=2)), 987_654, 31, 21, 11)
    texts = {name: content.decode() for name, content in copy_of(event).items()}
    for name, text in texts.items():
        assert not re.search(r"Quux|987\D{0,8}654", text), name
    assert "123,456" in texts["r/1/t/1/index.html"]
    show_results(event=event, by=BY)
    assert b"987,654" in copy_of(event)["r/2/t/1/index.html"]


def test_an_event_that_the_public_does_not_see_is_not_copied(event: Event) -> None:
    Event.objects.update(published=False)
    kept = Kept()
    with pytest.raises(ValidationError, match="does not see"):
        write_site(kept, event, lambda done, known: None)
    assert not kept


def test_a_page_hidden_meanwhile_says_so(event: Event) -> None:
    def hide(done: int, known: int) -> None:
        if done == 3:
            Round.objects.filter(number=2).update(status=Round.Status.DRAWN)

    files = copy_of(event, hide)
    assert b"There is no such page" in files["r/2/t/1/index.html"]
    assert b"Player" not in files["r/2/t/1/index.html"]


def test_it_is_in_the_language_in_force(event: Event) -> None:
    with override("fr"):
        files = copy_of(event)
    pages = [content for name, content in files.items() if name.endswith(".html")]
    assert all(b'<html lang="fr">' in page for page in pages)


def test_the_progress_goes_one_way(event: Event) -> None:
    told = list[tuple[int, int]]()
    files = copy_of(event, lambda done, known: told.append((done, known)))
    assert [done for done, _known in told] == list(range(len(files)))
    shares = [done / known for done, known in told]
    assert shares == sorted(shares)
    assert all(done < known for done, known in told)


def test_there_is_an_end_to_how_much(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    update_event(event=event, by=BY, name="Large")
    monkeypatch.setattr(copying, "MOST_FILES", 10)
    with pytest.raises(ValidationError, match="too many"):
        copy_of(event)
