"""The page that says how an event is verified: hashes, records, corrections, as far as is seen."""

import datetime as dt
import hashlib
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.log import chief
from referee.models import GameLog
from referee.records.trail import corrections_of, log_heads
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.tournament.making import BY, finish
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, Result, Table
from tournament.people.services.entries import update_entry
from tournament.results.services.results import remove_result
from tournament.rounds.services.rounds import clear_seats

pytestmark = pytest.mark.django_db
LINES = golden("01")
PAGE = "/e/open/verify/"
REASON = "Bob bought nothing"


@pytest.fixture
def table(db: None) -> Table:
    """A table of an event that everybody sees."""
    return make_table(LINES[0], published=True)


@pytest.fixture
def tablet(table: Table) -> Tablet:
    """Its tablet; the game is logged and confirmed."""
    tablet = paired(table)
    play(tablet, log_events(LINES))
    confirm(tablet, *(player["id"] for player in LINES[0]["players"]))
    return tablet


def page(language: str = "en") -> str:
    response = Client().get(PAGE, headers={"Accept-Language": language})
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def game_of(tablet: Tablet) -> GameLog:
    return GameLog.objects.get(pk=tablet.game)


def revise(tablet: Tablet, reason: str) -> GameLog:
    """The chief corrects the counted cash of somebody, which changes the result."""
    events = log_events(LINES)
    seq = next(n for n, event in enumerate(events, 1) if event["type"] == "recount")
    other = {**events[seq - 1], "cash": events[seq - 1]["cash"] + 10}
    event = {"type": "revise", "seq": seq, "replacement": [other], "reason": reason}
    assert chief.append_chief(game_id=tablet.game, event=event, by=BY) == ()
    return game_of(tablet)


def test_head_record_and_command_are_told(tablet: Tablet) -> None:
    game, text = game_of(tablet), page()
    assert game.head_hash in text
    record = Client().get("/e/open/r/1/t/1/record.amr.jsonl").content
    assert hashlib.sha256(record).hexdigest() in text
    assert "treasurer verify" in text
    assert "/e/open/</code>" in text
    assert "No published result has been corrected." in text
    told = Client().get("/api/v1/public/events/open/results").json()["items"][0]["log"]
    assert told == {"events": game.head_seq, "head": game.head_hash}


def test_the_events_page_leads_there(tablet: Tablet) -> None:
    for path in ("/e/open/", "/e/open/r/1/t/1/", "/e/open/rules/"):
        assert f'<a href="{PAGE}">Verify this event</a>' in Client().get(path).content.decode()


@pytest.mark.parametrize(
    ("language", "word"), [("fr", "par l’arbitre principal"), ("ru", "главным судьёй")]
)
def test_it_speaks_three_languages(tablet: Tablet, language: str, word: str) -> None:
    revise(tablet, REASON)
    assert word in page(language)


def test_a_correction_is_told_with_its_reason(tablet: Tablet) -> None:
    before = game_of(tablet).head_hash
    game = revise(tablet, REASON)
    text = page()
    assert REASON in text
    assert "by the chief referee" in text
    assert game.head_hash in text
    assert before not in text


def test_a_reason_about_a_hidden_name_is_not_told(tablet: Tablet) -> None:
    found = Entry.objects.get(seed=1)
    revise(tablet, f"{found.name} miscounted")
    assert "miscounted" in page()
    update_entry(entry=found, by=BY, name_display="number")
    text = page()
    assert "miscounted" not in text
    assert found.name not in text
    assert "<bdi>—</bdi>" in text


@pytest.mark.parametrize("hidden", ["frozen", "round", "event"])
def test_what_is_hidden_is_not_told(tablet: Tablet, hidden: str) -> None:
    game = revise(tablet, REASON)
    event = Event.objects.get()
    if hidden == "frozen":
        before = Result.objects.get().confirmed_at - dt.timedelta(seconds=1)
        update_event(event=event, by=BY, frozen_at=before)
    elif hidden == "round":
        event.rounds.update(status="drawn")
        update_event(event=event, by=BY, venue="Elsewhere")
    else:
        update_event(event=event, by=BY, published=False)
        assert Client().get(PAGE).status_code == 404
        return
    text = page()
    assert game.head_hash not in text
    assert REASON not in text
    assert "No result is published yet." in text


def test_what_came_while_frozen_at_a_result_of_before_is_not_told(tablet: Tablet) -> None:
    """The result did not change, so that it is seen: that something was logged since is not."""
    event = Event.objects.get()
    update_event(event=event, by=BY, frozen_at=timezone.now())
    assert log_heads(event)
    assert (
        chief.append_chief(game_id=tablet.game, event={"type": "ruling", "text": "-"}, by=BY) == ()
    )
    event.refresh_from_db()
    assert log_heads(event) == {}
    assert corrections_of(event, [game_of(tablet).table_id]) == {}


def test_a_ruling_after_the_result_moves_the_head_on_the_page(tablet: Tablet) -> None:
    before = game_of(tablet).head_hash
    assert before in page()
    assert (
        chief.append_chief(game_id=tablet.game, event={"type": "ruling", "text": "-"}, by=BY) == ()
    )
    text = page()
    assert game_of(tablet).head_hash in text
    assert before not in text


def test_a_result_by_hand_has_no_record(table: Table) -> None:
    finish(table, *range(table.seats.count(), 0, -1))
    text = page()
    assert "by hand" in text
    assert "The result of 1 table was entered by hand" in text
    assert "record.amr.jsonl" not in text


def test_a_choice_between_results_is_told(table: Table, tablet: Tablet) -> None:
    Result.objects.update(decided_at=timezone.now(), decision="The log is complete")
    update_event(event=Event.objects.get(), by=BY, venue="Elsewhere")
    text = page()
    assert "chose between several results" in text
    assert "The log is complete" in text


def test_the_queries_do_not_grow(tablet: Tablet, django_assert_max_num_queries: Any) -> None:
    page()
    update_event(event=Event.objects.get(), by=BY, venue="Elsewhere")
    with django_assert_max_num_queries(45):
        page()


def test_a_result_taken_away_is_told_though_its_table_has_none_or_is_gone(table: Table) -> None:
    finish(table, *range(100, 100 - table.seats.count(), -1))
    remove_result(table=table, reason="It was table 2’s", by=BY)
    text = page()
    assert "The result was taken away" in text
    assert "It was table 2’s" in text
    assert "No result is published yet." in text
    clear_seats(round=table.round, by=BY)
    text = page()
    assert "Round 1, table 1, with its former seats" in text
    assert "It was table 2’s" in text
    before = timezone.now() - dt.timedelta(hours=1)
    update_event(event=Event.objects.get(), by=BY, frozen_at=before)
    assert "It was table 2’s" not in page()
