"""A batch is judged, appended as a prefix, and answered the same way for ever."""

from typing import Any
from uuid import uuid4

import pytest

from referee.log import journal_cache
from referee.log.append import Appended, append
from referee.log.known_events import EventChangedError
from referee.log.verdicts import Verdict
from referee.log.wire import WireEvent
from referee.models import GameLog, LoggedEvent, Outbox, SetAside
from tests.referee.tables import AT, Tablet

Events = list[dict[str, Any]]
pytestmark = pytest.mark.django_db


def send(tablet: Tablet, *events: WireEvent, **changes: Any) -> Appended:
    done = append(device=tablet.device, batch=tablet.batch(*events, **changes))
    tablet.acknowledge(done.game)
    return done


def kinds(verdicts: tuple[Verdict, ...]) -> list[str]:
    return [verdict.code or verdict.verdict for verdict in verdicts]


def logged(tablet: Tablet) -> list[int]:
    return list(LoggedEvent.objects.filter(game=tablet.game).values_list("seq", flat=True))


def test_events_are_numbered_from_one_without_gaps(tablet: Tablet, events: Events) -> None:
    done = send(tablet, *tablet.made_of(*events[:3]))
    assert [verdict.seq for verdict in done.verdicts] == [1, 2, 3]
    assert (done.game.head_seq, done.game.head_hash) == (3, done.verdicts[-1].hash)
    assert logged(tablet) == [1, 2, 3]
    assert Outbox.objects.values_list("seq", flat=True).get(game=tablet.game) == 3


def test_an_acknowledgement_that_was_lost_is_given_again(tablet: Tablet, events: Events) -> None:
    first = tablet.made_of(*events[:3])
    lost = append(device=tablet.device, batch=tablet.batch(*first))
    more = tablet.made_of(events[3])
    again = append(device=tablet.device, batch=tablet.batch(*first, *more))
    assert kinds(again.verdicts) == ["duplicate"] * 3 + ["accepted"]
    assert [(v.seq, v.hash, v.consequences) for v in again.verdicts[:3]] == [
        (v.seq, v.hash, v.consequences) for v in lost.verdicts
    ]
    assert logged(tablet) == [1, 2, 3, 4]


def test_the_same_answer_comes_for_ever(tablet: Tablet, events: Events) -> None:
    made = tablet.made_of(*events[:20])
    send(tablet, *made)
    again = append(device=tablet.device, batch=tablet.batch(made[0], expected_seq=1))
    assert (again.verdicts[0].verdict, again.verdicts[0].seq) == ("duplicate", 1)
    assert len(logged(tablet)) == 20


@pytest.mark.parametrize("cold", [True, False])
def test_a_known_id_with_another_body_changes_nothing(
    tablet: Tablet, events: Events, cold: bool
) -> None:
    made = tablet.made_of(*events[:2])
    send(tablet, *made)
    if cold:
        journal_cache.forget()
    forged = WireEvent.build(made[1].event_id, made[1].salt, AT, events[2])
    with pytest.raises(EventChangedError):
        send(tablet, *tablet.made_of(events[2]), forged)
    assert logged(tablet) == [1, 2]


def test_an_illegal_event_ends_the_prefix_and_the_rest_is_kept(
    tablet: Tablet, events: Events
) -> None:
    illegal = {"type": "buy", "player": "p02"}
    made = tablet.made_of(*events[:2], illegal, *events[2:5])
    done = send(tablet, *made)
    assert kinds(done.verdicts) == ["accepted"] * 2 + ["illegal"] + ["not_attempted"] * 3
    assert done.verdicts[2].refusals[0].code == "not_on_turn"
    assert [verdict.set_aside for verdict in done.verdicts] == [False] * 2 + [True] * 4
    entry = SetAside.objects.get(game=tablet.game)
    assert (entry.reason, entry.state, entry.events.count()) == ("illegal", "open", 4)
    assert logged(tablet) == [1, 2]


def test_the_table_is_not_stuck_behind_what_was_set_aside(tablet: Tablet, events: Events) -> None:
    illegal = tablet.made_of({"type": "buy", "player": "p02"})
    send(tablet, *tablet.made_of(events[0]), *illegal)
    done = send(tablet, *tablet.made_of(events[1]))
    assert kinds(done.verdicts) == ["accepted"]
    again = append(device=tablet.device, batch=tablet.batch(*illegal))
    assert kinds(again.verdicts) == ["illegal"]
    assert again.verdicts[0].refusals[0].code == "not_on_turn"
    assert again.verdicts[0].set_aside
    assert SetAside.objects.filter(game=tablet.game).count() == 1


def test_a_tablet_that_only_asks_has_nothing_set_aside(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(events[0]))
    done = send(tablet, *tablet.made_of({"type": "buy", "player": "p02"}), set_aside=False)
    assert kinds(done.verdicts) == ["illegal"]
    assert done.verdicts[0].refusals[0].code == "not_on_turn"
    assert not done.verdicts[0].set_aside
    assert not SetAside.objects.exists()


def test_an_older_edition_on_the_tablet_loses_nothing(tablet: Tablet, events: Events) -> None:
    made = tablet.made_of(*events[:2])
    old = append(device=tablet.device, batch=tablet.batch(*made, digest="0" * 64))
    assert kinds(old.verdicts) == ["digest", "not_attempted"]
    assert not SetAside.objects.exists()
    assert kinds(send(tablet, *made).verdicts) == ["accepted", "accepted"]


def test_a_gap_is_never_filled_by_guessing(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(events[0]))
    made = tablet.made_of(events[1])
    done = append(device=tablet.device, batch=tablet.batch(*made, expected_seq=5))
    assert kinds(done.verdicts) == ["ahead"]
    assert not SetAside.objects.exists()
    assert logged(tablet) == [1]


def test_another_history_is_set_aside(tablet: Tablet, events: Events) -> None:
    send(tablet, *tablet.made_of(events[0]))
    made = tablet.made_of(events[1])
    done = append(device=tablet.device, batch=tablet.batch(*made, previous_hash="f" * 64))
    assert kinds(done.verdicts) == ["diverged"]
    assert SetAside.objects.get(game=tablet.game).reason == "diverged"


def test_a_tablets_clock_decides_nothing(tablet: Tablet, events: Events) -> None:
    """A client clock a day off: the order is that of the log, the server's time stands beside."""
    times = ("2031-01-01T00:00:00Z", "2000-01-01T00:00:00Z")
    made = [
        WireEvent.build(uuid4(), "0" * 32, at, event)
        for at, event in zip(times, events[:2], strict=True)
    ]
    send(tablet, *made)
    rows = list(LoggedEvent.objects.filter(game=tablet.game).order_by("seq"))
    assert [row.at for row in rows] == list(times)
    assert rows[0].received_at <= rows[1].received_at
    assert rows[0].received_at.year not in (2031, 1999)


def test_a_cold_process_goes_on_where_another_was(tablet: Tablet, events: Events) -> None:
    """A worker killed between two batches: what it kept in memory is rebuilt from the log."""
    send(tablet, *tablet.made_of(*events[:50]))
    journal_cache.forget()
    done = send(tablet, *tablet.made_of(*events[50:100]))
    assert set(kinds(done.verdicts)) == {"accepted"}
    assert GameLog.objects.get(pk=tablet.game).head_seq == 100


def test_the_first_event_has_to_be_the_start(tablet: Tablet, events: Events) -> None:
    done = send(tablet, *tablet.made_of(events[1]), set_aside=False)
    assert done.verdicts[0].refusals[0].code == "not_started"
