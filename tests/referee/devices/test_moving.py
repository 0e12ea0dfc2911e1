"""A tablet is paired once and goes on to its table in the newest public round."""

from uuid import UUID

import pytest

from referee.devices.moving import move_on
from referee.devices.paired import PairingError
from referee.devices.services import device_by_token, revoke
from referee.log.append import append
from referee.log.head import RevokedError
from referee.log.lease import take_over
from referee.log.next_table import next_table
from referee.models import Device, GameLog
from tests.referee.tables import Tablet, golden, log_events, make_table, next_round, paired
from tournament.models import AuditEntry, Round, Table

pytestmark = pytest.mark.django_db
LINES = golden("01")
EVENTS = log_events(LINES)


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0])


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table, "Tablet 7")


def refused(device: Device) -> str:
    with pytest.raises(PairingError) as error:
        move_on(device=device)
    return error.value.code


def test_a_tablet_goes_on_to_its_table_and_writes_there(table: Table, tablet: Tablet) -> None:
    later = next_round(table)
    done = move_on(device=tablet.device)
    assert (done.game.table.round, done.game.table.number) == (later, table.number)
    assert (done.device.label, done.device.tablet) == ("Tablet 7", tablet.device.tablet)
    assert (done.game.lease_device, done.game.lease_epoch) == (done.device, 1)
    assert device_by_token(done.token) == done.device
    assert AuditEntry.objects.filter(action="pair tablet", by="Tablet 7").count() == 1


def test_the_old_game_can_still_be_written(table: Table, tablet: Tablet) -> None:
    next_round(table)
    move_on(device=tablet.device)
    batch = tablet.batch(*tablet.made_of(EVENTS[0]))
    assert append(device=tablet.device, batch=batch).verdicts[0].verdict == "accepted"
    assert GameLog.objects.get(pk=tablet.game).lease_device == tablet.device


def test_after_a_lost_answer_it_is_the_same_tablet(table: Table, tablet: Tablet) -> None:
    next_round(table)
    first = move_on(device=tablet.device)
    again = move_on(device=tablet.device)
    assert (again.device, again.repeated) == (first.device, True)
    assert device_by_token(first.token) is None
    assert device_by_token(again.token) == first.device
    assert GameLog.objects.get(pk=again.game.pk).lease_epoch == 1


def test_nothing_is_next_until_a_newer_round_is_public(table: Table, tablet: Tablet) -> None:
    assert next_table(tablet.game) is None
    later = next_round(table, published=False)
    assert next_table(tablet.game) is None
    assert refused(tablet.device) == "early"
    Round.objects.filter(pk=later.pk).update(status=Round.Status.PUBLISHED)
    assert next_table(tablet.game) == (2, 1, Table.objects.get(round=later).pk)


def test_a_round_without_the_table_says_so(table: Table, tablet: Tablet) -> None:
    later = next_round(table, numbers=(2,))
    assert next_table(tablet.game) == (2, 1, None)
    assert refused(tablet.device) == "no-table"
    assert not GameLog.objects.filter(table__round=later).exists()


def test_the_newest_round_counts(table: Table, tablet: Tablet) -> None:
    """A tablet that was dark for a round goes where its table is now."""
    newest = next_round(Table.objects.get(round=next_round(table)))
    assert move_on(device=tablet.device).game.table.round == newest


def test_another_table_and_another_event_are_not_reached(table: Table, tablet: Tablet) -> None:
    next_round(make_table(LINES[0], slug="other"))
    assert next_table(tablet.game) is None
    next_round(table, numbers=(1, 2))
    assert move_on(device=tablet.device).game.table.number == 1


def test_a_tablet_that_only_reads_does_not_become_the_writer(table: Table, tablet: Tablet) -> None:
    reader = paired(table, "Reader")
    next_round(table)
    first = move_on(device=reader.device)
    assert (first.game.lease_device, first.game.lease_epoch) == (None, 0)
    assert move_on(device=tablet.device).game.lease_device is not None


def test_who_comes_second_takes_over_by_hand(table: Table, tablet: Tablet) -> None:
    later = next_round(table)
    spare = paired(Table.objects.get(round=later), "Spare")
    done = move_on(device=tablet.device)
    assert GameLog.objects.get(pk=done.game.pk).lease_device == spare.device
    assert take_over(device=done.device, epoch=1).lease_device == done.device


@pytest.mark.parametrize("which", [0, 1], ids=["old game", "new game"])
def test_revoking_ends_a_tablet_everywhere(table: Table, tablet: Tablet, which: int) -> None:
    next_round(table)
    other = paired(table, "Another")
    done = move_on(device=tablet.device)
    devices: tuple[UUID, ...] = (tablet.device.pk, done.device.pk)
    revoke(device_id=devices[which], by="Olga")
    assert not Device.objects.filter(pk__in=devices, revoked_at=None).exists()
    assert Device.objects.get(pk=other.device.pk).revoked_at is None
    assert not GameLog.objects.exclude(lease_device=None).exists()
    assert AuditEntry.objects.filter(action="revoke tablet", by="Olga").count() == 2


def test_a_revoked_tablet_stays_where_it_is(table: Table, tablet: Tablet) -> None:
    next_round(table)
    revoke(device_id=tablet.device.pk, by="Olga")
    with pytest.raises(RevokedError):
        move_on(device=tablet.device)
    assert Device.objects.count() == 1


def test_a_table_has_so_many_tablets_and_no_more(
    table: Table, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(Table.objects.get(round=next_round(table)))
    monkeypatch.setattr("referee.devices.moving.MAX_DEVICES", 1)
    assert refused(tablet.device) == "full"
