"""Corrections that meet something else, each in a process with a connection of its own."""

import multiprocessing
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections

from referee.devices.moving import move_on
from referee.devices.services import invite, pair
from referee.log import chief, journal_cache
from referee.log.append import append
from referee.log.lease import LeaseMovedError, take_over
from referee.log.verify import faults_of
from referee.log.wire import Batch
from referee.models import Device, GameLog, LoggedEvent, SetAside
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import play
from tests.referee.tables import Tablet, golden, log_events, make_table, next_round, paired
from tournament.models import Result, Table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
FORK = multiprocessing.get_context("fork")
LINES = golden("01")
EVENTS = log_events(LINES)
TIMES = range(6)
"""Who comes first differs from time to time."""
PATIENCE = 60
Event = dict[str, Any]


@pytest.fixture
def tablet(transactional_db: None) -> Tablet:
    assert connection.vendor == "postgresql"
    journal_cache.forget()
    return paired(make_table(LINES[0]))


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each returns; all start together, each in a process of its own."""
    # A connection cannot be shared: each process opens one.
    connections.close_all()
    barrier = FORK.Barrier(len(works))
    pipes = [FORK.Pipe(duplex=False) for _ in works]
    processes = [
        FORK.Process(target=_run, args=(work, barrier, writing))
        for work, (_, writing) in zip(works, pipes, strict=True)
    ]
    for process in processes:
        process.start()
    found = [reading.recv() if reading.poll(PATIENCE) else None for reading, _ in pipes]
    for process in processes:
        process.join(PATIENCE)
    journal_cache.forget()
    return found


def _run(work: Callable[[], Any], barrier: Any, answer: Any) -> None:
    connections.close_all()
    connection.ensure_connection()
    barrier.wait()
    try:
        answer.send(work())
    except Exception as error:
        answer.send(repr(error))
    finally:
        connections.close_all()


def revise(seq: int, *replacement: Event, **more: Any) -> Event:
    return {
        "type": "revise", "seq": seq, "replacement": list(replacement), "reason": "misread", **more,
    }  # fmt: skip


def told(tablet: Tablet, batch: Batch) -> list[str]:
    """What a tablet is told of each event of a batch: the verdict, or why not."""
    done = append(device=tablet.device, batch=batch)
    return [
        verdict.code or (verdict.refusals[0].code if verdict.refusals else verdict.verdict)
        for verdict in done.verdicts
    ]


def by_chief(tablet: Tablet, event: Event) -> list[str]:
    """Why the chief's event is refused, if it is."""
    refusals = chief.append_chief(game_id=tablet.game, event=event, by="Olga")
    return [refusal.code for refusal in refusals]


def sound(tablet: Tablet) -> GameLog:
    """The game, whose state is what its rows come to when they are played again."""
    game = GameLog.objects.get(pk=tablet.game)
    assert faults_of(game) == []
    assert game.head_seq == LoggedEvent.objects.filter(game=game).count()
    tablet.acknowledge(game)
    return game


def in_force(tablet: Tablet, seq: int) -> list[Event]:
    """What stands for a row."""
    game = GameLog.objects.get(pk=tablet.game)
    kept = journal_cache.copy_as_read(game, lambda: pytest.fail("a game that has started"))
    return [event for number, event in kept.journal.order.events if number == seq]


def kept(batch: Batch) -> list[bool]:
    """Of each event of a batch whether the log has it; else the chief has."""
    ids = [event.event_id for event in batch.events]
    logged = set(LoggedEvent.objects.filter(event_id__in=ids).values_list("event_id", flat=True))
    aside = SetAside.objects.filter(events__event_id__in=ids)
    waiting = set(aside.values_list("events__event_id", flat=True))
    assert not logged & waiting
    assert logged | waiting >= set(ids)
    return [each in logged for each in ids]


@pytest.mark.parametrize("seq", [6, 5, 4, 3, 2])
def test_the_tables_correction_meets_the_chiefs_of_the_same_row(tablet: Tablet, seq: int) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:6]))
    sound(tablet)
    same = revise(seq, EVENTS[seq - 1])
    batch = tablet.batch(*tablet.made_of(same))
    found, refused = at_once(partial(told, tablet, batch), partial(by_chief, tablet, same))
    assert (found, refused) in [(["accepted"], []), (["conflict"], [])]
    assert kept(batch) == [found == ["accepted"]]
    assert sound(tablet).head_seq == (8 if found == ["accepted"] else 7)
    # Whoever came first, the row is the chief's from now on.
    late = tablet.batch(*tablet.made_of(same), set_aside=False)
    assert told(tablet, late) == ["chief_corrected"]
    assert in_force(tablet, seq) == [EVENTS[seq - 1]]


def test_a_correction_meets_the_first_confirmation(tablet: Tablet) -> None:
    """Which the chief gives in the place of a player who has gone."""
    play(tablet, EVENTS)
    game = sound(tablet)
    dice = {key: [6, 6] for key in EVENTS[-1]["dice"]}
    for _ in TIMES:
        statement = chief.preview(game=game, event={"type": "ruling", "text": "-"}).before
        signed = statement["statement_hash"]
        other = EVENTS[-1] if in_force(tablet, len(EVENTS))[0]["dice"] == dice else None
        changed = other or {**EVENTS[-1], "dice": dice}
        batch = tablet.batch(*tablet.made_of(revise(len(EVENTS), changed)), set_aside=False)
        confirm = {"type": "confirm", "player": "p01", "statement": signed}
        found = at_once(partial(told, tablet, batch), partial(by_chief, tablet, confirm))
        assert found in ([["accepted"], ["other_statement"]], [["behind"], []]), found
        game = sound(tablet)
        if not found[1]:
            again = tablet.batch(*batch.events, set_aside=False)
            assert told(tablet, again) == ["result_confirmed"]
            # The chief corrects, and everybody is asked again.
            assert by_chief(tablet, revise(2, EVENTS[1])) == []
            game = sound(tablet)


def test_a_correction_meets_the_last_confirmation(tablet: Tablet) -> None:
    """After which the result stands and the log is closed to the table."""
    game = play(tablet, EVENTS)
    statement = chief.preview(game=game, event={"type": "ruling", "text": "-"}).before
    signed = {"type": "confirm", "statement": statement["statement_hash"]}
    assert by_chief(tablet, {**signed, "player": "p01"}) == []
    sound(tablet)
    batch = tablet.batch(*tablet.made_of(revise(2, EVENTS[1])), set_aside=False)
    last = partial(by_chief, tablet, {**signed, "player": "p02"})
    refused, done = at_once(partial(told, tablet, batch), last)
    assert (refused[0], done) in [("result_confirmed", []), ("closed", []), ("behind", [])]
    assert sound(tablet).state == "confirmed"
    assert Result.objects.get().revision == 1
    found = at_once(
        partial(told, tablet, tablet.batch(*tablet.made_of(revise(2, EVENTS[1])))),
        partial(by_chief, tablet, revise(2, EVENTS[1])),
    )
    assert found == [["closed"], []]
    assert sound(tablet).state == "confirmed"


def test_a_revert_meets_an_event_of_the_board(tablet: Tablet) -> None:
    """From the same tablet, in two requests that build on the same row."""
    send(tablet, *tablet.made_of(*EVENTS[:4]))
    for _ in TIMES:
        sound(tablet)
        send(tablet, *tablet.made_of(revise(4, EVENTS[3])))
        game = sound(tablet)
        revert = {"type": "revert", "seq": game.head_seq, "reason": "it was right"}
        one = tablet.batch(*tablet.made_of(revert), set_aside=False)
        other = tablet.batch(*tablet.made_of(EVENTS[4]), set_aside=False)
        found = at_once(partial(told, tablet, one), partial(told, tablet, other))
        assert sorted(found) == [["accepted"], ["conflict"]]
        sound(tablet)
        if found[1] == ["accepted"]:
            late = tablet.batch(*tablet.made_of(revert), set_aside=False)
            assert told(tablet, late) == ["not_revertible"]
            send(tablet, *tablet.made_of({"type": "undo", "reason": "a slip"}))
            sound(tablet)
            send(tablet, *tablet.made_of(revert))


def test_a_revert_meets_a_correction_of_the_chiefs(tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:5]))
    sound(tablet)
    send(tablet, *tablet.made_of(revise(4, {**EVENTS[3], "dice": [1, 1]}, without=[5])))
    sound(tablet)
    revert = {"type": "revert", "seq": 6, "reason": "it was right"}
    batch = tablet.batch(*tablet.made_of(revert))
    chiefs = partial(by_chief, tablet, revise(2, EVENTS[1]))
    found, refused = at_once(partial(told, tablet, batch), chiefs)
    assert (found, refused) in [(["accepted"], []), (["conflict"], [])]
    assert kept(batch) == [found == ["accepted"]]
    sound(tablet)
    late = tablet.batch(*tablet.made_of(revert), set_aside=False)
    assert told(tablet, late) == ["not_revertible"]


def test_a_correction_meets_a_tablet_that_takes_the_table_over(tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:4]))
    sound(tablet)
    other = paired(Table.objects.get(log=tablet.game), "Other")
    batch = tablet.batch(*tablet.made_of(revise(4, EVENTS[3])))
    taken = partial(_epoch, other)
    found, epoch = at_once(partial(told, tablet, batch), taken)
    assert found in (["accepted"], ["lease"])
    assert kept(batch) == [found == ["accepted"]]
    assert epoch == sound(tablet).lease_epoch == 2
    sound(other)
    other.epoch = epoch
    # A table's correction is the table's, whichever tablet made it.
    if found == ["accepted"]:
        revert = {"type": "revert", "seq": 5, "reason": "it was right"}
        assert told(other, other.batch(*other.made_of(revert))) == ["accepted"]
    sound(other)


def _epoch(tablet: Tablet) -> int:
    try:
        return take_over(device=tablet.device, epoch=1).lease_epoch
    except LeaseMovedError as error:
        return error.game.lease_epoch


def _next(tablet: Tablet) -> str:
    """The next game of a tablet."""
    return str(move_on(device=tablet.device).game.pk)


def _paired(token: str) -> str:
    return str(pair(request_id=uuid4(), label="New", token=token).game.pk)


def test_the_tablets_of_a_table_go_on_at_once_and_one_of_them_writes(tablet: Tablet) -> None:
    table = Table.objects.get(log=tablet.game)
    others = [paired(table, name) for name in ("A", "B")]
    following = next_round(table).tables.get(number=table.number)
    new = partial(_paired, invite(table=following, by="Olga").token)
    works = [partial(_next, each) for each in (tablet, tablet, *others)]
    found = at_once(*works, new)
    game = GameLog.objects.get(table=following)
    assert set(found) == {str(game.pk)}
    devices = Device.objects.filter(game=game)
    assert devices.count() == 4
    assert devices.values("tablet").distinct().count() == 4
    assert game.lease_device in list(devices)
    assert game.lease_epoch == 1


def test_a_correction_at_the_old_table_meets_the_way_to_the_next(tablet: Tablet) -> None:
    table = Table.objects.get(log=tablet.game)
    send(tablet, *tablet.made_of(*EVENTS[:4]))
    sound(tablet)
    next_round(table)
    batch = tablet.batch(*tablet.made_of(revise(4, EVENTS[3])))
    found, game = at_once(partial(told, tablet, batch), partial(_next, tablet))
    assert found == ["accepted"]
    assert kept(batch) == [True]
    assert game == str(GameLog.objects.exclude(pk=tablet.game).get().pk)
    sound(tablet)
