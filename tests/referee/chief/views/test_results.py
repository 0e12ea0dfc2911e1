"""Several results of one table: the chief referee compares them on a page, and chooses."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from referee.models import GameLog
from tests.present import present
from tests.referee.chief.pages import EVENTS, words
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet
from tests.tournament.making import finish
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Result, Table
from tournament.results.selectors.reviews import review_of

pytestmark = pytest.mark.django_db


def page_of(table: Table) -> str:
    return reverse("chief:results", args=[table.pk])


def decide(client: Client, table: Table, source: str, reason: str, **more: str):
    review = review_of(table.pk)
    assert review is not None
    fields = {"source": source, "reason": reason, "seen": review.seen, **more}
    return client.post(page_of(table), fields, follow=True)


@pytest.fixture
def contested(table: Table, tablet: Tablet) -> Table:
    """A table whose tablet handed in another result than the one typed in."""
    finish(table, 1_000, 900, by=User.objects.create_user("olga"))
    play(tablet, EVENTS)
    confirm(tablet, "p01", "p02")
    return table


def test_a_table_with_one_result_has_no_such_page(chief_client: Client, table: Table) -> None:
    assert chief_client.get(page_of(table)).status_code == 404
    finish(table, 1_000, 900)
    assert chief_client.get(page_of(table)).status_code == 404


def test_the_chief_is_led_to_the_comparison(chief_client: Client, contested: Table) -> None:
    event = contested.round.event
    update_event(event=event, published=True, by="t")
    game = GameLog.objects.get()
    for address in (
        reverse("chief:now", args=[event.slug]),
        reverse("chief:game", args=[game.pk]),
        reverse("tournament:organise-event", args=[event.slug]),
    ):
        assert f'href="{page_of(contested)}"' in chief_client.get(address).content.decode()
    public = Client().get(reverse("referee:table", args=[event.slug, 1, 1])).content.decode()
    assert "Under review" in public
    assert page_of(contested) not in public


def test_both_sides_are_shown_with_who_and_what_differs(
    chief_client: Client, contested: Table
) -> None:
    response = chief_client.get(page_of(contested))
    page = words(response)
    for part in ("Entered by hand", "olga", "Log of the table’s tablet", "Tablet 7", "$1,000"):
        assert part in page, part
    french = {"Accept-Language": "fr"}
    assert "Tablette 7" in words(chief_client.get(page_of(contested), headers=french))
    assert page.count("(differs)") == 4
    assert page.index("Entered by hand") < page.index("Log of the table’s tablet")
    assert "no-store" in response["Cache-Control"]


def test_a_choice_is_made_with_its_reason_and_shown(chief_client: Client, contested: Table) -> None:
    page = words(decide(chief_client, contested, "log", "Counted twice."))
    told = "Told on the tablet of round 1, table 1."
    assert f"Decided. What counts: Log of the table’s tablet. {told}" in page
    assert "Counted twice. ( chiara" in page
    assert Result.objects.get().source == "log"
    row = AuditEntry.objects.get(action="choose result")
    assert row.by == "chiara"
    assert present(row.after)["told"]["tablets"] == [[1, 1]]
    assert GameLog.objects.get().state == "confirmed"


def test_without_a_reason_the_choice_is_not_made_and_stays_ticked(
    chief_client: Client, contested: Table
) -> None:
    response = decide(chief_client, contested, "log", " ")
    assert "Say why" in words(response)
    assert re.search(r'value="log"\s+required\s+checked', response.content.decode())
    assert Result.objects.get().source == "paper"


@pytest.mark.parametrize(
    "fields", [{"seen": "0" * 64}, {"source": "record"}, {"source": "rumour"}, {"source": ""}]
)
def test_what_was_not_there_to_choose_is_not_chosen(
    chief_client: Client, contested: Table, fields: dict[str, str]
) -> None:
    given = {"source": "log", "reason": "x"} | fields
    response = decide(chief_client, contested, given.pop("source"), given.pop("reason"), **given)
    assert response.status_code == 200
    assert Result.objects.get().source == "paper"
    assert not AuditEntry.objects.filter(action="choose result").exists()


def test_a_game_that_still_runs_is_shown_as_such(
    chief_client: Client, table: Table, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    finish(table, 1_000, 900)
    response = chief_client.get(page_of(table))
    assert "The game is still being played" in words(response)
    assert 'id="source-log"' not in response.content.decode()


def test_the_preview_of_a_correction_says_that_another_result_counts(
    chief_client: Client, contested: Table, tablet: Tablet
) -> None:
    address = reverse("chief:revise", args=[tablet.game, 2])
    fields = {"events": '{"type": "roll", "player": "p01", "dice": [4, 1]}', "reason": "x"}
    page = words(chief_client.post(address, fields | {"step": "preview"}))
    assert "Another result of this table counts until the chief referee has chosen" in page
    assert "Standings of the event" not in page
    decide(chief_client, contested, "paper", "As noted.")
    page = words(chief_client.post(address, fields | {"step": "preview"}))
    assert "The chief referee chose another result for this table" in page
