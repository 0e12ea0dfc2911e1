"""What the chief's page of a table says of it now: cash, squares, and for whom the game waits."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from referee.chief.position import table_position
from referee.models import GameLog
from tests.referee.chief.pages import EVENTS
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet
from tournament.rounds.selectors.players import names_at_table

pytestmark = pytest.mark.django_db


def position_after(tablet: Tablet, events: int) -> list[tuple[str, int, bool]]:
    send(tablet, *tablet.made_of(*EVENTS[:events]))
    game = GameLog.objects.select_related("table__round__event").get(pk=tablet.game)
    position = table_position(game, names_at_table(game.table_id))
    assert position is not None
    return [(each.name, each.cash, each.waited_for) for each in position.players]


def test_before_its_start_a_game_has_no_position(tablet: Tablet) -> None:
    game = GameLog.objects.select_related("table__round__event").get(pk=tablet.game)
    assert table_position(game, names_at_table(game.table_id)) is None


def test_the_game_waits_for_one_player_and_cash_is_that_of_the_log(tablet: Tablet) -> None:
    players = position_after(tablet, 30)
    game = GameLog.objects.get(pk=tablet.game)
    said = {line["cash"] for line in _statement(game)}
    assert {cash for _, cash, _ in players} == said
    assert sum(waited for *_, waited in players) == 1


def test_a_deed_on_offer_is_waited_for_before_the_next_throw(tablet: Tablet) -> None:
    bought = next(at for at, event in enumerate(EVENTS) if event["type"] == "buy")
    players = position_after(tablet, bought)
    game = GameLog.objects.get(pk=tablet.game)
    names = names_at_table(game.table_id)
    buyer = EVENTS[bought]["player"]
    assert [name for name, _, is_waited in players if is_waited] == [names[buyer]]


def test_the_page_leads_with_it(chief_client: Client, tablet: Tablet) -> None:
    players = position_after(tablet, 30)
    page = chief_client.get(f"/organise/chief/games/{tablet.game}/").content.decode()
    assert page.index("board-drawing") < page.index('id="log"')
    (waited,) = (name for name, _, is_waited in players if is_waited)
    row = page[page.index("<tbody") : page.index("The game waits for this player")]
    assert row.rindex(waited) > row.rindex("<tr")


def _statement(game: GameLog) -> list[dict[str, int]]:
    players: list[dict[str, int]] = json.loads(game.snapshot)["statement"]["players"]
    return players
