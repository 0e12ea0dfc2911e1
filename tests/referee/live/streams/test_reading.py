"""What the streams ask of the database: only what everybody may see, and little."""

import datetime as dt
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.live.publishing.publisher import hold_lease
from referee.live.publishing.versions import KEPT, publish
from referee.live.streams.reading import Answer, Followed, read_news
from tests.tournament.making import BY, entry, make_event
from tournament.events.services.events import update_event
from tournament.models import Event, PublicVersion
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def event() -> Event:
    """Four players; version 3 is the newest."""
    event = make_event(players=4)
    publish(event.pk, now=NOW)
    for name in ("Second", "Third"):
        rename(event, name)
    return event


def rename(event: Event, name: str) -> None:
    update_event(event=event, by=BY, name=name)
    publish(event.pk, now=NOW)


def ask(version: int, *, snapshot: bool = False) -> Answer:
    return read_news({"open": Followed(version, snapshot=snapshot)})


def test_what_is_new_are_the_patches_after_the_known_version(event: Event) -> None:
    news = ask(1).events["open"]
    assert (news.version, news.oldest, news.snapshot) == (3, 1, None)
    assert [number for number, _patch in news.patches] == [2, 3]
    assert news.patches[1][1] == '{"event":{"name":"Third"}}'
    assert ask(3).events["open"].patches == ()


def test_the_whole_comes_only_to_who_asks(event: Event) -> None:
    stored = PublicVersion.objects.get(number=3)
    assert ask(3, snapshot=True).events["open"].snapshot == stored.snapshot


def test_nothing_new_costs_two_queries_however_many_follow(event: Event) -> None:
    for number in range(3):
        other = make_event(f"other-{number}")
        publish(other.pk, now=NOW)
    followed = {"open": Followed(3), **{f"other-{n}": Followed(1) for n in range(3)}}
    with CaptureQueriesContext(connection) as found:
        assert len(read_news(followed).events) == 4
    assert len(found) == 2


def test_what_was_hidden_takes_the_older_ones(event: Event) -> None:
    update_entry(entry=entry(event, 2), by=BY, name_display="number")
    publish(event.pk, now=NOW)
    news = ask(1).events["open"]
    assert (news.version, news.oldest) == (4, 4)
    assert [number for number, _patch in news.patches] == [4]


def test_old_ones_go(event: Event) -> None:
    update_event(event=event, by=BY, name="Fourth")
    publish(event.pk, now=NOW + KEPT + dt.timedelta(seconds=1))
    assert ask(1).events["open"].oldest == 4


def test_of_what_nobody_may_know_there_is_nothing(event: Event) -> None:
    update_event(event=event, by=BY, published=False)
    assert ask(3, snapshot=True).events == {}  # at once, before a version says so
    publish(event.pk, now=NOW)
    assert ask(3, snapshot=True).events == {}
    assert read_news({"nothing": Followed(0)}).events == {}
    rows = Event.objects.filter(pk=event.pk)
    rows.update(published=True)
    assert ask(3, snapshot=True).events == {}  # until a version has it again


def test_the_first_version_is_made_for_the_first_who_asks() -> None:
    make_event(players=4)
    assert ask(0).events["open"].version == 1


def test_the_beat_is_the_publishers(event: Event) -> None:
    assert ask(3).beat is None
    hold_lease(uuid.uuid4(), now=NOW)
    assert ask(3).beat == NOW
