"""What a tablet handed over, and a server restored from an older backup: wherever the tablet is by
then, the chief has it again. The tablet is its own runtime."""

import json
from collections.abc import Callable

import pytest

from referee.models import GameLog
from tests.referee.rehearsal.both_clients import EVENTS, ILLEGAL, NOTE, OwnTablet, Server
from tests.referee.rehearsal.own_runtime import OwnRuntime

Deed = Callable[[OwnTablet], None]


@pytest.fixture
def tablet(server: Server, own: OwnRuntime) -> OwnTablet:
    """Its game has begun."""
    tablet = OwnTablet(server, own)
    tablet.record(*EVENTS[:6])
    tablet.settle()
    return tablet


def hand_over(tablet: OwnTablet) -> None:
    """What the server cannot take goes to the chief, and what followed it."""
    tablet.record(*EVENTS[6:9], ILLEGAL, NOTE)
    tablet.settle()
    assert [each[3] for each in tablet.stands["aside"]] == [True, True]


def restored(tablet: OwnTablet) -> None:
    """The server lost what was handed over."""
    tablet.nothing_is_lost()
    tablet.server.restore()
    with pytest.raises(AssertionError):
        tablet.nothing_is_lost()


def closed(tablet: OwnTablet) -> None:
    """It is opened again later."""
    tablet.restart()
    tablet.settle()


def revoked(tablet: OwnTablet) -> None:
    """It heard of that before the server was restored."""
    tablet.settle()
    assert tablet.revoked


@pytest.mark.parametrize("comes_back", [OwnTablet.settle, closed, OwnTablet.leave])
def test_an_open_a_closed_and_a_tablet_at_another_table(
    tablet: OwnTablet, comes_back: Deed
) -> None:
    tablet.server.back_up()
    hand_over(tablet)
    restored(tablet)
    comes_back(tablet)
    tablet.nothing_is_lost()


@pytest.mark.parametrize("comes_back", [OwnTablet.settle, closed, OwnTablet.leave])
def test_a_revoked_tablet(tablet: OwnTablet, comes_back: Deed) -> None:
    tablet.server.back_up()
    hand_over(tablet)
    tablet.server.revoke()
    revoked(tablet)
    restored(tablet)
    comes_back(tablet)
    tablet.nothing_is_lost()


@pytest.mark.parametrize("comes_back", [OwnTablet.settle, OwnTablet.leave])
def test_a_tablet_that_the_restored_server_knows_as_revoked(
    tablet: OwnTablet, comes_back: Deed
) -> None:
    tablet.record(ILLEGAL)
    tablet.server.revoke()
    tablet.server.back_up()
    revoked(tablet)
    restored(tablet)
    comes_back(tablet)
    tablet.nothing_is_lost()
    assert tablet.told.count("device-revoked") == 1


@pytest.mark.parametrize("comes_back", [OwnTablet.settle, OwnTablet.leave])
def test_a_tablet_that_was_revoked_after_the_server_was_restored(
    tablet: OwnTablet, comes_back: Deed
) -> None:
    """It may not ask for the log, and what the server had acknowledged is lost, too."""
    tablet.server.back_up()
    hand_over(tablet)
    restored(tablet)
    tablet.server.revoke()
    comes_back(tablet)
    tablet.nothing_is_lost()


@pytest.mark.parametrize("comes_back", [OwnTablet.settle, OwnTablet.leave])
def test_a_tablet_whose_game_is_over(tablet: OwnTablet, comes_back: Deed) -> None:
    tablet.server.back_up()
    tablet.record(ILLEGAL)
    tablet.settle()
    tablet.server.decide(apply=False)
    for first in range(6, len(EVENTS), 90):
        tablet.record(*EVENTS[first : first + 90])
        tablet.settle()
    signed = json.loads(GameLog.objects.get().snapshot)["statement_hash"]
    words = [{"type": "confirm", "player": each, "statement": signed} for each in ("p01", "p02")]
    tablet.record(*words)
    tablet.settle()
    assert GameLog.objects.get().state == GameLog.State.CONFIRMED
    restored(tablet)
    comes_back(tablet)
    tablet.nothing_is_lost()


def test_a_backup_between_two_parts_of_what_is_handed_over(tablet: OwnTablet) -> None:
    """They are one entry: the restored server has it, and not all of it."""
    tablet.server.interrupt()
    tablet.record(*[NOTE] * 150)
    tablet.step()
    while len([each for each in tablet.stands["aside"] if each[3]]) < 150:
        tablet.server.back_up()
        tablet.step()
    restored(tablet)
    tablet.settle()
    tablet.nothing_is_lost()


@pytest.mark.parametrize("writes", range(3))
def test_a_tablet_killed_as_it_heard_that_the_chief_has_it(tablet: OwnTablet, writes: int) -> None:
    tablet.server.back_up()
    tablet.record(ILLEGAL, NOTE)
    tablet.server.revoke()
    tablet.step()
    tablet.step(lambda answer: {**answer, "writes": writes})
    tablet.restart()
    restored(tablet)
    tablet.settle()
    tablet.nothing_is_lost()
