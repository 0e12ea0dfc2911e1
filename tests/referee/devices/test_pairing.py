"""A tablet is paired by a token or a code: once, in ten minutes, with few attempts."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from referee.devices import services
from referee.devices.paired import PairingError
from referee.devices.services import device_by_token, invite, pair, revoke
from referee.models import Device, GameLog, Pairing
from tests.referee.tables import golden, make_table
from tournament.models import AuditEntry, Table
from tournament.rounds.services.rounds import unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make_table(golden("01")[0])


def refused(**given: str) -> str:
    with pytest.raises(PairingError) as error:
        pair(request_id=uuid4(), label="", **given)
    return error.value.code


def test_a_token_pairs_one_tablet_which_becomes_the_writer(table: Table) -> None:
    invitation = invite(table=table, by="Olga")
    done = pair(request_id=uuid4(), label="Tablet 1", token=invitation.token)
    assert (done.game.lease_device, done.game.lease_epoch) == (done.device, 1)
    assert device_by_token(done.token) == done.device
    assert refused(token=invitation.token) == "used"
    assert AuditEntry.objects.filter(action="pair tablet", by="Olga").count() == 1


def test_no_secret_is_stored(table: Table) -> None:
    invitation = invite(table=table, by="Olga")
    done = pair(request_id=uuid4(), label="", token=invitation.token)
    assert done.device.label == f"Tablet {invitation.code[:4]}"
    rows = [*Pairing.objects.values_list(), *Device.objects.values_list()]
    stored = " ".join(str(value) for row in rows for value in row)
    secret = invitation.code.partition("-")[2]
    assert invitation.token not in stored
    assert done.token not in stored
    assert f" {secret} " not in f" {stored} "
    assert len(done.token) >= 43


def test_a_lost_answer_can_be_asked_for_again(table: Table) -> None:
    invitation, request = invite(table=table, by="Olga"), uuid4()
    first = pair(request_id=request, label="", token=invitation.token)
    again = pair(request_id=request, label="", token=invitation.token)
    assert (again.device, again.repeated) == (first.device, True)
    assert device_by_token(first.token) is None
    assert device_by_token(again.token) == first.device
    assert Device.objects.count() == 1


@pytest.mark.parametrize("spelling", ["{}", " {} ", "{}-"])
def test_a_typed_code_works_however_it_is_written(table: Table, spelling: str) -> None:
    code = invite(table=table, by="Olga").code.lower().replace("-", " ")
    assert pair(request_id=uuid4(), label="", code=spelling.format(code)).device.pk


def test_the_fifth_wrong_code_locks_the_pairing(table: Table) -> None:
    code = invite(table=table, by="Olga").code
    handle, _dash, secret = code.partition("-")
    wrong = f"{handle}-{(int(secret) + 1) % 10**6:06}"
    assert [refused(code=wrong) for _ in range(6)] == ["unknown"] * 5 + ["locked"]
    assert refused(code=code) == "locked"


def test_after_ten_minutes_it_is_too_late(table: Table) -> None:
    invitation = invite(table=table, by="Olga")
    pairing = Pairing.objects.get()
    assert pairing.expires_at - pairing.created_at == timedelta(minutes=10)
    Pairing.objects.update(expires_at=pairing.created_at)
    assert refused(token=invitation.token) == "expired"
    assert refused(code=invitation.code) == "expired"


def test_a_new_invitation_ends_the_one_before(table: Table) -> None:
    first = invite(table=table, by="Olga")
    invite(table=table, by="Olga")
    assert refused(token=first.token) == "unknown"


def test_a_round_that_is_not_published_has_no_tablets(table: Table) -> None:
    unpublish_round(round=table.round, by="Olga")
    with pytest.raises(ValidationError):
        invite(table=table, by="Olga")
    assert not GameLog.objects.exists()


def test_a_dead_tablet_is_replaced(table: Table) -> None:
    first = pair(request_id=uuid4(), label="", token=invite(table=table, by="Olga").token)
    revoke(device_id=first.device.pk, by="Olga")
    second = pair(request_id=uuid4(), label="", token=invite(table=table, by="Olga").token)
    assert (second.game.lease_device, second.game.lease_epoch) == (second.device, 2)


def test_a_revoked_tablet_cannot_use_its_pairing_again(table: Table) -> None:
    invitation, request = invite(table=table, by="Olga"), uuid4()
    done = pair(request_id=request, label="", token=invitation.token)
    revoke(device_id=done.device.pk, by="Olga")
    with pytest.raises(PairingError):
        pair(request_id=request, label="", token=invitation.token)


def test_the_id_of_a_game_follows_from_its_table(table: Table) -> None:
    """A server restored from before the pairing gives the table the same id again."""
    game = invite(table=table, by="Olga").pairing.game
    before = game.pk
    game.delete()
    assert invite(table=table, by="Olga").pairing.game_id == before


def test_a_table_has_so_many_tablets_and_no_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_DEVICES", 1)
    pair(request_id=uuid4(), label="", token=invite(table=table, by="Olga").token)
    with pytest.raises(ValidationError, match="too many tablets"):
        invite(table=table, by="Olga")
