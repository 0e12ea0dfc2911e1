"""The sample event comes to exactly the standings an independent implementation found."""

import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from referee import sample_event
from referee.models import GameRecord
from tests.present import present
from tournament.events.selectors.events import event_cards
from tournament.models import AuditEntry, Event, Result, Round
from tournament.results.services.results import remove_result
from tournament.rounds.services.steps import reopen_round
from tournament.standings.selectors.pages import event_page

pytestmark = pytest.mark.django_db

EXPECTED = Path(sample_event.__file__).with_name("expected-standings.json")


def load() -> str:
    out = io.StringIO()
    call_command("load_sample_event", stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def loaded(lasting_db: None) -> str:
    """What is said when it is loaded."""
    return load()


def test_the_standings_are_the_expected_ones_to_the_last_figure(loaded):
    expected = json.loads(EXPECTED.read_text(encoding="utf-8"))["players"]
    page = present(event_page("spring-open-2026"))
    found = [
        {
            "id": row.player.code,
            "seed": row.player.seed,
            "name": row.player.name,
            "rounds": [
                {
                    "round": present(score).round,
                    "table": present(score).table,
                    "role": present(score).role,
                    "place": present(score).place,
                    "final_cash": present(score).final,
                    "points": present(score).points,
                }
                for score in row.scores
            ],
            "points": row.points,
            "final_cash": row.final_cash,
            "rank": row.rank,
        }
        for row in page.standings.rows
    ]
    for player in expected:
        player["points"] = Fraction(str(player["points"]))
        for played in player["rounds"]:
            played["points"] = Fraction(str(played["points"]))
    assert found == expected
    assert len(found) == 24


def test_all_of_it_is_there_and_public(loaded):
    (card,) = event_cards()
    assert (card.name, card.players, card.state) == ("Spring Open", 24, "finished")
    assert list(Round.objects.values_list("status", flat=True)) == ["finished"] * 3
    assert Result.objects.filter(source="record").count() == 18
    assert GameRecord.objects.count() == 18
    assert {str(one.confirmed_at.date()) for one in Result.objects.all()} == {"2026-05-16"}


def test_loading_it_again_changes_nothing(loaded):
    assert "is loaded" in loaded
    rows = AuditEntry.objects.count()
    assert load() == ""
    assert AuditEntry.objects.count() == rows
    assert Event.objects.count() == 1


def test_an_event_in_its_place_is_not_touched(loaded):
    table = present(Result.objects.select_related("table__round__event").first()).table
    reopen_round(round_=table.round, by="tests")
    remove_result(table=table, reason="Another table", by="tests")
    with pytest.raises(CommandError, match="not complete"):
        load()
    assert Result.objects.count() == 17
