"""A published seat reaches each browser of its player once: encrypted for that browser, signed by
this server, tried again while the push service is away, and never inward."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, entry, finish, make_event, plan, seat_round, table_of
from tests.tournament.push.service import Phone, claims_of, origin_of, pushed
from tests.tournament.webhooks.receiving import receiving
from tournament.events.services.calling_off import call_off_event
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Event, PushSubscription, Round
from tournament.outbox.selectors.due_emails import GRACE
from tournament.people.services.personal_links import renew_link
from tournament.push.sender import message_to
from tournament.push.services import MAX_TRIES, claim_subscriptions, subscribe
from tournament.push.vapid import public_key
from tournament.results.services.results import remove_result
from tournament.rounds.services.rounds import publish_round, set_seats, unpublish_round
from tournament.webhooks.services.outbox import BACK_OFF, LEASE

pytestmark = pytest.mark.django_db
LATER = GRACE.total_seconds() + 1


@pytest.fixture(autouse=True)
def _inward(settings: Any) -> None:
    settings.PUSH_INWARD = True


@pytest.fixture
def event() -> Event:
    return make_event(players=8, starts_on=timezone.localdate())


def told(event: Event, seed: int, url: str, language: str = "en") -> Phone:
    """A browser that is told the seats of a player."""
    renew_link(entry=entry(event, seed), by=BY)
    return more(event, seed, url, language)


def more(event: Event, seed: int, url: str, language: str = "en") -> Phone:
    """A further browser of a player who has a link."""
    phone = Phone(url)
    subscribe(entry=entry(event, seed), browser=phone.browser, language=language)
    return phone


def test_a_seat_is_told_once_encrypted_and_signed(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as service:
        phone = told(event, 2, service.url)
        seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        pushed()
        assert service.received == []
        pushed(later=LATER)
        pushed(later=LATER + 3600)
    (message,) = service.received
    assert phone.read(message) == {
        "title": "Round 1: table 1",
        "body": "Monopolist, number 2 in the order of play\nOpen",
    }
    headers = message["headers"]
    assert (headers["content-encoding"], headers["ttl"], headers["topic"], headers["urgency"]) == (
        "aes128gcm", "3600", "seat", "high",
    )  # fmt: skip
    claims = claims_of(headers["authorization"], public_key())
    assert claims["aud"] == origin_of(service.url)
    assert claims["sub"] == "mailto:treasurer@localhost"
    assert 0 < claims["exp"] - timezone.now().timestamp() < 24 * 3600
    with pytest.raises(InvalidSignature):
        claims_of(headers["authorization"].replace("t=eyJ0", "t=eyJ1"), public_key())


def test_the_site_says_who_sends(event: Event, tmp_path: Path, settings: Any) -> None:
    settings.SITE_ORIGIN = "https://play.example.org:8443"
    with receiving(tmp_path) as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        pushed(later=LATER)
    claims = claims_of(service.received[0]["headers"]["authorization"], public_key())
    assert claims["sub"] == "https://play.example.org"


def test_each_player_of_the_round_is_told_in_their_language(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as service:
        phones = [told(event, 1, f"{service.url}/1", "fr"), more(event, 1, f"{service.url}/2")]
        told(event, 8, f"{service.url}/8")
        seat_round(event, 1, (5, 6, 1, 2))
        pushed(later=LATER)
    found = {each["path"]: each for each in service.received}
    assert set(found) == {"/hook/1", "/hook/2"}
    french = phones[0].read(found["/hook/1"])
    assert french["body"].startswith("Concurrent, ")
    assert phones[1].read(found["/hook/2"])["body"].startswith("Competitor, ")


def test_roles_that_are_thrown_for_are_not_told(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as service:
        phone = told(event, 1, service.url)
        round_ = seat_round(event, 1, (1, 2, 3, 4), publish=False)
        set_seats(round=round_, tables=[plan(event, 1, 1, 2, 3, 4, roles=("",))], by=BY)
        publish_round(round=round_, by=BY)
        pushed(later=LATER)
    read = phone.read(service.received[0])
    assert read["body"] == "Roles are decided by a throw of the dice at the table.\nOpen"


def test_a_changed_seat_is_told_again_and_the_next_round_too(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as service:
        phone = told(event, 1, service.url)
        first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        pushed(later=LATER)
        set_seats(
            round=first, tables=[plan(event, 1, 5, 2, 3, 4), plan(event, 2, 1, 6, 7, 8)], by=BY
        )
        pushed(later=LATER)
        seat_round(event, 2, (1, 2, 3, 4))
        pushed(later=LATER)
    titles = [phone.read(each)["title"] for each in service.received]
    assert titles == [
        "Round 1: table 1",
        "Your seat has changed: round 1, table 2",
        "Round 2: table 1",
    ]


def test_a_seat_that_changes_days_after_publication_is_told(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as service:
        phone = told(event, 1, service.url)
        first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        _long_ago(event)
        set_seats(
            round=first, tables=[plan(event, 1, 5, 2, 3, 4), plan(event, 2, 1, 6, 7, 8)], by=BY
        )
        pushed()
    assert [phone.read(each)["title"] for each in service.received] == ["Round 1: table 2"]


def _played(event: Event, number: int) -> Round:
    round_ = seat_round(event, number, (1, 2, 3, 4))
    pushed(later=LATER)
    finish(table_of(round_), 4, 3, 2, 1)
    return round_


def test_an_earlier_round_is_not_told_again_without_its_result(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path) as service:
        phone = told(event, 1, f"{service.url}/1")
        first = _played(event, 1)
        _played(event, 2)
        more(event, 1, f"{service.url}/2")
        remove_result(table=table_of(first), reason="Another table's.", by=BY)
        pushed(later=LATER)
    assert [phone.read(each)["title"] for each in service.received] == [
        "Round 1: table 1",
        "Round 2: table 1",
    ]


def test_a_round_taken_back_tells_the_earlier_one_only_if_it_changed(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path) as service:
        phone = told(event, 1, service.url)
        first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        pushed(later=LATER)
        second = seat_round(event, 2, (1, 2, 3, 4))
        pushed(later=LATER)
        unpublish_round(round=second, by=BY)
        pushed(later=LATER)
        assert len(service.received) == 2
        sent_at = timezone.now() - dt.timedelta(seconds=1)
        PushSubscription.objects.update(sent_at=sent_at)
        set_seats(
            round=first, tables=[plan(event, 1, 5, 2, 3, 4), plan(event, 2, 1, 6, 7, 8)], by=BY
        )
        pushed(later=LATER)
    assert phone.read(service.received[-1])["title"] == "Round 1: table 2"
    assert len(service.received) == 3


def test_what_the_page_shows_already_is_not_told(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path) as service:
        seat_round(event, 1, (1, 2, 3, 4))
        told(event, 1, service.url)
        pushed(later=LATER)
    assert service.received == []


def _hidden(event: Event) -> None:
    update_event(event=event, published=False, by=BY)


def _called_off(event: Event) -> None:
    call_off_event(event=event, how=Event.CalledOff.POSTPONED, reason="", by=BY)


def _finished(event: Event) -> None:
    finish(table_of(Round.objects.get()), 4, 3, 2, 1)


def _dropped(event: Event) -> None:
    event.entries.filter(seed=1).update(status="dropped")


def _taken_back(event: Event) -> None:
    Round.objects.update(status=Round.Status.DRAWN, published_at=None)


def _closed(event: Event) -> None:
    Event.objects.update(closed_at=timezone.now())


def _long_ago(event: Event) -> None:
    days_ago = timezone.now() - dt.timedelta(days=2)
    Round.objects.update(published_at=days_ago, seats_changed_at=days_ago)


@pytest.mark.parametrize(
    "change", [_hidden, _called_off, _finished, _dropped, _taken_back, _closed, _long_ago]
)
def test_what_is_hidden_or_over_is_not_told(event: Event, tmp_path: Path, change: Any) -> None:
    with receiving(tmp_path) as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        change(event)
        pushed(later=LATER)
    assert service.received == []


def test_what_was_not_answered_is_sent_again_after_growing_waits(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path, "drop", "lose", "503", "429") as service:
        phone = told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        later = LATER
        for wait in (0, *BACK_OFF[:4]):
            if wait:
                pushed(later=later + wait - 1)
            later += wait
            pushed(later=later)
        pushed(later=later + 3600)
    assert len(service.received) == 4
    assert {phone.read(each)["title"] for each in service.received} == {"Round 1: table 1"}
    found = PushSubscription.objects.get()
    assert (found.last_sent, found.tries, found.leased_at) == ("1/1/1/competitor", 0, None)


def test_a_service_that_stays_away_is_given_up_until_the_next_seat(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path, *["500"] * MAX_TRIES) as service:
        phone = told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        for hour in range(MAX_TRIES + 3):
            pushed(later=LATER + hour * 3600)
        assert len(service.received) == MAX_TRIES
        seat_round(event, 2, (1, 2, 3, 4))
        pushed(later=LATER)
        assert phone.read(service.received[-1])["title"] == "Round 2: table 1"


def test_a_changed_seat_waits_for_no_attempt_at_the_former_and_has_all_its_own(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path, *["500"] * 20) as service:
        phone = told(event, 1, service.url)
        first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        for hour in range(MAX_TRIES - 1):
            pushed(later=LATER + hour * 3600)
        set_seats(
            round=first, tables=[plan(event, 1, 5, 2, 3, 4), plan(event, 2, 1, 6, 7, 8)], by=BY
        )
        pushed(later=LATER + hour * 3600)
        assert len(service.received) == MAX_TRIES
        for more in range(1, MAX_TRIES + 3):
            pushed(later=LATER + (hour + more) * 3600)
    titles = [phone.read(each)["title"] for each in service.received]
    assert titles == ["Round 1: table 1"] * (MAX_TRIES - 1) + ["Round 1: table 2"] * MAX_TRIES


def test_a_refusal_is_final_for_its_seat_only(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, "403") as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        for hour in range(3):
            pushed(later=LATER + hour * 3600)
        assert len(service.received) == 1
        assert PushSubscription.objects.get().last_sent == "1/1/1/competitor"


@pytest.mark.parametrize("status", ["404", "410"])
def test_a_browser_that_is_gone_is_removed(event: Event, tmp_path: Path, status: str) -> None:
    with receiving(tmp_path, status) as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        pushed(later=LATER)
    assert not PushSubscription.objects.exists()
    row = AuditEntry.objects.get(kind="pushsubscription", action="delete")
    assert row.by == "push"
    assert "/hook" not in f"{row.label} {row.before}"


def test_a_redirect_is_not_followed(event: Event, tmp_path: Path) -> None:
    with receiving(tmp_path, name="inside") as inside:
        with receiving(tmp_path, f"redirect:{inside.url}") as service:
            told(event, 1, service.url)
            seat_round(event, 1, (1, 2, 3, 4))
            pushed(later=LATER)
        assert len(service.received) == 1
        assert inside.received == []


def test_an_address_inside_is_never_connected_to(
    event: Event, tmp_path: Path, settings: Any
) -> None:
    with receiving(tmp_path) as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        settings.PUSH_INWARD = False
        settings.WEBHOOKS_INWARD = True
        pushed(later=LATER)
    assert service.received == []


def test_one_process_at_a_time_and_the_next_after_one_that_died(
    event: Event, tmp_path: Path
) -> None:
    with receiving(tmp_path) as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        now = timezone.now() + dt.timedelta(seconds=LATER)
        assert len(claim_subscriptions(now=now, most=9)) == 1
        pushed(later=LATER + 1)
        assert service.received == []
        pushed(later=LATER + 1 + LEASE.total_seconds())
        assert len(service.received) == 1


@pytest.mark.parametrize("status", ["200", "503"])
def test_what_another_process_has_tried_since_is_not_claimed(
    event: Event, tmp_path: Path, status: str
) -> None:
    tried = list[str]()

    def try_before(execute: Any, sql: str, *given: Any) -> Any:
        if sql.startswith("UPDATE") and not tried:
            tried.append(sql)
            pushed(later=LATER)
        return execute(sql, *given)

    with receiving(tmp_path, status) as service:
        told(event, 1, service.url)
        seat_round(event, 1, (1, 2, 3, 4))
        now = timezone.now() + dt.timedelta(seconds=LATER)
        with connection.execute_wrapper(try_before):
            assert claim_subscriptions(now=now, most=9) == []
    assert len(service.received) == 1


@pytest.mark.parametrize("count", [1, 3])
def test_claiming_reads_all_browsers_at_once(
    event: Event, count: int, django_assert_num_queries: Any
) -> None:
    for seed in range(1, count + 1):
        told(event, seed, f"http://127.0.0.1:9/{seed}")
    seat_round(event, 1, (1, 2, 3, 4))
    now = timezone.now() + dt.timedelta(seconds=LATER)
    with django_assert_num_queries(1 + count):
        claimed = claim_subscriptions(now=now, most=9)
    assert len(claimed) == count
    with django_assert_num_queries(0):
        for each in claimed:
            message_to(each, now=now)


def test_a_link_made_anew_ends_what_was_asked_by_the_former(
    event: Event, tmp_path: Path, client: Client
) -> None:
    with receiving(tmp_path) as service:
        told(event, 1, service.url)
        renew_link(entry=entry(event, 1), by=BY)
        seat_round(event, 1, (1, 2, 3, 4))
        pushed(later=LATER)
    assert service.received == []
