"""A tablet hears of its table's next game and goes on to it."""

import pytest

from referee.devices.services import revoke
from referee.models import Device
from tests.referee.tables import next_round
from tests.referee.tablet.api.conftest import Http
from tournament.models import Table

pytestmark = pytest.mark.django_db
BEAT = {"lease_epoch": 1, "head_seq": 0, "pending": 0}


def heard(http: Http) -> object:
    """What heartbeat and bootstrap say of the next game, which is the same."""
    beat = http.ask("post", "/heartbeat", BEAT).json()["next"]
    assert http.ask("get", "").json()["next"] == beat
    return beat


def test_a_tablet_hears_of_a_newer_public_round(http: Http, table: Table) -> None:
    assert heard(http) is None
    next_round(table, published=False)
    assert heard(http) is None


@pytest.mark.parametrize(("numbers", "exists"), [((1, 2), True), ((2,), False)])
def test_it_hears_whether_its_table_exists_there(
    http: Http, table: Table, numbers: tuple[int, ...], exists: bool
) -> None:
    next_round(table, numbers=numbers)
    assert heard(http) == {"round": 2, "table": 1, "exists": exists}


def test_it_goes_on_with_a_token_of_the_next_game(http: Http, table: Table) -> None:
    next_round(table)
    response = http.ask("post", "/next", {})
    answer = response.json()
    assert (response.status_code, answer["lease"]["held"]) == (201, True)
    http.client.credentials(HTTP_AUTHORIZATION=f"Bearer {answer['token']}")
    bootstrap = http.ask("get", "", game=answer["game"]).json()
    assert (bootstrap["round"], bootstrap["table"], bootstrap["next"]) == (2, 1, None)
    assert http.ask("get", "").status_code == 404


def test_after_a_lost_answer_it_is_told_again(http: Http, table: Table) -> None:
    next_round(table)
    first, again = (http.ask("post", "/next", {}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["device"] == again.json()["device"]
    assert first.json()["token"] != again.json()["token"]


@pytest.mark.parametrize(("numbers", "code"), [(None, "pairing-early"), ((2,), "pairing-no-table")])
def test_without_such_a_table_it_stays(
    http: Http, table: Table, numbers: tuple[int, ...] | None, code: str
) -> None:
    if numbers:
        next_round(table, numbers=numbers)
    response = http.ask("post", "/next", {})
    assert (response.status_code, response.json()["code"]) == (404, code)
    assert Device.objects.count() == 1


def test_a_revoked_tablet_does_not_go_on(http: Http, table: Table) -> None:
    next_round(table)
    revoke(device_id=http.tablet.device.pk, by="Olga")
    response = http.ask("post", "/next", {})
    assert (response.status_code, response.json()["code"]) == (403, "device-revoked")
