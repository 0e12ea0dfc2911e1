"""The pages of tables that play: what the public state says, drawn and written by the server."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.live.publishing.versions import publish, state_of
from referee.log import journal_cache
from referee.log.calls import open_call
from referee.log.table_clock import snapshot_of_game, table_time
from referee.models import GameLog
from tests.referee.live.publishing.test_boards import EVENTS, LINES
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, make_table, paired
from tests.tournament.making import BY, entry
from tournament.common.hall_clock import Step
from tournament.events.services.events import update_event
from tournament.models import ClockEntry, Event, Round, Table
from tournament.people.services.entries import update_entry
from tournament.rounds.selectors.clock import hall_clocks_of
from tournament.rounds.selectors.public_clock import table_clock_of
from tournament.rounds.services.clock import grant_extra, step_clock

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/e/open/r/1/t/1/"
PLAYERS = LINES[0]["players"]


@pytest.fixture
def tablet() -> Iterator[Tablet]:
    """The tablet of the only table of a published event, some way into its game."""
    tablet = paired(make_table(LINES[0], published=True))
    send(tablet, *tablet.made_of(*EVENTS[:25]))
    yield tablet
    journal_cache.forget()


def text(path: str = PAGE, language: str = "en") -> str:
    return Client().get(path, headers={"Accept-Language": language}).content.decode()


def board() -> Any:
    return state_of(Event.objects.get().pk)["boards"]["1"]["1"]


def test_the_page_tells_what_lies_on_the_board(tablet: Tablet) -> None:
    page = text()
    told = board()
    assert told["last"]["en"] in page
    assert told["deeds"]
    for number in told["deeds"]:
        row = page.split(f'data-deed="{number}"')[1].split(">")[0]
        assert "hidden" not in row
    for player in PLAYERS:
        assert player["name"] in page
    for figures in told["players"].values():
        assert f"${figures['cash']:,}" in page
        assert f"${figures['expected']:,}" in page
    assert page.count("board-pawn ") == len(PLAYERS)
    assert page.count('class="board-holding"') == len(told["deeds"])


def test_it_is_told_in_the_readers_language(tablet: Tablet) -> None:
    for language in ("fr", "ru"):
        page = text(language=language)
        assert board()["last"][language] in page
        assert board()["last"]["en"] not in page


def test_the_event_shows_its_tables_and_where_all_would_stand(tablet: Tablet) -> None:
    page = text("/e/open/")
    assert page.count('class="tile"') == 1
    assert board()["last"]["en"] in page
    assert page.count("data-now-rank") == len(PLAYERS)
    update_event(event=Event.objects.get(), by=BY, advice=Event.Advice.AFTER)
    page = text("/e/open/")
    assert page.count('class="tile"') == 1
    assert "data-now-rank" not in page
    assert "data-expected" not in text()


@pytest.mark.parametrize("hidden", ["frozen", "round", "event", "name"])
def test_a_page_tells_no_more_than_the_state(tablet: Tablet, hidden: str) -> None:
    event, name = Event.objects.get(), PLAYERS[0]["name"]
    assert name in text()
    if hidden == "frozen":
        update_event(event=event, by=BY, frozen_at=timezone.now())
        assert 'id="running"' not in text()
        assert 'class="tile" data-round' not in text("/e/open/")
    elif hidden == "round":
        Round.objects.update(status=Round.Status.DRAWN)
        update_event(event=event, by=BY, venue="Old Hall")
        assert Client().get(PAGE).status_code == 404
        assert 'class="tile" data-round' not in text("/e/open/")
    elif hidden == "event":
        update_event(event=event, by=BY, published=False)
        assert Client().get(PAGE).status_code == 404
    else:
        update_entry(entry=entry(event, 1), by=BY, name_display="number")
        assert name not in text()
        assert name not in text("/e/open/")


def test_a_call_is_told(tablet: Tablet) -> None:
    hidden = text().split("data-judge")[1].split("</p>")[0]
    assert "hidden" in hidden
    open_call(device=tablet.device, call_id=tablet.game, topic="rules")
    publish(Event.objects.get().pk, now=timezone.now())
    told = text().split("data-judge")[1].split("</p>")[0]
    assert "hidden" not in told
    assert "The judge was called to this table." in told


CLOCKS = ["waiting", "running", "paused", "own pause", "ended"]


@pytest.mark.parametrize("at", CLOCKS)
def test_a_tables_clock_is_the_one_that_the_table_goes_by(tablet: Tablet, at: str) -> None:
    table = Table.objects.select_related("round__event").get()
    steps: dict[str, list[Step]] = {
        "waiting": [],
        "running": ["start"],
        "paused": ["start", "pause"],
    }
    for step in steps.get(at, ["start"]):
        step_clock(round_=table.round, step=step, by=BY)
    ClockEntry.objects.filter(kind="start").update(at=timezone.now() - dt.timedelta(minutes=7))
    grant_extra(table=table, seconds=90, reason="a spill", by=BY)
    if at == "own pause":
        send(tablet, *tablet.made_of({"type": "pause", "reason": "a spill"}))
    if at == "ended":
        step_clock(round_=table.round, step="end", by=BY)
    now = timezone.now()
    state = state_of(table.round.event.pk)
    hall = hall_clocks_of([table.round], now=now)[table.round_id]
    game = GameLog.objects.get()
    real = table_time(hall, table.pk, snapshot_of_game(game))
    shown = table_clock_of(state, 1, 1)
    assert (shown.state, shown.ends_at) == (real.state, real.ends_at)
    assert shown.standing == real.standing
