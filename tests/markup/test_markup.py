"""Every page that links lead to is valid HTML, as the W3C's checker (Nu) says."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from referee.management.commands.load_todays_event import load_todays_event
from tests.crawling import crawl, is_page

CHECKER = settings.BASE_DIR / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
BEGINNINGS = ["/", "/organise/", "/replay/"]
# The rows of the standings are laid out as grids: WebKit then takes them for no table unless their
# roles are written down.
MEANT = re.compile(
    r"The “role” attribute must not be used on a “t[dhr]” element"
    r"|The “(cell|columnheader|row|rowgroup|rowheader|table)” role is unnecessary"
)


def pages_of(client: Client) -> Iterator[tuple[str, str]]:
    """Addresses and texts; the admin's pages are its package's."""
    for address, answer in crawl(client, BEGINNINGS, left_out="/admin/"):
        if is_page(answer):
            yield address, answer.content.decode()


def faults_in(folder: Path) -> list[dict[str, Any]]:
    command = ["java", "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", str(folder)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    found: list[dict[str, Any]] = json.loads(told)["messages"]
    return [each for each in found if not MEANT.match(each["message"])]


@pytest.mark.usefixtures("sample")
def test_every_page_is_valid(admin_client: Client, tmp_path: Path) -> None:
    load_todays_event(slug="club-evening-2026", now=timezone.now())
    folder = tmp_path / "pages"
    folder.mkdir()
    addresses: dict[str, str] = {}
    for number, (address, text) in enumerate(pages_of(admin_client)):
        file = folder / f"{number}.html"
        file.write_text(text, "utf-8")
        addresses[file.name] = address
    assert len(addresses) > 100, addresses
    faults = [
        f"{addresses[each['url'].rpartition('/')[2]]}: {each['message']}\n    {each['extract']}"
        for each in faults_in(folder)
    ]
    assert not faults, "\n".join(faults)
