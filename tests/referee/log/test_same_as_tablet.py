"""For any sequence of events a table's server and its tablet accept, refuse and say the same."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import TestCase
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.chief.log_lines import describer_of
from referee.engine import LANGUAGES, Refusal
from referee.journal.sentences import render_refusal
from referee.log import journal_cache
from referee.log.append import append
from referee.log.table_setup import setup_of
from referee.log.verdicts import ACCEPTED, STALE
from referee.log.verify import faults_of
from referee.log.wire import Batch
from referee.models import GameLog, LoggedEvent
from referee.tablet.bridge import Bridge
from tests.referee.tables import AT, golden, log_events, make_table, paired
from tests.shares import sampled

GAMES = ("33", "22", "14", "03", "08")
"""Short games that are played to their end, one of each way to end one."""
ISOLATES = str.maketrans("", "", "\u2068\u2069")
TEXTS = st.one_of(
    st.sampled_from(["", " ", "why", "x" * 500, "x" * 501, "a\x00b", "\u202eback", "Ё — ok"]),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20),
)
STATEMENTS = st.one_of(st.just("right"), st.just("0" * 64), TEXTS)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-9, 10**9), TEXTS, st.just([1, 2]))


def beside_the_board(players: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """What a table logs beside the board, right or wrong in its form and its season."""
    player = st.sampled_from([*players, "p99"])
    right = st.one_of(
        st.fixed_dictionaries({"type": st.just("pause"), "reason": TEXTS}),
        st.fixed_dictionaries({"type": st.just("resume")}),
        st.fixed_dictionaries({"type": st.just("note"), "text": TEXTS}),
        st.fixed_dictionaries(
            {"type": st.just("confirm"), "player": player, "statement": STATEMENTS},
            optional={"reason": TEXTS},
        ),
        st.fixed_dictionaries(
            {"type": st.just("cash_count"), "player": player},
            optional={"cash": st.sampled_from([0, 1500, 1_000_001, "40"])},
        ),
        st.fixed_dictionaries({"type": st.just("dispute"), "player": player, "reason": TEXTS}),
    )
    kinds = ["pause", "resume", "note", "confirm", "dispute", "ruling", "settle", "revise", "start"]
    anyhow = st.dictionaries(st.sampled_from(["player", "reason", "text", "statement"]), VALUES)
    wrong = st.builds(lambda kind, rest: {**rest, "type": kind}, st.sampled_from(kinds), anyhow)
    return st.one_of(right, right, wrong)


def on_the_board(players: list[str], events: list[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Events of the game out of their order, undos, and what no edition knows."""
    undo = st.fixed_dictionaries({"type": st.just("undo"), "reason": TEXTS})
    strange = st.dictionaries(
        st.sampled_from(["player", "dice", "square", "x-own", "card"]), VALUES, max_size=3
    )
    kinds = st.sampled_from(["roll", "buy", "trade", "time", "withdraw", "fly", ""])
    unknown = st.builds(lambda kind, rest: {**rest, "type": kind}, kinds, strange)
    return st.one_of(st.sampled_from(events), undo, unknown)


def corrections(events: list[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Revisions and reverts of any rows; `completed` ones name what no longer fits, and a step back
    is what Undo sends then."""
    seq = st.integers(0, len(events) + 9)
    put_in = st.lists(st.sampled_from(events), max_size=2)
    revise = st.fixed_dictionaries(
        {"type": st.just("revise"), "seq": seq, "replacement": put_in, "reason": TEXTS},
        optional={
            "through": seq,
            "without": st.lists(seq, max_size=3),
            "completed": st.just(True),
        },
    )
    completed = revise.map(lambda event: {**event, "completed": True, "reason": "misread"})
    revert = st.fixed_dictionaries({"type": st.just("revert"), "seq": seq, "reason": TEXTS})
    return st.one_of(completed, completed, revise, revert, st.just({"type": "step back"}))


class Table:
    """One table, whose events are told to its server and to its tablet."""

    def __init__(self, number: str, roles: str) -> None:
        lines = golden(number)
        self.table = make_table(lines[0], roles=roles)
        self.tablet = paired(self.table)
        self.game = GameLog.objects.get()
        self.events = log_events(lines)
        self.bridges = {language: self._bridge(language) for language in LANGUAGES}

    def _bridge(self, language: str) -> Bridge:
        setup = setup_of(self.game)
        bridge = Bridge()
        opened = {"header": setup.header, "seats": [], "steps": [], "log": [], "language": language}
        bridge.ask("open", {**opened, "roles": "thrown" if setup.thrown else "drawn"})
        return bridge

    def play(self, events: list[dict[str, Any]]) -> None:
        """What is legal, at once."""
        for first in range(0, len(events), 100):
            self._append(*events[first : first + 100])
        for bridge in self.bridges.values():
            assert bridge.ask("play", {"events": events, "at": AT})["refusals"] == []

    def tell(self, event: dict[str, Any]) -> bool:
        """One event to both, which answer the same; False once the server's log is closed."""
        if event.get("statement") == "right":
            snapshot = json.loads(self.game.snapshot or "{}")
            event = {**event, "statement": snapshot.get("statement_hash") or "0" * 64}
        event = self._resolved(event)
        verdict = self._append(event)
        if verdict.verdict == STALE:
            assert verdict.code == "closed"
            return False
        for language, bridge in self.bridges.items():
            checked = bridge.ask("check", {"events": [event]})
            answer = bridge.ask("play", {"events": [event], "at": AT})
            assert answer["refusals"] == checked["refusals"]
            told = [(each["code"], each["rule"], each["text"]) for each in answer["refusals"]]
            names, currency = bridge.speech.names, bridge.speech.currency
            assert told == [
                told_by_tablet(refusal, language, names, currency) for refusal in verdict.refusals
            ]
            if verdict.verdict == ACCEPTED:
                self._same_ledger(answer, language)
        return True

    def _resolved(self, event: dict[str, Any]) -> dict[str, Any]:
        """The event as a tablet would send it now."""
        bridge = self.bridges["en"]
        if event["type"] == "step back":
            step = bridge.log.journal.last_step
            undo = {"type": "undo", "reason": "misread"}
            return (
                {**undo, "type": "revert", "seq": step.seq} if step and step.by != "undo" else undo
            )
        if not event.get("completed"):
            return event
        given = {key: value for key, value in event.items() if key != "completed"}
        if bridge.log.game is None:
            return given
        told = bridge.ask("revision", given)
        assert bool(told["refusals"]) == (told["event"] is None)
        return told["event"] or given

    def _append(self, *events: dict[str, Any]) -> Any:
        with TestCase.captureOnCommitCallbacks(execute=True):
            batch = self.tablet.batch(*self.tablet.made_of(*events), set_aside=False)
            read = Batch.read(json.loads(json.dumps(as_sent(batch))))
            done = append(device=self.tablet.device, batch=read)
        self.game.refresh_from_db()
        self.tablet.acknowledge(self.game)
        return done.verdicts[-1]

    def _same_ledger(self, answer: Any, language: str) -> None:
        """The tablet's last line, and the row as the chief's page tells it."""
        shown = answer["view"]["ledger"][-1] if answer["view"] else None
        if shown is None:
            return
        row = LoggedEvent.objects.get(seq=shown["n"])
        with translation.override(language):
            line = describer_of(self.game).described_row(row)
        followed = [each["text"] for each in shown["lines"] if each["kind"] != "turn"]
        assert [text.translate(ISOLATES) for text in followed] == line.consequences
        assert shown["text"].translate(ISOLATES) == line.headline


@contextmanager
def taken_back() -> Iterator[None]:
    """Nothing of what is written stays."""
    journal_cache.forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    journal_cache.forget()


def told_by_tablet(
    refusal: Refusal, language: str, names: Any, currency: str
) -> tuple[str, str | None, str]:
    """A refusal as a tablet tells it."""
    return refusal.code, refusal.rule, render_refusal(refusal, language, names, currency)


def as_sent(batch: Batch) -> dict[str, Any]:
    """The batch as JSON."""
    return {
        "lease_epoch": batch.lease_epoch,
        "expected_seq": batch.expected_seq,
        "previous_hash": batch.previous_hash,
        "digest": batch.digest,
        "on_refusal": "discard",
        "events": [
            {"event_id": str(one.event_id), "salt": one.salt, "at": one.at, "event": one.event}
            for one in batch.events
        ],
    }


@pytest.mark.django_db
@pytest.mark.parametrize("part", sampled(range(7)))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_server_and_tablet_answer_every_event_alike(part: int, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    events = log_events(golden(game))
    ends = len(events)
    played = data.draw(st.sampled_from([0, 1, ends // 2, ends - 1, ends, ends]))
    players = [player["id"] for player in events[0]["header"]["players"]]
    strange = st.one_of(
        beside_the_board(players), on_the_board(players, events), corrections(events)
    )
    told = data.draw(st.lists(strange, min_size=3, max_size=12))
    with taken_back():
        table = Table(game, roles="drawn")
        table.play(events[:played])
        all(map(table.tell, told))
        assert faults_of(table.game) == []


@pytest.mark.django_db
@pytest.mark.parametrize("roles", ["drawn", "thrown"])
def test_a_start_is_judged_alike_by_the_draw(roles: str) -> None:
    table = Table("33", roles)
    start = table.events[0]
    header = start["header"]
    first, *rest = header["players"]
    for players in (
        [*rest, first],
        [first, first, *rest[1:]],
        [{**first, "name": "Somebody"}, *rest],
        [{**first, "role": "monopolist"}, *rest],
        [{**first, "x-seat": 1}, *rest],
        [],
        7,
    ):
        assert table.tell({**start, "header": {**header, "players": players}})
    for changed in ({"mode": "A"}, {"event": "Another"}, {"x-own": 1}, {"round": 2}):
        assert table.tell({**start, "header": {**header, **changed}})
    assert table.tell({**start, "throws": [{"player": first["id"], "dice": [7, 1]}]})
    assert table.tell({"type": "start"})
    assert table.tell(start)
    assert table.tell(start)
