"""The checker of histories: it finds nothing in a good one, and each violation planted by hand."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from benchmarks.faults.history_check import check, hashing
from benchmarks.faults.history_check.reading import Violation
from tests.benchmarks.faults.recorded_history import play

pytestmark = pytest.mark.django_db
Line = dict[str, Any]
NOBODY = "00000000-0000-4000-8000-000000000000"
OTHER = "f" * 64


class Evening:
    """The lines of a recorded evening, to be changed, by their files."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.files = {
            name: [json.loads(line) for line in text.splitlines()] for name, text in texts.items()
        }

    @property
    def server(self) -> list[Line]:
        """What the server exported."""
        return self.files["server.jsonl"]

    @property
    def told(self) -> list[Line]:
        """The answers in the order they came to the first table."""
        return [line for line in self.seat if line["do"] == "answer"]

    @property
    def seat(self) -> list[Line]:
        """The lines of the first table's tablets."""
        return self.files["seat-22.jsonl"]

    def rows(self, **wanted: Any) -> list[Line]:
        """The rows of the first table's log."""
        game = next(line["game"] for line in self.seat if line["do"] == "record")
        return self.lines("row", game=game, **wanted)

    def lines(self, do: str, **wanted: Any) -> list[Line]:
        """The server's lines of this kind."""
        return [
            line
            for line in self.server
            if line["do"] == do and all(line[key] == value for key, value in wanted.items())
        ]

    def acks(self, verdict: str = "accepted") -> list[tuple[Line, list[Any]]]:
        """Each answer and result with this verdict."""
        found = [(line, result) for line in self.told for result in line.get("results", ())]
        return [(line, result) for line, result in found if result[1] == verdict]

    def ask_of(self, answer: Line) -> Line:
        """The request of an answer."""
        return next(
            line
            for line in self.seat
            if line["do"] == "ask" and (line["who"], line["n"]) == (answer["who"], answer["n"])
        )

    def drop(self, line: Line) -> None:
        """Take a line away."""
        for lines in self.files.values():
            lines[:] = [each for each in lines if each is not line]

    def rehash(self) -> None:
        """Number and hash the first table's rows anew, as a liar would."""
        previous = hashing.BEFORE_ALL
        for seq, row in enumerate(self.rows(), start=1):
            row |= {"seq": seq, "previous": previous}
            row["hash"] = previous = hashing.row_hash(row)
        (line,) = self.lines("game", game=row["game"])
        line["head"] = [seq, previous]

    def write(self, folder: Path) -> Path:
        """Write all files."""
        for name, lines in self.files.items():
            (folder / name).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return folder


@pytest.fixture(scope="module")
def texts(
    lasting_db: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """A good evening's files."""
    folder = tmp_path_factory.mktemp("good")
    with django_db_blocker.unblock():
        play(folder)
    return {path.name: path.read_text() for path in folder.glob("*.jsonl")}


# What is planted.


def _lost(evening: Evening) -> None:
    """Of an event that was acknowledged nothing is left, and all else is right."""
    evening.drop(evening.rows()[-1])
    evening.rehash()


def _accepted_but_aside(evening: Evening) -> None:
    row = evening.rows()[-1]
    evening.drop(row)
    evening.lines("aside")[0]["events"].append(row["event_id"])


def _doubled(evening: Evening) -> None:
    row = evening.rows()[3]
    evening.server.append({**row})
    evening.rehash()


def _doubled_elsewhere(evening: Evening) -> None:
    evening.server.append({**evening.rows()[3], "game": NOBODY})


def _doubled_content(evening: Evening) -> None:
    evening.server.append({**evening.rows()[3], "event_id": NOBODY})


def _reordered(evening: Evening) -> None:
    rows = evening.rows()
    at = evening.server.index(rows[1])
    evening.server[at], evening.server[at + 1] = rows[2], rows[1]
    evening.rehash()


def _gap(evening: Evening) -> None:
    evening.drop(evening.rows()[3])


def _broken_link(evening: Evening) -> None:
    evening.rows()[3]["previous"] = OTHER


def _broken_hash(evening: Evening) -> None:
    evening.rows()[3]["hash"] = OTHER


def _note(evening: Evening) -> Line:
    return next(row for row in evening.rows() if '"/text"' in row["private"])


def _broken_commitment(evening: Evening) -> None:
    row = _note(evening)
    (salt, _text) = json.loads(row["private"])["/text"]
    row["private"] = json.dumps({"/text": [salt, "Снег"]})


def _uncommitted(evening: Evening) -> None:
    """The text's salt is not the event's, though it fits its commitment."""
    row = _note(evening)
    record = next(line for line in evening.seat if line.get("event_id") == row["event_id"])
    record["salt"] = "0" * 32


def _wrong_head(evening: Evening) -> None:
    evening.lines("game")[0]["head"][0] += 1


def _lease_runs_back(evening: Evening) -> None:
    evening.rows()[-1]["epoch"] = 0


def _wrong_author(evening: Evening) -> None:
    evening.rows()[3]["device"] = None


def _unknown_device(evening: Evening) -> None:
    evening.rows()[3]["device"] = NOBODY


def _another_author(evening: Evening) -> None:
    rows = evening.rows()
    rows[0]["device"] = rows[-1]["device"]


def _recorded_by_nobody(evening: Evening) -> None:
    evening.rows()[3]["event_id"] = NOBODY


def _another_table(evening: Evening) -> None:
    other = evening.lines("row")[-1]["game"]
    moved = next(row for row in evening.lines("row") if row["game"] != other)
    moved["game"] = other


def _changed(evening: Evening) -> None:
    row = next(row for row in evening.rows() if "dice" in row["event"])
    event = json.loads(row["event"])
    row["event"] = hashing.canonical({**event, "dice": [6, 6]})
    evening.rehash()


def _moved(evening: Evening) -> None:
    evening.acks()[3][1][2] += 1


def _hash_differs(evening: Evening) -> None:
    evening.acks()[3][1][3] = OTHER


def _acknowledged_elsewhere(evening: Evening) -> None:
    evening.ask_of(evening.acks()[3][0])["game"] = evening.lines("row")[-1]["game"]
    if evening.acks()[3][1][0] == evening.lines("row")[-1]["event_id"]:
        raise AssertionError


def _acknowledged_twice(evening: Evening) -> None:
    evening.acks("duplicate")[0][1][2] += 1
    answer, result = evening.acks("duplicate")[0]
    before = evening.told.index(answer)
    earlier = {**answer, "n": -1, "results": [[result[0], "accepted", 1, OTHER, False]]}
    ask = {**evening.ask_of(answer), "n": -1}
    evening.seat[evening.seat.index(evening.told[before]) : 0] = [ask, earlier]


def _place_given_twice(evening: Evening) -> None:
    evening.acks()[4][1][2] = evening.acks()[3][1][2]


def _acknowledged_unsent(evening: Evening) -> None:
    evening.acks()[3][1][0] = NOBODY


def _answer_incomplete(evening: Evening) -> None:
    line = next(line for line in evening.told if len(line.get("results", ())) > 1)
    line["results"].pop()


def _not_a_prefix(evening: Evening) -> None:
    line = next(line for line in evening.told if len(line.get("results", ())) > 1)
    line["results"][0][1] = "stale"


def _batch_torn(evening: Evening) -> None:
    line = next(line for line in evening.told if len(line.get("results", ())) > 1)
    line["results"][0][1] = "accepted"
    line["results"][1][1] = "accepted"
    line["results"][1][2] += 5


def _never_recorded(evening: Evening) -> None:
    evening.drop(next(line for line in evening.seat if line["do"] == "record"))


def _sent_differs(evening: Evening) -> None:
    evening.ask_of(evening.acks()[3][0])["events"][0][1] = OTHER


def _duplicate_of_nothing(evening: Evening) -> None:
    evening.acks()[3][1][1] = "duplicate"


def _recorded_twice(evening: Evening) -> None:
    evening.seat.append(next(line for line in evening.seat if line["do"] == "record"))


def _answer_to_nothing(evening: Evening) -> None:
    evening.drop(evening.ask_of(evening.told[0]))


def _aside_then_gone(evening: Evening) -> None:
    for entry in evening.lines("aside"):
        entry["events"] = []


def _aside_shown_as_accepted(evening: Evening) -> None:
    evening.acks()[3][1][4] = True


def _aside_and_logged(evening: Evening) -> None:
    evening.lines("aside")[0]["events"].append(evening.rows()[3]["event_id"])


def _stuck(evening: Evening) -> None:
    record = next(line for line in evening.seat if line["do"] == "record")
    evening.seat.append({**record, "event_id": NOBODY})


def _entry_gone(evening: Evening) -> None:
    for entry in evening.lines("aside"):
        entry["entry"] = NOBODY


def _entry_shrank(evening: Evening) -> None:
    for entry in evening.lines("aside"):
        entry["events"].pop()


def _read(evening: Evening) -> list[list[Any]]:
    return next(line["rows"] for line in evening.told if len(line.get("rows", ())) > 3)


def _read_differs(evening: Evening) -> None:
    _read(evening)[2][1] = OTHER


def _read_changed(evening: Evening) -> None:
    _read(evening)[2][5] = OTHER


def _read_another_author(evening: Evening) -> None:
    _read(evening)[2][4] = NOBODY


def _read_gap(evening: Evening) -> None:
    del _read(evening)[1]


def _read_unlinked(evening: Evening) -> None:
    _read(evening)[2][2] = OTHER


def _read_past_head(evening: Evening) -> None:
    line = next(line for line in evening.told if len(line.get("rows", ())) > 3)
    line["head"][0] = 1


def _head_unknown(evening: Evening) -> None:
    evening.told[-1]["head"][1] = OTHER


def _runs_back(evening: Evening) -> None:
    """A second process answers by what it knew some time ago."""
    row = evening.rows()[0]
    evening.told[-1]["head"] = [1, row["hash"]]


def _against_time(evening: Evening) -> None:
    """A row was put in before those that had been acknowledged."""
    first = evening.rows()[0]["event_id"]
    record = next(line for line in evening.seat if line.get("event_id") == first)
    record["t"] = evening.seat[-1]["t"]


def _confirmed_undone(evening: Evening) -> None:
    evening.lines("game", game=evening.rows()[0]["game"])[0]["state"] = "playing"


def _after_confirmed(evening: Evening) -> None:
    last = evening.rows()[-1]
    evening.server.append({**last, "seq": last["seq"] + 1, "event_id": NOBODY, "kind": "board"})


def _may(evening: Evening, *, delay: int = 0, frozen: bool = False) -> dict[str, Any]:
    """A rule that holds from the beginning, and a reader's question after everything."""
    end = evening.seat[-1]["t"]
    evening.files["may.jsonl"] = [
        {"do": "may", "t": 0.0, "event": "open-22", "delay": delay, "frozen": frozen}
    ]
    return {"do": "shown", "event": "open-22", "asked": end, "t": end}


def _shown_too_early(evening: Evening) -> None:
    shown = _may(evening, delay=60)
    evening.files["reader.jsonl"] = [{**shown, "ids": [evening.rows()[3]["event_id"]]}]


def _shown_while_frozen(evening: Evening) -> None:
    evening.files["reader.jsonl"] = [{**_may(evening, frozen=True), "tables": ["1"]}]


def _shown_unsent(evening: Evening) -> None:
    evening.files["reader.jsonl"] = [{**_may(evening), "ids": [NOBODY]}]


def _nothing_to_check(evening: Evening) -> None:
    evening.files = {"strikes.jsonl": []}


PLANTED: list[Callable[[Evening], None]] = [
    each
    for name, each in list(globals().items())
    if name.startswith("_")
    and name.islower()
    and getattr(each, "__module__", "") == __name__
    and name not in {"_read", "_may", "_note"}
]
CODES: dict[Callable[[Evening], None], str] = {_uncommitted: "broken-commitment"}


def violations(evening: Evening, folder: Path) -> tuple[Violation, ...]:
    """What the checker says of it."""
    return check(evening.write(folder)).violations


def test_a_good_evening_has_none(texts: dict[str, str], tmp_path: Path) -> None:
    report = check(Evening(texts).write(tmp_path))
    assert report.violations == ()
    assert report.counts["acknowledged"] > 40
    assert report.counts["rows read"] > 5
    evening = Evening(texts)
    assert evening.acks("duplicate")
    assert evening.lines("aside")


def test_a_browser_may_send_twice_by_itself(texts: dict[str, str], tmp_path: Path) -> None:
    evening = Evening(texts)
    evening.ask_of(evening.acks()[3][0])["resends"] = True
    _duplicate_of_nothing(evening)
    assert not [each for each in violations(evening, tmp_path) if "duplicate" in each.code]


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__[1:])
def test_what_is_planted_is_found(
    plant: Callable[[Evening], None], texts: dict[str, str], tmp_path: Path
) -> None:
    evening = Evening(texts)
    plant(evening)
    code = CODES.get(plant, plant.__name__[1:].replace("_", "-"))
    found = [each for each in violations(evening, tmp_path) if each.code == code]
    assert found
    assert all(each.where.partition(":")[0] in {*evening.files, "the folder"} for each in found)


def test_what_a_restored_backup_takes_back_may_be_elsewhere_and_not_nowhere(
    texts: dict[str, str], tmp_path: Path
) -> None:
    evening = Evening(texts)
    _accepted_but_aside(evening)
    evening.rehash()
    end = evening.seat[-1]["t"] + 1
    evening.files["strikes.jsonl"].append({"do": "strike", "kind": "restore", "until": end})
    assert violations(evening, tmp_path) == ()
    _lost(evening)
    assert "lost" in {each.code for each in violations(evening, tmp_path)}


def test_it_has_nothing_of_the_product() -> None:
    look = "import sys, benchmarks.faults.history_check; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    ours = {name.partition(".")[0] for name in done.stdout.split()}
    assert not ours & {"referee", "tournament", "scoring", "config", "django", "tests"}
