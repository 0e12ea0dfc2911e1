"""`manage.py verify` of an event: from a running server, from a folder, and what it exits with."""

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from referee.live.verification import download
from referee.models import GameRecord
from tests.database_rows import Rows, write_rows
from tests.referee.live.verification.conftest import SLUG
from tests.tournament.making import BY, entry, finish, table_of
from tournament.models import Event, Round, SeatResult
from tournament.people.services.entries import update_entry
from tournament.results.services.results import remove_result
from tournament.rounds.services.steps import reopen_round

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def event(transactional_db: None, sample_rows: Rows) -> Event:
    """The sample event, in a database that a server of its own reads."""
    write_rows(sample_rows)
    return Event.objects.get(slug=SLUG)


def verify(*what: Any, **options: Any) -> str:
    out = StringIO()
    call_command("verify", *map(str, what), stdout=out, **options)
    return out.getvalue()


def refused(*what: Any, **options: Any) -> tuple[int, str]:
    """The exit code, and what is said."""
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify", *map(str, what), stdout=out, **options)
    return caught.value.returncode, f"{out.getvalue()}{caught.value}"


@pytest.mark.parametrize("path", [f"/e/{SLUG}/", f"/api/v1/public/events/{SLUG}"])
def test_an_event_is_verified_from_its_address(event: Event, live_server: Any, path: str) -> None:
    # Names that are hidden change records, and nothing that is computed of them.
    update_entry(entry=entry(event, 7), by=BY, name_display="number")
    said = verify(live_server.url + path)
    assert "Spring Open:" in said
    assert "records: 18," in said
    for line in ("statements compared: 18", "results compared: 18", "standings compared: 24"):
        assert line in said
    assert "everything agrees" in said
    assert "not everything" not in said


def test_what_was_forged_in_the_database_is_told(event: Event, live_server: Any) -> None:
    """By somebody who owns the server, past its services."""
    line = SeatResult.objects.filter(seat__table__number=2, seat__round__number=1)[0]
    SeatResult.objects.filter(pk=line.pk).update(final=line.final + 7)
    forged = GameRecord.objects.get(table__number=3, table__round__number=2)
    lines = forged.text.splitlines(keepends=True)
    text = "".join(lines[:50] + lines[51:])
    digest = hashlib.sha256(text.encode()).hexdigest()
    GameRecord.objects.filter(pk=forged.pk).update(text=text, digest=digest)
    status, said = refused(f"{live_server.url}/e/{SLUG}/")
    assert status == 1
    assert f": published {line.final + 7}, recomputed {line.final}" in said
    assert "round 1, table 2: Final cash, seat " in said
    assert "round-2/table-3.amr.jsonl: " in said
    assert "differences." in said


@pytest.mark.exhaustive
def test_a_result_by_hand_is_taken_as_published(event: Event, live_server: Any) -> None:
    seated = Round.objects.get(event=event, number=3)
    reopen_round(round_=seated, by=BY)
    remove_result(table=table_of(seated, 1), reason="Another table", by=BY)
    finish(table_of(seated, 1), 40, 30, 20, 10)
    said = verify(f"{live_server.url}/e/{SLUG}/")
    assert "records: 17," in said
    assert "taken as published: 1" in said


@pytest.mark.exhaustive
def test_what_was_downloaded_can_be_kept(event: Event, live_server: Any, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = verify(f"{live_server.url}/e/{SLUG}/", keep=str(kept)).splitlines()
    again = verify(kept).splitlines()
    assert [line for line in again if " in " not in line] == [
        line for line in first if " in " not in line
    ]
    assert len(list(kept.rglob("*.amr.jsonl"))) == 18
    status, said = refused(f"{live_server.url}/e/{SLUG}/", keep=str(kept))
    assert (status, "exists" in said) == (2, True)


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/e/open/", "http://[::1/e/open/"])
def test_a_server_that_is_not_there(address: str) -> None:
    assert refused(address)[0] == 2


@pytest.mark.parametrize("address", ["https://example.org/", "http:///e/open/", "ftp://x/e/open/"])
def test_an_address_of_no_event(address: str) -> None:
    status, said = refused(address)
    assert status in (1, 2)
    assert address in said


def test_an_unknown_event(live_server: Any, transactional_db: None) -> None:
    status, said = refused(f"{live_server.url}/e/nowhere/")
    assert (status, "HTTP 404" in said) == (2, True)


def test_a_folder_of_records_is_verified_without_a_server() -> None:
    assert "records: 40," in verify(GOLDEN / "golden")
    status, said = refused(GOLDEN / "refused")
    assert status == 1
    assert "sixth_improvement.amr.jsonl: line " in said
    assert ": R11: " in said


def test_a_folder_without_anything_to_verify(tmp_path: Path) -> None:
    assert refused(tmp_path) == (2, f"{tmp_path}: neither a snapshot nor records.")
    (tmp_path / "snapshot.json").write_text('{"snapshot":\n{"event": 1]}')
    status, said = refused(tmp_path)
    assert status == 2
    assert said == "snapshot.json: line 2: not JSON (column 12)"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"a": ]}', "snapshot.json: строка 1: не JSON (позиция 7)"),
        (b"\xff", "snapshot.json: не текст в UTF-8"),
        (b"[" * 100_000, "snapshot.json: слишком глубокая вложенность"),
        (b"1" * 5_000, f"snapshot.json: {'1' * 20} — не целое число"),
        (b"[1.5]", "snapshot.json: 1.5 — не целое число"),
    ],
)
def test_what_is_no_json_is_told_in_the_readers_language(
    tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "snapshot.json").write_bytes(content)
    with translation.override("ru"):
        assert refused(tmp_path) == (2, said)


@pytest.mark.parametrize("number", [0, -1, 1_000])
def test_processes_have_a_range(number: int) -> None:
    assert refused(GOLDEN / "golden", processes=number)[0] == 1


def test_control_characters_of_a_server_reach_no_terminal(tmp_path: Path) -> None:
    (tmp_path / "\x1b[31m.amr.jsonl").write_text("{}")
    _status, said = refused(tmp_path)
    assert "\x1b" not in said


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("language", "agrees", "differs"),
    [
        ("fr", ["feuilles de partie\u00a0: 18,", "tout concorde"], "publié 1, recalculé "),
        ("ru", ["записей игр: 18,", "всё сходится"], "опубликовано 1, пересчитано "),
    ],
)
def test_all_is_said_in_the_language_of_who_asks(
    event: Event, live_server: Any, tmp_path: Path, language: str, agrees: list[str], differs: str
) -> None:
    address = f"{live_server.url}/e/{SLUG}/"
    kept = tmp_path / "kept"
    with translation.override(language):
        said = verify(address, keep=str(kept))
        assert [line for line in agrees if line not in said] == []
        (kept / "round-1" / "table-1.amr.jsonl").unlink()
        state = json.loads((kept / "snapshot.json").read_text())
        state["snapshot"]["rounds"]["1"]["tables"]["2"]["seats"]["1"]["final"] = 1
        (kept / "snapshot.json").write_text(json.dumps(state))
        said = refused(kept)[1]
        assert differs in said
        english = {"published", "recomputed", "differences", "records"}
        assert not [word for word in english if word in said]


def test_a_record_that_is_too_large_is_refused_in_the_language_of_who_asks(
    event: Event, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records are downloaded by threads, which have no language of their own."""
    monkeypatch.setattr(download, "MAX_RECORD_BYTES", 10)
    with translation.override("fr"):
        assert "plus de 10 octets" in refused(f"{live_server.url}/e/{SLUG}/")[1]
