"""A referee at a table: plays one game after another, and sometimes the tablet dies."""

import threading
from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.faults.hall import Hall, Job
from benchmarks.faults.history import History, TellingClient, tell_of
from benchmarks.faults.plan import Plan
from referee.rehearsal.http_client import Faults
from referee.rehearsal.retries import StuckError
from referee.rehearsal.tablet import ReplacedError, Script, Tablet

DEATHS = 0.2
OFFLINE = 0.6
TIMEOUT = 2.0
FIRST_WAIT = 0.25
TOGETHER = 600
"""Events a second that all tablets record at most: a hall that types does not stop while the server
is down."""


class SwitchedOffError(Exception):
    """The tablet died in mid-game."""


class Seat(threading.Thread):
    """One referee, whose requests go through `port` and are told to `history`; `tablets` are all
    that were used, by order of use, and their clocks are off by `turned` seconds."""

    is_the_app = False

    def __init__(self, hall: Hall, number: int, port: int, plan: Plan, history: History) -> None:
        super().__init__(daemon=True)
        self._number, self._history = number, history
        self._hall, self._deaths = hall, plan.deaths
        self._pause = plan.tablets / TOGETHER
        self._url = f"http://127.0.0.1:{port}"
        self._random = Random(f"{plan.seed}/seat/{number}")
        self.tablets: list[Tablet] = []
        self.replaced = 0
        self.turned = 0.0

    def run(self) -> None:
        """Play until enough was recorded in the hall."""
        while (given := self._hall.next()) is not None:
            self._play(*given)

    def reconcile(self) -> None:
        """Let every tablet say where it stands, and bring what the server lacks."""
        for tablet in self.tablets:
            self._guarded(tablet, tablet.reconcile)

    def _play(self, job: Job, turns: int) -> None:
        script = job.script(Random(self._random.random()), turns)
        first = self._tablet(job, script)
        if not (self._deaths and self._random.random() < DEATHS):
            self._guarded(first, lambda: first.run(self._hall.count))
            return
        try:
            self._guarded(first, lambda: first.run(self._dying(first)))
        except SwitchedOffError:
            self.replaced += 1
            self._replace(
                first, self._tablet(job, job.script(Random(self._random.random()), turns))
            )

    def _replace(self, first: Tablet, second: Tablet) -> None:
        """Let the second tablet go on from the log, and the first return in the middle of that."""
        returns = self._random.randint(0, 60)

        def tell() -> None:
            nonlocal returns
            self._hall.count()
            returns -= 1
            if returns == 0:
                self._guarded(first, first.reconcile)

        self._guarded(second, lambda: second.play_through(partial(second.run, tell)))
        self._guarded(first, first.reconcile)

    def _dying(self, tablet: Tablet) -> Callable[[], None]:
        """Return a countdown to the tablet's death; its last events may have found no network."""
        left = self._random.randint(5, 150)
        unsent = self._random.choice([0, 1, 5, 30])

        def tell() -> None:
            nonlocal left
            self._hall.count()
            left -= 1
            if left == unsent:
                tablet.lose_network(unsent)
            if left == 0:
                raise SwitchedOffError

        return tell

    def _guarded(self, tablet: Tablet, work: Callable[[], None]) -> None:
        """Do the work, and note what stops a tablet as its account's problem."""
        try:
            work()
        except SwitchedOffError:
            raise
        except (StuckError, ReplacedError, RuntimeError) as error:
            tablet.problem = f"{type(error).__name__} {error}"

    def _tablet(self, job: Job, script: Script) -> Tablet:
        random = Random(self._random.random())
        who = f"{self._number}/{len(self.tablets)}"
        client = TellingClient(self._url, Faults(offline=OFFLINE), random, TIMEOUT)
        made = Tablet(
            client.tell(self._history, who),
            lambda: self._hall.code(job.table),
            Random(self._random.random()),
            script,
            job.header,
            pause=self._pause,
            first_wait=FIRST_WAIT,
        )
        tell_of(made, client, lambda: self.turned)
        self.tablets.append(made)
        return made
