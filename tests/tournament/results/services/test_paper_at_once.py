"""Two people press different buttons of one paper sheet at the same moment: one of them is second,
and is told so."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tests.tournament.making import make_event, result_of, seat_round, table_of
from tests.tournament.racing import race
from tournament.models import AuditEntry, PaperSheet, Result, Table
from tournament.results.services.paper import confirm_sheet, enter_sheet, mark_of, reject_sheet

pytestmark = pytest.mark.django_db(transaction=True)
PRESSES = ("confirm", "reject", "type")


@pytest.fixture
def table() -> Table:
    event = make_event(players=3, table_sizes=[3])
    return table_of(seat_round(event, 1, (1, 2, 3)))


def press(table: Table, what: str, seen: str, name: str) -> Callable[[], object]:
    """One of the buttons, of a sheet as it was seen."""
    new, by = result_of(table, 100, 300, 200), User.objects.create_user(name)
    return {
        "confirm": lambda: confirm_sheet(table=table, seen=seen, reason="", by=by),
        "reject": lambda: reject_sheet(table=table, seen=seen, reason="Read it again", by=by),
        "type": lambda: enter_sheet(table=table, result=new, seen=seen, by=by),
    }[what]


@pytest.mark.parametrize(("one", "other"), [*combinations_with_replacement(PRESSES, 2)])
def test_whoever_is_second_is_told(table: Table, one: str, other: str) -> None:
    enter_sheet(table=table, result=result_of(table, 300, 100, 200), seen="", by="olga")
    seen = mark_of(PaperSheet.objects.get())
    outcomes: list[Any] = race(press(table, one, seen, "otto"), press(table, other, seen, "ines"))
    refused = [each for each in outcomes if isinstance(each, ValidationError)]
    # A sheet that was sent back is typed anew all the same.
    both = {one, other} == {"reject", "type"} and not refused
    assert [type(each).__name__ for each in outcomes].count("ValidationError") == (not both)
    assert all(isinstance(each, ValidationError | PaperSheet | Result) for each in outcomes)
    sheet, result = PaperSheet.objects.first(), Result.objects.first()
    assert (sheet is None) == (result is not None)
    decided = AuditEntry.objects.filter(action__in=("confirm sheet", "reject", "enter")).count()
    assert decided == (3 if both else 2)


def test_two_who_type_the_same_at_once_confirm_each_other(table: Table) -> None:
    outcomes = race(press(table, "type", "", "olga"), press(table, "type", "", "otto"))
    assert sorted(type(each).__name__ for each in outcomes) == ["PaperSheet", "Result"]
    assert (PaperSheet.objects.count(), Result.objects.count()) == (0, 1)
