"""Several at once, each with a connection of its own: what the database's locks have to settle."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from referee.devices.codes import make_sheet
from referee.devices.moving import move_on
from referee.devices.paired import PairingError
from referee.devices.services import invite, pair, revoke
from referee.log import chief, journal_cache
from referee.log.append import Appended, append
from referee.log.head import RevokedError
from referee.log.lease import LeaseMovedError, take_over
from referee.log.verify import faults_of
from referee.models import Device, GameLog, LoggedEvent, TableCode
from tests.present import present
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import play
from tests.referee.tables import Tablet, golden, log_events, make_table, next_round, paired
from tournament.models import AuditEntry, Result, Table

pytestmark = pytest.mark.django_db(transaction=True)
LINES = golden("01")
EVENTS = log_events(LINES)


@pytest.fixture
def tablet(transactional_db: None) -> Tablet:
    journal_cache.forget()
    return paired(make_table(LINES[0]))


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each returned or raised; all start together, each in a thread of its own."""
    found: list[Any] = [None] * len(works)
    barrier = Barrier(len(works))

    def run(number: int) -> None:
        barrier.wait()
        try:
            found[number] = works[number]()
        except Exception as error:
            found[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def verdicts(found: list[Any]) -> list[str]:
    assert all(isinstance(item, Appended) for item in found), found
    return [verdict.verdict for item in found for verdict in item.verdicts]


def test_the_same_batch_at_once_is_logged_once(tablet: Tablet) -> None:
    batch = tablet.batch(*tablet.made_of(*EVENTS[:10]))
    found = at_once(*[lambda: append(device=tablet.device, batch=batch)] * 4)
    assert sorted(verdicts(found)) == ["accepted"] * 10 + ["duplicate"] * 30
    answers = {tuple((v.event_id, v.seq, v.hash) for v in item.verdicts) for item in found}
    assert len(answers) == 1
    assert LoggedEvent.objects.count() == 10


def test_two_continuations_at_once_do_not_mix(tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    one = tablet.batch(*tablet.made_of(*EVENTS[5:10]))
    other = tablet.batch(*tablet.made_of(*EVENTS[5:10]))
    found = at_once(
        lambda: append(device=tablet.device, batch=one),
        lambda: append(device=tablet.device, batch=other),
    )
    assert sorted(item.verdicts[0].verdict for item in found) == ["accepted", "stale"]
    game = GameLog.objects.get(pk=tablet.game)
    assert (game.head_seq, faults_of(game)) == (10, [])


def test_tables_do_not_wait_for_each_others_games(transactional_db: None) -> None:
    make_table(LINES[0], tables=6)
    tablets = [paired(table) for table in Table.objects.order_by("number")]
    works = []
    for tablet in tablets:
        table = tablet.device.game.table
        seed = int(present(table.seats.order_by("order").first()).entry.code[1:]) - 1
        start, *events = _renumbered(EVENTS[:50], seed)
        start["header"]["table"] = table.number
        batch = tablet.batch(*tablet.made_of(start, *events))
        works.append(lambda t=tablet, b=batch: append(device=t.device, batch=b))
    assert set(verdicts(at_once(*works))) == {"accepted"}
    assert [faults_of(game) for game in GameLog.objects.all()] == [[]] * 6


def _renumbered(events: list[dict[str, Any]], more: int) -> list[dict[str, Any]]:
    """The same game for the players of another table."""
    text = json.dumps(events)
    for seed in (2, 1):
        text = text.replace(f'"p{seed:02d}"', f'"p{seed + more:02d}"')
    renamed: list[dict[str, Any]] = json.loads(text)
    return renamed


def test_of_two_tablets_that_take_over_one_does(tablet: Tablet) -> None:
    table = Table.objects.get()
    others = [paired(table, name) for name in ("A", "B")]
    found = at_once(*[lambda o=other: take_over(device=o.device, epoch=1) for other in others])
    assert [type(item) for item in found if isinstance(item, Exception)] == [LeaseMovedError]
    assert GameLog.objects.get(pk=tablet.game).lease_epoch == 2


def test_revoked_means_revoked_from_the_next_event_on(tablet: Tablet) -> None:
    batches = [tablet.batch(*tablet.made_of(EVENTS[0]))]
    revoke(device_id=tablet.device.pk, by="Olga")
    found = at_once(*[lambda b=batch: append(device=tablet.device, batch=b) for batch in batches])
    assert [type(item) for item in found] == [RevokedError]
    assert not LoggedEvent.objects.exists()


@pytest.mark.parametrize("expected_seq", [2, 3])
def test_an_append_that_waited_for_a_revocation_comes_too_late(
    tablet: Tablet, expected_seq: int
) -> None:
    """By its one statement, and by the way with a lock, which a gap in the numbers leads to."""
    first, second = tablet.made_of(*EVENTS[:2])
    send(tablet, first)
    batch = replace(tablet.batch(second), expected_seq=expected_seq)
    found: list[Any] = []
    append_late = partial(append, device=tablet.device, batch=batch)
    thread = Thread(target=lambda: found.extend(at_once(append_late)))
    with transaction.atomic():
        revoke(device_id=tablet.device.pk, by="Olga")
        thread.start()
        while connection.vendor == "postgresql" and not waiting():
            pass
    thread.join()
    assert [type(item) for item in found] == [RevokedError]
    assert LoggedEvent.objects.count() == 1


def waiting() -> int:
    """How many wait for a lock in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def test_two_organisers_confirm_at_once(tablet: Tablet) -> None:
    game = play(tablet, EVENTS)
    before = chief.preview(game=game, event={"type": "ruling", "text": "-"}).before
    events = [
        {"type": "confirm", "player": player, "statement": before["statement_hash"]}
        for player in ("p01", "p02")
    ]
    found = at_once(
        *[
            lambda e=event, b=by: chief.append_chief(game_id=game.pk, event=e, by=b)
            for event in events
            for by in ("Olga", "Ivan")
        ]
    )
    assert found == [()] * 4
    game.refresh_from_db()
    assert (game.state, faults_of(game)) == ("confirmed", [])
    assert Result.objects.get().revision == 1
    assert AuditEntry.objects.filter(kind="result").count() == 1


def test_several_processes_share_a_table(tablet: Tablet) -> None:
    """Another process logged meanwhile: a game kept in memory catches up with the log."""
    made = tablet.made_of(*EVENTS[:30])
    send(tablet, *made[:10])
    kept = journal_cache._games.pop(tablet.game)
    send(tablet, *made[10:20])
    journal_cache._games[tablet.game] = kept
    assert kept.journal.seq == 10
    send(tablet, *made[20:])
    assert journal_cache._games[tablet.game].journal.seq == 30
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []


def test_one_token_scanned_twice_at_once_pairs_one_tablet(tablet: Tablet) -> None:
    token = invite(table=Table.objects.get(log=tablet.game), by="Olga").token
    tablets = [partial(pair, request_id=uuid4(), label="", token=token) for _ in range(3)]
    found = at_once(*tablets)
    assert sorted(str(one) for one in found if isinstance(one, PairingError)) == ["used"] * 2
    assert Device.objects.count() == 2  # the fixture's and one more


def test_wrong_codes_at_once_are_all_counted(tablet: Tablet) -> None:
    code = invite(table=Table.objects.get(log=tablet.game), by="Olga").code
    wrong = f"{code[:5]}{(int(code[5:]) + 1) % 10**6:06}"
    found = at_once(*[partial(pair, request_id=uuid4(), label="", code=wrong)] * 8)
    assert sorted(str(one) for one in found) == ["locked"] * 3 + ["unknown"] * 5


def test_one_tablet_that_asks_twice_at_once_goes_on_once(tablet: Tablet) -> None:
    next_round(Table.objects.get(log=tablet.game))
    found = at_once(*[partial(move_on, device=tablet.device)] * 3)
    assert {one.device.pk for one in found} == {Device.objects.get(game=found[0].game).pk}
    assert GameLog.objects.get(pk=found[0].game.pk).lease_epoch == 1


def test_a_tablet_that_is_revoked_while_it_goes_on_is_revoked_everywhere(tablet: Tablet) -> None:
    next_round(Table.objects.get(log=tablet.game))
    for _ in range(5):
        at_once(
            partial(move_on, device=tablet.device),
            partial(revoke, device_id=tablet.device.pk, by="Olga"),
        )
        assert not Device.objects.filter(revoked_at=None).exists()
        assert not GameLog.objects.exclude(lease_device=None).exists()
        Device.objects.exclude(pk=tablet.device.pk).delete()
        Device.objects.update(revoked_at=None)
        GameLog.objects.filter(pk=tablet.game).update(lease_device=tablet.device.pk)


def test_a_code_scanned_by_several_at_once_has_one_writer(tablet: Tablet) -> None:
    event = Table.objects.get(log=tablet.game).round.event
    Device.objects.all().delete()
    token = make_sheet(event=event, tables=1, by="Olga")[0].token
    scans = [partial(pair, request_id=uuid4(), label="", token=token) for _ in range(3)]
    found = at_once(*scans)
    assert len({one.device.pk for one in found}) == 3
    assert GameLog.objects.get(pk=tablet.game).lease_device in {one.device for one in found}


def test_two_sheets_at_once_leave_one_code_for_each_table(tablet: Tablet) -> None:
    event = Table.objects.get(log=tablet.game).round.event
    found = at_once(*[partial(make_sheet, event=event, tables=3, by="Olga")] * 2)
    refused = [one for one in found if isinstance(one, Exception)]
    assert all(isinstance(one, ValidationError) for one in refused), refused
    valid = TableCode.objects.filter(revoked_at=None).values_list("number", flat=True)
    assert sorted(valid) == [1, 2, 3]
