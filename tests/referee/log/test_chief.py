"""Decisions about events set aside, corrections, and the way from the last event to the result."""

import json
from typing import Any

import pytest

from referee.log import chief
from referee.log.append import append
from referee.log.record import record_lines, record_text
from referee.log.verify import faults_of
from referee.models import GameLog, GameRecord, LoggedEvent, SetAside
from tests.present import present
from tests.referee.log.test_append import kinds, send
from tests.referee.tables import Tablet
from tournament.models import AuditEntry, Result, Table
from tournament.people.services.entries import add_entry

Events = list[dict[str, Any]]
pytestmark = pytest.mark.django_db
ILLEGAL = {"type": "buy", "player": "p02"}


def play(tablet: Tablet, events: Events) -> GameLog:
    """Log all of the events."""
    for at in range(0, len(events), 100):
        done = send(tablet, *tablet.made_of(*events[at : at + 100]))
        assert set(kinds(done.verdicts)) == {"accepted"}
    return done.game


def confirm(tablet: Tablet, *players: str, statement: str | None = None) -> GameLog:
    """Confirm the statement as it is now."""
    shown = (
        statement
        or chief.preview(
            game=GameLog.objects.get(pk=tablet.game), event={"type": "ruling", "text": "-"}
        ).before["statement_hash"]
    )
    made = tablet.made_of(
        *({"type": "confirm", "player": player, "statement": shown} for player in players)
    )
    return send(tablet, *made).game


def test_the_result_stands_once_all_players_have_confirmed(tablet: Tablet, events: Events) -> None:
    game = play(tablet, events)
    assert game.state == "finished"
    assert confirm(tablet, "p01").state == "finished"
    assert not Result.objects.exists()
    assert confirm(tablet, "p02").state == "confirmed"
    result = Result.objects.get(table=game.table_id)
    assert present(result.statement)["status"] == "finished"
    record = GameRecord.objects.get(table=game.table_id)
    assert record.text == record_text(game)
    assert record.statement == result.statement


def test_that_the_table_has_read_a_ruling_is_in_the_log_and_beside_its_head(
    tablet: Tablet, events: Events
) -> None:
    game = play(tablet, events[:3])
    assert chief.append_chief(game_id=game.pk, event={"type": "ruling", "text": "-"}, by="c") == ()
    game.refresh_from_db()
    tablet.acknowledge(game)
    game = send(tablet, *tablet.made_of({"type": "understood", "through": game.head_seq})).game
    assert json.loads(game.snapshot)["understood"] == game.head_seq - 1
    assert LoggedEvent.objects.get(game=game, seq=game.head_seq).kind == LoggedEvent.Kind.ADMIN
    assert faults_of(game) == []


def test_what_was_read_of_one_correction_comes_after_another_without_a_conflict(
    tablet: Tablet, events: Events
) -> None:
    game = play(tablet, events[:3])
    seen = {"type": "revise", "seq": 3, "replacement": [events[2]], "reason": "seen"}
    assert chief.append_chief(game_id=game.pk, event=seen, by="c") == ()
    game.refresh_from_db()
    tablet.acknowledge(game)
    assert chief.append_chief(game_id=game.pk, event=seen, by="c") == ()
    (read,) = tablet.made_of({"type": "understood", "through": game.head_seq})
    (verdict,) = send(tablet, read).verdicts
    assert (verdict.verdict, verdict.code) == ("stale", "behind")
    assert not SetAside.objects.exists()


def test_a_result_the_tournament_refuses_does_not_stop_the_log(
    tablet: Tablet, table: Table, events: Events
) -> None:
    """Others sit there by now, as in old events: the game stays finished and says why."""
    play(tablet, events)
    entry = add_entry(event=table.round.event, name="Zoë", seed=9, by="Olga")
    table.seats.filter(order=1).update(entry=entry)
    game = confirm(tablet, "p01", "p02")
    assert game.state == "finished"
    assert "other players" in json.loads(game.snapshot)["problem"]
    assert not Result.objects.exists()


def test_after_the_confirmation_the_log_is_closed_to_undo(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    confirm(tablet, "p01", "p02")
    undo = tablet.made_of({"type": "undo", "reason": "too late"})
    done = append(device=tablet.device, batch=tablet.batch(*undo))
    assert kinds(done.verdicts) == ["closed"]
    assert SetAside.objects.get(game=tablet.game).reason == "closed"
    assert Result.objects.get().revision == 1


def test_an_undo_makes_the_confirmations_void(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    confirm(tablet, "p01")
    undo = {"type": "undo", "reason": "the dice of the circuit"}
    send(tablet, *tablet.made_of(undo, events[-1]))
    other = {**events[-1], "dice": {key: [6, 6] for key in events[-1]["dice"]}}
    game = send(tablet, *tablet.made_of(undo, other)).game
    assert game.state == "finished"
    shown = confirm(tablet, "p02")
    assert shown.state == "finished"
    assert not Result.objects.exists()


def test_another_statement_than_the_games_cannot_be_confirmed(
    tablet: Tablet, events: Events
) -> None:
    play(tablet, events)
    made = tablet.made_of({"type": "confirm", "player": "p01", "statement": "0" * 64})
    done = send(tablet, *made, set_aside=False)
    assert done.verdicts[0].refusals[0].code == "other_statement"


def test_a_dispute_goes_to_the_chief(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    dispute = {"type": "dispute", "player": "p01", "reason": "the rent"}
    game = send(tablet, *tablet.made_of(dispute)).game
    assert game.state == "disputed"
    assert confirm(tablet, "p02").state == "disputed"
    settled = {"type": "settle", "player": "p01", "reason": "it was right"}
    assert chief.append_chief(game_id=game.pk, event=settled, by="Chief") == ()
    game.refresh_from_db()
    tablet.acknowledge(game)
    assert game.state == "finished"
    assert confirm(tablet, "p01").state == "confirmed"


def test_the_result_waits_for_what_was_set_aside(tablet: Tablet, events: Events) -> None:
    game = play(tablet, events)
    append(device=tablet.device, batch=tablet.batch(*tablet.made_of(ILLEGAL)))
    assert confirm(tablet, "p01", "p02").state == "finished"
    assert not Result.objects.exists()
    entry = SetAside.objects.get(game=game)
    chief.discard(entry_id=entry.pk, decision="a slip of the finger", by="Chief")
    game.refresh_from_db()
    assert game.state == "confirmed"
    assert Result.objects.filter(table=game.table_id).exists()
    assert AuditEntry.objects.filter(action="discard events", by="Chief").count() == 1


def test_events_set_aside_can_be_taken_into_the_log(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:2]))
    late = tablet.made_of(*events[2:5])
    append(device=tablet.device, batch=tablet.batch(*late, lease_epoch=7))
    entry = SetAside.objects.get(game=tablet.game)
    assert chief.apply(entry_id=entry.pk, decision="they are right", by="Chief") == ()
    rows = LoggedEvent.objects.filter(game=tablet.game, seq__gt=2).order_by("seq")
    assert [row.event_id for row in rows] == [event.event_id for event in late]
    assert {(row.device_id, row.by) for row in rows} == {(tablet.device.pk, "Chief")}
    again = append(device=tablet.device, batch=tablet.batch(*late))
    assert kinds(again.verdicts) == ["duplicate"] * 3
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []


def test_what_the_rules_forbid_now_stays_set_aside(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:2]))
    not_theirs = {"type": "buy", "player": "p01"}
    append(device=tablet.device, batch=tablet.batch(*tablet.made_of(events[2], not_theirs)))
    entry = SetAside.objects.get(game=tablet.game)
    refusals = chief.apply(entry_id=entry.pk, decision="try", by="Chief")
    assert [refusal.code for refusal in refusals] == ["not_on_turn"]
    entry.refresh_from_db()
    assert entry.state == "open"
    assert GameLog.objects.get(pk=tablet.game).head_seq == 3


def test_one_branch_can_stand_in_the_place_of_the_other(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(*events[:2]))
    fork = tablet.head
    send(tablet, *tablet.made_of({"type": "roll", "player": "p02", "dice": [1, 3]}))
    branch = tablet.made_of(*events[2:5])
    tablet.head = fork
    done = append(device=tablet.device, batch=tablet.batch(*branch))
    assert kinds(done.verdicts)[0] == "conflict"
    entry = SetAside.objects.get(game=tablet.game)
    assert chief.apply_instead(entry_id=entry.pk, decision="the camera saw it", by="C") == ()
    game = GameLog.objects.get(pk=tablet.game)
    assert [line["type"] for line in record_lines(game)[1:]] == [e["type"] for e in events[1:5]]
    assert faults_of(game) == []


def test_a_correction_changes_a_published_result(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    confirm(tablet, "p01", "p02")
    game = GameLog.objects.get(pk=tablet.game)
    before = Result.objects.get()
    dice = {key: [6, 6] for key in events[-1]["dice"]}
    event = {
        "type": "revise",
        "seq": len(events),
        "replacement": [{"type": "circuit", "dice": dice}],
        "reason": "the dice were misread",
    }
    preview = chief.preview(game=game, event=event)
    assert preview.before["statement"] == before.statement
    assert preview.after["statement"] != before.statement
    assert chief.append_chief(game_id=game.pk, event=event, by="Chief") == ()
    after = Result.objects.get()
    assert (after.statement, after.revision) == (preview.after["statement"], 2)
    game.refresh_from_db()
    assert game.state == "confirmed"
    assert GameRecord.objects.filter(superseded_at=None).get().text == record_text(game)
    assert faults_of(game) == []


def test_a_correction_that_breaks_the_game_is_refused(tablet: Tablet, events: Events) -> None:
    game = play(tablet, events)
    head = game.head_seq
    event = {"type": "revise", "seq": 2, "replacement": [], "reason": "no"}
    (refusal,) = chief.append_chief(game_id=game.pk, event=event, by="Chief")
    assert refusal.code == "revised_illegal"
    assert refusal.params["seq"] == 3
    game.refresh_from_db()
    assert game.head_seq == head


def test_a_confirmed_game_stays_finished(tablet: Tablet, events: Events) -> None:
    play(tablet, events)
    confirm(tablet, "p01", "p02")
    event = {"type": "revise", "seq": len(events), "replacement": [], "reason": "no"}
    (refusal,) = chief.append_chief(game_id=tablet.game, event=event, by="Chief")
    assert refusal.code == "revised_unfinished"
    assert Result.objects.get().revision == 1


@pytest.mark.parametrize("event", [
    {"type": "revise", "seq": 999, "replacement": [], "reason": "x"},
    {"type": "revise", "seq": 1, "replacement": [], "reason": "x"},
    {"type": "revise", "seq": 2, "replacement": [], "reason": " "},
    {"type": "revise", "seq": 2, "replacement": [{"type": "note", "text": "x"}], "reason": "x"},
    {"type": "revise", "seq": 2, "replacement": "x", "reason": "x"},
    {"type": "revise", "seq": True, "replacement": [], "reason": "x"},
    {"type": "revise", "seq": 3, "through": 2, "replacement": [], "reason": "x"},
    {"type": "revise", "seq": 2, "reason": "x"},
    {"type": "settle", "player": "p01", "reason": "x"},
    {"type": "settle", "player": "p99", "reason": "x"},
    {"type": "ruling", "text": "x" * 501},
    {"type": "ruling"},
])  # fmt: skip
def test_what_is_no_event_of_the_chiefs_is_refused(
    tablet: Tablet, events: Events, event: dict[str, Any]
) -> None:
    send(tablet, *tablet.made_of(*events[:4]))
    assert chief.append_chief(game_id=tablet.game, event=event, by="Chief")
    assert GameLog.objects.get(pk=tablet.game).head_seq == 4


@pytest.mark.parametrize("kind", ["ruling", "settle"])
def test_a_tablet_cannot_speak_for_the_chief(tablet: Tablet, events: Events, kind: str) -> None:
    send(tablet, *tablet.made_of(*events[:4]))
    event = {"type": kind, "text": "x", "player": "p01", "reason": "x"}
    done = send(tablet, *tablet.made_of(event), set_aside=False)
    assert done.verdicts[0].refusals[0].code == "chief_only"


def test_the_table_pauses_and_goes_on(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(events[0]))
    pause, resume = {"type": "pause", "reason": "call"}, {"type": "resume"}
    assert kinds(send(tablet, *tablet.made_of(pause, resume)).verdicts) == ["accepted"] * 2
    again = send(tablet, *tablet.made_of(resume), set_aside=False)
    assert again.verdicts[0].refusals[0].code == "not_paused"
