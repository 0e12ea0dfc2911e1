"""A day of an event as its stream tells it: a state made up, and patches each of the one before."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page, Route

from scoring.game.editions import load_edition

Json = dict[str, Any]
TABLES = 12
SEATS = 4
DEEDS = load_edition("us-2011").board.deeds
PLAYERS = TABLES * SEATS
ADDRESS = "/e/open/screen/"
NAMES = ("Ada Lovelace", "Дарья Орлова", "Bartholomew Featherstonehaugh-Cholmondeley", "Zoë Žižek")
STARTED = "2026-05-16T09:00:00+00:00"


def code(number: int) -> str:
    return f"p{number:02}"


def first_state(*, seated: bool = False) -> Json:
    """After the first round of twelve tables; the second is being played or, if only `seated`, has
    not begun."""
    players = range(1, PLAYERS + 1)
    clock = {} if seated else {"1": {"kind": "start", "at": STARTED}}
    return {
        "format": "treasurer-event/1",
        "event": {"slug": "open", "name": "Spring Open 2026", "length_minutes": 120},
        "players": {
            code(n): {"seed": n, "name": f"{NAMES[n % 4]} {n}", "club": ""} for n in players
        },
        "rounds": {
            "1": {
                "status": "finished",
                "clock": {
                    "1": {"kind": "start", "at": STARTED},
                    "2": {"kind": "end", "at": STARTED},
                },
                "tables": {str(t): finished(t) for t in range(1, TABLES + 1)},
            },
            "2": {
                "status": "published",
                "clock": clock,
                "tables": {str(t): {"seats": seats(t)} for t in range(1, TABLES + 1)},
            },
        },
        "draws": {},
        "standings": {
            "first_place": 1,
            "tables": 2 * TABLES,
            "tables_finished": TABLES,
            "rows": {
                code(n): {"position": n, "rank": n, "points": f"{2 * (PLAYERS - n) + 1}/2"}
                for n in players
            },
        },
        "boards": {} if seated else {"2": {str(t): board(t, 0) for t in range(1, TABLES + 1)}},
        "projected": {}
        if seated
        else {
            "tables": TABLES,
            "rows": {code(n): {"position": n, "rank": n, "points": "1"} for n in players},
        },
    }


def sitting(table: int) -> list[str]:
    return [code((table - 1) * SEATS + seat) for seat in range(1, SEATS + 1)]


def seats(table: int) -> Json:
    roles = ("competitor", "monopolist")
    return {
        str(seat): {"player": player, "role": roles[seat % 2]}
        for seat, player in enumerate(sitting(table), start=1)
    }


def finished(table: int) -> Json:
    found = seats(table)
    for seat, one in found.items():
        one |= {"place": int(seat), "final": 2000 - 300 * int(seat), "points": "1"}
    result = {"source": "paper", "confirmed_at": f"2026-05-16T08:{table:02}:00+00:00"}
    return {"seats": found, "result": {**result, "revision": 1 + (table == TABLES)}}


def board(table: int, event: int) -> Json:
    roles = ("competitor", "monopolist")
    return {
        "row": event,
        "status": "playing",
        "on_turn": sitting(table)[event % SEATS],
        "judge": "called" if table == 3 else "",
        "last": {"en": f"Event {event}: throws 4 + 2 and buys Wall Street for $180.", "fr": "…"},
        "players": {
            player: {
                "seat": seat,
                "role": roles[seat % 2],
                "cash": 1500 - event,
                "expected": 1500 + event % 97,
                "place": 1,
                "out": False,
                "confined": False,
                "square": event % 40,
            }
            for seat, player in enumerate(sitting(table), start=1)
        },
        "deeds": {str(deed): {"owner": sitting(table)[0]} for deed in range(event % 20)},
    }


def late_state() -> Json:
    """The last hour of two tables of six, all of whose deeds are owned."""
    state = first_state()
    state["boards"]["2"] = {"1": late_board(1), "2": late_board(7)}
    return state


def late_board(first: int) -> Json:
    sitting = [code(first + seat) for seat in range(6)]
    players = {
        player: {
            "seat": seat,
            "role": ("competitor", "monopolist")[seat % 2],
            "cash": 2025,
            "retained": 405,
            "circuit_income": 1236,
            "expected": 1641,
            "out": False,
        }
        for seat, player in enumerate(sitting, start=1)
    }
    last = {"en": "Throws 4 + 2 and buys Wall Street for $180.", "fr": "…"}
    deeds = {
        str(square): {
            "owner": sitting[square % 3],
            "buildings": 0,
            "mortgaged": square % 7 == 0,
            "earns": 0 if square % 5 == 0 else 150,
        }
        for square in DEEDS
    }
    more = {"status": "playing", "judge": "", "last": last, "on_turn": sitting[0]}
    return {"row": 900, **more, "players": players, "deeds": deeds}


def patches(seed: int) -> Iterator[Json]:
    """What a day brings, for ever: events at tables, results confirmed and put right, ranks that
    change, a clock that stops and goes on."""
    random = Random(seed)
    for event in range(1, 10**9):
        table = random.randint(1, TABLES)
        patch: Json = {"boards": {"2": {str(table): board(table, event)}}}
        if event % 10 == 0:
            one, other = random.sample(range(1, PLAYERS + 1), 2)
            rows = {code(n): {"position": m, "rank": m} for n, m in ((one, other), (other, one))}
            patch |= {"standings": {"rows": rows}, "projected": {"rows": rows}}
        if event % 25 == 0:
            kind = "pause" if event % 50 else "resume"
            at = f"2026-05-16T10:{event % 60:02}:00+00:00"
            patch["rounds"] = {"2": {"clock": {str(2 + event // 25 % 2): {"kind": kind, "at": at}}}}
        if event % 40 == 0:
            patch["rounds"] = {"1": {"tables": {str(table): finished(table)}}}
        yield patch


class Stream:
    """The event's addresses, played in the browser: the stream ends after each bunch of versions,
    and is asked for again."""

    def __init__(self, page: Page, state: Json) -> None:
        self.version = 1
        self._state = state
        self._waiting: list[str] = []
        page.route("**/api/v1/public/events/open/snapshot", self._snapshot)
        page.route("**/e/open/live**", self._live)

    def send(self, *found: Json) -> None:
        """These patches come with the next answer."""
        for patch in found:
            self.version += 1
            data = json.dumps({"version": self.version, "patch": patch})
            self._waiting.append(f"event: version\ndata: {data}\n\n")

    @property
    def delivered(self) -> bool:
        """Whether nothing waits."""
        return not self._waiting

    def _snapshot(self, route: Route) -> None:
        route.fulfill(json={"version": 1, "snapshot": self._state}, headers={"ETag": '"1"'})

    def _live(self, route: Route) -> None:
        beat = {"at": None, "age": 0, "version": self.version}
        body = "retry: 100000\n\n" + "".join(self._waiting)
        body += f"event: beat\ndata: {json.dumps(beat)}\n\n"
        self._waiting.clear()
        route.fulfill(body=body, headers={"Content-Type": "text/event-stream"})
