"""The hashes of a log that a server wrote: whatever changes one of them breaks every log there is.

`known_log.jsonl` holds the game's id and its statement's hash, then the rows as they were stored.
Some have the `salt` that the tablet made with the event.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.journal.canonical import canonical, digest
from referee.journal.hash_chain import FIRST, body_hash, row_hash
from referee.journal.journal import Journal
from referee.journal.sealed_texts import seal, unseal
from referee.journal.start import TableSetup
from tests.referee.journal.logs import Event

FILE = Path(__file__).with_name("known_log.jsonl")
GAME, *ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
MADE_ON_A_TABLET = [row for row in ROWS if "salt" in row]
HASHED = ("seq", "previous", "event_id", "device", "user", "at", "edition", "sealed")
NUMBER = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["seq"])


def event_of(row: Event) -> Event:
    return unseal(json.loads(row["sealed"]), row["private"], erased="")


def hash_of(row: Event, **changes: Any) -> str:
    return row_hash(**{"game": GAME["game"], **{name: row[name] for name in HASHED}, **changes})


def test_the_log_has_what_the_hashes_have_to_hold_for() -> None:
    types = {event_of(row)["type"] for row in ROWS}
    assert types > {"start", "pause", "undo", "ruling", "revise", "confirm", "circuit"}
    assert {row["user"] is None for row in ROWS} == {True, False}
    assert not all(row["sealed"].isascii() for row in ROWS)


@NUMBER
def test_a_row_has_the_hash_it_was_stored_with(row: Event) -> None:
    assert hash_of(row) == row["hash"]


@NUMBER
def test_a_hash_is_of_the_canonical_json_that_the_protocol_names(row: Event) -> None:
    event = json.loads(row["sealed"])
    named = {"game": GAME["game"], "event": event, "digest": row["edition"]}
    named |= {name: row[name] for name in HASHED if name not in ("edition", "sealed")}
    assert digest(canonical(named)) == row["hash"]


def test_each_row_follows_on_the_one_before() -> None:
    assert [row["previous"] for row in ROWS] == [FIRST, *(row["hash"] for row in ROWS[:-1])]


@pytest.mark.parametrize("name", HASHED)
def test_a_change_of_any_field_is_another_hash(name: str) -> None:
    row, other = ROWS[1], ROWS[6]
    assert row[name] != other[name] or name in ("edition", "at")
    changed = other[name] if row[name] != other[name] else f"{row[name]}0"
    assert hash_of(row, **{name: changed}) != row["hash"]


def test_the_same_row_of_another_game_has_another_hash() -> None:
    assert hash_of(ROWS[1], game=GAME["game"].replace("c", "d")) != ROWS[1]["hash"]


@pytest.mark.parametrize("row", MADE_ON_A_TABLET, ids=lambda row: row["seq"])
def test_an_event_is_sealed_and_identified_as_it_was(row: Event) -> None:
    event = event_of(row)
    sealed, private = seal(event, row["salt"])
    assert (canonical(sealed), private) == (row["sealed"], row["private"])
    body = body_hash(row["event_id"], row["salt"], row["at"], canonical(event))
    assert body == row["body_hash"]
    named = {key: row[key] for key in ("at", "event_id", "salt")} | {"event": event}
    assert digest(canonical(named)) == body


@pytest.mark.parametrize("name", ["event_id", "salt", "at", "event"])
def test_an_event_with_another_id_salt_time_or_body_is_another_event(name: str) -> None:
    row = MADE_ON_A_TABLET[1]
    body = {key: row[key] for key in ("event_id", "salt", "at")}
    body["event"] = canonical(event_of(row))
    assert body_hash(**body) == row["body_hash"]
    assert body_hash(**{**body, name: body[name] + "0"}) != row["body_hash"]


def test_the_statement_that_the_players_signed_has_its_hash() -> None:
    events = [event_of(row) for row in ROWS]
    journal = Journal(lambda: TableSetup(events[0]["header"], thrown=False))
    for row, event in zip(ROWS, events, strict=True):
        journal.replay(row["seq"], row["hash"], event)
    assert journal.statement_hash == GAME["statement_hash"]
    assert {*journal.beside.confirmed.values()} == {GAME["statement_hash"]}
