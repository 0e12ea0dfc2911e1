"""Turning points: looked for once a record, told with the result, and chapters of the replay."""

import datetime as dt
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.chances import worker
from referee.chances.playing import answer_all
from referee.chances.services import AGAIN, claim_record, store_points
from referee.live.publishing.versions import state_of
from referee.models import GameRecord, TurningPoints
from tests.referee.tables import golden
from tests.tournament.making import BY
from tournament.common.limited_process import LimitReachedError
from tournament.events.services.events import update_event
from tournament.models import Event, Result

pytestmark = pytest.mark.django_db

NOW = timezone.now()
REPLAY = "/e/spring-open-2026/r/1/t/1/replay/"
BEFORE = {"low": 0.31, "high": 0.4, "least": 0.27, "most": 0.45}
AFTER = {"low": 0.52, "high": 0.58, "least": 0.48, "most": 0.63}


@pytest.fixture
def event(sample: None) -> Event:
    """The sample event, which shows chances."""
    found = Event.objects.get(slug="spring-open-2026")
    return update_event(event=found, by=BY, shows_chances=True)


def first_record() -> GameRecord:
    return GameRecord.objects.select_related("table__round__event").get(
        table__round__number=1, table__number=1, superseded_at=None
    )


def stored_point(record: GameRecord) -> dict[str, Any]:
    """A turning point at the first monopoly, stored as the worker does."""
    lines = [json.loads(line) for line in record.text.splitlines()]
    line = next(n for n, event in enumerate(lines, 1) if event.get("type") == "buy")
    point = {"line": line, "player": lines[line - 1]["player"], "move": 0.2}
    point |= {"before": BEFORE, "after": AFTER}
    TurningPoints.objects.get_or_create(record=record)
    store_points(record=record, points=[point], playouts=100, now=NOW)
    return point


def told(event: Event) -> Any:
    return state_of(event.pk)["rounds"]["1"]["tables"]["1"]["result"].get("turning_points")


def test_a_turning_point_is_a_chapter_and_told_with_the_result(
    client: Client, event: Event
) -> None:
    assert told(event) is None
    stored_point(first_record())
    assert told(event) == 1
    page = client.get(REPLAY).content.decode()
    assert "chance to win, 31–40 % → 52–58 %" in page
    update_event(event=event, by=BY, shows_chances=False)
    assert told(event) is None
    assert "chance to win" not in Client().get(REPLAY).content.decode()


def test_each_record_is_looked_at_once(event: Event) -> None:
    first = claim_record(now=NOW)
    assert first is not None
    second = claim_record(now=NOW)
    assert second is not None
    assert second.pk != first.pk
    store_points(record=first, points=[], playouts=100, now=NOW)
    later = claim_record(now=NOW + 2 * AGAIN)
    assert later is not None
    assert later.pk == second.pk, "whoever had it has died"


def test_only_published_results_are_looked_at(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=NOW - dt.timedelta(days=9000))
    assert claim_record(now=NOW) is None
    update_event(event=event, by=BY, frozen_at=None, shows_chances=False)
    assert claim_record(now=NOW) is None


def test_hidden_results_keep_nobody_waiting(
    event: Event, monkeypatch: Any, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr("referee.chances.services.MOST_TRIED", 1)
    newest = GameRecord.objects.filter(superseded_at=None).order_by("-pk")
    last = newest.select_related("table__result").first()
    assert last is not None
    Result.objects.exclude(table=last.table).update(confirmed_at=NOW)
    Result.objects.filter(table=last.table).update(confirmed_at=NOW - AGAIN)
    update_event(event=event, by=BY, frozen_at=NOW - AGAIN / 2)
    assert claim_record(now=NOW) == last
    with django_assert_num_queries(1):
        assert claim_record(now=NOW) is None


def test_the_worker_looks_back_while_no_table_waits(event: Event, monkeypatch: Any) -> None:
    text = "\n".join(json.dumps(line) for line in golden("33"))
    GameRecord.objects.filter(pk=first_record().pk).update(text=text)
    GameRecord.objects.exclude(pk=first_record().pk).delete()
    monkeypatch.setattr("referee.chances.playing.POINT_PLAYOUTS", 2)
    monkeypatch.setattr(worker, "answers_to", answer_all)
    assert worker.step(now=NOW).looked_back
    stored = TurningPoints.objects.get()
    assert (stored.digest, stored.computed_at is None) == (first_record().digest, False)
    assert worker.step(now=NOW).seconds == 0


def take_too_long(_questions: Any) -> Any:
    raise LimitReachedError


def cannot_be_read(questions: list[dict[str, Any]]) -> Any:
    return answer_all([{**questions[0], "record": "{}"}])


@pytest.mark.parametrize("answers", [take_too_long, cannot_be_read])
def test_what_could_not_be_found_out_is_not_told_as_none(
    event: Event, monkeypatch: Any, answers: Any
) -> None:
    GameRecord.objects.exclude(pk=first_record().pk).delete()
    monkeypatch.setattr(worker, "answers_to", answers)
    assert worker.step(now=NOW).looked_back
    assert told(event) is None
    assert claim_record(now=NOW + 2 * AGAIN) is None, "nor is it looked for again"
    store_points(record=first_record(), points=[], playouts=100, now=NOW)
    assert told(event) == 0
