"""The codes of a sheet: one for each table, good on the event's days, revocable."""

import datetime as dt
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from referee.devices import codes
from referee.devices.codes import (
    PrintedCode,
    devices_by_code,
    make_sheet,
    revoke_code,
    revoke_codes,
)
from referee.devices.paired import Paired, PairingError
from referee.devices.services import device_by_token, pair
from referee.models import Device, GameLog, TableCode
from tests.referee.tables import golden, make_table, next_round, paired
from tournament.models import AuditEntry, Event, Round, Table

pytestmark = pytest.mark.django_db
LINES = golden("01")


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0], tables=2)


@pytest.fixture
def sheet(table: Table) -> list[PrintedCode]:
    return make_sheet(event=table.round.event, tables=3, by="Olga")


def scan(printed: PrintedCode) -> Paired:
    return pair(request_id=uuid4(), label="", token=printed.token)


def refused(**given: str) -> str:
    with pytest.raises(PairingError) as error:
        pair(request_id=uuid4(), label="", **given)
    return error.value.code


def test_each_table_has_a_code_of_its_own(table: Table, sheet: list[PrintedCode]) -> None:
    assert [one.code.number for one in sheet] == [1, 2, 3]
    done = scan(sheet[1])
    assert (done.game.table.number, done.game.table.round) == (2, table.round)
    assert (done.game.lease_device, done.game.lease_epoch) == (done.device, 1)
    assert device_by_token(done.token) == done.device
    assert AuditEntry.objects.filter(action="print codes of tables", by="Olga").count() == 1
    after = AuditEntry.objects.get(action="pair tablet").after
    assert after == {
        "device": str(done.device.pk),
        "label": "Tablet 2A",
        "code": sheet[1].code.handle,
    }


def test_no_secret_is_stored(sheet: list[PrintedCode]) -> None:
    rows = [*TableCode.objects.values_list(), *AuditEntry.objects.values_list()]
    stored = " ".join(str(value) for row in rows for value in row)
    for one in sheet:
        assert one.token not in stored
        assert one.typed.partition("-")[2].replace("-", "") not in stored
        assert len(one.token) >= 43


def test_a_code_pairs_again_and_the_second_tablet_takes_over_by_hand(
    sheet: list[PrintedCode],
) -> None:
    first, second = scan(sheet[0]), scan(sheet[0])
    assert first.device != second.device
    assert GameLog.objects.get(pk=first.game.pk).lease_device == first.device
    assert [device.label for device in devices_by_code(sheet[0].code.event)] == [
        "Tablet 1B",
        "Tablet 1A",
    ]


def test_a_code_leads_to_the_newest_public_round(table: Table, sheet: list[PrintedCode]) -> None:
    later = next_round(table, published=False)
    assert scan(sheet[0]).game.table.round == table.round
    Round.objects.filter(pk=later.pk).update(status=Round.Status.PUBLISHED)
    assert scan(sheet[0]).game.table.round == later
    assert refused(token=sheet[1].token) == "no-table"


def test_without_a_public_round_it_is_too_early(table: Table, sheet: list[PrintedCode]) -> None:
    Round.objects.update(status=Round.Status.DRAWN)
    assert refused(token=sheet[0].token) == "early"
    assert not GameLog.objects.exists()


def test_a_lost_answer_can_be_asked_for_again(sheet: list[PrintedCode]) -> None:
    request = uuid4()
    first = pair(request_id=request, label="", token=sheet[0].token)
    again = pair(request_id=request, label="", token=sheet[0].token)
    assert (again.device, again.repeated) == (first.device, True)
    assert device_by_token(first.token) is None
    assert Device.objects.count() == 1


@pytest.mark.parametrize("spelling", ["{}", " {} ", "{}-"])
def test_a_typed_code_works_however_it_is_written(sheet: list[PrintedCode], spelling: str) -> None:
    typed = sheet[0].typed.lower().replace("-", " ")
    assert pair(request_id=uuid4(), label="", code=spelling.format(typed)).game.table.number == 1


def test_wrong_codes_are_counted_and_the_qr_code_still_pairs(sheet: list[PrintedCode]) -> None:
    handle = sheet[0].code.handle
    TableCode.objects.update(attempts=codes.MAX_ATTEMPTS - 3)
    wrong = [refused(code=f"{handle}-AAAA-AAA{letter}") for letter in "ABCD"]
    assert wrong == ["unknown"] * 3 + ["locked"]
    assert refused(code=sheet[0].typed) == "locked"
    assert scan(sheet[0]).device.pk


@pytest.mark.parametrize(
    ("starts", "ends", "answer"),
    [(-2, -1, "days"), (1, 2, "days"), (0, 0, None), (-1, 0, None), (0, 1, None)],
)
def test_a_code_is_good_on_the_days_of_the_event_only(
    sheet: list[PrintedCode], starts: int, ends: int, answer: str | None
) -> None:
    today = timezone.now().date()
    first, last = (today + dt.timedelta(days=days) for days in (starts, ends))
    Event.objects.update(starts_on=first, ends_on=last, time_zone="UTC")
    if answer is None:
        assert scan(sheet[0]).device.pk
    else:
        assert refused(token=sheet[0].token) == answer
        assert refused(code=sheet[0].typed) == answer


def test_the_days_are_those_of_the_place(
    sheet: list[PrintedCode], monkeypatch: pytest.MonkeyPatch
) -> None:
    day = dt.date(2026, 5, 16)
    Event.objects.update(starts_on=day, ends_on=day, time_zone="Pacific/Auckland")
    noon = dt.datetime(2026, 5, 16, 11, 0, tzinfo=dt.UTC)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    assert scan(sheet[0]).device.pk
    monkeypatch.setattr(timezone, "now", lambda: noon + dt.timedelta(hours=2))
    assert refused(token=sheet[0].token) == "days"


def test_one_code_is_revoked_and_its_tablets_stay(sheet: list[PrintedCode]) -> None:
    done = scan(sheet[0])
    revoke_code(code=sheet[0].code, by="Olga")
    assert refused(token=sheet[0].token) == "revoked"
    assert refused(code=sheet[0].typed) == "revoked"
    assert Device.objects.get(pk=done.device.pk).revoked_at is None
    assert scan(sheet[1]).device.pk
    assert AuditEntry.objects.filter(action="revoke code of table", by="Olga").count() == 1


def test_all_codes_are_revoked_at_once(table: Table, sheet: list[PrintedCode]) -> None:
    elsewhere = make_sheet(event=make_table(LINES[0], slug="b").round.event, tables=1, by="Olga")
    assert revoke_codes(event=table.round.event, by="Olga") == 3
    assert {refused(token=one.token) for one in sheet} == {"revoked"}
    assert scan(elsewhere[0]).device.pk


def test_a_new_sheet_ends_the_one_before(table: Table, sheet: list[PrintedCode]) -> None:
    newer = make_sheet(event=table.round.event, tables=2, by="Olga")
    assert {refused(token=one.token) for one in sheet} == {"revoked"}
    assert scan(newer[0]).device.pk
    assert TableCode.objects.filter(revoked_at=None).count() == 2


@pytest.mark.parametrize("tables", [0, 201])
def test_a_sheet_has_a_number_of_tables(table: Table, tables: int) -> None:
    with pytest.raises(ValidationError):
        make_sheet(event=table.round.event, tables=tables, by="Olga")


def test_no_sheet_is_made_once_the_event_is_over(table: Table, sheet: list[PrintedCode]) -> None:
    day = timezone.now().date() - dt.timedelta(days=3)
    Event.objects.update(starts_on=day, ends_on=day)
    with pytest.raises(ValidationError, match="ended"):
        make_sheet(event=Event.objects.get(), tables=2, by="Olga")
    assert TableCode.objects.filter(revoked_at=None).count() == 3


def test_a_table_has_so_many_tablets_by_the_sheet_and_room_for_others(
    table: Table, sheet: list[PrintedCode], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "MAX_TABLETS", 2)
    scan(sheet[0])
    scan(sheet[0])
    assert refused(token=sheet[0].token) == "full"
    assert paired(table).device.pk
