"""Journals kept in memory: whatever a request comes to, the next one finds the game as it is
logged, and no log is replayed that was replayed before."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.devices.services import revoke
from referee.journal import limits
from referee.journal.journal import Journal
from referee.log import chief, journal_cache, set_aside
from referee.log.append import append
from referee.log.batch import LogFullError
from referee.log.head import RevokedError
from referee.log.known_events import EventChangedError
from referee.log.lease import take_over
from referee.log.set_aside import TooManySetAsideError
from referee.log.table_setup import setup_of
from referee.log.verify import faults_of
from referee.log.wire import HandOver, WireEvent
from referee.models import GameLog, LoggedEvent, SetAside
from tests.referee.log.test_append import kinds, send
from tests.referee.log.test_at_once import at_once
from tests.referee.tables import AT, Tablet, golden, log_events, make_table, paired
from tournament.models import Result, Table

pytestmark = pytest.mark.django_db(transaction=True)
LINES = golden("01")
EVENTS = log_events(LINES)
ILLEGAL = {"type": "buy", "player": "p02"}
NOTE = {"type": "note", "text": "tea"}
RULING = {"type": "ruling", "text": "so"}
PLAYED = 30
REPLAY = re.compile(r'SELECT .* FROM "referee_loggedevent" WHERE .*"seq" > ')


class LogReads:
    """Counts the queries of this thread that read rows in order to replay them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += bool(REPLAY.match(sql))
        return execute(sql, params, many, context)


@pytest.fixture
def tablet(transactional_db: None) -> Tablet:
    """A table of which `PLAYED` events are logged."""
    journal_cache.forget()
    tablet = paired(make_table(LINES[0]))
    send(tablet, *tablet.made_of(*EVENTS[:PLAYED]))
    return tablet


@pytest.fixture
def reads() -> Iterator[LogReads]:
    counter = LogReads()
    with connection.execute_wrapper(counter):
        yield counter


def journal_of(tablet: Tablet) -> Journal:
    """As the next request finds it."""
    game = GameLog.objects.get(pk=tablet.game)
    return journal_cache.copy_as_read(game, partial(setup_of, game)).journal


def contents(journal: Journal) -> tuple[Any, ...]:
    """All that a journal says of its game."""
    return (
        *(journal.seq, journal.hash, journal.used, journal.beside, journal.order),
        *(journal.view(), journal.header, journal.in_force, list(journal.require_game().events)),
    )


def check_kept(tablet: Tablet) -> None:
    """What is kept is what the log says, read anew."""
    game = GameLog.objects.get(pk=tablet.game)
    kept = contents(journal_of(tablet))
    assert kept == contents(journal_cache.replay_log(game, partial(setup_of, game)))


def coming(tablet: Tablet, count: int) -> list[dict[str, Any]]:
    """The game's next events."""
    at = 1 + len(journal_of(tablet).require_game().events)
    return EVENTS[at : at + count]


def play_on(tablet: Tablet) -> None:
    """The table goes on."""
    for event in coming(tablet, 3):
        assert kinds(send(tablet, *tablet.made_of(event)).verdicts) == ["accepted"]


def test_the_end_of_a_game_and_its_confirmations_replay_nothing(
    tablet: Tablet, reads: LogReads
) -> None:
    send(tablet, *tablet.made_of(*EVENTS[PLAYED:-3]))
    closed = send(tablet, *tablet.made_of(*EVENTS[-3:]))
    assert closed.game.state == "finished"
    statement = journal_of(tablet).statement_hash
    for player in ("p01", "p02"):
        confirm = {"type": "confirm", "player": player, "statement": statement}
        done = send(tablet, *tablet.made_of(confirm))
    assert done.game.state == "confirmed"
    assert Result.objects.count() == 1
    assert reads.count == 0
    check_kept(tablet)


def test_a_batch_sent_again_replays_nothing_and_changes_nothing_for_the_next(
    tablet: Tablet, reads: LogReads
) -> None:
    for at in range(PLAYED, PLAYED + 20, 5):
        batch = tablet.batch(*tablet.made_of(*EVENTS[at : at + 5]))
        for expected in ("accepted", "duplicate", "duplicate"):
            done = append(device=tablet.device, batch=batch)
            assert kinds(done.verdicts) == [expected] * 5
            assert done.is_plain == (expected == "accepted")
        tablet.acknowledge(done.game)
    assert reads.count == 0
    check_kept(tablet)


def refused_after_some(tablet: Tablet) -> None:
    made = tablet.made_of(*coming(tablet, 3), ILLEGAL)
    done = append(device=tablet.device, batch=tablet.batch(*made, set_aside=False))
    assert kinds(done.verdicts) == ["accepted"] * 3 + ["illegal"]
    tablet.acknowledge(done.game)


def changed_after_some(tablet: Tablet) -> None:
    first = tablet.made[3]
    forged = WireEvent.build(first.event_id, first.salt, AT, NOTE)
    with pytest.raises(EventChangedError):
        append(
            device=tablet.device,
            batch=tablet.batch(*tablet.made_of(*coming(tablet, 3)), forged),
        )


def full_after_some(tablet: Tablet) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "MAX_ROWS", {**limits.MAX_ROWS, "notes": 1})
        patch.setattr("referee.log.batch.MARGIN", 0)
        with pytest.raises(LogFullError):
            send(tablet, *tablet.made_of(*coming(tablet, 1), NOTE, NOTE))


def too_many_set_aside_after_some(tablet: Tablet) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(set_aside, "MAX_GAME_EVENTS", 0)
        with pytest.raises(TooManySetAsideError):
            send(tablet, *tablet.made_of(*coming(tablet, 1), ILLEGAL))


def from_an_old_writer(tablet: Tablet) -> None:
    second = paired_beside(tablet)
    take_over(device=second.device, epoch=1)
    late = append(
        device=tablet.device,
        batch=tablet.batch(*tablet.made_of(*coming(tablet, 3)), set_aside=False),
    )
    assert kinds(late.verdicts) == ["lease", "not_attempted", "not_attempted"]
    take_over(device=tablet.device, epoch=2)
    tablet.epoch = 3


def rolled_back(tablet: Tablet) -> None:
    batch = tablet.batch(*tablet.made_of(*coming(tablet, 3)))

    @transaction.atomic
    def append_and_fail() -> None:
        append(device=tablet.device, batch=batch)
        raise IntegrityError

    with pytest.raises(IntegrityError):
        append_and_fail()


def after_a_head_that_is_not_there(tablet: Tablet) -> None:
    batch = tablet.batch(*tablet.made_of(EVENTS[PLAYED]))
    for wrong in (
        replace(batch, expected_seq=900),
        replace(batch, previous_hash="f" * 64),
        replace(batch, expected_seq=3),
        replace(batch, expected_seq=1, previous_hash="0" * 64),
    ):
        done = append(device=tablet.device, batch=replace(wrong, set_aside=False))
        assert done.verdicts[0].verdict == "stale"


def corrected_illegally(tablet: Tablet) -> None:
    revise = {"type": "revise", "seq": 5, "replacement": [], "reason": "slip"}
    (refusal,) = chief.append_chief(game_id=tablet.game, event=revise, by="Olga")
    assert refusal.code == "revised_illegal"


def previewed(tablet: Tablet) -> None:
    last, _event = journal_of(tablet).order.events[-1]
    undone = {"type": "revise", "seq": last, "replacement": [], "reason": "slip"}
    game = GameLog.objects.get(pk=tablet.game)
    preview = chief.preview(game=game, event=undone)
    assert preview.refusals == ()
    assert preview.before != preview.after


def taken_in_partly(tablet: Tablet) -> None:
    made = tablet.made_of(EVENTS[PLAYED], ILLEGAL)
    given = HandOver("other", 1, tablet.digest, made)
    set_aside.hand_over(device=tablet.device, given=given)
    entry = SetAside.objects.get(game=tablet.game)
    assert chief.apply(entry_id=entry.pk, decision="yes", by="Olga")
    chief.discard(entry_id=entry.pk, decision="no", by="Olga")


def looked_at_as_it_was(tablet: Tablet) -> None:
    """A page that read the game's row before the last event was logged."""
    before = GameLog.objects.get(pk=tablet.game)
    send(tablet, *tablet.made_of(NOTE))
    old = journal_cache.copy_as_read(before, partial(setup_of, before)).journal
    assert old.seq == before.head_seq


@pytest.mark.parametrize(
    ("happens", "reads_of_its_own"),
    [
        (refused_after_some, 0),
        (changed_after_some, 0),
        (full_after_some, 0),
        (too_many_set_aside_after_some, 0),
        (from_an_old_writer, 0),
        (rolled_back, 0),
        # What the tablet says is logged there is looked for.
        (after_a_head_that_is_not_there, 1),
        (corrected_illegally, 0),
        (previewed, 0),
        (taken_in_partly, 0),
        (looked_at_as_it_was, 1),
    ],
)
def test_what_comes_to_nothing_leaves_the_game_as_it_was(
    tablet: Tablet,
    reads: LogReads,
    happens: Callable[[Tablet], None],
    reads_of_its_own: int,
) -> None:
    happens(tablet)
    assert reads.count == reads_of_its_own
    play_on(tablet)
    assert reads.count == reads_of_its_own
    check_kept(tablet)


def paired_beside(tablet: Tablet) -> Tablet:
    """A second tablet of the table; what is kept stays."""
    kept = dict(journal_cache._games)
    second = paired(Table.objects.get(log=tablet.game), "Second")
    journal_cache._games.update(kept)
    return second


def test_what_the_database_refuses_is_judged_again_without_a_replay(
    tablet: Tablet, reads: LogReads
) -> None:
    """Events of the table that another process set aside bar the common way: the statement is
    refused after the judging."""
    given = HandOver("other", 1, tablet.digest, tablet.made_of(NOTE))
    set_aside.hand_over(device=tablet.device, given=given)
    for event in EVENTS[PLAYED : PLAYED + 4]:
        done = send(tablet, *tablet.made_of(event))
        assert (kinds(done.verdicts), done.is_plain) == (["accepted"], False)
    assert reads.count == 0
    check_kept(tablet)


def test_the_game_outlives_a_revoked_writer(tablet: Tablet, reads: LogReads) -> None:
    second = paired_beside(tablet)
    revoke(device_id=tablet.device.pk, by="Olga")
    for _again in range(3):
        with pytest.raises(RevokedError):
            send(tablet, *tablet.made_of(EVENTS[PLAYED]))
    second.epoch = take_over(device=second.device, epoch=1).lease_epoch
    second.head = tablet.head
    play_on(second)
    assert reads.count == 0
    check_kept(second)


def test_a_correction_and_what_is_taken_in_instead_replay_nothing(
    tablet: Tablet, reads: LogReads
) -> None:
    late = tablet.made_of(*EVENTS[PLAYED - 2 : PLAYED])
    given = HandOver("conflict", PLAYED - 1, tablet.digest, late)
    set_aside.hand_over(device=tablet.device, given=given)
    entry = SetAside.objects.get(game=tablet.game)
    assert chief.apply_instead(entry_id=entry.pk, decision="theirs", by="Olga") == ()
    entry.refresh_from_db()
    assert entry.state == "applied"
    assert reads.count == 0
    check_kept(tablet)


def test_a_log_restored_from_a_backup_is_replayed_once(tablet: Tablet, reads: LogReads) -> None:
    backup = GameLog.objects.get(pk=tablet.game)
    send(tablet, *tablet.made_of(*EVENTS[PLAYED:40]))
    rows = LoggedEvent.objects.filter(game=backup, seq__gt=backup.head_seq)
    rows._raw_delete(rows.db)
    backup.save()
    tablet.acknowledge(backup)
    for event in EVENTS[PLAYED : PLAYED + 3]:
        assert kinds(send(tablet, *tablet.made_of(event)).verdicts) == ["accepted"]
    assert reads.count == 1
    check_kept(tablet)


def test_what_a_page_reads_of_a_restored_log_is_not_the_kept_game(tablet: Tablet) -> None:
    """Nobody has written to it yet; the first who does puts the restored game in its place."""
    backup = GameLog.objects.get(pk=tablet.game)
    send(tablet, *tablet.made_of(*EVENTS[PLAYED:40]))
    rows = LoggedEvent.objects.filter(game=backup, seq__gt=backup.head_seq)
    rows._raw_delete(rows.db)
    backup.save()
    assert journal_of(tablet).seq == PLAYED
    check_kept(tablet)


def test_no_two_copies_share_what_changes(tablet: Tablet) -> None:
    game = GameLog.objects.get(pk=tablet.game)
    before = contents(journal_of(tablet))
    first, second = (journal_cache.copy_at_head(game, partial(setup_of, game)) for _ in range(2))
    for event in EVENTS[PLAYED:]:
        assert not first.journal.judge(event).refusals
        first.journal.row_added(event["type"], first.journal.seq + 1, "f" * 64)
    first.journal.judge({"type": "pause", "reason": "tea"})
    assert contents(second.journal) == before == contents(journal_of(tablet))


STEPS: tuple[Callable[[Tablet], None], ...] = (
    refused_after_some,
    changed_after_some,
    full_after_some,
    rolled_back,
    corrected_illegally,
    previewed,
    looked_at_as_it_was,
)


@pytest.mark.parametrize("seed", range(3))
def test_requests_of_all_kinds_in_any_order(tablet: Tablet, reads: LogReads, seed: int) -> None:
    """Whatever comes after whatever: what is kept is what is logged, and only the pages that look
    at what is past read the log."""
    random = Random(seed)
    looks = 0
    for _step in range(12):
        step = random.choice(STEPS)
        looks += step is looked_at_as_it_was
        step(tablet)
        play_on(tablet)
        assert reads.count == looks
        check_kept(tablet)
        reads.count = looks
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []


def test_threads_that_catch_up_at_once_do_not_disturb_each_other(tablet: Tablet) -> None:
    """Another process logged meanwhile, and two requests of this one need its rows."""
    behind = journal_cache._games[tablet.game]
    send(tablet, *tablet.made_of(*EVENTS[PLAYED:-20]))
    for _round in range(5):
        journal_cache._games[tablet.game] = behind
        found = at_once(*[partial(journal_of, tablet)] * 3)
        assert [journal.seq for journal in found] == [len(EVENTS) - 20] * 3
        check_kept(tablet)
    assert behind.journal.seq == PLAYED


def test_requests_at_once_find_the_game_in_memory(tablet: Tablet) -> None:
    """A batch, itself again, an illegal one, a page: threads on connections of their own."""
    counters: list[LogReads] = []

    def counted(work: Callable[[], Any]) -> Any:
        counters.append(LogReads())
        with connection.execute_wrapper(counters[-1]):
            return work()

    for _round in range(10):
        batch = tablet.batch(*tablet.made_of(*coming(tablet, 2)))
        wrong = tablet.batch(*tablet.made_of(coming(tablet, 1)[0], ILLEGAL), set_aside=False)
        works: tuple[Callable[[], Any], ...] = (
            *[partial(append, device=tablet.device, batch=batch)] * 2,
            partial(append, device=tablet.device, batch=replace(wrong, previous_hash="f" * 64)),
            partial(journal_of, tablet),
        )
        first, again, stale, _page = at_once(*[partial(counted, work) for work in works])
        assert sorted([*kinds(first.verdicts), *kinds(again.verdicts)]) == [
            *["accepted"] * 2,
            *["duplicate"] * 2,
        ]
        assert kinds(stale.verdicts)[1:] == ["not_attempted"]
        tablet.acknowledge(GameLog.objects.get(pk=tablet.game))
        check_kept(tablet)
    # A page may have read the game's row before the batch was logged, or a thread come to the
    # cache between a commit and the keeping of what was judged: it reads then.
    assert sum(counter.count for counter in counters) <= len(counters) // 4
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []


class TestManyAtOnce:
    """What is shown of many games reads the rows that all of them lack with one query."""

    @pytest.fixture
    def tablets(self, transactional_db: None) -> list[Tablet]:
        journal_cache.forget()
        first = make_table(LINES[0], tables=3)
        tables = Table.objects.filter(round=first.round).order_by("number")
        found = [paired(table) for table in tables]
        for number, tablet in enumerate(found, start=1):
            header = setup_of(tablet.device.game).header
            notes = [NOTE] * number
            send(tablet, *tablet.made_of({"type": "start", "header": header}, *notes))
        return found

    def others_append(self, tablets: list[Tablet]) -> None:
        """Another process does: what is kept here stays behind."""
        kept = dict(journal_cache._games)
        for number, tablet in enumerate(tablets, start=1):
            send(tablet, *tablet.made_of(*[NOTE] * number))
        journal_cache._games.clear()
        journal_cache._games.update(kept)

    def test_the_rows_of_all_are_read_with_one_query(
        self, tablets: list[Tablet], reads: LogReads
    ) -> None:
        self.others_append(tablets)
        games = list(GameLog.objects.filter(pk__in=[each.game for each in tablets]))
        with CaptureQueriesContext(connection) as asked:
            journal_cache.catch_up_journals(games)
            journal_cache.catch_up_journals(games)
        assert len(asked) == 1
        found = [journal_cache.current_journal(game, partial(setup_of, game)) for game in games]
        assert reads.count == 0
        for game, journal in zip(games, found, strict=True):
            fresh = journal_cache.replay_log(game, partial(setup_of, game))
            assert contents(journal) == contents(fresh)

    def test_rows_after_the_heads_that_are_asked_for_are_left(self, tablets: list[Tablet]) -> None:
        self.others_append(tablets)
        games = list(GameLog.objects.filter(pk__in=[each.game for each in tablets]))
        self.others_append(tablets)
        journal_cache.catch_up_journals(games)
        for game in games:
            journal = journal_cache._games[game.pk].journal
            assert (journal.seq, journal.hash) == (game.head_seq, game.head_hash)

    def test_a_log_that_is_not_as_expected_is_left_to_who_reads_it(
        self, tablets: list[Tablet]
    ) -> None:
        self.others_append(tablets)
        games = list(GameLog.objects.filter(pk__in=[each.game for each in tablets]))
        other, *others = games
        other.head_hash = "0" * 64
        journal_cache.catch_up_journals(games)
        kept = {pk: found.journal.seq for pk, found in journal_cache._games.items()}
        assert kept[other.pk] < other.head_seq
        assert all(kept[game.pk] == game.head_seq for game in others)

    def test_a_game_that_does_not_go_on_is_forgotten(
        self, tablets: list[Tablet], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now, ours = [0.0], journal_cache._games
        assert journal_cache._earlier.ttl == ours.ttl == journal_cache.MAX_IDLE_SECONDS
        kept = type(ours)(ours.maxsize, ours.ttl, timer=lambda: now[0])
        monkeypatch.setattr(journal_cache, "_games", kept)
        for tablet in tablets:
            send(tablet, *tablet.made_of(NOTE))
        assert len(kept) == 3
        for _minutes in range(4):
            now[0] += 600
            send(tablets[0], *tablets[0].made_of(NOTE))
        assert list(kept) == [tablets[0].game]


@pytest.mark.parametrize("by_chief", [False, True])
def test_rows_received_again_have_their_own_times(tablet: Tablet, by_chief: bool) -> None:
    """A table sends its events again after a restore: the same hashes, received at other times."""
    paused = send(tablet, *tablet.made_of({"type": "pause", "reason": "tea"}))
    assert kinds(paused.verdicts) == ["accepted"]
    send(tablet, *tablet.made_of(NOTE))
    with connection.cursor() as cursor:
        later = timezone.now() + timedelta(minutes=5)
        cursor.execute("UPDATE referee_loggedevent SET received_at = %s", [later])
    if by_chief:
        assert chief.append_chief(game_id=tablet.game, event=RULING, by="otto") == ()
    else:
        send(tablet, *tablet.made_of({"type": "resume", "seconds": 60}))
    assert list(faults_of(GameLog.objects.get(pk=tablet.game))) == []
