"""A record of one's own, replayed: the same replay as that of a table, and nothing is kept."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.records import frames, replayed
from tests.responses import ClientResponse
from tests.shares import sampled

GOLDEN = Path(__file__).parents[3] / "golden"
RECORDS = sorted((GOLDEN / "golden").glob("*.amr.jsonl"))
REFUSED = sorted((GOLDEN / "refused").glob("*.amr.jsonl"))


@pytest.fixture
def visitor() -> Client:
    """Somebody with no account, no cookie, and no token of a form, who sent nothing before."""
    cache.clear()
    return Client(enforce_csrf_checks=True)


def dropped(visitor: Client, content: bytes, language: str = "en") -> ClientResponse:
    file = SimpleUploadedFile("game.amr.jsonl", content)
    return visitor.post("/replay/", {"file": file}, headers={"accept-language": language})


def document(page: str) -> dict[str, Any]:
    (found,) = re.findall(r"<template data-document>(.*?)</template>", page, re.S)
    told: dict[str, Any] = json.loads(html.unescape(found))
    return told


@pytest.mark.parametrize("path", sampled(RECORDS), ids=lambda path: path.name.split("_")[0])
def test_every_golden_record_is_replayed_without_a_query(visitor: Client, path: Path) -> None:
    content = path.read_bytes()
    answer = dropped(visitor, content)
    assert answer.status_code == 200
    assert answer["Cache-Control"].endswith("private")
    assert "no-store" in answer["Cache-Control"]
    page = answer.content.decode()
    told = document(page)
    lines = [frame["line"] for frame in told["frames"][1:]]
    assert sorted(set(lines)) == list(range(2, len(content.decode().splitlines()) + 1))
    assert 'data-at="0"' in page


def test_each_step_sends_the_record_once_more(visitor: Client) -> None:
    content = RECORDS[0].read_bytes()
    page = dropped(visitor, content).content.decode()
    (kept,) = re.findall(r'<textarea name="record"[^>]*>(.*?)</textarea>', page, re.S)
    record = html.unescape(kept).lstrip("\n")
    assert record.encode() == content
    # A browser ends the lines of a field like this.
    sent = {"record": record.replace("\n", "\r\n"), "at": "3"}
    answer = visitor.post("/replay/", sent)
    assert answer.status_code == 200
    assert 'data-at="3"' in answer.content.decode()
    assert document(answer.content.decode()) == document(page)


@pytest.mark.parametrize("path", sampled(REFUSED), ids=lambda path: path.name.split(".")[0])
def test_a_refused_record_gets_its_line_and_rule(visitor: Client, path: Path) -> None:
    expected = json.loads(path.with_name(path.name.replace("amr.jsonl", "expect.json")).read_text())
    for language, line in (("en", "line"), ("fr", "ligne"), ("ru", "строка")):
        answer = dropped(visitor, path.read_bytes(), language)
        assert answer.status_code == 400
        page = html.unescape(answer.content.decode())
        assert f"{line} {expected['line']}" in page
        assert "data-replay" not in page
    assert "download the record again" in dropped(visitor, path.read_bytes()).content.decode()


def test_without_a_record_one_is_back_at_the_form(visitor: Client) -> None:
    assert visitor.post("/replay/")["Location"] == "/replay/"
    assert visitor.post("/replay/", {"record": ""})["Location"] == "/replay/"
    assert b'type="file"' in visitor.get("/replay/").content


def test_no_query_is_made_and_nothing_is_kept(visitor: Client, db: None) -> None:
    before = (
        replayed.replayed_record.cache_info().currsize,
        frames.frames_of.cache_info().currsize,
    )
    with CaptureQueriesContext(connection) as found:
        assert dropped(visitor, RECORDS[0].read_bytes()).status_code == 200
    assert len(found) == 0
    after = (
        replayed.replayed_record.cache_info().currsize,
        frames.frames_of.cache_info().currsize,
    )
    assert after == before
