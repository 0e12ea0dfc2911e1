"""The ledger and the statement of every golden record, in every language."""

import json
from pathlib import Path

import pytest
from django.utils import translation

from referee.board.deeds import owned_deeds
from referee.board.drawing import draw
from referee.board.position import board_of
from referee.board.statement import statement_of
from referee.engine.header import open_state
from referee.records.replayed import ReplayedRecord, replayed_record
from referee.templatetags.ledger import consequence_sentence, entry_headline

GOLDEN = Path(__file__).parents[3] / "golden" / "golden"
RECORDS = sorted(GOLDEN.glob("*.amr.jsonl"))


def played(path: Path) -> ReplayedRecord:
    text = path.read_text(encoding="utf-8")
    return replayed_record(text, open_state(json.loads(text.split("\n")[0]), None).edition)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split("_")[0])
def test_every_event_and_consequence_has_a_sentence(path):
    game = played(path)
    assert len(game.entries) == len(path.read_text().splitlines()) - 1
    for language in ("en", "fr", "ru"):
        with translation.override(language):
            for entry in game.entries:
                words = [
                    entry_headline(entry, game),
                    *(consequence_sentence(c, game) for c in entry.effects),
                ]
                assert all(word and "%(" not in word and "{" not in word for word in words)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split("_")[0])
def test_the_statement_adds_up_to_the_one_beside_the_record(path):
    game = played(path)
    expected = json.loads(
        path.with_name(path.name.replace("amr.jsonl", "statement.json")).read_text()
    )
    found = statement_of(game.state, game.names)
    if expected["status"] != "finished":
        assert found is None
        return
    assert found is not None
    assert found.total == sum(line.amount for line in found.circuit)
    assert [line.amount for line in found.circuit] == [i["amount"] for i in expected["circuit"]]
    kept = {line.seat: line.retention.retained for line in found.retention}
    paid = dict.fromkeys(kept, 0)
    for line in found.circuit:
        paid[line.seat] += line.amount
    finals = {player["id"]: player["final"] for player in expected["players"]}
    for row in found.sums:
        assert row.standing.final == finals[game.state.ids[row.seat - 1]]
        if row.seat in kept:
            assert row.standing.final == kept[row.seat] + paid[row.seat]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split("_")[0])
def test_the_board_can_be_drawn_and_listed(path):
    game = played(path)
    owned = [square for square in game.state.board.deeds if game.state.owner[square] >= 0]
    assert [line.square for line in owned_deeds(game.state, game.names)] == owned
    drawing = draw(board_of(game.state), "title", "words")
    assert drawing.count('"board-owner-number ') == len(owned)


def test_what_was_taken_back_stays_in_the_ledger_marked():
    for path in RECORDS:
        game = played(path)
        undos = [entry for entry in game.entries if entry.event["type"] == "undo"]
        undone = [entry for entry in game.entries if entry.undone]
        assert len(undone) == len(undos)


def test_a_record_that_the_rules_refuse_today_is_an_error():
    text = RECORDS[0].read_text(encoding="utf-8")
    edition = played(RECORDS[0]).state.edition
    with pytest.raises(ValueError, match="line 2: "):
        replayed_record(text.split("\n")[0] + '\n{"type":"retain"}\n', edition)


def test_a_recount_corrects_the_log_and_nobody_pays():
    game = played(next(GOLDEN.glob("02_us-2011_two-hour_5p_recount.*jsonl")))
    with translation.override("en"):
        told = [
            str(consequence_sentence(effect, game))
            for entry in game.entries
            for effect in entry.effects
            if effect.kind == "recount"
        ]
    assert told
    assert all("logged for" in sentence and "pays" not in sentence for sentence in told)
