"""Draws in the background: asked for, run, watched, stopped."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, entry, make_event
from tournament.draws.services import draw_worker
from tournament.draws.services.draw_jobs import cancel_draw, request_draw
from tournament.draws.services.draw_worker import run_draw
from tournament.draws.services.drawing import draw_round
from tournament.models import AuditEntry, DrawJob, Round, Seat
from tournament.people.services.entries import withdraw_entry
from tournament.rounds.services.rounds import create_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def first_round():
    event = make_event(players=8)
    return create_round(event=event, number=1, by=BY)


def reloaded(job: DrawJob) -> DrawJob:
    return DrawJob.objects.get(pk=job.pk)


def test_a_job_is_queued_and_handed_to_a_worker_once_it_is_stored(
    first_round, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        job = request_draw(round=first_round, by="ada", seed=7, all_rounds=True)
    # Beside it the publisher is woken.
    assert [one.__qualname__.split(".")[0] for one in callbacks].count("request_draw") == 1
    job = reloaded(job)
    assert (job.status, job.seed, job.all_rounds, job.requested_by) == ("queued", "7", True, "ada")
    assert present(AuditEntry.objects.first()).kind == "drawjob"


def test_a_job_draws_the_seats_of_its_seed(first_round):
    job = request_draw(round=first_round, by="ada", seed=7)
    run_draw(job_pk=job.pk)
    job = reloaded(job)
    assert (job.status, job.progress, job.error) == ("finished", 100, "")
    assert present(job.best)["rematches"] == 0
    assert job.finished_at
    drawn = list(Seat.objects.order_by("table", "order").values_list("entry", flat=True))
    draw_round(round=first_round, by=BY, seed=7, time_limit=60)
    assert list(Seat.objects.order_by("table", "order").values_list("entry", flat=True)) == drawn


def test_a_job_delivered_twice_runs_once(first_round):
    job = request_draw(round=first_round, by="ada", seed=7)
    run_draw(job_pk=job.pk)
    rows = AuditEntry.objects.count()
    run_draw(job_pk=job.pk)
    assert AuditEntry.objects.count() == rows


def test_one_event_has_one_draw_at_a_time(first_round):
    request_draw(round=first_round, by="ada")
    with pytest.raises(ValidationError, match="is running"):
        request_draw(round=first_round, by="ben")


def test_a_draw_that_cannot_be_is_refused_when_it_is_asked_for():
    event = make_event(players=3, table_sizes=[4])
    first_round = create_round(event=event, number=1, by=BY)
    with pytest.raises(ValidationError):
        request_draw(round=first_round, by="ada")
    assert not DrawJob.objects.exists()


def test_a_waiting_job_that_is_stopped_never_runs(first_round):
    job = cancel_draw(job=request_draw(round=first_round, by="ada"), by="ben")
    assert job.status == "cancelled"
    run_draw(job_pk=job.pk)
    assert not Seat.objects.exists()
    assert cancel_draw(job=job, by="ben").finished_at == job.finished_at


def test_a_running_job_that_is_stopped_keeps_the_best_seats(monkeypatch):
    monkeypatch.setattr(draw_worker, "REPORT_EVERY", 0.0)
    event = make_event(players=23, table_sizes=[4, 5], number_of_rounds=5)
    first_round = create_round(event=event, number=1, by=BY)
    job = request_draw(round=first_round, by="ada", all_rounds=True)
    DrawJob.objects.filter(pk=job.pk).update(status="running")
    assert cancel_draw(job=job, by="ben").status == "running"
    run_draw(job_pk=job.pk)
    assert reloaded(job).status == "cancelled"
    assert Seat.objects.count() == 115


def test_progress_is_written_while_the_search_runs(monkeypatch):
    monkeypatch.setattr(draw_worker, "REPORT_EVERY", 0.0)
    event = make_event(players=20)
    first_round = create_round(event=event, number=1, by=BY)
    job = request_draw(round=first_round, by="ada", all_rounds=True)
    reporter = draw_worker._Reporter(job.pk)
    reporter.progress(0.42)
    assert reloaded(job).progress == 42
    reporter.progress(1.0)
    assert reloaded(job).progress == 99


def test_what_stops_a_draw_is_kept_with_it(first_round):
    job = request_draw(round=first_round, by="ada")
    for seed in range(1, 8):
        withdraw_entry(entry=entry(first_round.event, seed), by=BY)
    run_draw(job_pk=job.pk)
    job = reloaded(job)
    assert job.status == "failed"
    assert job.error
    assert Round.objects.get().status == "draft"


def lose(job: DrawJob, **values: object) -> DrawJob:
    """Its worker was killed two minutes ago."""
    before = timezone.now() - timedelta(minutes=2)
    DrawJob.objects.filter(pk=job.pk).update(status="running", seen_at=before, **values)
    return reloaded(job)


def test_a_draw_whose_worker_is_gone_stands_in_nobodys_way(first_round):
    lost = lose(request_draw(round=first_round, by="ada"))
    assert (lost.is_lost, lost.is_open) == (True, False)
    job = request_draw(round=first_round, by="ben")
    assert (reloaded(lost).status, reloaded(lost).error) == ("failed", str(draw_worker.LOST))
    assert reloaded(lost).finished_at
    assert (job.status, job.is_open) == ("queued", True)


def test_a_draw_that_is_delivered_again_at_once_goes_on(first_round):
    job = request_draw(round=first_round, by="ada", seed=7)
    DrawJob.objects.filter(pk=job.pk).update(status="running", seen_at=timezone.now())
    run_draw(job_pk=job.pk)
    assert reloaded(job).status == "finished"


def test_a_draw_that_is_delivered_again_much_later_is_not_run(first_round):
    job = lose(request_draw(round=first_round, by="ada", seed=7))
    run_draw(job_pk=job.pk)
    assert reloaded(job).status == "failed"
    assert not Seat.objects.exists()


def test_a_draw_that_two_processes_resumed_has_not_failed_when_one_was_late(
    first_round, monkeypatch
):
    job = request_draw(round=first_round, by="ada", seed=7)
    draw = draw_round

    def late(**given):
        monkeypatch.setattr(draw_worker, "draw_round", draw)
        run_draw(job_pk=job.pk)
        publish_round(round=Round.objects.select_related("event").get(), by=BY)
        return draw(**given)

    monkeypatch.setattr(draw_worker, "draw_round", late)
    run_draw(job_pk=job.pk)
    assert (reloaded(job).status, reloaded(job).error) == ("finished", "")


def test_a_round_is_not_published_while_it_is_being_drawn(first_round):
    run_draw(job_pk=request_draw(round=first_round, by="ada", seed=7).pk)
    job = request_draw(round=Round.objects.get(), by="ada", seed=8)
    with pytest.raises(ValidationError, match="being drawn"):
        publish_round(round=Round.objects.get(), by=BY)
    lose(job)
    publish_round(round=Round.objects.get(), by=BY)
    assert Round.objects.get().status == Round.Status.PUBLISHED


def test_a_later_round_is_not_published_while_all_are_being_drawn(first_round):
    run_draw(job_pk=request_draw(round=first_round, by="ada", seed=7, all_rounds=True).pk)
    request_draw(round=first_round, by="ada", seed=8, all_rounds=True)
    with pytest.raises(ValidationError, match="being drawn"):
        publish_round(round=Round.objects.get(number=2), by=BY)


def test_a_lost_draw_that_is_stopped_has_failed(first_round):
    lost = lose(request_draw(round=first_round, by="ada"))
    assert cancel_draw(job=lost, by="ben").status == "failed"


def test_a_draw_that_no_worker_ever_took_is_lost_in_the_end(first_round):
    job = request_draw(round=first_round, by="ada")
    DrawJob.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=29))
    assert reloaded(job).is_open
    DrawJob.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=31))
    assert reloaded(job).is_lost
