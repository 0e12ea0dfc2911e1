"""The pages of tables that play: what the public state says, drawn and written by the server."""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
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


def test_the_page_begins_with_the_board_and_has_each_player_once(tablet: Tablet) -> None:
    page = text().partition("<main")[2]
    parts = ("<h1", 'class="board-drawing"', "data-time", "data-last", "data-player", "data-deed")
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)
    assert page.index('class="board-drawing"') < page.index("<table")
    assert page.count('href="/e/open/p/1/"') == 1
    assert "No record of this game" not in page


def test_a_deed_says_its_rent(tablet: Tablet) -> None:
    page = text()
    for number, deed in board()["deeds"].items():
        row = page.split(f'data-deed="{number}"')[1].split("</tr>")[0]
        told = f"${deed['rent']}" if "rent" in deed else f"{deed['times_dice']} × dice"
        assert told in row.split("data-rent")[1]


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
    assert page.count('class="spark"') == len(PLAYERS)
    update_event(event=Event.objects.get(), by=BY, advice=Event.Advice.AFTER)
    page = text("/e/open/")
    assert page.count('class="tile"') == 1
    assert "data-now-rank" not in page
    assert 'class="spark"' not in page
    assert "data-expected" not in text()


def test_what_it_comes_to_is_told_step_by_step_and_deed_by_deed(tablet: Tablet) -> None:
    page = text().split('id="if-called"')[1]
    for figures in board()["players"].values():
        kept, income = figures["retained"], figures["circuit_income"]
        assert f"keeps ${kept:,} of ${figures['cash']:,}, gets ${income:,} from the" in page
        assert f"ends with ${figures['expected']:,}" in page
    for number, deed in board()["deeds"].items():
        row = page.split(f'data-earning="{number}"')[1].split("</tr>")[0]
        assert "hidden" not in row.split(">")[0]
        assert f"<span data-earns>${deed['earns']:,}</span>" in row
    assert "Best adjustment from here: {gain}" in page
    assert "Best adjustment from here: $" not in page
    update_event(event=Event.objects.get(), by=BY, advice=Event.Advice.AFTER)
    assert 'id="if-called"' not in text()


def test_a_plan_is_written_as_sentences(tablet: Tablet) -> None:
    update_event(event=Event.objects.get(), by=BY, advice=Event.Advice.EVERYWHERE)
    told = board()["players"]
    page = text().split('id="if-called"')[1]
    for code, figures in told.items():
        line = page.split(f'data-called="{code}"')[1].split("</ol>")[0]
        plan = figures["plan"]
        assert plan["gain"] == plan["final"] - figures["expected"]
        assert line.count("<li>") == len(plan["steps"])
        gain = f"Best adjustment from here: ${plan['gain']:,} more, ${plan['final']:,} in all."
        assert (gain if plan["gain"] else "nothing to gain") in line


@pytest.mark.parametrize("hidden", ["frozen", "round", "event", "name"])
def test_a_page_tells_no_more_than_the_state(tablet: Tablet, hidden: str) -> None:
    event, name = Event.objects.get(), PLAYERS[0]["name"]
    assert name in text()
    if hidden == "frozen":
        update_event(event=event, by=BY, frozen_at=timezone.now())
        assert 'id="running"' not in text()
        assert 'class="tile" data-round' not in text("/e/open/")
        assert 'class="spark"' not in text("/e/open/")
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


def test_the_chart_of_worth_has_its_figures_as_a_table(tablet: Tablet) -> None:
    page = text()
    told = board()
    assert 'aria-labelledby="chart-worth-title chart-worth-description"' in page
    rows = re.findall(r"<tr>.*?</tr>", page.split("data-worth-rows")[1].split("</tbody>")[0], re.S)
    amounts = [[int(one) for one in re.findall(r"\$(\d+)", row)] for row in rows]
    players = sorted(told["players"].values(), key=lambda one: one["seat"])
    now = [one["expected"] for one in players]
    assert amounts == [told["worth"][key] for key in sorted(told["worth"], key=int)] + [now]
    assert len(re.findall('class="chart-curve', page)) == len(players)


def test_without_estimates_there_is_no_chart_of_worth(tablet: Tablet) -> None:
    update_event(event=Event.objects.get(), by=BY, advice=Event.Advice.AFTER)
    publish(Event.objects.get().pk, now=timezone.now() + dt.timedelta(seconds=19))
    page = text()
    assert "running-stage" in page
    assert "chart-worth" not in page
    assert "chart-curve" not in page


def test_the_ledger_and_its_search_come_once_they_are_used(tablet: Tablet) -> None:
    """They are a fiftieth of all that a first view brings."""
    page = text()
    assert "data-story" in page
    assert "board/ledger.js" not in page
    for module in ("table", "ledger"):
        source = Path(str(finders.find(f"referee/board/{module}.js"))).read_text()
        first = re.findall(r'^import .* from "(.*)";', source, re.MULTILINE)
        assert first
        assert not {Path(name).name for name in first} & {"ledger.js", "search_key.js"}
