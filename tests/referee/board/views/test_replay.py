"""The replay of a table's game: a page for each moment, its chart, and the document of all."""

import datetime as dt
import json
import re
from typing import Any

import brotli
import pytest
from django.test import Client

from config.page_cache import BROTLI_QUALITY
from referee.records.frames import Frames, frames_of
from referee.records.selectors import record_of
from tests.present import present
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.common.editions import edition_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.standings.selectors.pages import table_page

pytestmark = pytest.mark.django_db

TABLE = "/e/spring-open-2026/r/1/t/1/"
REPLAY = TABLE + "replay/"
MAX_PAGE_BYTES = 16_000
MAX_DOCUMENT_BYTES = 12_000


@pytest.fixture
def frames(sample: None) -> Frames:
    page = present(table_page("spring-open-2026", 1, 1))
    record = record_of(page.table.pk)
    assert record is not None
    return frames_of(record.text, edition_of(page.event))


def text(client: Client, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    return answer.content.decode()


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def test_the_document_leads_through_every_board(client: Client, frames: Frames) -> None:
    answer = client.get(REPLAY + "frames.json")
    assert answer["Content-Type"] == "application/json"
    document = json.loads(answer.content)
    assert document["format"] == "treasurer-replay/1"
    assert len(document["frames"]) == len(frames.frames)
    board: Any = {}
    for told, frame in zip(document["frames"], frames.frames, strict=True):
        board = merged(board, told["patch"])
        assert board == frame.board
        assert told.get("square") == frame.square
    assert document["frames"][1]["text"] == "Ingrid Halvorsen throws 4 + 2"
    assert len(brotli.compress(answer.content, quality=BROTLI_QUALITY)) < MAX_DOCUMENT_BYTES


def test_each_moment_is_a_page_with_the_ways_to_the_others(client: Client, frames: Frames) -> None:
    last = len(frames.frames) - 1
    for at in (0, 1, 120, last - 3, last):
        page = text(client, f"{REPLAY}{at}/")
        for name, cash in (
            (code, one["cash"]) for code, one in frames.frames[at].board["players"].items()
        ):
            row = page[page.index(f'data-player="{name}"') :]
            assert present(re.search(r"data-cash>\$([\d,]+)<", row))[1] == f"{cash:,}"
        ways = dict(re.findall(r'href="([^"]+)"\s+data-go="(\w+)"', page))
        targets = {go: address for address, go in ways.items()}
        assert targets.get("first", f"{REPLAY}0/") == f"{REPLAY}0/"
        if 0 < at < last:
            assert targets["next"] == f"{REPLAY}{at + 1}/"
            assert targets["previous"] == f"{REPLAY}{at - 1}/"
        assert 'class="board-drawing"' in page
        assert 'class="chart-drawing"' in page
    assert 'data-at="0"' in text(client, REPLAY)
    assert client.get(f"{REPLAY}{last + 1}/").status_code == 404


def test_the_chapters_lead_to_their_moments(client: Client, frames: Frames) -> None:
    page = text(client, REPLAY)
    found = re.findall(r'href="([^"]+)"\s+data-frame="(\d+)"', page)
    assert [address for address, _frame in found] == [f"{REPLAY}{at}/" for _, at in found]
    wanted = {"time", "retain", "circuit"}
    assert {int(at) for _, at in found} >= {
        frames.by_line[entry.line] for entry in frames.game.entries if entry.event["type"] in wanted
    }
    assert 'aria-current="true"' not in page.split("replay-chapters")[1]


def test_the_end_marks_the_winner_and_its_chapter(client: Client, frames: Frames) -> None:
    last = len(frames.frames) - 1
    page = text(client, f"{REPLAY}{last}/")
    won = [code for code, one in frames.frames[-1].board["players"].items() if one["place"] == 1]
    marked = re.findall(r'data-player="([^"]+)"(?:(?!</tr>).)*?data-won\s*>', page, re.S)
    assert marked == won
    current = present(re.search(r'aria-current="true">\s*<bdi>([^<]+)', page))[1]
    assert current == f"\u2068{frames.game.names[won[0]]}\u2069 wins"
    assert not re.search(r"data-won\s*>", text(client, f"{REPLAY}{last - 1}/"))


def test_retention_is_told_player_by_player(client: Client, frames: Frames) -> None:
    kept = [
        item
        for entry in frames.game.entries
        if entry.event["type"] == "retain"
        for item in entry.effects
        if item.kind == "retention"
    ]
    page = text(client, REPLAY)
    for item in kept:
        name = frames.game.names[item.payer or ""]
        told = f"\u2068{name}\u2069: retention, ${item.detail['before']:,} → "
        assert f"{told}${item.detail['retained']:,}</small>" in page
    assert re.search(r'class="chart-note retention">\u2068[^<]+: retention', page)


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_moment_is_small_in_every_language(client: Client, sample: None, language: str) -> None:
    page = text(client, REPLAY, language)
    assert len(brotli.compress(page.encode(), quality=BROTLI_QUALITY)) < MAX_PAGE_BYTES


def test_the_figures_of_the_chart_are_a_table_too(client: Client, frames: Frames) -> None:
    page = text(client, REPLAY)
    table = page[page.index('id="worth-figures"') : page.index('id="cash"')]
    rows = re.findall(r"<tr>\s*<th scope=\"row\">.*?</tr>", table, re.S)
    ends = [one["expected"] for one in frames.frames[-1].board["players"].values()]
    assert [int(one) for one in re.findall(r"\$(\d+)", rows[-1].split("</th>")[1])] == ends


def test_a_single_moment_leads_to_the_figures_and_is_not_searched(
    client: Client, frames: Frames
) -> None:
    page = text(client, f"{REPLAY}120/")
    assert f'href="{REPLAY}#worth-figures"' in page
    assert "replay-figures" not in page
    assert '<meta name="robots" content="noindex, nofollow">' in page
    whole = text(client, REPLAY)
    assert 'id="worth-figures"' in whole
    assert "noindex" not in whole
    assert len(page) < len(whole) * 0.7


def test_what_is_not_seen_has_no_replay(client: Client, frames: Frames) -> None:
    event = Event.objects.get(slug="spring-open-2026")
    update_event(event=event, by="tests", frozen_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    for address in (REPLAY, f"{REPLAY}3/", REPLAY + "frames.json", TABLE + "ledger/1/"):
        assert client.get(address).status_code == 404
    update_event(event=event, by="tests", frozen_at=None, published=False)
    for address in (REPLAY, f"{REPLAY}3/", REPLAY + "frames.json"):
        assert client.get(address).status_code == 404


def test_a_result_entered_by_hand_has_no_replay(client: Client) -> None:
    finish(table_of(seat_round(make_event(players=4), 1, (1, 2, 3, 4))), 1500, 900, 900, 1290)
    for address in ("replay/", "replay/0/", "replay/frames.json"):
        assert client.get("/e/open/r/1/t/1/" + address).status_code == 404
