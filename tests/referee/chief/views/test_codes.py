"""The codes of the tables: the sheet that is printed, what becomes of it, and what a table says
that asks for nobody's decision."""

import re
from base64 import b64decode
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from referee.devices.codes import MAX_ATTEMPTS, make_sheet
from referee.devices.paired import Paired
from referee.devices.services import pair
from referee.models import Device, TableCode
from tests.referee.chief.pages import words
from tests.referee.tables import Tablet
from tests.referee.tablet.api.conftest import Http
from tests.responses import ClientResponse
from tests.tournament.prints.reading import text_of
from tournament.models import Round, Seat, Table
from tournament.prints import typesetting

pytestmark = pytest.mark.django_db


def sheet(client: Client, tables: str = "2") -> ClientResponse:
    return client.post(reverse("chief:sheet", args=["open"]), {"tables": tables}, follow=True)


def press(client: Client, **fields: str) -> ClientResponse:
    """Make a sheet as the page's form does."""
    page = client.get(reverse("chief:codes", args=["open"])).content.decode()
    (newest,) = re.findall(r'name="newest" value="(\d+)"', page)
    address = reverse("chief:sheet", args=["open"])
    return client.post(address, {"tables": "2", "newest": newest, **fields}, follow=True)


def typed_codes(page: ClientResponse) -> list[str]:
    return re.findall(r"<code>(\w{4}-\w{4}-\w{4})</code>", page.content.decode())


def scanned(page: ClientResponse, table: int = 1, label: str = "") -> Paired:
    code = typed_codes(page)[table - 1]
    return pair(request_id=uuid4(), label=label, code=code)


def test_the_sheet_has_a_card_for_each_table(chief_client: Client, table: Table) -> None:
    page = sheet(chief_client)
    assert len(set(typed_codes(page))) == page.content.decode().count("<svg") == 2
    assert "QR code of table 2" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert page.content.decode().count("://testserver<wbr>/tablet/ on the tablet") == 2
    year = str(table.round.event.starts_on.year)
    assert all(year in card for card in page.content.decode().split("sheet-card")[1:])
    assert TableCode.objects.filter(revoked_at=None).count() == 2
    assert scanned(page).game.table == table


@pytest.mark.parametrize("page", ["chief/codes/", "print/1/"])
def test_a_sheet_that_no_tablet_could_scan_is_warned_of(
    chief_client: Client, table: Table, settings: Any, page: str
) -> None:
    address, said = f"/organise/open/{page}", "no other device can open them"
    assert said in words(chief_client.get(address))
    settings.TABLET_ORIGIN = "https://192.168.1.20:8443"
    assert said not in words(chief_client.get(address))


def test_the_sheet_as_a_pdf_has_the_same_codes(chief_client: Client, table: Table) -> None:
    page = press(chief_client, **{"as": "pdf", "paper": "us-letter", "language": "en"})
    assert "no-store" in page["Cache-Control"]
    assert "See the codes and their use" in words(page)
    (saved,) = re.findall(r'href="data:application/pdf;base64,([^"]+)"', page.content.decode())
    text = text_of(b64decode(saved))
    assert "Table 2" in text
    assert "http://testserver/tablet/ on the tablet" in text
    code = re.findall(r"\w{4}-\w{4}-\w{4}", text)[0]
    assert code in typed_codes(page)
    assert pair(request_id=uuid4(), label="", code=code).game.table == table


def test_codes_that_cannot_be_set_are_shown_on_the_page(
    chief_client: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "MAX_BYTES", 10)
    page = press(chief_client, **{"as": "pdf"})
    assert "This print is too large" in words(page)
    assert "Save the PDF" not in words(page)
    assert scanned(page).game.table == table


def test_the_codes_are_shown_once(chief_client: Client, table: Table) -> None:
    shown = typed_codes(sheet(chief_client))
    page = chief_client.get(reverse("chief:codes", args=["open"]))
    for code in shown:
        assert code not in page.content.decode()
        assert f"<code>{code[:4]}</code>" in page.content.decode()


def test_a_sheet_that_is_loaded_again_stays_valid(chief_client: Client, table: Table) -> None:
    shown = press(chief_client)
    again = press(chief_client, newest="0", ends="on")
    assert "This sheet was made and shown once." in words(again)
    assert scanned(shown).game.table == table


def test_a_valid_sheet_is_ended_only_where_that_was_said(
    chief_client: Client, table: Table
) -> None:
    shown = press(chief_client)
    assert "Say that the codes that are valid shall end." in words(press(chief_client))
    assert scanned(shown).game.table == table
    assert len(typed_codes(press(chief_client, ends="on"))) == 2
    assert TableCode.objects.filter(revoked_at=None).count() == 2


def test_the_number_of_tables_is_that_of_the_largest_round(
    chief_client: Client, table: Table
) -> None:
    address = reverse("chief:codes", args=["open"])
    Table.objects.create(round=table.round, number=7)
    assert 'value="7"' in chief_client.get(address).content.decode()
    Round.objects.all().delete()
    assert 'value="1"' in chief_client.get(address).content.decode()


@pytest.mark.parametrize("tables", ["", "0", "201", "many"])
def test_a_number_of_tables_that_cannot_be_is_refused(
    chief_client: Client, table: Table, tables: str
) -> None:
    assert "Give the number of tables, 1 to 200." in words(sheet(chief_client, tables))
    assert not TableCode.objects.exists()


def test_each_use_is_shown_to_the_chief(chief_client: Client, table: Table) -> None:
    page = sheet(chief_client)
    event = reverse("chief:now", args=["open"])
    assert "paired by the sheet" not in words(chief_client.get(event))
    scanned(page)
    scanned(page, label="Somebody's phone")
    shown = words(chief_client.get(event))
    assert shown.count("was paired by the sheet: round 1, table 1") == 2
    assert "Somebody&#x27;s phone" in shown
    listed = words(chief_client.get(reverse("chief:codes", args=["open"])))
    assert listed.index("Somebody&#x27;s phone") < listed.index("Tablet 1A")
    codes, french = reverse("chief:codes", args=["open"]), {"Accept-Language": "fr"}
    assert "Tablette 1A" in words(chief_client.get(codes, headers=french))
    assert Device.objects.filter(label="Tablet 1A").exists()


def test_a_tablet_of_the_list_is_revoked(chief_client: Client, table: Table) -> None:
    done = scanned(sheet(chief_client))
    address = reverse("chief:revoke", args=[done.device.pk])
    page = chief_client.get(reverse("chief:codes", args=["open"]))
    assert f'action="{address}"' in page.content.decode()
    chief_client.post(address)
    assert Device.objects.get(pk=done.device.pk).revoked_at is not None


def test_codes_end_one_by_one_and_all_at_once(chief_client: Client, table: Table) -> None:
    sheet(chief_client, "3")
    code = TableCode.objects.get(number=2)
    answer = chief_client.post(reverse("chief:revoke_code", args=[code.pk]), follow=True)
    assert "The code of table 2 pairs no tablet any more." in words(answer)
    assert list(TableCode.objects.filter(revoked_at=None).values_list("number", flat=True)) == [
        1,
        3,
    ]
    answer = chief_client.post(reverse("chief:revoke_codes", args=["open"]), follow=True)
    assert "No code is valid now." in words(answer)
    assert not TableCode.objects.filter(revoked_at=None).exists()


def call(http: Http, body: dict[str, str], key: object = None) -> int:
    answer = http.ask("put", f"/calls/{key or uuid4()}", body)
    return int(answer.status_code)


def test_a_player_who_is_not_here_is_named(chief_client: Client, tablet: Tablet) -> None:
    http = Http(tablet)
    assert call(http, {"state": "open", "topic": "no_show", "player": "p02"}) == 200
    page = chief_client.get(reverse("chief:now", args=["open"]))
    assert "Not here" in words(page)
    assert re.search(r"<bdi>[^<]+</bdi>\s+is not at the table", page.content.decode())


def test_many_who_are_not_here_cost_as_much_as_one(
    chief_client: Client, tablet: Tablet, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("chief:now", args=["open"])
    call(Http(tablet), {"state": "open", "topic": "no_show", "player": "p02"})
    chief_client.get(address)
    with CaptureQueriesContext(connection) as one:
        chief_client.get(address)
    queries = len(one.captured_queries)
    players = list(Seat.objects.filter(table__log=tablet.game).select_related("entry"))
    for seat in players:
        call(Http(tablet), {"state": "open", "topic": "no_show", "player": seat.entry.code})
    with django_assert_num_queries(queries):
        page = chief_client.get(address)
    assert page.content.decode().count("is not at the table") == 1 + len(players)


def test_only_who_may_draw_is_led_to_the_seats(
    chief_client: Client, admin_client: Client, tablet: Tablet
) -> None:
    call(Http(tablet), {"state": "open", "topic": "no_show", "player": "p02"})
    page = admin_client.get(reverse("chief:now", args=["open"]))
    assert "Change the seats of this round" in words(page)
    assert reverse("tournament:organise-draw", args=["open", 1]) in page.content.decode()
    page = chief_client.get(reverse("chief:now", args=["open"]))
    assert "Only an organiser changes seats: tell them." in words(page)
    assert "Change the seats" not in words(page)


def test_nobody_else_can_be_missing(tablet: Tablet) -> None:
    http = Http(tablet)
    assert call(http, {"state": "open", "topic": "no_show", "player": "p09"}) == 409


def test_all_handed_in_is_a_mark_and_asks_for_nobody(chief_client: Client, tablet: Tablet) -> None:
    http, key = Http(tablet), uuid4()
    address = reverse("chief:now", args=["open"])
    assert call(http, {"state": "open", "topic": "cleared"}, key) == 200
    shown = words(chief_client.get(address))
    assert "Nothing is waiting for you" in shown
    assert "All handed in" in shown
    assert call(http, {"state": "withdrawn"}, key) == 200
    assert "All handed in" not in words(chief_client.get(address))


def test_a_code_that_cannot_be_typed_any_more_says_so(chief_client: Client, table: Table) -> None:
    event = table.round.event
    make_sheet(event=event, tables=1, by="test")
    address = reverse("chief:codes", args=[event.slug])
    assert "mistyped" not in words(chief_client.get(address))
    TableCode.objects.update(attempts=MAX_ATTEMPTS)
    assert "mistyped too often" in words(chief_client.get(address))
