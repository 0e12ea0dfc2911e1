"""Several corrections, collected, looked at together, and applied or dropped as one."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from referee.log.chief import append_chief
from referee.log.collected import APPLIED
from referee.models import CollectedCorrection, GameLog, LoggedEvent
from tests.accounts import signed_in
from tests.present import present
from tests.referee.chief.pages import EVENTS, revise, words
from tests.referee.chief.views.test_revise import miscounted
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet
from tests.tournament.making import enter, finish, result_of, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Entry, Event, Result, Table
from tournament.people.services.personal_links import renew_link
from tournament.results.services.paper import SheetDetails, enter_sheet, mark_of

pytestmark = pytest.mark.django_db
AT = "/organise/open/corrections/"
SHEET = "/organise/open/r/2/1/sheet/"


@pytest.fixture
def chief(tablet: Tablet) -> Client:
    return signed_in(User.objects.create_superuser("chiara"))


@pytest.fixture
def confirmed(tablet: Tablet) -> Tablet:
    """The table's game is over and confirmed."""
    play(tablet, EVENTS)
    confirm(tablet, "p01", "p02")
    return tablet


@pytest.fixture
def second(confirmed: Tablet) -> Table:
    """Another table with a result from paper, which is typed anew."""
    event = Event.objects.get()
    update_event(event=event, by="test", number_of_rounds=2)
    enter(event, {8: "Hedy", 9: "Ines"})
    found = table_of(seat_round(event, 2, (8, 9)))
    finish(found, 500, 100)
    given = result_of(found, 100, 500)
    enter_sheet(table=found, result=given, seen="", by="otto", details=ANEW)
    return found


ANEW = SheetDetails(correction_reason="counted again")


def collect_slip(chief: Client, tablet: Tablet) -> Any:
    """Who was second by the log had counted more."""
    behind = Entry.objects.filter(seats__result__place=2, seed__lt=8).get()
    seq, events = miscounted(of=behind.code)
    form = {"events": events, "reason": "miscounted", "step": "collect"}
    return revise(chief, tablet, seq, **form)


def collect_sheet(chief: Client, table: Table) -> Any:
    seen = mark_of(table.paper_sheet)
    return chief.post(f"{SHEET}collect/", {"seen": seen, "reason": "counted again"}, follow=True)


def take(client: Client, step: str) -> str:
    """Press a button of the page as it is now."""
    seen = client.get(AT).context["mark"]
    return words(client.post(AT, {"step": step, "seen": seen}, follow=True))


def places() -> dict[str, int]:
    rows = Entry.objects.filter(seats__result__isnull=False)
    return dict(rows.order_by("seed").values_list("name", "seats__result__place"))


def test_corrections_of_several_tables_and_results_are_applied_as_one(
    chief: Client, confirmed: Tablet, second: Table
) -> None:
    before, rows = places(), LoggedEvent.objects.count()
    assert "Collected: nothing is applied yet." in words(collect_slip(chief, confirmed))
    page = words(collect_sheet(chief, second))
    assert "The result typed from paper counts." in page
    assert "Standings of the event with all of them" in page
    # What counted more comes to that player from the Treasury.
    assert "What the table is told to move Open, round 1, table 1: Treasury → Grace $19,957" in page
    for name in before:
        assert f"{name} Rank in the event" in page, name
    assert (places(), LoggedEvent.objects.count()) == (before, rows)
    assert "All of them are applied." in take(chief, "apply")
    assert places() == {name: 3 - place for name, place in before.items()}
    assert not CollectedCorrection.objects.exists()
    assert Result.objects.get(table=second).revision == 2


def test_dropped_nothing_of_them_counts(chief: Client, confirmed: Tablet, second: Table) -> None:
    before, rows = places(), LoggedEvent.objects.count()
    collect_slip(chief, confirmed)
    collect_sheet(chief, second)
    assert "2 corrections were dropped" in take(chief, "drop")
    assert (places(), LoggedEvent.objects.count()) == (before, rows)
    assert not CollectedCorrection.objects.exists()


def test_where_one_is_refused_nothing_is_applied(
    chief: Client, confirmed: Tablet, second: Table
) -> None:
    collect_slip(chief, confirmed)
    collect_sheet(chief, second)
    before = places()
    seen, given = mark_of(second.paper_sheet), result_of(second, 7, 8)
    enter_sheet(table=second, result=given, seen=seen, by="ines", details=ANEW)
    rows = LoggedEvent.objects.count()
    assert "The sheet changed meanwhile" in words(chief.get(AT))
    assert "ines typed this table’s result meanwhile" in take(chief, "apply")
    assert (places(), LoggedEvent.objects.count()) == (before, rows)
    assert CollectedCorrection.objects.count() == 2


def test_a_correction_that_the_log_refuses_by_now_is_named(chief: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    form = {"events": "", "reason": "not bought", "step": "collect"}
    revise(chief, tablet, 5, **form)
    game = GameLog.objects.get()
    gone = {"type": "revise", "seq": 5, "through": 5, "replacement": [], "reason": "a slip"}
    assert append_chief(game_id=game.pk, event=gone, by="otto") == ()
    assert chief.get(AT).context["lines"][0].faults
    assert "Nothing was applied." in take(chief, "apply")
    assert CollectedCorrection.objects.count() == 1
    assert LoggedEvent.objects.count() == 6


def test_a_second_correction_of_a_game_is_judged_after_the_first(
    chief: Client, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    form = {"events": "", "reason": "not bought", "step": "collect"}
    revise(chief, tablet, 5, **form)
    again = words(revise(chief, tablet, 5, **form))
    assert "Collected" not in again
    assert CollectedCorrection.objects.count() == 1
    take(chief, "apply")
    assert json.loads(LoggedEvent.objects.get(seq=6).event)["type"] == "revise"


def test_it_is_said_and_kept_who_was_told(chief: Client, confirmed: Tablet, second: Table) -> None:
    Event.objects.update(published=True)
    linked = Entry.objects.get(seed=8)
    renew_link(entry=linked, by="test")
    collect_slip(chief, confirmed)
    collect_sheet(chief, second)
    page = take(chief, "apply")
    told = "Told on the tablet of round 1, table 1. Their personal pages show it: Hedy."
    assert page.count(told) == 2  # now, and in the list of what was applied
    row = AuditEntry.objects.get(action=APPLIED)
    assert present(row.after)["told"] == {
        "tablets": [[1, 1]],
        "players": ["p01", "p02", "p08", "p09"],
        "links": ["p08"],
        "emails": [],
        "public": True,
    }
    assert present(row.after)["tables"] == [[1, 1], [2, 1]]


def test_a_single_correction_says_and_keeps_whom_it_told(chief: Client, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    page = words(revise(chief, tablet, 5, events="", reason="not bought", step="apply"))
    assert "The correction is in the log. Told on the tablet of round 1, table 1." in page
    assert present(AuditEntry.objects.get(action="revise").after)["told"]["tablets"] == [[1, 1]]


def test_one_is_taken_out_and_what_was_not_seen_is_not_applied(
    chief: Client, confirmed: Tablet, second: Table
) -> None:
    collect_slip(chief, confirmed)
    old = chief.get(AT).context["mark"]
    collect_sheet(chief, second)
    page = words(chief.post(AT, {"step": "apply", "seen": old}, follow=True))
    assert "changed meanwhile: look at them again" in page
    key = CollectedCorrection.objects.get(revision__isnull=True).pk
    chief.post(AT, {"step": "remove", "key": str(key)})
    assert CollectedCorrection.objects.get().revision is not None
    chief.post(AT, {"step": "remove", "key": "x"})
    assert CollectedCorrection.objects.count() == 1


def test_a_sheet_that_was_not_seen_is_not_collected(chief: Client, second: Table) -> None:
    page = chief.post(f"{SHEET}collect/", {"seen": "x"}, follow=True)
    assert "The sheet changed meanwhile" in page.content.decode()
    assert not CollectedCorrection.objects.exists()


def test_the_page_is_found_from_the_chiefs(chief: Client, tablet: Tablet) -> None:
    assert f'href="{AT}"' in chief.get("/organise/open/now/").content.decode()
    assert "Nothing is collected" in words(chief.get(reverse("chief:collected", args=["open"])))
