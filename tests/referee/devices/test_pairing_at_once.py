"""One code at two tablets at the same moment: one of them writes, and guesses are all counted."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from referee.devices.codes import make_sheet
from referee.devices.paired import PairingError
from referee.devices.services import MAX_ATTEMPTS, invite, pair
from referee.models import Device, GameLog, Pairing, TableCode
from tests.referee.tables import golden, make_table
from tests.tournament.making import BY
from tests.tournament.racing import race
from tournament.models import Table

pytestmark = pytest.mark.django_db(transaction=True)
TABLETS = 4


@pytest.fixture
def table() -> Table:
    return make_table(golden("01")[0])


def paired_at_once(*requests: UUID, **given: str) -> list[Any]:
    """What becomes of the same code at several tablets at the same moment."""
    return race(*[lambda one=one: pair(request_id=one, label="", **given) for one in requests])


def codes_of(outcomes: list[Any]) -> list[str]:
    return sorted(
        one.code if isinstance(one, PairingError) else type(one).__name__ for one in outcomes
    )


@pytest.mark.parametrize("by", ["token", "code"])
def test_an_invitation_pairs_one_of_many(table: Table, by: str) -> None:
    invitation = invite(table=table, by=BY)
    given = {by: getattr(invitation, by)}
    outcomes = paired_at_once(*[uuid4() for _ in range(TABLETS)], **given)
    assert codes_of(outcomes) == ["Paired", *["used"] * (TABLETS - 1)]
    device = Device.objects.get()
    assert GameLog.objects.get().lease_device_id == device.pk
    assert Pairing.objects.get().device_id == device.pk


def test_the_same_tablet_many_times_is_one(table: Table) -> None:
    request = uuid4()
    outcomes = paired_at_once(*[request] * TABLETS, token=invite(table=table, by=BY).token)
    assert codes_of(outcomes) == ["Paired"] * TABLETS
    assert Device.objects.count() == 1
    assert [one.repeated for one in outcomes].count(False) == 1


def test_a_code_of_the_sheet_gives_the_table_to_one(table: Table) -> None:
    (printed,) = make_sheet(event=table.round.event, tables=1, by=BY)
    outcomes = paired_at_once(*[uuid4() for _ in range(TABLETS)], token=printed.token)
    assert codes_of(outcomes) == ["Paired"] * TABLETS
    assert len({device.label for device in Device.objects.all()}) == TABLETS
    assert GameLog.objects.get().lease_epoch == 1


@pytest.mark.parametrize("of_sheet", [False, True])
def test_wrong_guesses_at_once_are_all_counted(table: Table, of_sheet: bool) -> None:
    if of_sheet:
        typed = make_sheet(event=table.round.event, tables=1, by=BY)[0].typed
    else:
        typed = invite(table=table, by=BY).code
    wrong = f"{typed[:4]}-{'0' * 6}"
    outcomes = paired_at_once(*[uuid4() for _ in range(MAX_ATTEMPTS + 3)], code=wrong)
    assert not Device.objects.exists()
    rows: Any = TableCode.objects if of_sheet else Pairing.objects
    counted = MAX_ATTEMPTS + 3 if of_sheet else MAX_ATTEMPTS
    assert rows.get().attempts == counted
    assert codes_of(outcomes).count("unknown") == counted
