"""A study in the background: asked for, stopped with what is there, limited, taken up again."""

from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from referee.fairness import services, settings, worker
from referee.fairness.playing import study_of
from referee.fairness.selectors import FAILURES, study_for
from referee.fairness.services import claim_study, request_study, stop_study, tell_progress
from referee.models import FairnessStudy
from tests.referee.fairness import making
from tests.referee.fairness.making import make_study, make_study_here
from tests.tournament.making import make_event
from tests.tournament.racing import race
from tournament.common.limited_process import LimitReachedError
from tournament.models import AuditEntry, Event

pytestmark = pytest.mark.django_db
worker_figures = worker.figures_of


@pytest.fixture
def event() -> Event:
    return make_event("open", players=8, length_minutes=5, table_sizes=[4], number_of_rounds=2)


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


def asked(event: Event, by: User) -> FairnessStudy:
    return request_study(event=event, seconds=60, by=by)


def figures(study: FairnessStudy) -> dict[str, Any]:
    """The report that is there."""
    report: dict[str, Any] | None = study.report
    assert report is not None
    return report


def test_a_study_is_made_of_the_events_settings_and_can_be_made_again(
    event: Event, olga: User
) -> None:
    study = asked(event, olga)
    make_study(study)
    assert (study.status, study.progress) == ("finished", 100)
    report = figures(study)
    assert [table["size"] for table in report["tables"]] == [4]
    assert report["turns"] == 5
    assert report["players"] == 8
    assert len(report["rounds"]) == 2
    again = study_of(study.setting, study.seed)
    list(again.play())
    assert again.report()["tables"][0]["games"] == report["tables"][0]["games"]
    assert AuditEntry.objects.filter(kind="fairnessstudy", action="create", by="olga").exists()


def test_a_new_study_replaces_the_last_one_and_an_open_one_goes_on(
    event: Event, olga: User
) -> None:
    first = asked(event, olga)
    assert asked(event, olga) == first
    make_study(first)
    second = asked(event, olga)
    assert FairnessStudy.objects.get() == second != first


def test_who_stops_keeps_the_games_so_far(
    event: Event, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.update(table_sizes=[4, 2])
    study = asked(event, olga)
    told = list[int]()

    def stopped_after_a_size(*, pk: int, percent: int) -> bool:
        told.append(percent)
        if len(told) == 6:
            stop_study(study=study, by=olga)
        return tell_progress(pk=pk, percent=percent)

    monkeypatch.setattr(making, "tell_progress", stopped_after_a_size)
    make_study(study)
    assert study.status == "cancelled"
    assert [table["size"] for table in figures(study)["tables"]] == [4]


@pytest.mark.exhaustive
@pytest.mark.django_db(transaction=True)
def test_a_process_of_its_own_gives_the_same_and_stops_when_told(
    event: Event, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = asked(event, olga)
    assert claim_study(now=timezone.now())
    assert worker_figures(study) == make_study_here(study)
    monkeypatch.setattr(settings, "GAMES", 50_000)
    Event.objects.update(table_sizes=[2])
    study.delete()
    long = asked(Event.objects.get(), olga)
    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.1)
    stop_study(study=long, by=olga)
    assert worker_figures(long)["games"] < 6 * 50_000


def test_a_study_that_is_over_is_neither_made_again_nor_stopped(event: Event, olga: User) -> None:
    study = asked(event, olga)
    stop_study(study=study, by=olga)
    make_study(study)
    study.refresh_from_db()
    assert (study.status, study.report) == ("cancelled", None)
    ended = study.finished_at
    assert stop_study(study=study, by=olga).finished_at == ended


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"length_minutes": 601}, "at most 600"),
        ({"edition_file": 'inherits = "uk"'}, "inherits"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    event: Event, olga: User, changes: dict[str, Any], reason: str
) -> None:
    Event.objects.filter(pk=event.pk).update(**changes)
    with pytest.raises(ValidationError, match=reason):
        asked(Event.objects.get(), olga)
    assert not FairnessStudy.objects.exists()


def test_a_person_asks_for_so_many_an_hour(
    event: Event, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST", 2)
    for _time in range(2):
        stop_study(study=asked(event, olga), by=olga)
    with pytest.raises(ValidationError, match="in an hour"):
        asked(event, olga)


def test_few_events_are_studied_at_once_and_lost_ones_hold_up_nobody(
    event: Event, olga: User
) -> None:
    for number in range(services.MAX_QUEUED):
        asked(make_event(f"other-{number}", players=4), olga)
    with pytest.raises(ValidationError, match="Other events"):
        asked(event, olga)
    long_ago = timezone.now() - timedelta(hours=1)
    FairnessStudy.objects.update(status="running", seen_at=long_ago)
    assert asked(event, olga).status == "queued"


@pytest.mark.parametrize(
    ("fault", "code"), [(LimitReachedError(), "too-long"), (RuntimeError(), "broke-off")]
)
def test_what_breaks_says_why(
    event: Event, olga: User, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    study = asked(event, olga)

    def broken(_study: FairnessStudy) -> Any:
        raise fault

    monkeypatch.setattr(worker, "figures_of", broken)
    with suppress(RuntimeError):
        make_study(study)
    study.refresh_from_db()
    assert (study.status, study.report, study.error) == ("failed", None, code)
    assert code in FAILURES


def test_a_study_is_claimed_once_and_taken_up_again_when_its_process_died(
    event: Event, olga: User
) -> None:
    study, now = asked(event, olga), timezone.now()
    assert claim_study(now=now) == study
    assert claim_study(now=now) is None
    assert claim_study(now=now + timedelta(minutes=2)) == study
    assert claim_study(now=now + timedelta(hours=1)) is None


@pytest.mark.django_db(transaction=True)
def test_who_asks_at_the_same_moment_is_counted(olga: User) -> None:
    events = [make_event(f"at-once-{number}", players=4) for number in range(4)]
    race(*(partial(asked, each, olga) for each in events))
    assert FairnessStudy.objects.count() == services.MAX_QUEUED


def test_a_study_says_how_it_was_played(
    event: Event, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So whoever changes the policies, or how many games are played, sees that it is outdated."""
    make_study(asked(event, olga))
    assert not study_for(event).outdated
    for name, value in (("METHOD", "play-outs/0"), ("GAMES", 2), ("EVENTS", 6)):
        with monkeypatch.context() as changed:
            changed.setattr(settings, name, value)
            assert study_for(event).outdated


@pytest.mark.parametrize(("entered", "simulated"), [(3, 20), (8, 8), (9, 8), (70, 60)])
def test_as_many_players_as_fill_tables(entered: int, simulated: int) -> None:
    event = make_event("open", players=entered, table_sizes=[4])
    assert settings.settings_of(event, seconds=60)["players"] == simulated
