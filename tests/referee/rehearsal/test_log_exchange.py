"""A simulated tablet beside the tablet's own runtime: the same requests and the same state at every
step, whatever the hall, the chief and the network do; and nothing recorded is lost."""

from collections.abc import Callable
from random import Random

import pytest

from referee.models import Device
from tests.referee.rehearsal.both_clients import (
    EVENTS,
    ILLEGAL,
    NOTE,
    Both,
    OwnTablet,
    Server,
)
from tests.referee.rehearsal.own_runtime import Answer, OwnRuntime

STEPS = 60


class Story:
    """What happens by chance, each as likely as its number says; a tablet that `dies` does so
    between two writes, too."""

    def __init__(self, tablet: OwnTablet, random: Random, *, dies: bool = False) -> None:
        self.tablet, self.server, self.random = tablet, tablet.server, random
        self.likely: dict[Callable[[], None], int] = {
            self.record: 12,
            tablet.step: 24,
            self.step_in_vain: 4,
            self.record_nonsense: 1,
            self.server.rule: 2,
            self.decide: 2,
            self.server.interrupt: 1,
            self.take_over: 2,
            self.server.back_up: 3,
            self.restore: 3,
            tablet.restart: 2,
            self.die: 6 * dies,
        }

    def run(self, steps: int) -> None:
        """So many steps of it."""
        for chosen in self.random.choices(list(self.likely), list(self.likely.values()), k=steps):
            chosen()

    def record(self) -> None:
        """What happens next, or a note."""
        at = self.tablet.played()
        events = EVENTS[at : at + self.random.randint(1, 4)] or [NOTE]
        if not self.tablet.revoked:
            self.tablet.record(*self.random.choice([events, [NOTE]]))

    def record_nonsense(self) -> None:
        """What an engine of another version let pass."""
        if not self.tablet.revoked:
            self.tablet.record(ILLEGAL)

    def step_in_vain(self) -> None:
        """The answer is lost, or means later."""
        vain: Answer = self.random.choice(
            [{"status": 0, "body": None}, {"status": 503, "body": {}}]
        )
        self.tablet.step(lambda _answer: vain)

    def die(self) -> None:
        """Some writes after an answer it is killed."""
        writes = self.random.randint(0, 2)
        self.tablet.step(lambda answer: {**answer, "writes": writes})
        self.tablet.restart()

    def restore(self) -> None:
        """The last backup is put back; but not while something is handed over in parts: the next
        part may bring an entry to the number of events that it had, and what that lost of another
        part is not noticed."""
        if all(handed for _id, _reason, _seq, handed in self.tablet.stands["aside"]):
            self.server.restore()

    def decide(self) -> None:
        """The chief decides."""
        self.server.decide(apply=self.random.random() < 0.5)

    def take_over(self) -> None:
        """The person at the tablet wants to write."""
        if not Device.objects.get(pk=self.server.tablet.device.pk).revoked_at:
            self.tablet.take_over()


def told(tablet: OwnTablet, seed: int, *, dies: bool = False) -> None:
    """A story to its end; of every third tablet, that it is revoked."""
    tablet.record(EVENTS[0])
    tablet.step()
    story = Story(tablet, Random(seed), dies=dies)
    story.run(STEPS)
    if seed % 3 == 0:
        tablet.server.revoke()
        story.run(STEPS // 2)
    tablet.settle()
    tablet.nothing_is_lost()


@pytest.mark.parametrize("seed", range(3))
def test_both_clients_do_the_same(server: Server, own: OwnRuntime, seed: int) -> None:
    told(Both(server, own), seed)


def test_an_event_that_a_restored_server_was_told_anew_is_where_that_has_it(
    server: Server, own: OwnRuntime
) -> None:
    both = Both(server, own)
    both.record(EVENTS[0])
    both.step()
    server.interrupt()
    both.record(NOTE)
    both.settle()
    (note,) = both.outbox.handed_over
    server.back_up()
    server.decide(apply=True)
    both.settle()
    before = both.outbox.places[note]
    server.restore()
    server.rule()
    server.decide(apply=True)
    both.settle()
    assert both.outbox.places[note][0] == before[0] + 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, 160))
def test_both_clients_do_the_same_in_many_stories(
    server: Server, own: OwnRuntime, seed: int
) -> None:
    told(Both(server, own), seed)


@pytest.mark.parametrize("seed", range(2))
def test_a_tablet_killed_between_two_writes_loses_nothing(
    server: Server, own: OwnRuntime, seed: int
) -> None:
    told(OwnTablet(server, own), seed, dies=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(200, 260))
def test_in_many_stories_a_tablet_killed_between_two_writes_loses_nothing(
    server: Server, own: OwnRuntime, seed: int
) -> None:
    told(OwnTablet(server, own), seed, dies=True)
