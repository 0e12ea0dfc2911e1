"""Importing game records: each played through the engine into its table; all of them or none."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError

from referee import sample_event
from referee.engine import replay_lines
from referee.models import GameRecord
from referee.records.importing import RecordFile, RecordsRefusedError
from referee.records.selectors import record_of
from referee.records.services import import_records, store_record
from referee.records.trail import corrections_of
from tests.present import present
from tests.tournament.making import (
    BY,
    entry,
    finish,
    make_event,
    plan,
    result_of,
    seat_round,
    table_of,
)
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, ConflictingResult, Result, Round, Seat, Table
from tournament.people.services.entries import add_entry
from tournament.people.services.imports import import_players
from tournament.results.services.results import lock_seats, record_result, remove_result
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.services.rounds import ensure_round, set_seats
from tournament.standings.selectors.pages import table_page

pytestmark = pytest.mark.django_db

FOLDER = Path(sample_event.__file__).parent


WHY = "This changes a result that counts already: say why, everybody reads it."


def files(number: int = 1) -> list[RecordFile]:
    """The records of a round of the sample event."""
    paths = sorted((FOLDER / f"round-{number}").glob("*.amr.jsonl"))
    return [RecordFile(path.name, path.read_bytes()) for path in paths]


def header(file: RecordFile) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(file.content.split(b"\n", 1)[0])
    return told


def with_header(file: RecordFile, **changes) -> RecordFile:
    """The record with some keys of its header changed, or taken out (None)."""
    first, rest = file.content.split(b"\n", 1)
    changed = {**json.loads(first), **changes}
    kept = {key: value for key, value in changed.items() if value is not None}
    return RecordFile(file.name, json.dumps(kept).encode() + b"\n" + rest)


@pytest.fixture
def event():
    """The sample event with its players and nothing played."""
    event = make_event("spring", name="Spring Open")
    content = (FOLDER / "players.csv").read_bytes()
    assert not import_players(event=event, content=content, by=BY).faults
    return event


def run(event, *records: RecordFile, number: int = 1, reason: str = ""):
    return import_records(event=event, round_number=number, files=records, reason=reason, by=BY)


def refused(event, *records: RecordFile, number: int = 1) -> list[str]:
    """The faults of an import, after which everything is as it was before."""
    models = (Round, Table, Seat, Result, GameRecord, AuditEntry)
    before = [list(model.objects.order_by("pk").values()) for model in models]
    with pytest.raises(RecordsRefusedError) as error:
        run(event, *records, number=number)
    assert [list(model.objects.order_by("pk").values()) for model in models] == before
    return list(error.value.faults)


def test_a_round_without_a_draw_takes_its_seats_from_the_records(event):
    done = run(event, *files())
    assert (done.new, done.corrected, done.same) == ((1, 2, 3, 4, 5, 6), (), ())
    found = Round.objects.get()
    assert (found.status, found.certificate) == ("finished", None)
    for file in files():
        head = header(file)
        seats = Seat.objects.filter(table__number=head["table"]).order_by("order")
        assert list(seats.values_list("entry__name", "role")) == [
            (player["name"], player["role"]) for player in head["players"]
        ]


def test_statement_figures_and_record_are_stored_as_they_were_played(event):
    file = files()[0]
    run(event, file)
    statement = present(replay_lines(file.content).game).statement()
    shown = present(table_page("spring", 1, 1)).table
    assert shown.source == "record"
    assert Result.objects.get().statement == statement
    by_code = {player["id"]: player for player in statement["players"]}
    for seat in shown.seats:
        line = by_code[seat.player.code]
        assert (seat.place, seat.final) == (line["place"], line["final"])
        assert (seat.before_retention, seat.retained, seat.circuit_income) == (
            line["before_retention"],
            line["retained"],
            line["circuit_income"],
        )
    record = present(record_of(shown.pk))
    assert record.text.encode() == file.content
    assert record.statement == statement
    assert record_of(0) is None


def test_the_same_records_again_change_nothing(event):
    run(event, *files())
    rows = AuditEntry.objects.count()
    done = run(event, *files())
    assert (done.new, done.corrected, done.same) == ((), (), (1, 2, 3, 4, 5, 6))
    assert AuditEntry.objects.count() == rows
    assert GameRecord.objects.count() == 6


def test_a_round_can_be_imported_table_by_table(event):
    run(event, files()[0])
    assert Round.objects.get().status == "finished"
    run(event, files()[1])
    assert Result.objects.count() == 2
    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_one_refused_record_and_nothing_is_imported(event):
    one, two, *_ = files()
    lines = two.content.split(b"\n")
    bad = RecordFile("bad", b"\n".join([*lines[:3], lines[1], *lines[3:]]))
    (fault,) = refused(event, one, bad)
    assert fault.startswith("bad: line ")


def test_a_corrected_record_supersedes_the_one_before_which_stays(event):
    one = files()[0]
    run(event, one)
    first = Result.objects.get()
    lines = [json.loads(line) for line in one.content.splitlines()]
    position = next(i for i, line in enumerate(lines) if line.get("type") == "circuit")
    dice = lines[position]["dice"]
    lines[position]["dice"] = {square: [6, 6] for square in dice}
    corrected = RecordFile("new", b"\n".join(json.dumps(line).encode() for line in lines) + b"\n")
    (fault,) = refused(event, corrected)
    assert fault == f"new: {WHY}"
    done = run(event, corrected, reason="The dice of the circuit were misread")
    assert (done.new, done.corrected) == ((), (1,))
    second = Result.objects.get()
    assert (second.pk, second.revision) == (first.pk, 2)
    assert second.statement != first.statement
    assert GameRecord.objects.count() == 2
    current = GameRecord.objects.get(superseded_at__isnull=True)
    assert current.text.encode() == corrected.content
    assert present(record_of(Table.objects.get().pk)).digest == current.digest


def test_another_text_of_the_same_game_is_kept_without_touching_the_result(event):
    one = files()[0]
    run(event, one)
    signed = with_header(one, **{"x-note": "signed"})
    (fault,) = refused(event, signed)
    assert fault.endswith(WHY)
    assert run(event, signed, reason="Signed by all").corrected == (1,)
    (told,) = corrections_of(event, [Table.objects.get().pk])[Table.objects.get().pk]
    assert (told.kind, told.reason) == ("record", "Signed by all")
    assert Result.objects.get().revision == 1
    assert '"x-note"' in present(record_of(Table.objects.get().pk)).text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"round": 2}, "the record is of round 2, not of round 1"),
        ({"round": True}, "the record is of round True"),
        ({"table": None}, "the header has no number of the table"),
        ({"table": "1"}, "the header has no number of the table"),
        ({"table": 0}, "the header has no number of the table"),
        ({"table": True}, "the header has no number of the table"),
        (
            {"rulings": {"ties": "circuit_income"}},
            "the rulings of the record (ties circuit_income)",
        ),
    ],
)
def test_a_record_of_something_else_is_refused_with_a_sentence(event, changes, sentence):
    (fault,) = refused(event, with_header(files()[0], **changes))
    assert fault.startswith("table-1.amr.jsonl: ")
    assert sentence in fault


def test_a_record_outlives_the_renaming_of_its_event(event):
    done = run(event, with_header(files()[0], event="Autumn Open"))
    assert done.new == (1,)


def test_event_and_round_may_be_missing_from_the_header(event):
    done = run(event, with_header(files()[0], event=None, round=None))
    assert done.new == (1,)


def test_the_events_own_rules_have_to_be_the_records(event):
    update_event(event=event, by=BY, rulings={"rounding": "down"})
    assert "the rulings of the record (all as printed)" in refused(fresh(event), files()[0])[0]
    update_event(event=event, by=BY, rulings={}, edition="eu-fr")
    assert (
        "played by the edition us-2011, the event's is eu-fr"
        in refused(fresh(event), files()[0])[0]
    )
    update_event(event=event, by=BY, edition="us-2011", mode="A")
    assert "played in the mode two-hour, the event's is A" in refused(fresh(event), files()[0])[0]
    own = 'inherits = "us-2011"\n[squares.39]\nname = "Elm Street"\n'
    update_event(event=event, by=BY, mode="two-hour", edition_file=own)
    assert "the board of the record is not the event's" in refused(fresh(event), files()[0])[0]


def fresh(event):
    return type(event).objects.get(pk=event.pk)


def test_a_corrected_board_in_the_header_is_the_one_of_the_events_own_edition(event):
    own = 'inherits = "us-2011"\n[squares.39]\nname = "Elm Street"\n'
    update_event(event=event, by=BY, edition_file=own)
    from tournament.common.editions import edition_of

    board = edition_of(fresh(event)).board.rows()
    done = run(fresh(event), with_header(files()[0], board=board))
    assert done.new == (1,)


def test_an_unfinished_game_is_refused(event):
    one = files()[0]
    cut = RecordFile("cut", b"\n".join(one.content.split(b"\n")[:30]))
    assert refused(event, cut) == [
        "cut: the game is not finished (playing): finish the record first."
    ]


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[" * 100_000, b"{}", b"null"])
def test_what_is_no_record_is_refused(event, content):
    (fault,) = refused(event, RecordFile("odd", content))
    assert fault.startswith("odd: line 1")


def test_two_files_for_one_table_are_refused(event):
    one = files()[0]
    twice = RecordFile("again", one.content)
    assert refused(event, one, twice) == ["again: table 1 is in table-1.amr.jsonl already."]


def test_a_player_who_is_not_in_the_event_is_named(event):
    players = header(files()[0])["players"]
    players[0]["name"] = "Nobody"
    (fault,) = refused(event, with_header(files()[0], players=players))
    assert "Nobody (p01) is no player of the event" in fault


def test_players_are_found_by_name_whatever_their_id(event):
    one = files()[0]
    renamed = one.content.replace(b'"p01"', b'"north"')
    assert run(event, RecordFile("x", renamed)).new == (1,)


def test_namesakes_are_told_apart_by_their_id(event):
    add_entry(event=event, name="Ingrid Halvorsen", email="twin@example.org", seed=25, by=BY)
    run(event, files()[0])
    assert Seat.objects.filter(entry=entry(event, 1)).exists()
    one = files()[0]
    unclear = RecordFile("x", one.content.replace(b'"p01"', b'"north"'))
    assert "Ingrid Halvorsen (north) is no player" in refused(event, unclear)[0]


def test_a_player_cannot_be_at_two_tables_of_a_round(event):
    one, two, *_ = files()
    players = header(two)["players"]
    players[0]["name"] = header(one)["players"][0]["name"]
    faults = refused(event, one, with_header(two, players=players))
    assert "sits twice in this round" in faults[0]


def seated(event, *seeds, roles, **more):
    """Round 1 with one table, seated before the records come."""
    found = ensure_round(event=event, number=1, by=BY)
    return set_seats(round=found, tables=[plan(event, 1, *seeds, roles=roles)], by=BY, **more)


AS_PLAYED = ("monopolist", "monopolist", "competitor", "competitor")


def test_drawn_seats_have_to_be_played_as_drawn(event):
    seated(event, 1, 6, 12, 16, roles=AS_PLAYED)
    assert run(event, files()[0]).new == (1,)


@pytest.mark.parametrize(
    ("seeds", "roles"),
    [
        ((1, 6, 12, 2), AS_PLAYED),
        ((6, 1, 12, 16), AS_PLAYED),
        ((1, 6, 12, 16), tuple(reversed(AS_PLAYED))),
    ],
)
def test_other_players_roles_or_order_than_drawn_are_refused(event, seeds, roles):
    seated(event, *seeds, roles=roles)
    (fault,) = refused(event, files()[0])
    assert fault.startswith("table-1.amr.jsonl: table 1 was seated with other players, roles")


def test_where_roles_are_thrown_for_they_come_with_the_record(event):
    update_event(event=event, by=BY, roles="thrown")
    seated(fresh(event), 16, 12, 6, 1, roles=("",))
    assert run(fresh(event), files()[0]).new == (1,)
    seats = Seat.objects.order_by("order").values_list("entry__seed", "role")
    assert list(seats) == list(zip((1, 6, 12, 16), AS_PLAYED, strict=True))


def test_where_roles_are_thrown_for_other_players_are_refused(event):
    update_event(event=event, by=BY, roles="thrown")
    seated(fresh(event), 16, 12, 6, 2, roles=("",))
    (fault,) = refused(fresh(event), files()[0])
    assert fault == "table-1.amr.jsonl: other players sit at table 1."


def test_a_drawn_round_gets_no_further_tables(event):
    seated(event, 1, 6, 12, 16, roles=AS_PLAYED, certificate={"problem": {}, "draw": {}})
    run(event, files()[0])
    assert Round.objects.get().certificate is not None
    (fault,) = refused(event, files()[1])
    assert fault == "table-2.amr.jsonl: the draw of the round has no table 2."


def test_a_round_the_event_does_not_have_is_refused(event):
    one = with_header(files()[0], round=None)
    assert refused(event, one, number=4) == ["The event has 3 rounds: change that first."]


def test_a_record_can_be_stored_for_a_table_whatever_it_came_from():
    event = make_event("other", players=4)
    table = table_of(seat_round(event, 1, (1, 2, 3, 4)))
    players = [
        {"id": seat.entry.code, "name": seat.entry.name, "role": seat.role}
        for seat in table.seats.select_related("entry").order_by("order")
    ]
    head = {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": players}
    events = [{"type": "time"}]
    events += [{"type": "adjusted", "player": player["id"]} for player in players]
    text = "\n".join(json.dumps(line) for line in [head, *events]) + "\n"
    game = replay_lines(text).game
    with pytest.raises(ValidationError, match="not finished"):
        store_record(locked=lock_seats(table.pk), game=present(game), text=text, by=BY)
    text += '{"type": "retain"}\n{"type": "circuit", "dice": {}}\n'
    game = replay_lines(text).game
    assert store_record(locked=lock_seats(table.pk), game=present(game), text=text, by=BY) == "new"
    assert store_record(locked=lock_seats(table.pk), game=present(game), text=text, by=BY) == "same"
    assert Result.objects.get().statement == present(game).statement()


def test_the_command_imports_and_says_so(event, tmp_path):
    paths = [str(FOLDER / "round-1" / file.name) for file in files()]
    out = io.StringIO()
    call_command("import_records", "spring", "1", *paths, stdout=out)
    assert "Results: 6 new, 0 corrected, 0 as they were." in out.getvalue()


def test_the_command_names_every_refused_file_and_imports_nothing(event, tmp_path):
    bad = tmp_path / "bad.amr.jsonl"
    bad.write_text("{}\n")
    good = str(FOLDER / "round-1" / "table-1.amr.jsonl")
    with pytest.raises(CommandError) as error:
        call_command("import_records", "spring", "1", good, str(bad))
    first, last = str(error.value).splitlines()
    assert first.startswith(f"{bad}: line 1: ")
    assert last == "Nothing was imported."
    assert not Result.objects.exists()
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_records", "spring", "1", str(tmp_path / "none.jsonl"))


def test_a_table_with_a_result_typed_in_is_named_by_the_command(event, tmp_path):
    one = files()[0]
    run(event, one)
    table = Table.objects.get()
    remove_result(table=table, reason="Another table", by=BY)
    finish(table, *range(100, 100 - table.seats.count(), -1))
    path = tmp_path / one.name
    path.write_bytes(one.content)
    out = io.StringIO()
    call_command("import_records", "spring", "1", str(path), stdout=out)
    assert "Tables 1 have another result as well: the chief referee chooses." in out.getvalue()
    assert Result.objects.get().source == "paper"
    assert record_of(table.pk) is None


def test_a_record_with_roles_thrown_otherwise_is_kept_beside_the_result_typed_in(event):
    one = files()[0]
    update_event(event=event, roles="thrown", by=BY)
    run(event, one)
    table = Table.objects.get()
    played = list(table.seats.order_by("order").values_list("entry", "role"))
    remove_result(table=table, reason="Another table", by=BY)
    turned = (*played[1:], played[0])  # somebody else began
    plans = [TablePlan(1, tuple((entry, "") for entry, _role in turned))]
    set_seats(round=table.round, tables=plans, by=BY)
    result = result_of(table, *range(100, 100 - len(turned), -1))
    lines = zip(result.seats, turned, strict=True)
    seats = tuple(replace(line, role=role) for line, (_entry, role) in lines)
    typed = replace(result, seats=seats)
    record_result(table=table, result=typed, source="paper", by=BY)
    assert run(event, one).waiting == (1,)
    assert list(table.seats.order_by("order").values_list("entry", "role")) == list(turned)
    finals = {line["player"]: line["final"] for line in ConflictingResult.objects.get().lines}
    statement = present(ConflictingResult.objects.get().statement)
    assert sorted(finals.values()) == sorted(line["final"] for line in statement["players"])
