"""The public page of a draw's quality."""

import subprocess
import sys

import pytest

from tests.tournament.making import BY, make_event
from tournament import services
from tournament.services.drawing import draw_round

pytestmark = pytest.mark.django_db


def drawn(**fields):
    """Two rounds of eight players, drawn; the second, of tables of four, cannot avoid meetings."""
    event = make_event(players=8, table_sizes=[4], **fields)
    for number in (1, 2):
        round_ = services.ensure_round(event=event, number=number, by=BY)
        draw_round(round=round_, by=BY, seed=number)
        services.publish_round(round=round_, by=BY)


def test_it_shows_seed_values_bounds_and_every_violation_by_name(client):
    drawn()
    text = client.get("/e/open/r/2/draw/").content.decode()
    assert "<code>2</code>" in text
    assert "Rematches" in text
    assert "meet again: they met in round 1." in text
    assert "Player " in text
    assert "p01" not in text
    assert "python manage.py verify_draw open 2" in text


def test_seats_set_by_hand_have_no_certificate(client):
    drawn()
    event = make_event("hand", players=4)
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    plans = services.plans_of(round_)
    services.set_seats(round=round_, tables=plans, by=BY)
    services.publish_round(round=round_, by=BY)
    assert client.get("/e/hand/r/1/draw/").status_code == 404
    assert "/e/hand/r/1/draw/" not in client.get("/e/hand/r/1/").content.decode()


def test_the_draw_of_a_round_not_published_stays_hidden(client):
    event = make_event(players=4)
    round_ = services.ensure_round(event=event, number=1, by=BY)
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
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1, all_rounds=True)
    services.publish_round(round=round_, by=BY)
    assert client.get("/e/open/r/1/draw/").status_code == 200
    assert client.get("/e/open/r/1/draw/problem.json").status_code == 404
    assert client.get("/e/open/r/1/draw/draw.json").status_code == 404
    assert "problem.json" not in client.get("/e/open/r/1/draw/").content.decode()
