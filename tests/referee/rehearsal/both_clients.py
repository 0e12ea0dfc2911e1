"""The server as a tablet meets it when a backup is put back, and the two clients of the protocol:
the tablet's own runtime, alone or beside a simulated tablet."""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

from django.core.cache import cache
from django.db import transaction
from rest_framework.test import APIClient

from referee.devices.services import revoke
from referee.log import chief, journal_cache
from referee.log.append import append
from referee.log.lease import take_over
from referee.models import GameLog, LoggedEvent, SetAside, SetAsideEvent
from referee.rehearsal import http_client
from referee.rehearsal.log_exchange import LogExchange
from referee.rehearsal.outbox import Outbox
from referee.rehearsal.retries import means_later
from tests.referee.rehearsal.own_runtime import Answer, OwnRuntime
from tests.referee.tables import Tablet, golden, log_events, paired
from tournament.models import Table

LINES = golden("01")
EVENTS = log_events(LINES)
ILLEGAL = {"type": "retain"}
NOTE = {"type": "note", "text": "so be it"}
RULING = {"type": "ruling", "text": "so be it"}
Disturb = Callable[[Answer], Answer]


def undisturbed(answer: Answer) -> Answer:
    """As it came."""
    return answer


class Server:
    """The server as one tablet meets it, and what happens to it: everything that was written since
    a backup is gone when that is put back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tablet, self.other = paired(table), paired(table, "Other")
        self.client = APIClient(raise_request_exception=False)
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.tablet.token}")
        self.game = str(self.tablet.game)
        self.backups: list[str] = []

    def ask(self, method: str, path: str, body: Any) -> Answer:
        """The answer to a request; the path is as the tablet writes it."""
        rest = path.removeprefix("/").removeprefix(f"games/{self.game}").removeprefix("/")
        address = f"/api/v1/games/{self.game}/{rest}".rstrip("/")
        send = getattr(self.client, method.lower())
        response = send(address, body, format="json") if body is not None else send(address)
        return {"status": response.status_code, "body": response.json()}

    def back_up(self) -> None:
        """Keep all that is written."""
        self.backups.append(transaction.savepoint())

    def restore(self) -> None:
        """Put the last backup back."""
        if self.backups:
            transaction.savepoint_rollback(self.backups[-1])
            journal_cache.forget()
            cache.clear()

    def rule(self) -> None:
        """The chief writes into the log."""
        if LoggedEvent.objects.filter(game=self.tablet.game).exists():
            chief.append_chief(game_id=self.tablet.game, event=RULING, by="Chief")

    def decide(self, *, apply: bool) -> None:
        """The chief decides about what was set aside first."""
        entry = SetAside.objects.filter(state=SetAside.State.OPEN).order_by("received_at").first()
        if entry and (not apply or chief.apply(entry_id=entry.pk, decision="yes", by="Chief")):
            chief.discard(entry_id=entry.pk, decision="no", by="Chief")

    def revoke(self) -> None:
        """The organiser revokes the tablet."""
        revoke(device_id=self.tablet.device.pk, by="Olga")

    def take_over(self, tablet: Tablet) -> int:
        """This tablet writes from now on; the epoch."""
        epoch = GameLog.objects.get(pk=self.game).lease_epoch
        game = take_over(device=tablet.device, epoch=epoch)
        tablet.epoch, tablet.head = game.lease_epoch, (game.head_seq, game.head_hash)
        return game.lease_epoch

    def interrupt(self) -> None:
        """The other tablet takes over and logs an event of the board, if it can."""
        self.take_over(self.other)
        played = LoggedEvent.objects.filter(
            game=self.tablet.game, kind=LoggedEvent.Kind.BOARD
        ).count()
        if 0 < played < len(EVENTS):
            event = self.other.made_of(EVENTS[played])
            append(device=self.other.device, batch=self.other.batch(*event))

    def has(self) -> set[str]:
        """The ids of all events in the log or with the chief."""
        logged = LoggedEvent.objects.values_list("event_id", flat=True)
        return {
            *map(str, logged),
            *map(str, SetAsideEvent.objects.values_list("event_id", flat=True)),
        }


class OwnTablet:
    """The tablet's own runtime at a table of the server; `stands` is how it stands, `told` which
    problems its person was told of. `outbox` says what was recorded."""

    def __init__(self, server: Server, own: OwnRuntime) -> None:
        self.server, self.own = server, own
        self.outbox = Outbox(Random(1))
        boot = server.ask("GET", "", None)["body"]
        token = server.tablet.token
        paired = own.do("pair", bootstrap=boot, token=token, lease=boot["lease"])
        OwnTablet._stand(self, paired)

    @property
    def revoked(self) -> bool:
        """Whether it knows that it was revoked."""
        return bool(self.stands["revoked"])

    def record(self, *events: dict[str, Any]) -> None:
        """Record these."""
        for event in events:
            self.outbox.record(event)
        self._stand(self.own.do("append", events=self.outbox.events[-len(events) :]))

    def played(self) -> int:
        """How many events of the board its log has, with those that wait."""
        kinds = {each["event_id"]: each["event"]["type"] for each in self.outbox.events}
        played = [row[3] for row in self.stands["rows"]]
        played += [kinds[event_id] for event_id in self.stands["waiting"]]
        return sum(kind not in {"note", "ruling"} for kind in played)

    def step(self, disturb: Disturb = undisturbed) -> None:
        """One exchange."""
        self._stand(self.own.do("step", lambda *asked: disturb(self.server.ask(*asked))))

    def take_over(self) -> None:
        """The person at the tablet takes over."""
        self.server.take_over(self.server.tablet)
        self._hold_lease()

    def _hold_lease(self) -> None:
        lease = self.server.ask("GET", "", None)["body"]["lease"]
        self._stand(self.own.do("lease", lease=lease))

    def restart(self) -> None:
        """Killed and started again, it knows what it has stored."""
        self._stand(self.own.do("restart"))

    def leave(self) -> None:
        """It is at another table, and looks after this one."""
        self._stand(self.own.do("look", self.server.ask))

    def settle(self) -> None:
        """Step until nothing is left to do but to say that it is there, and twice that."""
        quiet = 0
        for _step in range(40):
            self.step()
            quiet = 0 if self.is_busy() else quiet + 1
            if quiet == 3:
                return
        raise AssertionError(self.stands)

    def is_busy(self) -> bool:
        """Whether anything waits here for the server."""
        return bool(self.stands["waiting"]) or not all(each[3] for each in self.stands["aside"])

    def nothing_is_lost(self) -> None:
        """All that was ever recorded is in the log or with the chief."""
        assert {event["event_id"] for event in self.outbox.events} <= self.server.has()

    def _stand(self, stands: Any) -> None:
        self.told: list[str] = stands.pop("told")
        self.stands = stands


class Both(OwnTablet):
    """The two clients of one tablet. What one of them asks for the other has to ask for, both hear
    the one answer, and stand alike."""

    def __init__(self, server: Server, own: OwnRuntime) -> None:
        super().__init__(server, own)
        self.writer = SimpleNamespace(epoch=server.tablet.epoch, digest=server.tablet.digest)
        self.exchange = LogExchange(self.outbox, self.writer)

    def step(self, disturb: Disturb = undisturbed) -> None:
        """One exchange of both."""
        steps = self.exchange.step()
        expected: Any = next(steps, None)

        def answering(method: str, path: str, body: Any) -> Answer:
            nonlocal expected
            rest = path.removeprefix(f"games/{self.server.game}")
            assert expected is not None, (method, rest)
            assert [method, rest, _comparable(body)] == [*expected[:2], _comparable(expected[2])]
            answer = disturb(self.server.ask(method, path, body))
            heard = http_client.Answer(answer["status"], answer["body"], 0)
            if answer["status"] == 0 or means_later(heard):
                steps.close()
                expected = None
                return answer
            try:
                expected = steps.send(heard)
            except StopIteration:
                expected = None
            return answer

        stands = self.own.do("step", answering)
        assert expected is None, expected
        self._stand(stands)

    def take_over(self) -> None:
        """The person at the tablet takes over."""
        self.server.take_over(self.server.tablet)
        self.writer.epoch = self.server.tablet.epoch
        self._hold_lease()

    def restart(self) -> None:
        """Killed and started again, both know what they have stored."""
        self.exchange = LogExchange(self.outbox, self.writer)
        super().restart()

    def _stand(self, stands: Any) -> None:
        super()._stand(stands)
        box = self.outbox
        assert stands == {
            "head": [*box.head],
            "rows": [
                [row["seq"], row["hash"], row["event_id"], row["event"]["type"]] for row in box.rows
            ],
            "waiting": [event["event_id"] for event in box.undecided_events],
            "places": {event_id: [*place] for event_id, place in box.places.items()},
            "aside": [
                [event["event_id"], case.reason, case.seq, case.handed]
                for event in box.events
                if (case := box.aside.get(event["event_id"]))
            ],
            "named": box.named,
            "epoch": self.writer.epoch,
            "revoked": box.revoked,
        }


def _comparable(body: Any) -> Any:
    """A body without what only a tablet with a clock and an app says."""
    if not isinstance(body, dict):
        return body
    return {k: v for k, v in body.items() if k not in {"clock_skew_ms", "app"}}
