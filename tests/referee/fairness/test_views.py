"""The page “Is it fair?”: empty, running, read, outdated; each figure with its interval."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from referee.fairness.services import claim_study, fail_study, keep_report
from referee.insight.playouts import METHODS
from referee.insight.wording import WAYS_TO_PLAY
from referee.models import FairnessStudy
from tests.accounts import signed_in
from tests.referee.fairness.making import make_study
from tests.tournament.making import enter, make_event
from tournament.models import Event, Membership

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/fairness/"


@pytest.fixture
def client() -> Client:
    event = make_event("open", players=8, length_minutes=5, table_sizes=[4], number_of_rounds=2)
    olga = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=olga, role="organiser")
    return signed_in(olga)


def shown(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_a_study_is_asked_for_followed_and_read(client: Client) -> None:
    assert "Simulate games" in shown(client)
    assert client.post(PAGE, {"seconds": 30}).headers["Location"] == PAGE
    study = FairnessStudy.objects.get()
    assert (study.setting["seconds"], study.setting["turns"]) == (30, 10)
    assert client.get(f"{PAGE}state/").json()["running"] is True
    assert "Stop, and keep" in shown(client)
    make_study(study)
    assert client.get(f"{PAGE}state/").json()["running"] is False
    page = shown(client)
    assert "5 minutes, 10 turns a table" in page
    assert "Tables of 4" in page
    assert page.count("<svg viewBox") == 2 + 4 + 6 + 2 * 2
    assert 'value="30"' in page
    assert "win more often" in page
    assert "have changed" not in page
    cells = re.findall(r'<td class="num">([^<]*\(.*?)</td>', page)
    assert len(cells) == 2 + 4 + 6 + 2 * 2
    assert all(re.fullmatch(r"[\d–]+ % \(\d+–\d+\)", cell) for cell in cells), cells


def test_changed_settings_are_told_and_a_new_table_of_players_is_no_change(client: Client) -> None:
    client.post(PAGE, {"seconds": 60})
    make_study(FairnessStudy.objects.get())
    enter(Event.objects.get(), {seed: f"Player {seed}" for seed in range(9, 13)})
    assert "have changed" not in shown(client)
    Event.objects.update(rulings={"ties": "circuit_income"})
    assert "have changed" in shown(client)
    Event.objects.update(rulings={}, mode="A")
    assert "have changed" in shown(client)


@pytest.mark.parametrize("seconds", ["", "9", "601", "a"])
def test_a_wrong_number_is_told_at_its_field(client: Client, seconds: str) -> None:
    answer = client.post(PAGE, {"seconds": seconds})
    assert 'id="id_seconds_error"' in answer.content.decode()
    assert not FairnessStudy.objects.exists()


def test_a_refusal_of_the_settings_is_told(client: Client) -> None:
    Event.objects.update(length_minutes=601)
    assert "at most 600" in client.post(PAGE, {"seconds": 60}).content.decode()


@pytest.mark.parametrize("mode", ["A", "B"])
def test_a_game_without_time_says_what_its_shares_are_of(client: Client, mode: str) -> None:
    Event.objects.update(mode=mode)
    client.post(PAGE, {"seconds": 30})
    study = FairnessStudy.objects.get()
    make_study(study)
    page = shown(client)
    turns = study.setting["turns"]
    assert f"over within {turns} turns: an open game has no winner" in page
    assert "How well the rounds find the strongest" not in page
    assert "have changed" not in page


def test_who_stops_before_the_first_game_waits_for_nothing(client: Client) -> None:
    client.post(f"{PAGE}stop/")
    client.post(PAGE, {"seconds": 60})
    client.post(f"{PAGE}stop/")
    assert FairnessStudy.objects.get().status == "cancelled"
    assert "Stopped before the first game" in shown(client)
    assert "data-state" not in shown(client)


def test_who_stops_waits_for_the_games_so_far(client: Client) -> None:
    client.post(PAGE, {"seconds": 60})
    claim_study(now=timezone.now())
    client.post(f"{PAGE}stop/")
    assert "in a moment" in shown(client)
    assert "data-state" in shown(client)
    assert client.get(f"{PAGE}state/").json()["running"] is True
    keep_report(
        pk=FairnessStudy.objects.get().pk, report={"tables": [], "rounds": [], "players": 8}
    )
    assert "before enough games" in shown(client)
    assert client.get(f"{PAGE}state/").json()["running"] is False
    FairnessStudy.objects.update(report=None, finished_at=timezone.now() - timedelta(minutes=2))
    assert "data-state" not in shown(client)


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({}, "as often as the other."),
        ({"number_of_rounds": 3}, "Measure points against the role’s average"),
        ({"corrects_roles": True}, "gets points to make up for it"),
    ],
)
def test_the_advice_can_be_followed(client: Client, changes: dict[str, Any], advice: str) -> None:
    Event.objects.update(**changes)
    client.post(PAGE, {"seconds": 60})
    study = FairnessStudy.objects.get()
    make_study(study)
    assert study.report is not None
    study.report["tables"][0]["roles"]["monopolist"]["least"] = 0.6
    study.report["tables"][0]["roles"]["monopolist"]["most"] = 0.9
    FairnessStudy.objects.update(report=study.report)
    page = shown(client)
    assert "in each of these 6 ways to play" in page
    assert advice in page


def test_ways_to_play_have_names_and_say_what_they_do(client: Client) -> None:
    assert list(WAYS_TO_PLAY) == list(METHODS)
    client.post(PAGE, {"seconds": 60})
    make_study(FairnessStudy.objects.get())
    page = shown(client)
    for label, note in WAYS_TO_PLAY.values():
        assert str(label) in page
        assert str(note) in page
    assert "manage.py" not in page


@pytest.mark.parametrize(("language", "words"), [("en", "see the server’s log"), ("fr", "journal")])
def test_a_failure_says_why_in_the_readers_language(
    client: Client, language: str, words: str
) -> None:
    client.post(PAGE, {"seconds": 60})
    fail_study(pk=FairnessStudy.objects.get().pk, code="broke-off")
    page = client.get(PAGE, headers={"accept-language": language}).content.decode()
    assert words in page


def test_only_who_sets_the_event_up(client: Client) -> None:
    event = Event.objects.get()
    chief: Any = User.objects.create_user("chief")
    Membership.objects.create(event=event, person=chief, role="chief-referee")
    assert signed_in(chief).get(PAGE).status_code == 403
    assert signed_in(chief).post(PAGE, {"seconds": 60}).status_code == 403
