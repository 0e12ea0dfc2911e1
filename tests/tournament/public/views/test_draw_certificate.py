"""The public page of a draw's quality."""

import hashlib
import re
import subprocess
import sys

import pytest

from tests.present import present
from tests.tournament.making import BY, make_event, seat_round
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import delete_event
from tournament.models import Round, Seal
from tournament.rounds.services.rounds import (
    clear_seats,
    ensure_round,
    plans_of,
    publish_round,
    set_seats,
)

pytestmark = pytest.mark.django_db


def drawn(**fields):
    """Two rounds of eight players, drawn; the second, of tables of four, cannot avoid meetings."""
    event = make_event(players=8, table_sizes=[4], **fields)
    for number in (1, 2):
        round_ = ensure_round(event=event, number=number, by=BY)
        draw_round(round=round_, by=BY, seed=number)
        publish_round(round=round_, by=BY)


def test_it_shows_seed_values_bounds_and_every_violation_by_name(client):
    drawn()
    text = client.get("/e/open/r/2/draw/").content.decode()
    assert '<code class="digest">2</code>' in text
    assert "Rematches" in text
    assert "meet again: they met in round 1." in text
    assert "Player " in text
    assert "p01" not in text
    assert "treasurer manage verify_draw open 2" in text


def test_seats_that_were_never_drawn_have_no_page_of_a_draw(client):
    event = make_event("hand", players=4)
    seat_round(event, 1, (1, 2, 3, 4))
    assert client.get("/e/hand/r/1/draw/").status_code == 404
    assert client.get("/e/hand/r/1/draw/problem.json").status_code == 404
    assert "/e/hand/r/1/draw/" not in client.get("/e/hand/r/1/").content.decode()


def test_seats_changed_by_hand_after_a_draw_are_said_to_be(client):
    event = make_event("hand", players=4)
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    set_seats(round=round_, tables=plans_of(round_), by=BY)
    publish_round(round=round_, by=BY)
    assert "changed by hand" in client.get("/e/hand/r/1/draw/").content.decode()
    assert "/e/hand/r/1/draw/" in client.get("/e/hand/r/1/").content.decode()


def test_the_draw_of_a_round_not_published_stays_hidden(client):
    event = make_event(players=4)
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    assert client.get("/e/open/r/1/draw/").status_code == 404


def test_anybody_can_draw_it_again_from_the_files(client, tmp_path):
    drawn()
    files = []
    for name in ("problem", "draw"):
        response = client.get(f"/e/open/r/2/draw/{name}.json")
        assert f"open-2-{name}.json" in response["Content-Disposition"]
        file = tmp_path / f"{name}.json"
        file.write_bytes(response.content)
        files.append(str(file))
    assert 'href="/e/open/r/2/draw/draw.json"' in client.get("/e/open/r/2/draw/").content.decode()
    command = [sys.executable, "-m", "tournament.seating", files[0], "--verify", files[1]]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_files_do_not_tell_rounds_still_hidden(client):
    event = make_event(players=8, table_sizes=[4])
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1, all_rounds=True)
    publish_round(round=round_, by=BY)
    page = client.get("/e/open/r/1/draw/").content.decode()
    assert "sealed until the last of its rounds is published" in page
    assert Seal.objects.get().commitment in page
    assert "<dt>Seed</dt>" not in page
    assert client.get("/e/open/r/1/draw/problem.json").status_code == 404
    assert client.get("/e/open/r/1/draw/draw.json").status_code == 404
    assert "problem.json" not in page
    assert client.get(f"/e/open/draws/{Seal.objects.get().commitment}.json").status_code == 404


def test_the_file_of_an_open_draw_fits_the_seal_that_was_published_first(client, tmp_path):
    event = make_event(players=8, table_sizes=[4])
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True)
    publish_round(round=first, by=BY)
    seal = present(re.search(r"[0-9a-f]{64}", client.get("/e/open/r/1/draw/").content.decode()))[0]
    for number in (2, 3):
        publish_round(round=Round.objects.get(number=number), by=BY)
    for number in (1, 2, 3):
        page = client.get(f"/e/open/r/{number}/draw/").content.decode()
        assert f"/e/open/draws/{seal}.json" in page
        assert "<dt>Seed</dt>" in page
    opening = client.get(f"/e/open/draws/{seal}.json").content
    assert hashlib.sha256(opening).hexdigest() == seal
    (tmp_path / "opening.json").write_bytes(opening)
    assert checked(tmp_path / "opening.json", seal) == (0, "")
    (tmp_path / "opening.json").write_bytes(opening.replace(b'"table":1', b'"table":2', 1))
    code, printed = checked(tmp_path / "opening.json", seal)
    assert (code, "something was changed" in printed) == (1, True)


def checked(opening, seal):
    command = [sys.executable, "-m", "tournament.seating", str(opening), "--commitment", seal]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


def test_a_seal_that_was_public_stays_when_rounds_are_drawn_again(client):
    event = make_event(players=8, table_sizes=[4])
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True)
    publish_round(round=first, by=BY)
    old = Seal.objects.get().commitment
    draw_round(round=Round.objects.get(number=2), by=BY, all_rounds=True)
    publish_round(round=Round.objects.get(number=2), by=BY)
    page = client.get("/e/open/r/2/draw/").content.decode()
    assert "Earlier draws of this round" in page
    assert re.findall(r'digest">([0-9a-f]{64})', page) == [
        present(Seal.objects.last()).commitment,
        old,
    ]
    assert client.get(f"/e/open/draws/{old}.json").status_code == 404
    publish_round(round=Round.objects.get(number=3), by=BY)
    assert client.get(f"/e/open/draws/{old}.json").status_code == 200
    page = client.get("/e/open/r/1/draw/").content.decode()
    assert "Earlier draws" not in page
    assert "Rounds 2, 3 of this draw have other seats now" in page


def test_a_round_that_was_drawn_again_is_not_judged_by_the_draw_before(client):
    event = make_event(players=8, table_sizes=[4])
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True)
    publish_round(round=first, by=BY)
    draw_round(round=Round.objects.get(number=2), by=BY, all_rounds=True)
    publish_round(round=Round.objects.get(number=2), by=BY)
    assert "Counted over round 1, which" in client.get("/e/open/r/1/draw/").content.decode()
    assert "Counted over round 2, which" in client.get("/e/open/r/2/draw/").content.decode()


def test_a_round_drawn_alone_stays_sealed_while_one_before_it_is_hidden(client):
    event = make_event(players=8, table_sizes=[4])
    for number in (1, 2):
        draw_round(round=ensure_round(event=event, number=number, by=BY), by=BY)
    publish_round(round=Round.objects.get(number=2), by=BY)
    page = client.get("/e/open/r/2/draw/").content.decode()
    assert "<dt>Seed</dt>" not in page
    assert "they met in round" not in page
    assert client.get("/e/open/r/2/draw/problem.json").status_code == 404
    publish_round(round=Round.objects.get(number=1), by=BY)
    assert "<dt>Seed</dt>" in client.get("/e/open/r/2/draw/").content.decode()


def test_what_was_never_shown_leaves_no_seal():
    event = make_event(players=8, table_sizes=[4])
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True)
    draw_round(round=first, by=BY, all_rounds=True)
    assert Seal.objects.count() == 1
    clear_seats(round=first, by=BY)
    assert Seal.objects.count() == 1
    delete_event(event=event, by=BY)
    assert not Seal.objects.exists()
