"""Two studies side by side: what differs, each figure of both, and whether chance explains it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from referee.fairness.comparison import Comparison, compare_studies
from referee.fairness.selectors import study_for
from referee.fairness.services import MOST_KEPT
from referee.models import FairnessStudy
from tests.accounts import signed_in
from tests.referee.fairness.making import make_study
from tests.tournament.making import make_event
from tournament.models import Event, Membership

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/fairness/"


@pytest.fixture
def client() -> Client:
    event = make_event("open", players=8, length_minutes=5, table_sizes=[4], number_of_rounds=2)
    olga = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=olga, role="organiser")
    return signed_in(olga)


def study_with(client: Client, **settings: Any) -> FairnessStudy:
    """A finished study of the event with these settings."""
    cache.clear()
    Event.objects.filter(slug="open").update(**settings)
    client.post(PAGE, {"seconds": 60})
    study = FairnessStudy.objects.latest("pk")
    make_study(study)
    return study


def shown(client: Client, query: str = "") -> str:
    return client.get(PAGE + query).content.decode()


def compared(client: Client, **changed: float) -> Comparison:
    """A study and its copy, in which a monopolist wins so often by every way to play."""
    earlier, latest = study_with(client), study_with(client, length_minutes=6)
    for study, name in ((earlier, "earlier"), (latest, "latest")):
        share = changed[name]
        won = {"low": share, "high": share, "least": share - 0.05, "most": share + 0.05}
        report: dict[str, Any] = study.report or {}
        for found in report["tables"][0]["by_method"].values():
            found["roles"]["monopolist"] = won
    return compare_studies(earlier, latest)


def test_the_latest_study_of_each_setting_is_kept_up_to_a_number(client: Client) -> None:
    first = study_with(client)
    studies = [study_with(client, length_minutes=minutes) for minutes in range(6, 6 + MOST_KEPT)]
    assert not FairnessStudy.objects.filter(pk=first.pk).exists()
    again = study_with(client, length_minutes=8)
    kept = set(FairnessStudy.objects.values_list("pk", flat=True))
    assert kept == {again.pk, *(study.pk for study in studies if study.setting["minutes"] != 8)}


def test_the_earlier_figures_stay_while_the_latest_study_has_none(client: Client) -> None:
    made = study_with(client)
    Event.objects.update(length_minutes=6)
    client.post(PAGE, {"seconds": 60})
    client.post(f"{PAGE}stop/")
    page = shown(client)
    assert "Stopped before the first game" in page
    assert "5 minutes, 5 turns a table" in page
    assert study_for(Event.objects.get()).shown == made


def test_both_columns_and_what_differs_are_read_on_the_page(client: Client) -> None:
    earlier = study_with(client)
    assert "To compare two settings" in shown(client)
    study_with(client, length_minutes=6, rulings={"rounding": "down"})
    page = shown(client, f"?compare={earlier.pk}")
    for words in ("What differs", "Length of a game, in minutes", "Rounding of percentages"):
        assert words in page
    assert "Points by place" not in page
    assert "Tables of 4" in page
    assert "The strongest is first after round 2" in page
    assert "+1" in page
    assert "More, beyond chance" in page


@pytest.mark.parametrize("query", ["", "?compare=", "?compare=0", "?compare=x"])
def test_without_another_study_the_latest_stands_alone(client: Client, query: str) -> None:
    study_with(client)
    study_with(client, length_minutes=6)
    page = shown(client, query)
    assert "6 minutes, 6 turns a table" in page
    assert "What differs" not in page


def test_another_events_study_is_no_choice(client: Client) -> None:
    other = study_with(client)
    FairnessStudy.objects.filter(pk=other.pk).update(event=make_event("other", players=4))
    study_with(client, length_minutes=6)
    study_with(client, length_minutes=7)
    page = shown(client, f"?compare={other.pk}")
    assert "Compare with" in page
    assert "What differs" not in page
    assert f'<option value="{other.pk}"' not in page


@pytest.mark.parametrize("key", ["method", "figures"])
def test_figures_made_otherwise_are_not_compared(client: Client, key: str) -> None:
    earlier = study_with(client)
    study_with(client, length_minutes=6)
    FairnessStudy.objects.filter(pk=earlier.pk).update(setting={**earlier.setting, key: "old"})
    assert study_for(Event.objects.get()).others == []


@pytest.mark.parametrize(
    ("earlier", "latest", "text", "verdict"),
    [
        (0.5, 0.8, "+30", "More, beyond chance"),
        (0.8, 0.5, "−30", "Less, beyond chance"),
        (0.5, 0.52, "+2", "May be chance"),
    ],
)
def test_a_difference_has_a_sign_and_words(
    client: Client, earlier: float, latest: float, text: str, verdict: str
) -> None:
    row = compared(client, earlier=earlier, latest=latest).tables[0].rows[1]
    assert row.label == "A monopolist wins"
    assert row.difference is not None
    assert (row.difference.text, row.difference.verdict) == (text, verdict)
    assert row.difference.is_sure == ("beyond" in verdict)


def test_points_that_make_up_for_roles_stand_beside_plain_ones(client: Client) -> None:
    earlier = study_with(client)
    found = compare_studies(earlier, study_with(client, corrects_roles=True))
    assert [(change.earlier, change.latest) for change in found.changes] == [("no", "yes")]
    assert all(row.earlier and row.latest for row in found.rounds)


def test_a_size_of_one_study_alone_has_no_difference(client: Client) -> None:
    earlier = study_with(client, table_sizes=[4])
    latest = study_with(client, table_sizes=[4, 2])
    small, large = compare_studies(earlier, latest).tables
    assert (small.size, large.size) == (2, 4)
    assert all(row.earlier is None and row.difference is None for row in [*small.rows, *small.ways])
    assert all(row.earlier and row.latest and row.difference for row in large.rows)


def test_games_without_time_stand_beside_the_two_hour_game(client: Client) -> None:
    earlier = study_with(client)
    latest = study_with(client, mode="A")
    found = compare_studies(earlier, latest)
    assert [change.latest for change in found.changes] == ["Game A: until one player is left"]
    assert "an open game has no winner" in found.open_games
    assert found.rounds
    assert all(row.latest is None and row.difference is None for row in found.rounds)
    assert found.open_games in shown(client, f"?with={earlier.pk}")
