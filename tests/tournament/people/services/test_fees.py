"""Fees: noted, taken back, waived, summed up."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.making import BY, entry, make_event
from tournament.events.services.events import begin_event, update_event
from tournament.models import AuditEntry, Entry, Event
from tournament.people.fees import fee_of, fee_total
from tournament.people.services.entries import update_entry, withdraw_entry
from tournament.people.services.fees import record_payment, take_payment_back, waive_fee
from tournament.people.services.merging import merge_entries
from tournament.personal.selectors.data import data_of
from tournament.personal.services import erase_entries, person_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(players=4, fee=Decimal("12.50"), fee_currency="EUR")


def text_of(event: Event, seed: int) -> str:
    fee = fee_of(event, entry(event, seed))
    return fee.text.replace("\xa0", " ") if fee else ""


def actions() -> list[str]:
    found = AuditEntry.objects.filter(kind="entry").order_by("pk")
    return list(found.values_list("action", flat=True))


def test_a_payment_is_noted_once_with_time_and_person_and_taken_back(event: Event) -> None:
    assert text_of(event, 1) == "12.50 EUR open"
    for _twice in range(2):
        record_payment(entry=entry(event, 1), by="Rita")
    paid = entry(event, 1)
    assert (paid.fee_paid, paid.fee_paid_by) == (Decimal("12.50"), "Rita")
    assert paid.fee_paid_at is not None
    assert text_of(event, 1) == "12.50 EUR paid"
    for _twice in range(2):
        take_payment_back(entry=paid, by=BY)
    assert (entry(event, 1).fee_paid, entry(event, 1).fee_paid_at) == (None, None)
    assert actions() == ["record payment", "take payment back"]


def test_another_amount_and_another_fee(event: Event) -> None:
    record_payment(entry=entry(event, 1), amount=Decimal(8), by=BY)
    assert text_of(event, 1) == "8 EUR of 12.50 EUR paid"
    record_payment(entry=entry(event, 1), by=BY)
    assert text_of(event, 1) == "12.50 EUR paid"
    update_entry(entry=entry(event, 2), fee_due=Decimal("5.00"), by=BY)
    assert text_of(event, 2) == "5 EUR open"
    record_payment(entry=entry(event, 2), by=BY)
    assert entry(event, 2).fee_paid == 5


@pytest.mark.parametrize("amount", ["0", "-1", "0.001", "10000000"])
def test_what_is_no_amount_is_refused(event: Event, amount: str) -> None:
    with pytest.raises(ValidationError, match="Write an amount above 0"):
        record_payment(entry=entry(event, 1), amount=Decimal(amount), by=BY)


def test_a_waived_fee_is_not_open_and_cannot_be_paid(event: Event) -> None:
    waive_fee(entry=entry(event, 1), waived=True, by=BY)
    assert text_of(event, 1) == "fee waived"
    with pytest.raises(ValidationError, match="undo that first"):
        record_payment(entry=entry(event, 1), by=BY)
    waive_fee(entry=entry(event, 1), waived=False, by=BY)
    assert text_of(event, 1) == "12.50 EUR open"
    assert actions() == ["waive fee", "demand fee"]


def test_the_sums_leave_out_who_owes_nothing_more(event: Event) -> None:
    record_payment(entry=entry(event, 1), by=BY)
    record_payment(entry=entry(event, 2), amount=Decimal(2), by=BY)
    waive_fee(entry=entry(event, 3), waived=True, by=BY)
    withdraw_entry(entry=entry(event, 4), by=BY)
    total = fee_total(event, Entry.objects.filter(event=event))
    assert total is not None
    assert (total.paid, total.paying) == (Decimal("14.50"), 2)
    assert (total.open, total.owing, total.waived) == (Decimal("10.50"), 1, 1)


def test_without_a_fee_nothing_can_be_noted() -> None:
    event = make_event(players=1)
    assert fee_of(event, entry(event, 1)) is None
    assert fee_total(event, event.entries.all()) is None
    with pytest.raises(ValidationError, match="has no fee"):
        record_payment(entry=entry(event, 1), by=BY)
    with pytest.raises(ValidationError, match="has no fee"):
        waive_fee(entry=entry(event, 1), waived=True, by=BY)


def test_a_fee_needs_a_currency_and_is_above_0(event: Event) -> None:
    for changes in ({"fee_currency": ""}, {"fee_currency": "eur"}, {"fee": Decimal(0)}):
        with pytest.raises(ValidationError):
            update_event(event=event, by=BY, **changes)


def test_an_event_like_it_has_the_same_fee_and_no_payment(event: Event) -> None:
    record_payment(entry=entry(event, 1), by=BY)
    other = begin_event(name="Autumn", starts_on=event.starts_on, like=event, by=BY)
    assert (other.fee, other.fee_currency) == (event.fee, "EUR")


def test_a_merged_entry_keeps_the_payment(event: Event) -> None:
    record_payment(entry=entry(event, 2), by="Rita")
    kept = merge_entries(keep=entry(event, 1), other=entry(event, 2), by=BY)
    assert (kept.fee_paid, kept.fee_paid_by) == (event.fee, "Rita")


def test_two_payments_are_not_merged_into_one(event: Event) -> None:
    for seed in (1, 2):
        record_payment(entry=entry(event, seed), by=BY)
    with pytest.raises(ValidationError, match="take back that of Player 2") as refused:
        merge_entries(keep=entry(event, 1), other=entry(event, 2), by=BY)
    assert refused.value.code == "both_paid"
    assert entry(event, 2).fee_paid == event.fee


@pytest.mark.parametrize(("payer", "guest"), [(1, 2), (2, 1)])
def test_who_paid_is_not_waived_by_a_merge(event: Event, payer: int, guest: int) -> None:
    record_payment(entry=entry(event, payer), by=BY)
    waive_fee(entry=entry(event, guest), waived=True, by=BY)
    kept = merge_entries(keep=entry(event, 1), other=entry(event, 2), by=BY)
    assert (kept.fee_paid, kept.fee_waived) == (event.fee, False)


def test_the_currency_stays_while_payments_are_noted_in_it(event: Event) -> None:
    record_payment(entry=entry(event, 1), by=BY)
    for other in ("USD", ""):
        with pytest.raises(ValidationError, match="Payments are noted in EUR") as refused:
            update_event(event=event, fee=None, fee_currency=other, by=BY)
        assert list(refused.value.message_dict) == ["fee_currency"]
    update_event(event=event, fee=Decimal(15), fee_currency="EUR", by=BY)
    take_payment_back(entry=entry(event, 1), by=BY)
    assert update_event(event=event, fee_currency="USD", by=BY).fee_currency == "USD"


def test_the_player_may_have_it_and_who_noted_it_can_be_erased(event: Event) -> None:
    record_payment(entry=entry(event, 1), by="Player 2")
    assert data_of(entry(event, 1))["fee_paid"] == event.fee
    second = [entry(event, 2)]
    erase_entries(entries=second, person=person_of(second), by=BY)
    assert "Player 2" not in entry(event, 1).fee_paid_by
    assert entry(event, 1).fee_paid == event.fee
