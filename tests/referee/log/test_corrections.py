"""A table corrects its own log over the protocol, and the chief referee keeps the last word."""

import json
from typing import Any

import pytest
from django.test import TestCase
from django.urls import reverse

from referee.journal.limits import MARGIN, MAX_ROWS
from referee.log import chief, conditional_write, journal_cache
from referee.log.append import Appended, append
from referee.log.batch import LogFullError
from referee.log.overview import board_row, superseded_rows
from referee.log.record import record_lines
from referee.log.rows import as_json, event_of
from referee.log.set_aside import hand_over
from referee.log.verify import faults_of
from referee.log.wire import HandOver
from referee.models import GameLog, LoggedEvent, SetAside
from referee.rehearsal.resuming import resume_game
from tests.referee.tables import Tablet

Events = list[dict[str, Any]]
Event = dict[str, Any]
pytestmark = pytest.mark.django_db


def revise(seq: int, *replacement: Event, **more: Any) -> Event:
    return {
        "type": "revise", "seq": seq, "replacement": list(replacement), "reason": "misread", **more,
    }  # fmt: skip


def revert(seq: int) -> Event:
    return {"type": "revert", "seq": seq, "reason": "it was right"}


def send(tablet: Tablet, *events: Event, **changes: Any) -> Appended:
    """As one batch, after which the process keeps what was committed."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        batch = tablet.batch(*tablet.made_of(*events), **changes)
        done = append(device=tablet.device, batch=batch)
    tablet.acknowledge(done.game)
    return done


def corrects(tablet: Tablet, event: Event) -> None:
    """The chief corrects, and the tablet hears of it."""
    assert chief.append_chief(game_id=tablet.game, event=event, by="C") == ()
    tablet.acknowledge(GameLog.objects.get(pk=tablet.game))


def kinds(done: Appended) -> list[str]:
    return [verdict.code or verdict.verdict for verdict in done.verdicts]


def codes(done: Appended) -> list[str]:
    return [refusal.code for verdict in done.verdicts for refusal in verdict.refusals]


def statement(tablet: Tablet) -> Any:
    return json.loads(GameLog.objects.get(pk=tablet.game).snapshot)["statement"]


def is_sound(tablet: Tablet) -> None:
    """The chain, the snapshot, and what other readers make of the rows."""
    game = GameLog.objects.get(pk=tablet.game)
    assert faults_of(game) == []
    journal_cache.forget()
    rows = list(LoggedEvent.objects.filter(game=game).order_by("seq"))
    again = resume_game(as_json(rows))
    assert again is not None
    assert again.game.statement() == statement(tablet)


def test_corrections_are_appended_in_the_common_way(
    tablet: Tablet, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = []
    write = conditional_write.write_rows

    def counted(*given: Any) -> bool:
        common.append(write(*given))
        return common[-1]

    monkeypatch.setattr("referee.log.append.write_rows", counted)
    send(tablet, *events[:5])
    before = statement(tablet)
    changed = {**events[3], "dice": [1, 1]}
    again = send(tablet, revise(4, changed, without=[5]), revert(6), revise(4, events[3]))
    assert (kinds(again), common) == (["accepted"] * 3, [True, True])
    assert statement(tablet) == before
    kept = LoggedEvent.objects.filter(game=tablet.game, seq__gt=5)
    assert set(kept.values_list("kind", "consequences")) == {("board", "[]")}
    is_sound(tablet)


def test_corrections_come_again_as_duplicates_and_a_batch_stays_a_prefix(
    tablet: Tablet, events: Events
) -> None:
    made = tablet.made_of(*events[:4], revise(4, events[3]), revert(9), events[4])
    done = append(device=tablet.device, batch=tablet.batch(*made))
    assert kinds(done) == ["accepted"] * 5 + ["illegal", "not_attempted"]
    assert codes(done) == ["not_revertible"]
    tablet.acknowledge(done.game)
    again = append(device=tablet.device, batch=tablet.batch(*made[:5], expected_seq=1))
    assert kinds(again) == ["duplicate"] * 5
    is_sound(tablet)


def test_another_tablets_correction_is_a_conflict_for_who_built_on_the_old_board(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:4])
    fork = tablet.head
    send(tablet, revise(4, events[3]))
    tablet.head = fork
    assert kinds(send(tablet, events[4])) == ["conflict"]
    is_sound(tablet)


def test_the_chief_corrects_meanwhile_and_the_tables_correction_is_set_aside(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:4])
    fork = tablet.head
    assert chief.append_chief(game_id=tablet.game, event=revise(2, events[1]), by="C") == ()
    waiting = (revise(2, {**events[1], "dice": [1, 1]}, without=[3]), *events[4:6])
    tablet.head = fork
    assert kinds(send(tablet, *waiting)) == ["conflict", "not_attempted", "not_attempted"]
    entry = SetAside.objects.get()
    (refusal,) = chief.apply(entry_id=entry.pk, decision="take them", by="C")
    assert refusal.code == "chief_corrected"
    assert list(chief.trial(entry).refused) == [0]
    (refusal,) = chief.apply_instead(entry_id=entry.pk, decision="instead", by="C")
    assert refusal.code == "no_such_event"
    assert codes(send(tablet, waiting[0])) == ["chief_corrected"]
    assert chief.append_chief(game_id=tablet.game, event=revise(2, events[1]), by="C") == ()
    is_sound(tablet)


def set_aside(tablet: Tablet, *events: Event) -> SetAside:
    """These come from a tablet that is not the writer any more."""
    send(tablet, *events, lease_epoch=7)
    return SetAside.objects.get()


def logged(first: int) -> Events:
    """The events in force in row `first` and later."""
    rows = LoggedEvent.objects.filter(seq__gte=first).order_by("seq")
    return [event_of(row) for row in rows]


def test_corrections_set_aside_are_taken_with_the_numbers_of_the_log_as_it_is(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:3])
    changed = revise(4, {**events[3], "dice": [1, 1]}, without=[5])
    entry = set_aside(tablet, *events[3:5], changed, revert(6), revise(2, events[1]), revert(8))
    ruling = {"type": "ruling", "text": "as printed"}
    assert chief.append_chief(game_id=tablet.game, event=ruling, by="C") == ()
    before = statement(tablet)
    trial = chief.trial(entry)
    assert (trial.refused, statement(tablet)) == ({}, before)
    assert trial.preview.before["statement"] == before
    assert chief.apply(entry_id=entry.pk, decision="they are right", by="C") == ()
    moved = {**changed, "seq": 5, "without": [6]}
    again = [revert(7), revise(2, events[1]), revert(9)]
    assert logged(5) == [*events[3:5], moved, *again]
    assert trial.preview.after["statement"] == statement(tablet)
    ids = set(LoggedEvent.objects.filter(seq__gte=5).values_list("event_id", flat=True))
    sent = set(entry.events.values_list("event_id", flat=True))
    # What was changed is another event than the tablet sent.
    assert len(ids & sent) == 3
    is_sound(tablet)


def test_each_event_set_aside_says_why_it_cannot_be_taken(tablet: Tablet, events: Events) -> None:
    send(tablet, *events[:3])
    fork = tablet.head
    send(tablet, events[3])
    tablet.head = fork
    across = revise(3, events[2], through=4)
    entry = set_aside(tablet, events[3], across, revise(4, events[3]), revise(3, events[2]))
    refused = {position: told[0].code for position, told in chief.trial(entry).refused.items()}
    assert refused == {0: "no_throw_open", 1: "corrections_aside", 2: "corrections_aside"}
    assert chief.apply(entry_id=entry.pk, decision="take them", by="C") != ()
    assert LoggedEvent.objects.count() == 4


def test_a_correction_of_what_others_logged_meanwhile_is_not_taken(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:3])
    fork = tablet.head
    send(tablet, events[3])
    tablet.head = fork
    entry = set_aside(tablet, events[4], revise(3, events[2], through=4))
    (refusal,) = chief.trial(entry).refused[1]
    assert refusal.code == "corrections_between"


def test_corrections_of_a_lost_log_are_not_taken(tablet: Tablet, events: Events) -> None:
    send(tablet, *events[:3])
    batch = tablet.batch(*tablet.made_of(revise(2, events[1])), previous_hash="0" * 64)
    append(device=tablet.device, batch=batch)
    entry = SetAside.objects.get()
    assert entry.reason == "diverged"
    (refusal,) = chief.trial(entry).refused[0]
    assert refusal.code == "corrections_aside"


def test_more_corrections_than_a_request_can_judge_are_not_taken(
    tablet: Tablet, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(tablet, *events[:3])
    entry = set_aside(tablet, revise(2, events[1]), revert(4), revise(2, events[1]))
    monkeypatch.setattr(chief, "MAX_CORRECTIONS", 2)
    refused = chief.trial(entry).refused
    assert {position: told[0].code for position, told in refused.items()} == {
        2: "corrections_too_many"
    }


def test_what_is_set_aside_follows_what_of_its_batch_was_taken(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:3])
    send(tablet, events[3], {"type": "buy", "player": "nobody"}, events[4])
    entry = SetAside.objects.get()
    assert (entry.expected_seq, entry.event_count) == (5, 2)
    # The rest of the queue comes by itself.
    rest = HandOver("illegal", 7, tablet.digest, tuple(tablet.made_of(events[5])))
    hand_over(device=tablet.device, given=rest)
    assert SetAside.objects.get().event_count == 3


def test_a_branch_stands_with_its_own_corrections_in_the_place_of_the_other(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:3])
    fork = tablet.head
    send(tablet, {**events[3], "dice": [1, 3]})
    tablet.head = fork
    wrong = {**events[3], "dice": [6, 6]}
    entry = set_aside(tablet, wrong, revise(4, events[3]), events[4])
    assert chief.apply_instead(entry_id=entry.pk, decision="the camera saw it", by="C") == ()
    types = [line["type"] for line in record_lines(GameLog.objects.get())[1:]]
    assert types == [event["type"] for event in events[1:5]]


def test_a_table_takes_back_nothing_that_the_chief_corrected(
    tablet: Tablet, events: Events
) -> None:
    undo, poorer = {"type": "undo", "reason": "misread"}, {"position": {"cash": {"p01": 700}}}
    start = {**events[0], "header": {**events[0]["header"], **poorer}}
    send(tablet, events[0])
    corrects(tablet, revise(1, start))
    assert codes(send(tablet, events[0], set_aside=False)) == ["chief_corrected"]
    send(tablet, events[1])
    corrects(tablet, revise(3, events[1]))
    assert codes(send(tablet, undo, set_aside=False)) == ["chief_corrected"]
    assert kinds(send(tablet, *events[2:4], undo, undo)) == ["accepted"] * 4
    assert codes(send(tablet, undo, set_aside=False)) == ["chief_corrected"]
    is_sound(tablet)


def test_the_chief_replaces_what_a_table_logged_and_corrected_since(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *events[:3])
    fork = tablet.head
    send(tablet, revise(3, events[2]), events[3])
    tablet.head = fork
    send(tablet, *events[3:5])
    entry = SetAside.objects.get()
    instead = chief.replacing_revision(entry, "the camera saw it")
    assert instead is not None
    assert (instead["seq"], instead["through"]) == (5, 5)
    assert chief.apply_instead(entry_id=entry.pk, decision="the camera saw it", by="C") == ()
    assert record_lines(GameLog.objects.get())[-1]["type"] == events[4]["type"]
    is_sound(tablet)


def test_once_somebody_confirmed_a_table_corrects_no_more(tablet: Tablet, events: Events) -> None:
    for first in range(0, len(events), 100):
        send(tablet, *events[first : first + 100])
    signed = json.loads(GameLog.objects.get().snapshot)["statement_hash"]
    send(tablet, revise(2, events[1]), {"type": "confirm", "player": "p01", "statement": signed})
    assert json.loads(GameLog.objects.get().snapshot)["confirmed"] == ["p01"]
    assert codes(send(tablet, revise(2, events[1]))) == ["result_confirmed"]
    dice = {key: [6, 6] for key in events[-1]["dice"]}
    other = revise(len(events), {**events[-1], "dice": dice})
    assert chief.append_chief(game_id=tablet.game, event=other, by="C") == ()
    assert json.loads(GameLog.objects.get().snapshot)["confirmed"] == []
    is_sound(tablet)


def test_a_finished_game_is_corrected_and_confirmations_of_it_are_void(
    tablet: Tablet, events: Events
) -> None:
    for first in range(0, len(events), 100):
        send(tablet, *events[first : first + 100])
    assert GameLog.objects.get().state == "finished"
    assert kinds(send(tablet, revise(len(events)))) == ["accepted"]
    assert GameLog.objects.get().state == "playing"
    assert kinds(send(tablet, revert(len(events) + 1))) == ["accepted"]
    assert GameLog.objects.get().state == "finished"
    is_sound(tablet)


def test_a_corrected_log_is_read_as_such(tablet: Tablet, events: Events) -> None:
    send(tablet, *events[:5])
    changed = {**events[3], "dice": [1, 1]}
    send(tablet, revise(4, changed, without=[5]))
    game = GameLog.objects.get()
    assert superseded_rows(game).corrected == {4, 5}
    assert record_lines(game)[-1] == changed
    assert board_row(game, 4) is not None
    assert board_row(game, 6) is None
    send(tablet, revert(6))
    game = GameLog.objects.get()
    assert superseded_rows(game).taken_back == {6}
    assert all("id" in line for line in record_lines(game)[1:])


def test_the_chiefs_page_tells_corrections_and_offers_none_of_them_to_be_corrected(
    tablet: Tablet, events: Events, admin_client: Any
) -> None:
    send(tablet, *events[:5])
    send(tablet, revise(4, {**events[3], "dice": [1, 1]}, without=[5]), revert(6))
    page = admin_client.get(reverse("chief:game", args=[tablet.game])).content.decode()
    assert "Event 4 is corrected (left out: 5): misread" in page
    assert "Correction 6 is taken back: it was right" in page
    # A correction is taken back, once; taking one back is no correction.
    for row, status in ((6, 302), (7, 404)):
        address = reverse("chief:revise", args=[tablet.game, row])
        assert address not in page
        assert admin_client.get(address).status_code == status


def test_corrections_have_room_of_their_own_and_each_can_be_taken_back(
    tablet: Tablet, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    little = {**MAX_ROWS, "revisions": 2 - MARGIN, "reverts": 2 - MARGIN}
    monkeypatch.setattr("referee.journal.limits.MAX_ROWS", little)
    send(tablet, *events[:3], revise(3, events[2]), revise(3, events[2]))
    with pytest.raises(LogFullError):
        send(tablet, revise(3, events[2]))
    tablet.acknowledge(GameLog.objects.get())
    assert kinds(send(tablet, revert(5), revert(4))) == ["accepted"] * 2
