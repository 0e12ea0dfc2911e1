"""One writer a table: two tablets, a revoked one, and a server restored from a backup."""

from typing import Any

import pytest
from django.test import TestCase

from referee.devices.services import device_by_token, revoke
from referee.log import chief, journal_cache, set_aside
from referee.log.append import append
from referee.log.head import RevokedError
from referee.log.lease import LeaseMovedError, take_over
from referee.log.set_aside import TooManySetAsideError
from referee.log.verify import faults_of
from referee.log.wire import HandOver
from referee.models import GameLog, LoggedEvent, SetAside, SetAsideEvent
from tests.referee.log.test_append import kinds, logged, send
from tests.referee.tables import Tablet, paired
from tournament.models import Table

Events = list[dict[str, Any]]
pytestmark = pytest.mark.django_db


def test_the_second_tablet_of_a_table_does_not_write_by_itself(
    tablet: Tablet, table: Table, events: Events
) -> None:
    second = paired(table, "Second")
    game = GameLog.objects.get(pk=tablet.game)
    assert (game.lease_device_id, game.lease_epoch) == (tablet.device.pk, 1)
    done = append(device=second.device, batch=second.batch(*second.made_of(events[0])))
    assert kinds(done.verdicts) == ["lease"]
    assert SetAside.objects.get(game=tablet.game).reason == "lease"
    assert kinds(send(tablet, *tablet.made_of(events[0])).verdicts) == ["accepted"]


def test_taking_over_raises_the_epoch_and_ends_the_old_writers_rights(
    tablet: Tablet, table: Table, events: Events
) -> None:
    send(tablet, *tablet.made_of(*events[:2]))
    second = paired(table, "Second")
    game = take_over(device=second.device, epoch=1)
    assert (game.lease_device_id, game.lease_epoch) == (second.device.pk, 2)
    second.epoch = 2
    assert kinds(send(second, *second.made_of(events[2])).verdicts) == ["accepted"]
    late = append(device=tablet.device, batch=tablet.batch(*tablet.made_of(events[2], events[3])))
    assert kinds(late.verdicts) == ["lease", "not_attempted"]
    assert logged(tablet) == [1, 2, 3]
    assert SetAsideEvent.objects.filter(entry__game=tablet.game).count() == 2


def test_a_take_over_whose_answer_was_lost_can_be_asked_again(tablet: Tablet, table: Table) -> None:
    second = paired(table, "Second")
    take_over(device=second.device, epoch=1)
    assert take_over(device=second.device, epoch=1).lease_epoch == 2
    with pytest.raises(LeaseMovedError):
        take_over(device=tablet.device, epoch=1)


def test_the_same_device_with_an_old_epoch_is_stale(
    tablet: Tablet, table: Table, events: Events
) -> None:
    second = paired(table, "Second")
    take_over(device=second.device, epoch=1)
    take_over(device=tablet.device, epoch=2)
    done = append(device=tablet.device, batch=tablet.batch(*tablet.made_of(events[0])))
    assert kinds(done.verdicts) == ["lease"]
    tablet.epoch = 3
    assert kinds(send(tablet, *tablet.made_of(events[0])).verdicts) == ["accepted"]


def test_pending_events_are_rebased_over_what_leaves_the_board_alone(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *tablet.made_of(*events[:2]))
    pending = tablet.made_of(*events[2:4])
    chief.append_chief(game_id=tablet.game, event={"type": "ruling", "text": "ok"}, by="Chief")
    done = append(device=tablet.device, batch=tablet.batch(*pending))
    assert kinds(done.verdicts) == ["behind", "not_attempted"]
    assert not SetAside.objects.exists()
    tablet.acknowledge(done.game)
    assert kinds(send(tablet, *pending).verdicts) == ["accepted", "accepted"]
    assert LoggedEvent.objects.get(game=tablet.game, seq=4).event_id == pending[0].event_id


def test_nothing_is_merged_by_itself_over_a_change_of_the_board(
    tablet: Tablet, table: Table, events: Events
) -> None:
    send(tablet, *tablet.made_of(*events[:2]))
    pending = tablet.made_of(events[2])
    second = paired(table, "Second")
    take_over(device=second.device, epoch=1)
    second.epoch = 2
    send(second, *second.made_of(events[2]))
    take_over(device=tablet.device, epoch=2)
    tablet.epoch = 3
    done = append(device=tablet.device, batch=tablet.batch(*pending))
    assert kinds(done.verdicts) == ["conflict"]
    assert SetAside.objects.get(game=tablet.game).reason == "conflict"


def test_a_revoked_tablet_appends_nothing_and_hands_over_what_it_has(
    tablet: Tablet, events: Events
) -> None:
    send(tablet, *tablet.made_of(events[0]))
    revoke(device_id=tablet.device.pk, by="Olga")
    unsent = tablet.made_of(*events[1:4])
    with pytest.raises(RevokedError):
        append(device=tablet.device, batch=tablet.batch(*unsent))
    assert logged(tablet) == [1]
    given = HandOver("revoked", 2, tablet.digest, (tablet.made[0], *unsent))
    for _again in range(2):
        _game, verdicts = set_aside.hand_over(device=tablet.device, given=given)
        assert kinds(tuple(verdicts)) == ["duplicate", *["not_attempted"] * 3]
    assert SetAsideEvent.objects.filter(entry__game=tablet.game).count() == 3


def test_what_can_be_handed_over_is_bounded(
    tablet: Tablet, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_aside, "MAX_GAME_EVENTS", 3)
    given = HandOver("other", 1, tablet.digest, tablet.made_of(*events[:4]))
    with pytest.raises(TooManySetAsideError):
        set_aside.hand_over(device=tablet.device, given=given)
    assert not SetAside.objects.exists()


def test_a_restored_server_gets_its_lost_tail_back(tablet: Tablet, events: Events) -> None:
    """Tablets upload what was acknowledged after the backup: same ids, same hashes."""
    made = tablet.made_of(*events[:30])
    send(tablet, *made[:20])
    backup = GameLog.objects.get(pk=tablet.game)
    send(tablet, *made[20:])
    head = tablet.head
    _restore(backup)
    more = tablet.made_of(events[30])
    ahead = append(device=tablet.device, batch=tablet.batch(*more))
    assert kinds(ahead.verdicts) == ["ahead"]
    assert not SetAside.objects.exists()
    tablet.acknowledge(ahead.game)
    assert tablet.head[0] == 20
    send(tablet, *made[20:])
    assert tablet.head == head
    assert kinds(send(tablet, *more).verdicts) == ["accepted"]


def _restore(backup: GameLog) -> None:
    """The database as it was at the backup; the process that serves it may be the same."""
    rows = LoggedEvent.objects.filter(game=backup, seq__gt=backup.head_seq)
    rows._raw_delete(rows.db)
    backup.save()


def test_a_server_restored_from_before_the_pairing_takes_the_whole_game_again(
    tablet: Tablet, table: Table, events: Events
) -> None:
    """The tablet is unknown there: paired anew, it brings the same events to the same game."""
    made = tablet.made_of(*events[:20])
    send(tablet, *made)
    LoggedEvent.objects.filter(game=tablet.game)._raw_delete("default")
    GameLog.objects.filter(pk=tablet.game).delete()
    assert device_by_token(tablet.token) is None
    again = paired(table)
    assert again.game == tablet.game
    ahead = append(device=again.device, batch=again.batch(*made[10:], expected_seq=11))
    assert kinds(ahead.verdicts) == ["ahead", *["not_attempted"] * 9]
    assert kinds(send(again, *made).verdicts) == ["accepted"] * 20
    assert faults_of(GameLog.objects.get(pk=again.game)) == []


def test_a_warm_process_notices_that_the_log_was_restored(tablet: Tablet, events: Events) -> None:
    made = tablet.made_of(*events[:30])
    with_commit = TestCase.captureOnCommitCallbacks
    with with_commit(execute=True):
        send(tablet, *made[:20])
    backup = GameLog.objects.get(pk=tablet.game)
    with with_commit(execute=True):
        send(tablet, *made[20:])
    assert journal_cache._games[tablet.game].journal.seq == 30
    _restore(backup)
    tablet.head = (backup.head_seq, backup.head_hash)
    assert kinds(send(tablet, *made[20:]).verdicts) == ["accepted"] * 10
