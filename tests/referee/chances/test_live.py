"""The chances of running games: computed once, at most once a minute, and shown where they may."""

import datetime as dt
import json
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from referee.chances import worker
from referee.chances.playing import FEWEST_PLAYOUTS, answer_all
from referee.chances.selectors import win_ranges
from referee.chances.services import claim_games, seed_of, store_chances
from referee.insight.playouts import METHODS
from referee.live.publishing.versions import publish, state_of
from referee.log import journal_cache
from referee.log.chief import append_chief
from referee.log.record import record_text
from referee.models import GameLog, LiveChance
from tests.referee.live.declared import check_declared
from tests.referee.live.publishing.test_boards import EVENTS, LINES
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, make_table, paired
from tests.tournament.making import BY
from tests.tournament.racing import race
from tournament.events.services.events import update_event
from tournament.models import ClockEntry, Event, Round

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
MINUTE = dt.timedelta(seconds=61)
BEGUN = 60
PAGE = "/e/open/r/1/t/1/"
API = "/api/v1/public/events/open/rounds/1/tables/1"


@pytest.fixture
def tablet() -> Iterator[Tablet]:
    """The tablet of the only table of an event that shows chances, some turns into its game."""
    tablet = paired(make_table(LINES[0], published=True))
    update_event(event=Event.objects.get(), by=BY, shows_chances=True)
    started = NOW - 20 * MINUTE
    ClockEntry.objects.create(round=Round.objects.get(), kind="start", at=started, by=BY)
    send(tablet, *tablet.made_of(*EVENTS[:BEGUN]))
    yield tablet
    journal_cache.forget()


@pytest.fixture(autouse=True)
def played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play out in this process, and little of it: the test of the process is another one."""
    monkeypatch.setattr(worker, "answers_to", answer_all)
    monkeypatch.setattr(worker, "MOST_SECONDS", 0.0)
    monkeypatch.setattr("referee.chances.playing.FEWEST_PLAYOUTS", 2)
    monkeypatch.setattr("referee.chances.playing.MOST_TURNS", 5)


def board() -> Any:
    state = state_of(Event.objects.get().pk)
    check_declared(state)
    return state["boards"]["1"]["1"]


def correct(tablet: Tablet) -> None:
    event = {"type": "revise", "seq": BEGUN, "replacement": [], "reason": "slip"}
    assert not append_chief(game_id=tablet.game, event=event, by=BY)


def test_chances_are_of_the_head_and_can_be_recomputed(tablet: Tablet) -> None:
    assert board()["chances"] == {}
    assert worker.step(now=NOW).seconds > 0
    stored, game = LiveChance.objects.get(), GameLog.objects.get()
    assert (stored.head, stored.seed) == (game.head_hash, game.head_hash[:16])
    assert {*stored.counts} == {*METHODS}
    again = {"record": record_text(game), "seed": stored.seed, "seconds": 0, "played": 0, "left": 0}
    # The clock of the hall is not in the record.
    (found,) = answer_all([{**again, "played": stored.turn, "left": stored.turns}])["answers"]
    assert json.loads(json.dumps(found["counts"])) == stored.counts
    told = board()["chances"]
    assert stored.computed_at is not None
    assert told == {"at": stored.computed_at.isoformat(), "seq": BEGUN, "behind": 0}


def test_a_game_is_computed_once_a_minute_and_only_when_it_went_on(tablet: Tablet) -> None:
    assert worker.step(now=NOW).seconds > 0
    assert worker.step(now=NOW + MINUTE).seconds == 0
    send(tablet, *tablet.made_of(*EVENTS[BEGUN : BEGUN + 3]))
    assert worker.step(now=NOW + MINUTE / 2).seconds == 0
    assert board()["chances"]["behind"] == 3
    assert worker.step(now=NOW + MINUTE).seconds > 0
    assert board()["chances"]["behind"] == 0


def test_anybody_can_compute_them_again(tablet: Tablet, tmp_path: Path) -> None:
    assert Client().get(f"{API}/chances").status_code == 404
    worker.step(now=NOW)
    publish(Event.objects.get().pk, now=NOW)
    told = Client().get(f"{API}/chances").json()
    document = Client().get("/api/v1/schema/").json()
    shape = {"$ref": "#/components/schemas/PublicChances", "components": document["components"]}
    jsonschema.validate(told, shape)
    assert told["head"] == GameLog.objects.get().head_hash
    file, out = tmp_path / "record.amr.jsonl", StringIO()
    file.write_bytes(Client().get(f"{API}/record-so-far").content)
    options = {name: told[name] for name in ("turns", "playouts", "seed")}
    call_command("chances", str(file), at=told["line"], as_json=True, stdout=out, **options)
    again = {each["id"]: each["counts"] for each in json.loads(out.getvalue())["players"]}
    assert again == {each["player"]: each["counts"] for each in told["players"]}


def test_the_page_shows_ranges_and_their_age(tablet: Tablet) -> None:
    publish(Event.objects.get().pk, now=NOW)
    assert f'href="{PAGE}chances/"' in Client().get(PAGE).content.decode()
    assert "No chances yet" in Client().get(f"{PAGE}chances/").content.decode()
    worker.step(now=NOW)
    send(tablet, *tablet.made_of(*EVENTS[BEGUN : BEGUN + 3]))
    publish(Event.objects.get().pk, now=NOW + MINUTE)
    page = Client().get(f"{PAGE}chances/").content.decode()
    players = [player["id"] for player in LINES[0]["players"]]
    for code, (low, high, least, most) in win_ranges(LiveChance.objects.get(), players).items():
        assert least <= low <= high <= most
        row = page.split(f'data-chance="{code}"')[1].split("</tr>")[0]
        assert f"{low}–{high} %" in row or low == high
        assert f"sample: {least}–{most} %" in row
    assert 'class="tag"' in page.split("data-behind")[0].rsplit("<span", 1)[1]
    assert "Events since then: 3" in page


@pytest.mark.parametrize("how", ["newer", "corrected"])
def test_a_page_has_only_what_its_board_tells_of(tablet: Tablet, how: str) -> None:
    event = Event.objects.get().pk
    worker.step(now=NOW)
    assert publish(event, now=NOW)
    if how == "newer":
        send(tablet, *tablet.made_of(*EVENTS[BEGUN : BEGUN + 3]))
        worker.step(now=NOW + MINUTE)
    else:
        correct(tablet)
    page = Client().get(f"{PAGE}chances/").content.decode()
    assert "No chances yet" in page
    assert 'data-told-at=""' in page
    assert Client().get(f"{API}/chances").status_code == 404
    publish(event, now=NOW + MINUTE)
    shown = "data-chance=" in Client().get(f"{PAGE}chances/").content.decode()
    assert shown is (how == "newer")


def test_another_method_makes_another_version(tablet: Tablet, monkeypatch: Any) -> None:
    event = Event.objects.get().pk
    worker.step(now=NOW)
    assert publish(event, now=NOW)
    monkeypatch.setattr("referee.chances.services.METHOD", "another")
    monkeypatch.setattr("referee.chances.selectors.METHOD", "another")
    assert worker.step(now=NOW + MINUTE).seconds > 0
    assert LiveChance.objects.get().seq == BEGUN
    before = snapshot()
    publish(event, now=NOW + MINUTE)
    assert snapshot() != before


@pytest.mark.parametrize("how", ["chief", "undo"])
def test_chances_of_a_position_that_never_was_are_not_shown(tablet: Tablet, how: str) -> None:
    worker.step(now=NOW)
    assert board()["chances"]
    if how == "chief":
        correct(tablet)
    else:
        send(tablet, *tablet.made_of({"type": "undo", "reason": "slip"}))
    assert board()["chances"] == {}
    assert worker.step(now=NOW + MINUTE).seconds > 0
    assert board()["chances"]["behind"] == 0


def test_an_event_taken_back_since_changes_nothing_about_them(tablet: Tablet) -> None:
    worker.step(now=NOW)
    undo = {"type": "undo", "reason": "slip"}
    send(tablet, *tablet.made_of(EVENTS[BEGUN], undo))
    assert board()["chances"]["behind"] == 0


def test_a_game_that_fails_costs_the_others_nothing(
    tablet: Tablet, monkeypatch: Any, caplog: Any
) -> None:
    game = {"record": record_text(GameLog.objects.get()), "seed": "s", "seconds": 0}
    game |= {"played": 60, "left": 5}
    broken = {**game, "played": "Anna"}
    found = answer_all([broken, game, {**broken, "record": None}])
    assert [bool(answer) for answer in found["answers"]] == [False, True, False]
    assert [*found["failures"]] == ["0", "2"]
    monkeypatch.setattr(worker, "answers_to", lambda asked: answer_all([{**asked[0], **broken}]))
    assert worker.step(now=NOW).seconds > 0
    (line,) = caplog.messages
    assert line.startswith(f"Could not play out game {tablet.game}: TypeError in playing.py, line ")
    assert "Anna" not in line
    assert worker.step(now=NOW + MINUTE).seconds == 0, "it is not tried again at this head"


def test_two_workers_do_not_compute_the_same(tablet: Tablet) -> None:
    claimed = race(*[lambda: claim_games(now=NOW, most=9)[0]] * 2)
    assert sorted(len(games) for games in claimed if isinstance(games, list)) == [0, 1], claimed


def snapshot() -> str:
    return Client().get("/api/v1/public/events/open/snapshot").content.decode()


def hide_round() -> None:
    Round.objects.update(status=Round.Status.DRAWN)


def freeze() -> None:
    Event.objects.update(frozen_at=timezone.now())


HIDDEN: dict[str, Any] = {
    "round": hide_round,
    "freeze": freeze,
    **{
        name: partial(lambda fields: Event.objects.update(**fields), fields)
        for name, fields in {
            "off": {"shows_chances": False},
            "delay": {"board_delay": 60},
            "after": {"advice": Event.Advice.AFTER},
            "unpublished": {"published": False},
        }.items()
    },
}


@pytest.mark.parametrize("why", HIDDEN)
def test_nothing_is_computed_or_shown_of_what_is_hidden(tablet: Tablet, why: str) -> None:
    worker.step(now=NOW)
    event = Event.objects.get()
    assert publish(event.pk, now=NOW)
    assert '"chances":{"' in snapshot()
    HIDDEN[why]()
    send(tablet, *tablet.made_of(*EVENTS[BEGUN : BEGUN + 3]))
    assert worker.step(now=NOW + MINUTE).seconds == 0
    game = GameLog.objects.get()
    assert not store_chances(game=game, found={}, now=NOW)
    publish(event.pk, now=NOW + MINUTE)
    for path in (f"{API}/chances", f"{PAGE}chances/"):
        assert Client().get(path).status_code == 404
    assert '"chances"' not in json.dumps(state_of(event.pk))
    assert '"chances"' not in snapshot()
    assert 'id="chances"' not in Client().get(PAGE).content.decode()
    assert seed_of(game) == game.head_hash[:16]


def test_a_process_of_its_own_gives_the_same(tablet: Tablet, monkeypatch: Any) -> None:
    monkeypatch.undo()
    lines = [json.dumps(line) for line in LINES[: BEGUN + 1]]
    game = {"record": "\n".join(lines), "seed": "s", "seconds": 0, "played": 60, "left": 5}
    (found,) = worker.answers_to([game])["answers"]
    assert found["playouts"] == FEWEST_PLAYOUTS
    assert found == json.loads(json.dumps(answer_all([game])["answers"][0]))
