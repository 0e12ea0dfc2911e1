"""Records that strangers send to be replayed: giants, bombs, half letters, markup, many."""

import html
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.body_limits import most_bytes
from referee.board.views import drop
from referee.records import uploaded_record as module
from referee.records.frames import MAX_EVENTS
from referee.records.uploaded_record import (
    MAX_BYTES,
    MAX_LINES,
    BusyError,
    DroppedRecordError,
    judge_record,
)
from tests.responses import ClientResponse

GOLDEN = Path(__file__).parents[1] / "golden" / "golden"
RECORD = next(GOLDEN.glob("01_*.amr.jsonl")).read_bytes()
HEADER: dict[str, Any] = json.loads(RECORD.split(b"\n")[0])
NOTHING = b'{"type":"recount","player":"%s","cash":%d,"reason":"x"}\n'


@pytest.fixture(autouse=True)
def _no_limits_yet() -> None:
    cache.clear()


def sent(content: bytes, **more: str) -> ClientResponse:
    file = SimpleUploadedFile("game.amr.jsonl", content)
    return Client().post("/replay/", {"file": file, **more})


def record(header: dict[str, Any], *lines: bytes) -> bytes:
    return json.dumps(header).encode() + b"\n" + b"".join(lines)


def recounts(count: int) -> bytes:
    player = HEADER["players"][0]["id"].encode()
    return record(HEADER, *(NOTHING % (player, 1000 + number % 2) for number in range(count)))


def test_what_is_larger_than_a_record_is_refused_unread() -> None:
    assert most_bytes("/replay/") > MAX_BYTES
    began = time.process_time()
    answer = sent(b"[" * (MAX_BYTES + 1))
    assert answer.status_code == 400
    assert b"larger than 512 KB" in answer.content
    assert time.process_time() - began < 1


def test_a_field_that_is_larger_is_refused_too() -> None:
    answer = Client().post("/replay/", {"record": "x" * (MAX_BYTES + 1)})
    assert answer.status_code == 400
    assert b"larger than 512 KB" in answer.content


@pytest.mark.parametrize(
    "content",
    [
        b"\n" * MAX_BYTES,
        RECORD + b"\n" * (MAX_LINES + 1),
        recounts(MAX_EVENTS + 1),
    ],
    ids=["blank", "a game and blanks", "events"],
)
def test_what_has_more_lines_than_a_game_is_refused_soon(content: bytes) -> None:
    began = time.process_time()
    with pytest.raises(DroppedRecordError, match="more than"):
        judge_record(content)
    assert time.process_time() - began < 3


def test_the_longest_record_that_is_shown_takes_seconds_at_most() -> None:
    began = time.process_time()
    frames = judge_record(recounts(MAX_EVENTS))
    assert len(frames.frames) == MAX_EVENTS + 1
    assert time.process_time() - began < module.MAX_SECONDS


def test_a_record_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SECONDS", -1.0)
    with pytest.raises(DroppedRecordError):
        judge_record(RECORD)


@pytest.mark.parametrize(
    "content",
    [
        b"\x00" * 1000,
        b"\xff\xfe" + RECORD,
        b"[" * 100_000,
        b'{"record":' * 50_000,
        b'{"record":"amr/1","players":[' + b"1" * 200_000 + b"]}",
        b"PK\x03\x04" + b"\x00" * 500,
        b"\x1f\x8b\x08" + b"\x00" * 500,
        b"<!DOCTYPE html><script>alert(1)</script>",
    ],
    ids=["nul", "bom", "nested", "deep", "number", "zip", "gzip", "html"],
)
def test_what_is_no_record_is_refused_with_its_line(content: bytes) -> None:
    answer = sent(content)
    assert answer.status_code == 400
    assert b"line 1" in answer.content
    assert b"<script>alert" not in answer.content


def test_names_and_texts_of_a_record_are_text_on_the_page() -> None:
    bad = '</template></textarea></script><img src=x onerror="alert(1)">'
    players = [{**one, "name": f"{bad}{n}"} for n, one in enumerate(HEADER["players"])]
    answer = sent(record({**HEADER, "players": players, "x-note": bad}))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<img src=x" not in page
    assert html.escape(bad) in page


@pytest.mark.parametrize("half", [chr(0xD800), chr(0xDFFF)], ids=["high", "low"])
def test_half_a_letter_is_refused_and_no_error(half: str) -> None:
    players = [{**one, "name": f"A{half}{n}"} for n, one in enumerate(HEADER["players"])]
    assert sent(record({**HEADER, "players": players})).status_code == 400
    note = {"type": "undo", "reason": half}
    roll = RECORD.split(b"\n")[1] + b"\n"
    assert sent(record(HEADER, roll, json.dumps(note).encode() + b"\n")).status_code in (200, 400)
    later = {**json.loads(roll), "x-half": half}
    assert sent(record(HEADER, json.dumps(later).encode() + b"\n")).status_code in (200, 400)


@pytest.mark.parametrize("at", ["-1", "1e9", "99999999999999999999", "²", "x", ""])
def test_a_moment_that_is_none_shows_the_last(at: str) -> None:
    answer = sent(RECORD, at=at)
    assert answer.status_code == 200
    assert b'aria-disabled="true"' in answer.content


def test_one_record_is_judged_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAIT_SECONDS", 0.01)
    with module._place():
        failed: list[BaseException] = []

        def other() -> None:
            try:
                judge_record(RECORD)
            except BusyError as error:
                failed.append(error)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert len(failed) == 1
        answer = sent(RECORD)
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert sent(RECORD).status_code == 200


def test_one_address_sends_so_many_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drop, "MAX_RECORDS", 3)
    monkeypatch.setattr(drop, "WINDOW", 10**9)  # so that no minute ends meanwhile
    answers = [sent(RECORD) for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert "Retry-After" in answers[-1]
    other = Client(REMOTE_ADDR="198.51.100.7")
    file = SimpleUploadedFile("game.amr.jsonl", RECORD)
    assert other.post("/replay/", {"file": file}).status_code == 200
