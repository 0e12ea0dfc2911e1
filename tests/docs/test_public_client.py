"""The client in the docs does what it says: against a running server, in mypy's eyes, and beside
the OpenAPI document."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from referee.live.api.views import PublicThrottle
from tests.database_rows import Rows, write_rows
from tools.public_client import client_with, public_shapes, types_of

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "examples" / "public_client.py"
PAGE = ROOT / "docs" / "public-api.md"
SLUG = "spring-open-2026"


@pytest.fixture(scope="module")
def module() -> ModuleType:
    """The file as whoever copied it has it."""
    spec = spec_from_file_location("public_client", FILE)
    assert spec is not None
    found = module_from_spec(spec)
    sys.modules["public_client"] = found
    spec.loader.exec_module(found)  # type: ignore[union-attr]
    return found


@pytest.mark.exhaustive
def test_it_is_typed_to_the_last() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "/dev/null", str(FILE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.django_db(transaction=True)
def test_it_reads_an_event_from_a_running_server(
    module: ModuleType,
    live_server: Any,
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
    sample_rows: Rows,
) -> None:
    write_rows(sample_rows)
    client = module.Client(live_server.url)
    assert [event["slug"] for event in client.events(status="finished")] == [SLUG]
    rows = list(client.standings(SLUG))
    assert [row["position"] for row in rows] == list(range(1, 25))
    # Told that nothing changed, it gives what it kept.
    assert client.get(f"/events/{SLUG}") is client.get(f"/events/{SLUG}")
    assert list(client.standings(SLUG)) == rows
    results = list(client.results(SLUG, player="p07", limit=1))
    assert [result["round"] for result in results] == [1, 2, 3]
    capsys.readouterr()
    module.main(live_server.url, SLUG)
    assert len(capsys.readouterr().out.splitlines()) == 24
    # Asked for patience, it waits and asks again.
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        monkeypatch.setattr(PublicThrottle, "allowed_rate", (10**6, 10))

    monkeypatch.setattr(module.time, "sleep", wait)
    monkeypatch.setattr(PublicThrottle, "allowed_rate", (0, 10))
    assert len(list(module.Client(live_server.url).events())) == 1
    assert len(waits) == 1
    assert 1 <= waits[0] <= 11


def test_its_types_are_made_of_the_declaration() -> None:
    made = client_with(types_of(public_shapes()))
    assert FILE.read_text("utf-8") == made, "write them anew: python -m tools.public_client"


@pytest.mark.django_db
def test_the_page_names_every_address_and_every_filter() -> None:
    document = Client().get("/api/v1/schema/").json()
    text = PAGE.read_text(encoding="utf-8")
    rows = dict(
        re.findall(
            r"^\| `((?:events|seasons|players)[^`]*)` \|[^|]*\|([^|]*)\|$", text, re.MULTILINE
        )
    )
    told = {
        address.replace("SLUG", "{slug}")
        .replace("SEASON", "{season}")
        .replace("TOKEN", "{token}")
        .replace("/N/", "/{number}/")
        .replace("/M/", "/{table_number}/")
        .replace("p07", "{player}"): sorted(re.findall(r"`(\w+)`", filters))
        for address, filters in rows.items()
    }
    there = {
        path.removeprefix("/api/v1/public/"): sorted(
            parameter["name"]
            for parameter in item["get"].get("parameters", ())
            if parameter["in"] == "query" and parameter["name"] not in ("limit", "cursor")
        )
        for path, item in document["paths"].items()
        if path.startswith("/api/v1/public/") and "{version}" not in path
    }
    assert told == there
