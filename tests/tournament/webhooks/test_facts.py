"""What each kind of message says, and that nothing hidden, frozen or unrevealed gets into one."""

import json
from typing import Any

import pytest

from tests.tournament.making import BY, enter, finish, make_event, seat_round, table_of
from tests.tournament.webhooks.receiving import published, webhook_to
from tournament.events.services.announcements import announce, withdraw_announcement
from tournament.events.services.events import update_event
from tournament.models import Event, WebhookMessage
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import publish_round, unpublish_round
from tournament.standings.services.reveal import freeze_results, reveal_places, show_results
from tournament.webhooks.facts import facts_left, new_facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings: Any) -> Event:
    settings.WEBHOOKS_INWARD = True
    event = make_event(players=8, number_of_rounds=2)
    published(event)
    webhook_to(event, "http://127.0.0.1/")
    return event


def told(event: Event) -> list[tuple[str, dict[str, Any]]]:
    """What the next version tells that was not told before."""
    WebhookMessage.objects.all().delete()
    published(event)
    found = WebhookMessage.objects.order_by("pk")
    return [(each.kind, each.facts) for each in found]


def kinds(event: Event) -> list[str]:
    return [kind for kind, _facts in told(event)]


def test_a_round_from_its_draw_to_the_end_of_the_event(event: Event) -> None:
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert told(event) == [("draw.published", {"round": 1, "tables": 2})]
    step_clock(round_=round_, step="start", by=BY)
    assert told(event) == [("round.started", {"round": 1})]
    finish(table_of(round_, 2), 40, 30, 20, 10)
    (kind, facts), (standings, rows) = told(event)
    assert (kind, standings) == ("result.confirmed", "standings.changed")
    assert facts["round"] == 1
    (result,) = facts["results"]
    assert (result["table"], result["revision"]) == (2, 1)
    assert result["seats"][0] == {"player": "p05", "place": 1, "final": 40, "points": "6"}
    assert rows["rows"][0] == {"player": "p05", "rank": 1, "points": "6"}
    finish(table_of(round_, 2), 40, 50, 20, 10)
    corrected = told(event)[0]
    assert corrected[0] == "result.confirmed"
    assert corrected[1]["results"][0]["revision"] == 2
    finish(table_of(round_, 1), 40, 30, 20, 10)
    assert kinds(event) == ["result.confirmed", "round.ended", "standings.changed"]
    last = seat_round(event, 2, (1, 2, 3, 4))
    assert kinds(event) == ["draw.published"]
    finish(table_of(last), 40, 30, 20, 10)
    *_rest, end = told(event)
    assert end == ("event.finished", {"rounds": 2})
    assert told(event) == []


def test_drafts_and_hidden_events_tell_nothing(event: Event) -> None:
    round_ = seat_round(event, 1, (1, 2, 3, 4), publish=False)
    assert told(event) == []
    publish_round(round=round_, by=BY)
    assert kinds(event) == ["draw.published"]
    unpublish_round(round=round_, by=BY)
    assert told(event) == []
    update_event(event=event, published=False, by=BY)
    announce(event=event, text="Secret", by=BY)
    assert told(event) == []
    update_event(event=event, published=True, by=BY)
    assert told(event) == []


def test_a_freeze_hides_results_and_places_until_they_are_revealed(event: Event) -> None:
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    published(event)
    freeze_results(event=event, by=BY)
    finish(table_of(round_), 40, 30, 20, 10)
    found = told(event)
    assert "p01" not in json.dumps(found), found
    assert {kind for kind, _facts in found} <= {"round.ended"}
    last = seat_round(event, 2, (1, 2, 3, 4))
    finish(table_of(last), 40, 30, 20, 10)
    assert "event.finished" not in kinds(event)
    reveal_places(event=event, up_to=4, seen=None, by=BY)
    (standings,) = [facts for kind, facts in told(event) if kind == "standings.changed"]
    assert standings["first_place"] == 4
    assert "p01" not in json.dumps(standings)
    show_results(event=event, by=BY)
    found = told(event)
    assert {"result.confirmed", "event.finished"} <= {kind for kind, _facts in found}
    assert "p01" in json.dumps(found)


def test_a_result_under_review_is_told_once_it_is_decided(event: Event) -> None:
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    published(event)
    decided = json.loads(event.versions.get(number=2).snapshot)
    reviewed = json.loads(event.versions.get(number=2).snapshot)
    reviewed["rounds"]["1"]["tables"]["1"]["result"]["under_review"] = True
    before = {**decided, "rounds": {}}
    assert "result.confirmed" not in [fact.kind for fact in new_facts(before, reviewed)]
    fact, *_rest = new_facts(reviewed, decided)
    assert fact.kind == "result.confirmed"
    assert facts_left(fact.kind, fact.facts, decided) == fact.facts
    assert facts_left(fact.kind, fact.facts, reviewed) == {}


def test_an_announcement_is_told_once(event: Event) -> None:
    sent = [announce(event=event, text=f"Number {number}", by=BY) for number in range(30)]
    assert kinds(event)[0] == "announcement.sent"
    withdraw_announcement(announcement=sent[-1], by=BY)
    assert told(event) == []
    another = announce(event=event, text="Another", by=BY)
    assert told(event) == [("announcement.sent", {"announcement": another.pk})]


def test_many_results_are_told_some_tables_at_a_time(event: Event) -> None:
    enter(event, {number: f"Player {number}" for number in range(9, 93)})
    tables = [tuple(range(first, first + 4)) for first in range(1, 93, 4)]
    round_ = seat_round(event, 1, *tables)
    published(event)
    for table in range(1, 24):
        finish(table_of(round_, table), 4, 3, 2, 1)
    found = [facts for kind, facts in told(event) if kind == "result.confirmed"]
    assert [len(facts["results"]) for facts in found] == [20, 3]


def test_only_what_was_chosen_is_told(event: Event) -> None:
    event.webhooks.all().delete()
    webhook_to(event, "http://127.0.0.1/draws", "draw.published")
    webhook_to(event, "http://127.0.0.1/news", "announcement.sent")
    seat_round(event, 1, (1, 2, 3, 4))
    announce(event=event, text="Lunch", by=BY)
    published(event)
    found = WebhookMessage.objects.values_list("webhook__url", "kind")
    assert sorted(found) == [
        ("http://127.0.0.1/draws", "draw.published"),
        ("http://127.0.0.1/news", "announcement.sent"),
    ]
