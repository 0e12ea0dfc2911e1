"""The prize-giving: frozen, then revealed from the last place up, each press once."""

import datetime as dt
import json
import re
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in
from tests.present import present
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Change, Entry, Event, EventRole, Membership, Result
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import add_entry, update_entry
from tournament.standings.selectors.pages import event_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four players after two rounds: 4 leads, 3 and 2 share the second place, 1 is last."""
    event = make_event(players=4, points_by_place=[3, 2, 1, 0], tie_breaks=[], table_sizes=[4])
    Entry.objects.filter(event=event, seed__gte=3).update(club="North")
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 10, 30, 20, 40)
    finish(table_of(seat_round(event, 2, (1, 2, 3, 4))), 10, 20, 30, 900)
    return event


@pytest.fixture
def client(event: Event) -> Client:
    person = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    return signed_in(person)


def press(client: Client, what: str, **data: Any) -> Any:
    return client.post(f"/organise/open/reveal/{what}/", data, follow=True)


def public_places() -> list[tuple[int, int]]:
    """(rank, seed) of the rows that the public sees, and none of the first place's points."""
    page = present(event_page("open"))
    return [(row.rank, row.player.seed) for row in page.standings.rows if row.played]


def test_places_are_revealed_from_the_last_one_up(client: Client, event: Event) -> None:
    press(client, "freeze", at="2020-01-01T00:00")
    assert public_places() == []
    page = client.get("/organise/open/reveal/").content.decode()
    assert "Reveal place 4" in page
    seen = []
    for expected in (4, 2, 1):
        context = client.get("/organise/open/reveal/").context
        assert context["next_place"] == expected
        press(client, "step", up_to=expected, seen=context["shown"] or "")
        seen.append({seed for _rank, seed in public_rows(event)})
    assert seen == [{1}, {1, 2, 3}, {1, 2, 3, 4}]
    assert "All places are revealed." in client.get("/organise/open/reveal/").content.decode()


def test_pages_are_followed_until_all_is_revealed(client: Client, event: Event) -> None:
    update_event(event=event, by=BY, number_of_rounds=2)
    assert followed() == (False, False)
    press(client, "freeze", at="2020-01-01T00:00")
    assert followed() == (True, True)
    press(client, "show")
    assert followed() == (False, False)


def test_pages_are_followed_until_the_last_change_is_published(event: Event, settings: Any) -> None:
    Client().get("/e/open/rules/")  # publishes
    settings.CHANGES_WAIT_SECONDS = 3600
    update_event(event=event, by=BY, number_of_rounds=2)
    assert followed() == (True, True)
    settings.CHANGES_WAIT_SECONDS = 0
    assert followed() == (False, False)


def test_pages_are_followed_no_more_where_a_change_alters_nothing(
    event: Event, settings: Any
) -> None:
    update_event(event=event, by=BY, number_of_rounds=2)
    Client().get("/e/open/rules/")  # publishes
    settings.CHANGES_WAIT_SECONDS = 3600
    waiting = Change.objects.create(event=event)
    assert followed() == (True, True)
    waiting.delete()
    assert followed() == (False, False)


def followed() -> tuple[bool, bool]:
    """Whether an event's page, and its standings on another site, wait for something new."""
    page, embedded = (Client().get(f"/e/open/{path}").content for path in ("", "embed/"))
    bar = page[page.index(b'id="live-bar"') :]
    return b"hidden" not in bar[: bar.index(b">")], b"data-over" not in embedded


def public_rows(event: Event) -> list[tuple[int, int]]:
    page = present(event_page(event.slug))
    return [(row.rank, row.player.seed) for row in page.standings.rows]


def test_a_second_press_of_the_same_button_does_nothing(client: Client, event: Event) -> None:
    press(client, "freeze")
    before = Event.objects.get().frozen_at
    press(client, "freeze")
    for _press in range(2):
        press(client, "step", up_to=4, seen="")
    event.refresh_from_db()
    assert (event.frozen_at, event.revealed_to) == (before, 4)
    actions = AuditEntry.objects.filter(action__in=("freeze", "reveal"))
    assert actions.count() == 2


def test_a_place_revealed_by_mistake_is_hidden_again(client: Client, event: Event) -> None:
    press(client, "freeze")
    press(client, "step", up_to=4, seen="")
    press(client, "step", up_to=2, seen=4)
    context = client.get("/organise/open/reveal/").context
    assert (context["shown"], context["last_place"]) == (2, 4)
    press(client, "step", up_to=4, seen=2)
    press(client, "step", up_to="", seen=4)
    event.refresh_from_db()
    assert event.revealed_to is None


def test_everything_is_shown_again(client: Client, event: Event) -> None:
    press(client, "freeze", at="2020-01-01T00:00")
    press(client, "step", up_to=4, seen="")
    press(client, "show")
    event.refresh_from_db()
    assert (event.frozen_at, event.revealed_to) == (None, None)
    assert len(public_places()) == 4


def test_the_moment_is_in_the_events_own_zone(client: Client, event: Event) -> None:
    Event.objects.update(time_zone="Europe/Paris")
    press(client, "freeze", at="2026-05-16T18:30")
    assert Event.objects.get().frozen_at == dt.datetime(2026, 5, 16, 16, 30, tzinfo=dt.UTC)


def test_the_results_of_the_last_round_stay_hidden(client: Client, event: Event) -> None:
    chosen = '<option value="2" selected>'
    assert chosen not in client.get("/organise/open/reveal/").content.decode()
    update_event(event=event, by=BY, number_of_rounds=2)
    assert chosen in client.get("/organise/open/reveal/").content.decode()
    assert context_of(client)["hidden_rounds"] == [1, 2]
    rounds = [Result.objects.filter(table__round__number=number) for number in (1, 2)]
    morning, noon = (dt.datetime(2026, 5, 16, hour, tzinfo=dt.UTC) for hour in (10, 12))
    rounds[0].update(confirmed_at=morning)
    rounds[1].update(confirmed_at=noon)
    press(client, "freeze", from_round=2)
    frozen_at = Event.objects.get().frozen_at
    assert frozen_at is not None
    assert morning < frozen_at < noon
    assert noon - frozen_at < dt.timedelta(seconds=1)
    assert context_of(client)["hidden_rounds"] == ()


def test_a_later_rounds_result_that_came_first_is_hidden_too(client: Client, event: Event) -> None:
    morning, noon = (dt.datetime(2026, 5, 16, hour, tzinfo=dt.UTC) for hour in (10, 12))
    Result.objects.filter(table__round__number=1).update(confirmed_at=noon)
    Result.objects.filter(table__round__number=2).update(confirmed_at=morning)
    press(client, "freeze", from_round=1)
    frozen_at = Event.objects.get().frozen_at
    assert frozen_at is not None
    assert frozen_at < morning


def test_a_round_without_results_hides_nothing(client: Client, event: Event) -> None:
    page = press(client, "freeze", from_round=3)
    told = [str(message) for message in page.context["messages"]]
    assert told == ["This round has no results: choose another one."]
    assert Event.objects.get().frozen_at is None


@pytest.mark.parametrize(
    "at", ["tomorrow", "2026-13-01T00:00", "0001-01-01T00:00", "9999-12-31T23:59", "9" * 50]
)
def test_what_is_no_moment_freezes_nothing(client: Client, event: Event, at: str) -> None:
    Event.objects.update(time_zone="Asia/Tokyo")
    page = press(client, "freeze", at=at)
    event.refresh_from_db()
    told = [str(message) for message in page.context["messages"]]
    assert event.frozen_at is None
    assert told == ["Give the moment as date and time, or leave it empty."]


@pytest.mark.parametrize(("up_to", "seen"), [("4", ""), ("0", ""), ("x", "²")])
def test_nothing_is_revealed_that_is_not_frozen(client: Client, up_to: str, seen: str) -> None:
    page = press(client, "step", up_to=up_to, seen=seen)
    told = [str(message) for message in page.context["messages"]]
    assert told == ["Nothing is frozen: freeze the standings first."]


def test_prizes_of_roles_clubs_and_special_ones(client: Client) -> None:
    found = {
        str(prize.title): ([row.player.seed for row in prize.winners], prize.figure)
        for prize in client.get("/organise/open/reveal/").context["prizes"]
    }
    assert found == {
        "Best in the role: Competitor": ([3], "+1.5"),
        "Best in the role: Monopolist": ([4], "+1.5"),
        "Richest at one table": ([4], "900"),
        "Most tables won": ([4], "2"),
        "Greatest leap": ([3], "1"),
        "Best of the club North": ([4], "6"),
    }


def test_nobody_has_earned_a_prize_before_the_first_result(client: Client) -> None:
    fresh, person = make_event("fresh", players=4), User.objects.get()
    Membership.objects.create(event=fresh, person=person, role=EventRole.ORGANISER)
    page = client.get("/organise/fresh/reveal/")
    assert page.context["prizes"] == []


def test_a_table_without_a_result_is_told(client: Client, event: Event) -> None:
    assert "not the final standings" not in client.get("/organise/open/reveal/").content.decode()
    seat_round(event, 3, (1, 2, 3, 4))
    assert "1 table has no result yet" in client.get("/organise/open/reveal/").content.decode()


def test_no_place_is_revealed_while_a_table_has_no_result(client: Client, event: Event) -> None:
    press(client, "freeze", at="2020-01-01T00:00")
    seat_round(event, 3, (1, 2, 3, 4))
    page = press(client, "step", seen="", up_to="4")
    assert "no place is final" in page.content.decode()
    assert (page.context["next_place"], page.context["beginnings"]) == (None, [])
    assert Event.objects.get().revealed_to is None


def context_of(client: Client) -> Any:
    return client.get("/organise/open/reveal/").context


def test_it_begins_at_a_place_one_chooses(client: Client, event: Event) -> None:
    press(client, "freeze", at="2020-01-01T00:00")
    assert context_of(client)["beginnings"] == [4, 2, 1]
    press(client, "step", up_to=2, seen="")
    assert {seed for _rank, seed in public_rows(event)} == {1, 2, 3}
    context = context_of(client)
    assert (context["next_place"], context["beginnings"]) == (1, ())
    assert "Begin at another place" not in client.get("/organise/open/reveal/").content.decode()


def left_out(event: Event) -> None:
    """Nobody saw players 5 and 6 at a table; 4, who leads, is disqualified."""
    add_entry(event=event, name="Never Seen", by=BY)
    late = add_entry(event=event, name="Late Riser", by=BY)
    give_penalty(entry=entry(event, 4), given=PenaltyGiven("disqualified", "Cheated"), by=BY)
    finish(table_of(seat_round(event, 3, (1, 2, 3, late.seed))), 10, 30, 20, 0)
    give_penalty(entry=late, given=PenaltyGiven("no-show", "", round_number=3), by=BY)


def test_no_shows_and_the_disqualified_are_called_to_no_place(client: Client, event: Event) -> None:
    left_out(event)
    press(client, "freeze", at="2020-01-01T00:00")
    page = client.get("/organise/open/reveal/")
    assert page.context["beginnings"] == [3, 2, 1]
    text = " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())
    assert "because they never played: Never Seen , Late Riser" in text
    assert "because they were disqualified: Player 4" in text
    press(client, "step", up_to=3, seen="")
    page = client.get("/organise/open/reveal/")
    assert page.context["next_place"] == 2


def test_it_ends_in_a_podium(client: Client, event: Event) -> None:
    public = "/e/open/"
    press(client, "freeze", at="2020-01-01T00:00")
    press(client, "step", up_to=2, seen="")
    assert context_of(client)["podium"] == ()
    assert b'class="podium' not in Client().get(public).content
    press(client, "step", up_to=1, seen=2)
    places = [
        (step.place, {row.player.seed for row in step.rows})
        for step in context_of(client)["podium"]
    ]
    assert places == [("1", {4}), ("2=", {2, 3})]
    page = Client().get(public).content.decode()
    assert page.count('class="podium-place"') == 2
    assert page.index("podium-name") < page.index('class="standings"')
    press(client, "show")
    assert (
        b'class="podium' not in Client().get(public).content
    )  # a third round is still to be played
    update_event(event=event, by=BY, number_of_rounds=2)
    assert b'class="podium-place"' in Client().get(public).content


def test_who_is_left_out_stands_on_no_podium(client: Client, event: Event) -> None:
    left_out(event)
    press(client, "freeze", at="2020-01-01T00:00")
    press(client, "step", up_to=1, seen="")
    seeds = [row.player.seed for step in context_of(client)["podium"] for row in step.rows]
    assert sorted(seeds) == [1, 2, 3]


def shown_places(client: Client) -> list[tuple[int | None, list[tuple[int, str, str]]]]:
    steps = reversed(context_of(client)["history"])
    return [(s.revealed_to, [(r.rank, r.name, r.points) for r in s.rows]) for s in steps]


def test_what_the_public_saw_is_kept_step_by_step(client: Client, event: Event) -> None:
    update_entry(entry=entry(event, 1), name_display="initials", by=BY)
    press(client, "freeze", at="2020-01-01T00:00")
    for _twice in range(2):
        press(client, "step", up_to=4, seen="")
    press(client, "step", up_to=2, seen=4)
    press(client, "step", up_to=4, seen=2)
    give_penalty(
        entry=entry(event, 1), given=PenaltyGiven("points", "Loud", points=Decimal(1)), by=BY
    )
    press(client, "step", up_to=1, seen=4)
    second = [(2, "Player 2", "3"), (2, "Player 3", "3")]
    assert shown_places(client) == [
        (4, [(4, "P. 1.", "0")]),
        (2, second),
        (4, []),
        (1, [(1, "Player 4", "6"), *second, (4, "P. 1.", "-1")]),
    ]
    kept = json.dumps(list(AuditEntry.objects.filter(action="show places").values("after")))
    assert "Player" not in kept
    page = client.get("/organise/open/reveal/").content.decode()
    assert page.count("<summary>") >= 4
    press(client, "freeze", at="2020-01-02T00:00")
    press(client, "step", up_to=4, seen="")
    assert shown_places(client)[-1] == (4, [(4, "P. 1.", "-1")])  # shown anew


def test_nothing_is_kept_of_what_a_hidden_event_showed(client: Client, event: Event) -> None:
    update_event(event=event, by=BY, published=False)
    press(client, "freeze", at="2020-01-01T00:00")
    press(client, "step", up_to=4, seen="")
    assert shown_places(client) == [(4, [])]


def rows_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


def test_who_freezes_too_late_to_hide_anything_is_told(client: Client) -> None:
    warning = "All results came before that moment"
    late = rows_of(press(client, "freeze", at=""))
    assert warning in late
    assert late.count("<td> revealed </td>") == 4
    early = rows_of(press(client, "freeze", at="2020-01-01T00:00"))
    assert warning not in early
    assert early.count("<td> hidden </td>") == 4
    chosen = Result.objects.filter(table__round__number=2)
    chosen.update(decided_at=timezone.now() + dt.timedelta(minutes=1))
    assert warning not in rows_of(press(client, "freeze", at=""))
