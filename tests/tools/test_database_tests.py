"""Which tests run on PostgreSQL too, and how it is known what they ask."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.database_tests import asking_once
from tests.sent_statements import Recorded, Recorder, statement_key
from tests.tournament.making import make_event
from tournament.models import Event


def recorded(**tests: tuple[str, float]) -> Recorded:
    return {
        name: {"statements": list(keys), "seconds": seconds}
        for name, (keys, seconds) in tests.items()
    }


def test_each_statement_is_sent_once_by_the_quickest_tests() -> None:
    tests = recorded(long=("abcd", 9.0), one=("ab", 0.1), two=("bc", 0.1), last=("d", 0.1))
    assert sorted(asking_once(tests, set())) == ["last", "one", "two"]


def test_what_is_asked_already_needs_no_test() -> None:
    tests = recorded(one=("ab", 0.1), two=("bc", 0.1), none=("", 0.1))
    assert asking_once(tests, {"a", "b"}) == ["two"]
    assert asking_once(tests, {"a", "b", "c"}) == []


@pytest.mark.parametrize(("one", "other"), [
    ("SELECT 1 WHERE id IN (%s)", "SELECT 1 WHERE id IN (%s, %s, %s)"),
    ("INSERT INTO t VALUES (%s, %s)", "INSERT INTO t VALUES (%s, %s), (%s, %s)"),
    ('SAVEPOINT "s140_x1"', 'SAVEPOINT "s140_x2"'),
    ("CASE WHEN id = %s THEN %s ELSE 0 END",
     "CASE WHEN id = %s THEN %s WHEN id = %s THEN %s ELSE 0 END"),
])  # fmt: skip
def test_the_number_of_values_makes_no_other_statement(one: str, other: str) -> None:
    assert statement_key("here", one) == statement_key("here", other)
    assert statement_key("here", one) != statement_key("there", one)
    assert statement_key("here", one) != statement_key("here", f"{one} LIMIT 1")


@pytest.mark.django_db
def test_what_the_product_sends_is_noted_and_what_a_test_asks_itself_is_not() -> None:
    recorder = Recorder()
    with connection.execute_wrapper(recorder.note):
        Event.objects.count()
        assert recorder.sent == set()
        make_event(players=2)
    assert len(recorder.sent) > 5


@pytest.mark.django_db
def test_a_refused_statement_is_another() -> None:
    event = make_event(players=2)
    recorder = Recorder()
    with connection.execute_wrapper(recorder.note):
        event.save()
        sent = len(recorder.sent)
        event.slug = make_event(slug="other").slug
        with pytest.raises(IntegrityError), transaction.atomic():
            event.save()
    assert len(recorder.sent) > sent
