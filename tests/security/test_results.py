"""Two results of one table: none takes the other's place without the chief referee."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from referee.devices.services import revoke
from referee.log import journal_cache
from referee.log.chief import append_chief, discard_all
from referee.log.choosing import choose_result
from referee.log.set_aside import hand_over
from referee.log.verify import faults_of
from referee.log.wire import HandOver
from referee.models import GameLog, GameRecord
from referee.records.importing import RecordFile
from referee.records.selectors import record_of
from referee.records.services import import_records
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.tournament.admin.test_pages import seats_form
from tests.tournament.making import result_of
from tournament.events.services.events import delete_event
from tournament.models import AuditEntry, ConflictingResult, Result, Round, SeatResult, Table
from tournament.results.selectors.reviews import review_of
from tournament.results.services.results import record_result, remove_result
from tournament.rounds.services.rounds import clear_seats
from tournament.standings.selectors.pages import table_page

pytestmark = pytest.mark.django_db

LINES = golden("01")
EVENTS = log_events(LINES)
HAND = (1_000, 900)
RECOUNT = next(number for number, event in enumerate(EVENTS, 1) if event["type"] == "recount")
RECOUNTED = {
    "type": "revise",
    "seq": RECOUNT,
    "replacement": [{**EVENTS[RECOUNT - 1], "cash": 500}],
    "reason": "miscounted",
}


@pytest.fixture(autouse=True)
def _cold() -> None:
    journal_cache.forget()


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0], published=True)


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table, "Tablet 7")


def by_hand(table: Table, *finals: int) -> Result:
    """The organiser types a result in."""
    result = result_of(table, *(finals or HAND))
    return record_result(
        table=table, result=result, source="paper", correction_reason="Counted again", by="Olga"
    )


def hand_in(tablet: Tablet) -> GameLog:
    """The table plays to the end, and everybody confirms."""
    play(tablet, EVENTS)
    return confirm(tablet, "p01", "p02")


def choose(table: Table, source: str, reason: str = "The notes agree with it.") -> Result:
    review = review_of(table.pk)
    assert review is not None
    return choose_result(table=table, source=source, seen=review.seen, reason=reason, by="Chiara")


def heard(tablet: Tablet) -> dict[str, Any]:
    """What the tablet's next sign of life tells of its result."""
    answer = Client().post(
        f"/api/v1/games/{tablet.game}/heartbeat",
        {
            "lease_epoch": tablet.epoch,
            "head_seq": tablet.head[0],
            "pending": 0,
            "app": "x",
            "clock_skew_ms": 0,
        },
        content_type="application/json",
        headers={"Authorization": f"Bearer {tablet.token}"},
    )
    assert answer.status_code == 200, answer.content
    found = answer.json()
    return {"state": found["state"], **found["confirmation"]}


def public(table: Table) -> tuple[list[int | None], bool]:
    """The final cash that everybody sees, and whether it is marked as under review."""
    page = table_page(table.round.event.slug, 1, table.number)
    assert page is not None
    return [seat.final for seat in page.table.seats], page.table.under_review


def sources(table: Table) -> tuple[str, list[str]]:
    """Which result counts, and which are kept beside it."""
    beside = ConflictingResult.objects.filter(table=table).values_list("source", flat=True)
    return Result.objects.get(table=table).source, list(beside)


def test_a_tablet_that_hands_in_does_not_overwrite_the_organisers_result(
    table: Table, tablet: Tablet
) -> None:
    by_hand(table)
    game = hand_in(tablet)
    assert game.state == "finished"
    assert sources(table) == ("paper", ["log"])
    assert public(table) == ([1_000, 900], True)
    assert heard(tablet)["blocked_by"] == ["result"]
    assert Round.objects.get().status == "published"  # not finished: one table is open
    assert record_of(table.pk) is None
    assert AuditEntry.objects.filter(action="keep beside").count() == 1


def test_an_organisers_result_does_not_overwrite_what_the_table_handed_in(
    table: Table, tablet: Tablet
) -> None:
    hand_in(tablet)
    logged, marked = public(table)
    assert not marked
    by_hand(table)
    assert sources(table) == ("log", ["paper"])
    assert public(table) == (logged, True)
    told = heard(tablet)
    assert (told["state"], told["blocked_by"]) == ("confirmed", ["result"])
    assert faults_of(GameLog.objects.get()) == []


def test_a_result_typed_in_during_the_game_waits_and_the_tablet_hears_of_it(
    table: Table, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    assert heard(tablet)["blocked_by"] == ["unfinished"]
    by_hand(table)
    assert heard(tablet)["blocked_by"] == ["unfinished", "result"]
    assert public(table) == ([1_000, 900], True)
    play(tablet, EVENTS[5:])
    assert confirm(tablet, "p01", "p02").state == "finished"
    assert heard(tablet)["blocked_by"] == ["result"]


def test_a_result_typed_in_before_the_first_event_waits_from_then_on(
    table: Table, tablet: Tablet
) -> None:
    assert heard(tablet)["blocked_by"] == ["unfinished"]
    by_hand(table)
    assert public(table) == ([1_000, 900], False)
    assert heard(tablet)["blocked_by"] == ["unfinished", "result"]
    send(tablet, *tablet.made_of(*EVENTS[:2]))
    assert public(table) == ([1_000, 900], True)
    assert heard(tablet)["blocked_by"] == ["unfinished", "result"]


@pytest.mark.parametrize("first", ["hand", "log"])
@pytest.mark.parametrize("chosen", ["paper", "log"])
def test_the_chief_chooses_and_everybody_hears_of_it(
    table: Table, tablet: Tablet, first: str, chosen: str
) -> None:
    if first == "hand":
        by_hand(table)
    hand_in(tablet)
    if first == "log":
        by_hand(table)
    statement = json.loads(GameLog.objects.get().snapshot)["statement"]
    finals = {line["id"]: line["final"] for line in statement["players"]}
    logged = [finals["p01"], finals["p02"]]
    choose(table, chosen)
    assert public(table) == (logged if chosen == "log" else [1_000, 900], False)
    assert sources(table)[0] == chosen
    told = heard(tablet)
    assert (told["state"], told["blocked_by"]) == ("confirmed", [])
    assert told["choice"]["source"] == chosen
    assert told["choice"]["reason"] == "The notes agree with it."
    assert Round.objects.get().status == "finished"
    record = record_of(table.pk)
    assert (record is not None) == (chosen == "log")
    if record:
        assert record.statement == Result.objects.get().statement == statement
    assert faults_of(GameLog.objects.get()) == []
    row = AuditEntry.objects.filter(action="choose result").get()
    assert row.after is not None
    assert (row.by, row.after["source"]) == ("Chiara", chosen)
    assert row.after["reason"] == "The notes agree with it."


def test_the_chief_may_choose_again(table: Table, tablet: Tablet) -> None:
    by_hand(table)
    hand_in(tablet)
    for source in ("log", "paper", "log"):
        choose(table, source)
        assert sources(table)[0] == source
        assert len(sources(table)[1]) == 1
        assert (record_of(table.pk) is not None) == (source == "log")
    assert GameRecord.objects.filter(superseded_at__isnull=True).count() == 1


def test_a_broken_off_log_is_set_aside_by_choosing_the_hand_result(
    table: Table, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    by_hand(table)
    with pytest.raises(ValidationError, match="not finished"):
        choose(table, "log")
    choose(table, "paper", "The tablet fell into the soup.")
    assert public(table) == ([1_000, 900], False)
    assert heard(tablet)["choice"]["source"] == "paper"
    play(tablet, EVENTS[5:])
    assert confirm(tablet, "p01", "p02").state == "confirmed"  # no dead end: the game closes
    assert public(table) == ([1_000, 900], False)
    assert sources(table) == ("paper", ["log"])


@pytest.mark.parametrize("reason", ["", "   "])
def test_no_choice_without_a_reason(table: Table, tablet: Tablet, reason: str) -> None:
    by_hand(table)
    hand_in(tablet)
    with pytest.raises(ValidationError, match="Say why"):
        choose(table, "log", reason)
    assert sources(table) == ("paper", ["log"])


def test_no_choice_of_what_was_not_looked_at(table: Table, tablet: Tablet) -> None:
    by_hand(table)
    hand_in(tablet)
    review = review_of(table.pk)
    assert review is not None
    by_hand(table, 800, 700)
    with pytest.raises(ValidationError, match="changed meanwhile"):
        choose_result(table=table, source="log", seen=review.seen, reason="x", by="Chiara")
    assert public(table)[0] == [800, 700]


def test_a_correction_of_the_log_does_not_replace_the_chosen_hand_result(
    table: Table, tablet: Tablet
) -> None:
    by_hand(table)
    hand_in(tablet)
    choose(table, "paper")
    before = ConflictingResult.objects.get().statement
    assert append_chief(game_id=tablet.game, event=RECOUNTED, by="Chiara") == ()
    assert public(table) == ([1_000, 900], False)
    assert ConflictingResult.objects.get().statement != before
    assert faults_of(GameLog.objects.get()) == []


def test_the_same_result_from_both_sides_is_no_conflict(table: Table, tablet: Tablet) -> None:
    play(tablet, EVENTS)
    statement = json.loads(GameLog.objects.get().snapshot)["statement"]
    finals = {line["id"]: line["final"] for line in statement["players"]}
    by_hand(table, finals["p01"], finals["p02"])
    assert confirm(tablet, "p01", "p02").state == "confirmed"
    assert sources(table) == ("log", [])
    assert public(table) == ([finals["p01"], finals["p02"]], False)
    by_hand(table, finals["p01"], finals["p02"])
    assert sources(table) == ("log", [])
    assert record_of(table.pk) is not None


def test_taking_the_end_of_the_game_back_takes_its_result_back(
    table: Table, tablet: Tablet
) -> None:
    by_hand(table)
    hand_in(tablet)
    send(tablet, *tablet.made_of({"type": "undo", "reason": "a slip"}))
    assert ConflictingResult.objects.get().lines == []
    assert heard(tablet)["blocked_by"] == ["unfinished", "result"]
    with pytest.raises(ValidationError, match="not finished"):
        choose(table, "log")
    remove_result(table=table, reason="Another table", by="Olga")
    assert heard(tablet)["blocked_by"] == ["unfinished"]


def test_a_hand_result_taken_away_before_the_end_leaves_the_table_to_its_log(
    table: Table, tablet: Tablet
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    by_hand(table)
    remove_result(table=table, reason="Another table", by="Olga")
    play(tablet, EVENTS[5:])
    assert confirm(tablet, "p01", "p02").state == "confirmed"
    assert sources(table) == ("log", [])


def test_neither_side_is_deleted_to_let_the_other_win(table: Table, tablet: Tablet) -> None:
    by_hand(table)
    hand_in(tablet)
    with pytest.raises(ValidationError, match="the chief referee chooses between them"):
        remove_result(table=table, reason="Another table", by="Olga")
    choose(table, "log")
    with pytest.raises(ValidationError, match="Correct the log instead"):
        remove_result(table=table, reason="Another table", by="Olga")
    assert SeatResult.objects.count() == 2
    with pytest.raises(ValidationError, match="has a result"):
        clear_seats(round=table.round, by="Olga")
    with pytest.raises(ValidationError, match="has results"):
        delete_event(event=table.round.event, by="Olga")


def imported(table: Table) -> Any:
    """The sample's record, as a file for the table."""
    header = {**LINES[0], "table": table.number}
    text = "\n".join(json.dumps(line) for line in [header, *LINES[1:]])
    file = RecordFile("table-1.amr.jsonl", text.encode())
    return import_records(event=table.round.event, round_number=1, files=[file], by="Olga")


def test_an_import_does_not_overwrite_the_organisers_result(table: Table) -> None:
    by_hand(table)
    assert imported(table).waiting == (1,)
    assert sources(table) == ("paper", ["record"])
    assert record_of(table.pk) is None
    assert imported(table).waiting == (1,)
    assert GameRecord.objects.count() == 1
    choose(table, "record")
    assert public(table)[0] != [1_000, 900]
    record = record_of(table.pk)
    assert record is not None
    assert record.statement == Result.objects.get().statement


def test_a_hand_result_does_not_overwrite_an_imported_record(table: Table) -> None:
    assert imported(table).new == (1,)
    logged, _marked = public(table)
    by_hand(table)
    assert sources(table) == ("record", ["paper"])
    assert public(table) == (logged, True)


def test_an_import_does_not_overwrite_the_tables_log(table: Table, tablet: Tablet) -> None:
    hand_in(tablet)
    same = imported(table)
    assert (same.same, same.waiting) == ((1,), ())
    assert append_chief(game_id=tablet.game, event=RECOUNTED, by="Chiara") == ()
    logged, marked = public(table)
    assert not marked
    assert imported(table).waiting == (1,)
    assert sources(table) == ("log", ["record"])
    assert public(table) == (logged, True)
    choose(table, "record")
    record = record_of(table.pk)
    assert record is not None
    assert record.statement == Result.objects.get().statement
    assert public(table) != (logged, False)
    assert faults_of(GameLog.objects.get()) == []


def test_a_final_position_does_not_overwrite_it_either(table: Table, tablet: Tablet) -> None:
    by_hand(table)
    position = {"cash": {"p01": 900, "p02": 1200}, "deeds": {"1": {"owner": "p01"}}}
    header = {**EVENTS[0]["header"], "x-quick": 1, "position": position}
    done = [{"type": "adjusted", "player": player} for player in ("p01", "p02")]
    end: list[dict[str, Any]] = [
        {"type": "time"},
        *done,
        {"type": "retain"},
        {"type": "circuit", "dice": {}},
    ]
    play(tablet, [{"type": "start", "header": header}, *end])
    assert confirm(tablet, "p01", "p02").state == "finished"
    assert public(table) == ([1_000, 900], True)


def test_thrown_roles_of_both_sides_are_kept_apart(db: None) -> None:
    table = make_table(LINES[0], roles="thrown", published=True)
    roles = ["competitor", "monopolist"]
    result = result_of(table, *HAND)
    one, other = (
        replace(
            result,
            seats=tuple(
                replace(seat, role=role) for seat, role in zip(result.seats, order, strict=True)
            ),
        )
        for order in (roles, roles[::-1])
    )
    record_result(table=table, result=one, source="paper", by="Olga")
    record_result(table=table, result=other, source="record", by="Olga")
    seats = table.seats.order_by("order")
    assert list(seats.values_list("role", flat=True)) == roles
    choose(table, "record")
    assert list(seats.values_list("role", flat=True)) == roles[::-1]


def admin() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("olga"))
    return client


def type_in(client: Client, table: Table, *finals: int, query: str = "", **more: str) -> Any:
    """The organiser's form of the table, with other cash in its boxes."""
    address = reverse("admin:tournament_table_change", args=[table.pk]) + query
    rows = [
        (seat.entry, seat.role, {"final": final})
        for seat, final in zip(table.seats.order_by("order"), finals, strict=True)
    ]
    return client.post(address, seats_form(table, *rows) | more)


def test_cash_edited_in_the_admin_does_not_leave_the_statement_behind(
    table: Table, tablet: Tablet
) -> None:
    hand_in(tablet)
    logged = public(table)
    client = admin()
    page = client.get(reverse("admin:tournament_table_change", args=[table.pk])).content.decode()
    boxes = re.findall(r'<input[^>]*name="seats-0-final"[^>]*>', page)
    assert len(boxes) == 1
    assert "disabled" in boxes[0]
    type_in(client, table, 1_000, 594)
    assert public(table) == logged
    assert sources(table) == ("log", [])
    type_in(client, table, 1_000, 594, query="?by_hand=1")  # said aloud: it waits for the chief
    assert public(table) == (logged[0], True)
    assert sources(table) == ("log", ["paper"])
    result = Result.objects.get()
    assert result.statement is not None
    finals = {line["id"]: line["final"] for line in result.statement["players"]}
    assert [finals["p01"], finals["p02"]] == public(table)[0]


def test_an_imported_records_cash_is_not_edited_either(table: Table) -> None:
    imported(table)
    before = public(table)
    type_in(admin(), table, 1_000, 594)
    assert public(table) == before


def test_who_types_over_a_running_log_is_told_so_first(table: Table, tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    client = admin()
    response = type_in(client, table, 1_000, 900)
    assert response.status_code == 200
    assert "A tablet is logging this table" in str(
        response.context["adminform"].form.errors["aware"]
    )
    assert not Result.objects.exists()
    assert 'value="1000"' in response.content.decode()
    assert type_in(client, table, 1_000, 900, aware="on").status_code == 302
    assert public(table) == ([1_000, 900], True)
    assert heard(tablet)["blocked_by"] == ["unfinished", "result"]


def test_the_action_that_removes_results_leaves_the_logs_alone(
    table: Table, tablet: Tablet
) -> None:
    hand_in(tablet)
    data = {"action": "remove_results", "_selected_action": [table.pk]}
    page = admin().post(reverse("admin:tournament_table_changelist"), data, follow=True)
    assert "Correct the log instead" in page.content.decode()
    assert sources(table) == ("log", [])


def set_aside_by_a_revoked_tablet(table: Table) -> None:
    """Somebody else's events wait for the chief at the table."""
    other = paired(table, "Lost")
    revoke(device_id=other.device.pk, by="Olga")
    events = other.made_of({"type": "note", "text": "-"})
    given = HandOver("revoked", expected_seq=1, digest=other.digest, events=events)
    hand_over(device=other.device, given=given)


def test_a_table_does_not_play_on_after_the_chief_chose_its_log(
    table: Table, tablet: Tablet
) -> None:
    """Events that were set aside kept the log open: what it came to later would have counted."""
    by_hand(table)
    hand_in(tablet)
    set_aside_by_a_revoked_tablet(table)
    assert heard(tablet)["blocked_by"] == ["set_aside", "result"]
    choose(table, "log")
    chosen = public(table)
    done = send(tablet, *tablet.made_of({"type": "undo", "reason": "we want more"}))
    assert [verdict.code for verdict in done.verdicts] == ["closed"]
    assert discard_all(game_id=tablet.game, decision="Nothing of it counts.", by="Chiara") == 2
    assert (sources(table), public(table)) == (("log", ["paper"]), chosen)
    assert heard(tablet)["state"] == "confirmed"
    assert faults_of(GameLog.objects.get()) == []


def test_a_result_by_hand_that_the_chief_chose_is_not_corrected_without_asking_again(
    table: Table, tablet: Tablet
) -> None:
    by_hand(table)
    hand_in(tablet)
    choose(table, "paper")
    assert public(table) == ([1_000, 900], False)
    by_hand(table, 5_000, 10)
    assert public(table) == ([5_000, 10], True)
    assert heard(tablet)["blocked_by"] == ["result"]
    assert Round.objects.get().status == "published"
    choose(table, "log")
    assert sources(table) == ("log", ["paper"])


def test_a_log_that_agrees_with_one_of_two_others_is_closed_too(
    table: Table, tablet: Tablet
) -> None:
    hand_in(tablet)
    logged, _marked = public(table)
    by_hand(table)
    choose(table, "paper")
    assert imported(table).waiting == (1,)
    by_hand(table, *(figure or 0 for figure in logged))
    assert public(table)[1]
    done = send(tablet, *tablet.made_of({"type": "undo", "reason": "we want more"}))
    assert [verdict.code for verdict in done.verdicts] == ["closed"]
