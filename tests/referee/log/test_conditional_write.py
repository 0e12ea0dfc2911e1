"""A batch is written by one statement; a second attempt has the lock, by the same function."""

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from referee.devices import device_cache
from referee.log import journal_cache, prepared_statements
from referee.log.append import append
from referee.log.batch import JudgedBatch, judge_batch
from referee.log.head import Head
from referee.log.verify import faults_of
from referee.log.wire import Batch
from referee.models import Device, GameLog, LoggedEvent
from tests.referee.log.test_append import kinds, send
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.referee.tablet.api.conftest import Http
from tournament.common.secret_tokens import hash_secret
from tournament.models import Result

pytestmark = pytest.mark.django_db(transaction=True)
LINES = golden("01")
EVENTS = log_events(LINES)
# SQLite: BEGIN, head, outbox, row, COMMIT. PostgreSQL: one, prepared, which Django does not see.
STATEMENTS = {"sqlite": 5, "postgresql": 1}


@pytest.fixture
def tablet(transactional_db: None) -> Tablet:
    journal_cache.forget()
    tablet = paired(make_table(LINES[0]))
    send(tablet, *tablet.made_of(EVENTS[0]))
    return tablet


def test_an_append_asks_nothing_before_it_writes(tablet: Tablet) -> None:
    device_cache.fetched_device(tablet.token)
    for event in EVENTS[1:20]:
        made = tablet.made_of(event)
        before = prepared_runs()
        with CaptureQueriesContext(connection) as asked:
            device = device_cache.cached_device(tablet.token)
            assert device is not None
            done = append(device=device, batch=tablet.batch(*made))
        assert len(asked) + prepared_runs() - before == STATEMENTS[connection.vendor]
        assert kinds(done.verdicts) == ["accepted"]
        tablet.acknowledge(done.game)
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []


def test_a_game_begins_with_one_question_to_the_draw() -> None:
    journal_cache.forget()
    tablet = paired(make_table(LINES[0]))
    device = device_cache.fetched_device(tablet.token)
    assert device is not None
    batch = tablet.batch(*tablet.made_of(EVENTS[0]))
    before = prepared_runs()
    with CaptureQueriesContext(connection) as asked:
        done = append(device=device, batch=batch)
    assert len(asked) + prepared_runs() - before == 1 + STATEMENTS[connection.vendor]
    assert kinds(done.verdicts) == ["accepted"]


def test_a_prepared_statement_is_planned_once_a_connection(tablet: Tablet) -> None:
    before = prepared_runs("generic_plans"), prepared_runs("custom_plans")
    for event in EVENTS[1:4]:
        send(tablet, *tablet.made_of(event))
    expected = 3 if connection.vendor == "postgresql" else 0
    after = prepared_runs("generic_plans"), prepared_runs("custom_plans")
    assert after == (before[0] + expected, before[1])


def prepared_runs(how: str = "generic_plans + custom_plans") -> int:
    """How often prepared statements were run on this connection."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(sum({how}), 0) FROM pg_prepared_statements")  # noqa: S608
        return int(cursor.fetchone()[0])


def test_a_prepared_statement_belongs_to_djangos_transaction(tablet: Tablet) -> None:
    insert = "INSERT INTO referee_outbox (game_id, seq, created_at) VALUES (%s, %s, %s)"
    game = tablet.game if connection.features.has_native_uuid_field else tablet.game.hex
    before = GameLog.objects.get(pk=tablet.game).outbox.count()

    def write_one_good_and_one_bad() -> None:
        with transaction.atomic(), prepared_statements.cursor() as cursor:
            cursor.execute(insert, [game, 1, "2026-05-16T10:00:00Z"])
            cursor.execute(insert, [game, None, "2026-05-16T10:00:00Z"])

    with pytest.raises(IntegrityError):
        write_one_good_and_one_bad()
    assert GameLog.objects.get(pk=tablet.game).outbox.count() == before


def test_an_id_that_was_logged_is_judged_again_under_the_lock(tablet: Tablet) -> None:
    """The statement meets `UNIQUE(event_id)`, nothing of it is written, and the answer is the
    one that was given before."""
    first = tablet.made[0]
    done = append(device=tablet.device, batch=tablet.batch(first, expected_seq=2))
    assert kinds(done.verdicts) == ["duplicate"]
    more = tablet.made_of(EVENTS[1], EVENTS[2])
    send(tablet, *more)
    assert LoggedEvent.objects.filter(game=tablet.game).count() == 3


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each attempt to append whether it had the lock."""
    made: list[bool] = []
    judge = judge_batch

    def counted(head: Head, batch: Batch) -> JudgedBatch:
        made.append(head.locked)
        return judge(head, batch)

    monkeypatch.setattr("referee.log.append.judge_batch", counted)
    return made


def test_a_batch_is_tried_without_the_lock_and_then_with_it(
    tablet: Tablet, attempts: list[bool]
) -> None:
    send(tablet, *tablet.made_of(EVENTS[1]))
    assert attempts == [False]
    illegal = tablet.made_of({"type": "buy", "player": "p02"})
    assert kinds(send(tablet, *illegal).verdicts) == ["illegal"]
    assert attempts == [False, False, True]
    # What was set aside has to be told with each answer: the lock is taken at once.
    send(tablet, *tablet.made_of(EVENTS[2]))
    send(tablet, *tablet.made_of(EVENTS[3]))
    assert attempts[3:] == [False, True, True]


def test_only_the_last_confirmation_needs_the_lock(tablet: Tablet, attempts: list[bool]) -> None:
    send(tablet, *tablet.made_of(*EVENTS[1:-1]))
    closed = send(tablet, *tablet.made_of(EVENTS[-1]))
    assert (closed.game.state, closed.is_plain) == ("finished", True)
    statement = json.loads(closed.game.snapshot)["statement_hash"]
    words = [
        {"type": "confirm", "player": player, "statement": statement} for player in ("p01", "p02")
    ]
    first = send(tablet, *tablet.made_of(words[0]))
    assert (first.game.state, attempts) == ("finished", [False] * 3)
    assert not Result.objects.exists()
    second = send(tablet, *tablet.made_of(words[1]))
    assert (second.game.state, attempts[3:]) == ("confirmed", [False, True])
    assert Result.objects.count() == 1
    assert faults_of(GameLog.objects.get(pk=tablet.game)) == []


def test_a_game_that_was_closed_elsewhere_takes_no_more(
    tablet: Tablet, attempts: list[bool]
) -> None:
    """By a process that this one does not hear of, and with the head where it was."""
    GameLog.objects.filter(pk=tablet.game).update(state=GameLog.State.CONFIRMED)
    done = send(tablet, *tablet.made_of(EVENTS[1]), set_aside=False)
    assert (kinds(done.verdicts), attempts) == (["closed"], [False, True])
    assert LoggedEvent.objects.filter(game=tablet.game).count() == 1


def test_what_moves_under_the_lock_means_again_later(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock holds the game, and not the rules of its event."""
    http = Http(tablet)
    monkeypatch.setattr("referee.log.append.write_rows", lambda *_given: False)
    response = http.ask("post", "/events", http.batch(EVENTS[1]))
    assert (response.status_code, response.json()["code"]) == (503, "busy")
    assert LoggedEvent.objects.filter(game=tablet.game).count() == 1


@pytest.mark.parametrize(
    ("column", "value", "answer"),
    [
        ("revoked_at", "2026-05-16T10:00:00Z", (403, "device-revoked")),
        ("token_hash", hash_secret("new"), (401, "token-unknown")),
    ],
    ids=["revoked", "another token"],
)
def test_a_remembered_token_ends_with_the_next_append(
    tablet: Tablet, column: str, value: str, answer: tuple[int, str]
) -> None:
    """Revoked, or the device given another, by a process that this one does not hear of."""
    http = Http(tablet)
    http.send(EVENTS[1])
    Device.objects.filter(pk=tablet.device.pk).update(**{column: value})
    response = http.ask("post", "/events", http.batch(EVENTS[2]))
    assert (response.status_code, response.json()["code"]) == answer
    assert LoggedEvent.objects.filter(game=tablet.game).count() == 2
