"""A tablet's whole journey over HTTP."""

import uuid

import pytest
from rest_framework.test import APIClient

from referee.devices.services import invite
from tests.referee.tables import golden, log_events, make_table

pytestmark = pytest.mark.django_db


def test_from_the_code_to_the_result(client):
    lines = golden("01")
    table = make_table(lines[0])
    api = APIClient()
    given = api.post(
        "/api/v1/pair",
        {"request_id": str(uuid.uuid4()), "code": invite(table=table, by="t").code},
        format="json",
    )
    assert given.status_code == 201, given.content
    paired = given.json()
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {paired['token']}")
    base = f"/api/v1/games/{paired['game']}"
    boot = api.get(base)
    assert boot.status_code == 200, boot.content
    boot = boot.json()
    print(boot)
    events = [
        {"event_id": str(uuid.uuid4()), "salt": "0" * 32, "at": "2026-05-16T10:00:00Z", "event": e}
        for e in log_events(lines)
    ]
    head = boot["head"]
    for at in range(0, len(events), 100):
        r = api.post(
            base + "/events",
            {
                "lease_epoch": 1,
                "expected_seq": head["seq"] + 1,
                "previous_hash": head["hash"],
                "digest": boot["edition"]["digest"],
                "events": events[at : at + 100],
            },
            format="json",
        )
        assert r.status_code == 200, r.content
        head = r.json()["head"]
    c = r.json()["confirmation"]
    print(c)
    confirms = [
        {
            "event_id": str(uuid.uuid4()),
            "salt": "0" * 32,
            "at": "2026-05-16T10:00:00Z",
            "event": {"type": "confirm", "player": p, "statement": c["statement"]},
        }
        for p in c["required"]
    ]
    r = api.post(
        base + "/events",
        {
            "lease_epoch": 1,
            "expected_seq": head["seq"] + 1,
            "previous_hash": head["hash"],
            "digest": boot["edition"]["digest"],
            "events": confirms,
        },
        format="json",
    )
    assert r.json()["state"] == "confirmed", r.json()
    r = api.post(
        base + "/heartbeat",
        {"lease_epoch": 1, "head_seq": 3, "pending": 0, "clock_skew_ms": -12},
        format="json",
    )
    assert r.status_code == 200, r.content
    print(r.json())
    assert api.get("/api/v1/schema/").status_code == 200
    call = str(uuid.uuid4())
    r = api.put(
        base + "/calls/" + call, {"state": "open", "topic": "rules", "at": "x"}, format="json"
    )
    assert r.status_code == 200, r.content
    r = api.get(base + "/log?after=3&limit=2")
    assert r.status_code == 200, r.content
    print(r.json())
    r = api.post(base + "/lease", {"epoch": 1}, format="json")
    assert r.status_code == 200, r.content
