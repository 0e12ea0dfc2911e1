"""A folder's records beside what was published: each forgery is found, and said where."""

import json
import re
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from referee.live.verification.comparing import MISSING, Difference
from referee.live.verification.folder import verify_folder
from referee.live.verification.reading import MalformedError
from tests.referee.live.verification.conftest import EVENT, SLUG, change
from tests.tournament.making import BY, entry
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.penalties.services import PenaltyGiven, give_penalty

pytestmark = pytest.mark.django_db
SNAPSHOT = "snapshot.json"
TABLE = ("snapshot", "rounds", "2", "tables", "3")
GOLDEN = Path(__file__).parents[3] / "golden" / "golden"
REFUSED = Path(__file__).parents[3] / "golden" / "refused"


def differences(folder: Path) -> list[Difference]:
    return list(verify_folder(folder, processes=1).differences)


def test_what_was_published_agrees_with_its_records(folder: Path) -> None:
    found = verify_folder(folder)
    assert found.differences == ()
    assert (found.records, found.statements, found.results, found.rows) == (18, 18, 18, 24)
    assert found.by_hand == 0
    assert found.events == sum(len(f.read_text().splitlines()) - 1 for f in folder.rglob("*.jsonl"))
    assert verify_folder(folder, processes=2) == found


def test_a_forged_figure_is_named(folder: Path) -> None:
    before = json.loads((folder / SNAPSHOT).read_text())
    seat = before["snapshot"]["rounds"]["2"]["tables"]["3"]["seats"]["1"]
    change(folder / SNAPSHOT, *TABLE, "seats", "1", "final", to=seat["final"] + 1)
    assert differences(folder) == [
        Difference("round 2, table 3", "seats.1.final", seat["final"] + 1, seat["final"])
    ]


@pytest.mark.parametrize(
    ("field", "forged"),
    [
        ("place", 4),
        ("role", "nobody"),
        ("player", "p99"),
        ("before_retention", None),
        ("retained", 10**6),
        ("circuit_income", 0),
        ("points", "5/2"),
    ],
)
def test_each_field_of_a_result_is_compared(folder: Path, field: str, forged: Any) -> None:
    change(folder / SNAPSHOT, *TABLE, "seats", "2", field, to=forged)
    if forged is None:
        with pytest.raises(MalformedError):
            verify_folder(folder)
        return
    found = differences(folder)
    assert [(one.where, one.field) for one in found] == [("round 2, table 3", f"seats.2.{field}")]


@pytest.mark.parametrize(
    ("field", "forged"),
    [
        ("rank", 1),
        ("position", 24),
        ("points", "17"),
        ("played", 2),
        ("wins", 3),
        ("final_cash", 0),
        ("tie_breaks", {"wins": "9"}),
    ],
)
def test_each_field_of_the_standings_is_compared(folder: Path, field: str, forged: Any) -> None:
    change(folder / SNAPSHOT, "snapshot", "standings", "rows", "p08", field, to=forged)
    found = differences(folder)
    assert {one.where for one in found} == {"standings, p08"}
    assert {one.field.partition(".")[0] for one in found} == {field}


@pytest.mark.parametrize(
    ("path", "forged", "field"),
    [
        (("teams", "rows", "Café Zéro", "points"), "99", "points"),
        (("teams", "rows", "Café Zéro", "counting", "1"), "p01", "counting.1"),
        (("event", "members_counted"), 1, "points"),
        (("teams", "rows"), {}, "points"),
    ],
)
def test_the_team_standings_are_added_up_again(
    folder: Path, path: tuple[str, ...], forged: Any, field: str
) -> None:
    change(folder / SNAPSHOT, "snapshot", *path, to=forged)
    found = {(one.where, one.field) for one in differences(folder)}
    assert ("team standings, Café Zéro", field) in found
    assert all(where.startswith("team standings") for where, _field in found)


def test_a_row_that_is_missing_or_too_much_is_found(folder: Path) -> None:
    rows = json.loads((folder / SNAPSHOT).read_text())["snapshot"]["standings"]["rows"]
    rows["p77"] = rows.pop("p08")
    change(folder / SNAPSHOT, "snapshot", "standings", "rows", to=rows)
    found = {one.where for one in differences(folder)}
    assert found == {"standings, p08", "standings, p77"}


@pytest.mark.parametrize(
    ("setting", "forged", "fields"),
    [
        ("edition", "us-wooden", {"edition"}),
        ("mode", "A", {"mode"}),
        ("rulings", {"rounding": "down"}, {"rulings.rounding"}),
    ],
)
def test_a_record_of_other_rules_is_found(
    folder: Path, setting: str, forged: Any, fields: set[str]
) -> None:
    change(folder / SNAPSHOT, "snapshot", "event", setting, to=forged)
    found = differences(folder)
    assert {one.field for one in found} == fields
    assert len({one.where for one in found}) == 18


def test_other_points_change_results_and_standings(folder: Path) -> None:
    change(folder / SNAPSHOT, "snapshot", "event", "points_by_place", to=[9, 4, 3, 2])
    where = {one.where.partition(",")[0] for one in differences(folder)}
    assert {"round 1", "round 2", "round 3", "standings"} <= where


def test_a_forged_record_is_found(folder: Path) -> None:
    file = folder / "round-1" / "table-2.amr.jsonl"
    lines = file.read_text().splitlines()
    number, line = next((n, t) for n, t in enumerate(lines, 1) if '"buy"' in t)
    lines[number - 1] = re.sub(r'"player": ?"p\d+"', '"player":"p99"', line)
    file.write_text("\n".join(lines))
    found = differences(folder)
    named = "round-1/table-2.amr.jsonl"
    assert Difference(named, "record", MISSING, found[0].recomputed) == found[0]
    assert found[0].recomputed.startswith(f"line {number}: ")
    assert [(one.where, one.field) for one in found[1:]] == [
        ("round 1, table 2", "SHA-256"),
        ("round 1, table 2", "record"),
    ]


def test_a_forged_statement_is_found(folder: Path) -> None:
    file = folder / "round-3" / "table-1.statement.json"
    change(file, "players", 2, "final", to=1)
    change(file, "circuit", 0, "dice", to=[1, 2])
    found = differences(folder)
    assert [one.field for one in found] == ["statement.players.3.final", "statement.circuit.1.dice"]
    assert found[0].where == "round-3/table-1.amr.jsonl"


def test_records_that_changed_places_are_found(folder: Path) -> None:
    one, other = (folder / f"round-1/table-{table}.amr.jsonl" for table in (1, 2))
    text = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(text)
    fields = {(d.where, d.field) for d in differences(folder)}
    assert ("round 1, table 1", "table") in fields
    assert ("round 1, table 2", "SHA-256") in fields


def test_a_missing_record_is_found(folder: Path) -> None:
    (folder / "round-1/table-4.amr.jsonl").unlink()
    found = differences(folder)
    assert [(one.where, one.field, one.recomputed) for one in found] == [
        ("round 1, table 4", "record", MISSING)
    ]


def test_results_by_hand_count_as_they_were_published(folder: Path) -> None:
    result = json.loads((folder / SNAPSHOT).read_text())["snapshot"]["rounds"]["2"]["tables"]["3"]
    del result["result"]["record"]
    change(folder / SNAPSHOT, *TABLE, to=result)
    (folder / "round-2/table-3.amr.jsonl").unlink()
    found = verify_folder(folder)
    assert found.differences == ()
    assert (found.results, found.by_hand, found.rows) == (17, 1, 24)


def test_standings_that_are_being_revealed_are_not_compared(folder: Path) -> None:
    change(folder / SNAPSHOT, "snapshot", "standings", "first_place", to=3)
    change(folder / SNAPSHOT, "snapshot", "standings", "rows", to={})
    found = verify_folder(folder)
    assert (found.differences, found.rows) == ((), 0)


def test_records_alone_are_compared_with_statements_beside_them() -> None:
    found = verify_folder(GOLDEN)
    assert (found.records, found.statements, found.rows) == (40, 40, None)
    assert found.differences == ()
    refused = verify_folder(REFUSED)
    assert len(refused.differences) == refused.records == 60


@pytest.mark.parametrize(
    ("path", "forged", "where"),
    [
        ((), [], ""),
        (("snapshot",), 7, "snapshot"),
        (("snapshot", "event", "points_by_place"), [6, -1], "snapshot.event.points_by_place.1"),
        (("snapshot", "event", "points_by_place"), ["6"], "snapshot.event.points_by_place.0"),
        (("snapshot", "event", "tie_breaks"), ["luck"], "standings"),
        (("snapshot", "rounds"), {"one": {}}, "snapshot.rounds.one"),
        (("snapshot", "rounds", "1", "tables"), None, "snapshot.rounds.1.tables"),
        ((*TABLE, "seats", "1", "final"), True, ".".join((*TABLE, "seats.1.final"))),
        ((*TABLE, "seats", "1", "final"), 10**13, ".".join((*TABLE, "seats.1.final"))),
        (("snapshot", "standings", "rows"), [], "snapshot.standings.rows"),
        (("snapshot", "players", "p01"), "Ada", "snapshot.players.p01"),
    ],
)
def test_a_snapshot_of_another_form_is_refused_with_the_place(
    folder: Path, path: tuple[str, ...], forged: Any, where: str
) -> None:
    if path:
        change(folder / SNAPSHOT, *path, to=forged)
    else:
        (folder / SNAPSHOT).write_text(json.dumps(forged))
    with pytest.raises(MalformedError) as caught:
        verify_folder(folder, processes=1)
    assert (caught.value.file, caught.value.where) == (SNAPSHOT, where)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (b'{"a": 1,\n\n"b": }', "line 3"),
        (b'{"a": NaN}', ""),
        (b'{"a": 1.5}', ""),
        (b"\xff", ""),
        (b"[" * 100_000, ""),
        (b"1" * 5_000, ""),
    ],
)
def test_a_file_that_is_no_json_is_refused_with_the_line(
    folder: Path, text: bytes, where: str
) -> None:
    (folder / SNAPSHOT).write_bytes(text)
    with pytest.raises(MalformedError) as caught:
        verify_folder(folder, processes=1)
    assert (caught.value.file, caught.value.where) == (SNAPSHOT, where)


def test_two_records_of_one_table_are_refused(folder: Path) -> None:
    text = (folder / "round-1/table-1.amr.jsonl").read_bytes()
    (folder / "z.amr.jsonl").write_bytes(text)
    with pytest.raises(MalformedError, match="another record"):
        verify_folder(folder)


@pytest.mark.parametrize("name", ["round-1/table-1.amr.jsonl", SNAPSHOT])
def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    (folder / name).rename(outside)
    (folder / name).symlink_to(outside)
    with pytest.raises(MalformedError, match="no regular file"):
        verify_folder(folder)


def test_penalties_and_forfeits_are_recomputed(downloaded: Path, tmp_path: Path) -> None:
    event = Event.objects.get(slug=SLUG)
    with transaction.atomic():
        give: dict[str, Any] = {"points": Decimal("2.5"), "places": 2, "round_number": 2}
        for seed, kind in enumerate(("points", "places", "disqualified", "lost-table"), start=1):
            given = PenaltyGiven(kind, "x", **give)
            give_penalty(entry=entry(event, seed), given=given, by=BY)
        folder = Path(shutil.copytree(downloaded, tmp_path / "penalized"))
        (folder / SNAPSHOT).write_bytes(Client().get(f"{EVENT}/snapshot").content)
        transaction.set_rollback(True)
    told = json.loads((folder / SNAPSHOT).read_text())["snapshot"]
    assert len(told["penalties"]) == 4
    assert differences(folder) == []
    key = min(told["penalties"], key=int)
    change(folder / SNAPSHOT, "snapshot", "penalties", key, "points", to="3")
    assert {one.where for one in differences(folder)} >= {"standings, p01"}
    change(folder / SNAPSHOT, "snapshot", "penalties", key, "points", to="1/0")
    with pytest.raises(MalformedError):
        verify_folder(folder)


def test_rounds_that_do_not_count_are_recomputed(downloaded: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(downloaded, tmp_path / "discarded"))
    with transaction.atomic():
        update_event(event=Event.objects.get(slug=SLUG), by=BY, reason="Forgotten", discards=1)
        (folder / SNAPSHOT).write_bytes(Client().get(f"{EVENT}/snapshot").content)
        transaction.set_rollback(True)
    told = json.loads((folder / SNAPSHOT).read_text())["snapshot"]
    assert all(len(row["discarded"]) == 1 for row in told["standings"]["rows"].values())
    assert differences(folder) == []
    row = ("snapshot", "standings", "rows", "p08", "discarded")
    change(folder / SNAPSHOT, *row, to=[])
    assert {one.field for one in differences(folder)} == {"discarded.1"}
    change(folder / SNAPSHOT, "snapshot", "event", "least_counting", to=3)
    found = {one.where for one in differences(folder)}
    assert found >= {f"standings, {code}" for code in told["standings"]["rows"]}


def test_points_against_the_roles_average_are_recomputed(downloaded: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(downloaded, tmp_path / "corrected"))
    with transaction.atomic():
        event = Event.objects.get(slug=SLUG)
        update_event(event=event, by=BY, reason="Forgotten", corrects_roles=True)
        (folder / SNAPSHOT).write_bytes(Client().get(f"{EVENT}/snapshot").content)
        transaction.set_rollback(True)
    rows = json.loads((folder / SNAPSHOT).read_text())["snapshot"]["standings"]["rows"]
    code, added = next(
        (code, row["corrections"]) for code, row in rows.items() if "corrections" in row
    )
    assert differences(folder) == []
    where = ("snapshot", "standings", "rows", code, "corrections", min(added))
    change(folder / SNAPSHOT, *where, to="99")
    assert {one.field for one in differences(folder)} == {f"corrections.{min(added)}"}
    change(folder / SNAPSHOT, "snapshot", "event", "corrects_roles", to=1)
    with pytest.raises(MalformedError):
        verify_folder(folder)


def test_a_forfeit_that_is_not_published_is_a_difference(downloaded: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(downloaded, tmp_path / "forfeited"))
    change(folder / SNAPSHOT, *TABLE, "seats", "1", "outcome", to="disqualified")
    assert {one.where.partition(",")[0] for one in differences(folder)} >= {"round 2", "standings"}
    change(folder / SNAPSHOT, *TABLE, "seats", "1", "outcome", to="tired")
    with pytest.raises(MalformedError):
        verify_folder(folder)
