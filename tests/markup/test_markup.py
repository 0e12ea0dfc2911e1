"""Every page that links lead to is valid HTML, as the W3C's checker (Nu) says."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from referee.management.commands.load_todays_event import load_todays_event

CHECKER = settings.BASE_DIR / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
ORIGIN = "http://testserver"
BEGINNINGS = ["/", "/organise/", "/replay/"]
OF_EACH = 2
"""Pages of one kind: their addresses differ by numbers and events only."""
# The rows of the standings are laid out as grids: WebKit then takes them for no table unless their
# roles are written down.
MEANT = re.compile(
    r"The “role” attribute must not be used on a “t[dhr]” element"
    r"|The “(cell|columnheader|row|rowgroup|rowheader|table)” role is unnecessary"
)


def links_in(page: str, address: str) -> Iterator[str]:
    for link in re.findall(r'href="([^"#]+)', page):
        found = urlsplit(urljoin(ORIGIN + address, unescape(link)))
        # The admin's pages are its package's.
        if f"{found.scheme}://{found.netloc}" == ORIGIN and not found.path.startswith("/admin/"):
            yield found.path + (f"?{found.query}" if found.query else "")


def kind_of(address: str) -> str:
    path = re.sub(r"/(e|organise)/[-\w]*\d[-\w]*/", r"/\1/event/", address.partition("?")[0])
    return re.sub(r"\d+", "0", path)


def pages_of(client: Client) -> Iterator[tuple[str, str]]:
    """Follow every link from the first pages; addresses and texts."""
    waiting, seen, kinds = [*BEGINNINGS], set(BEGINNINGS), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        kinds[kind_of(address)] += 1
        if kinds[kind_of(address)] > OF_EACH:
            continue
        answer = client.get(address)
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        text = answer.content.decode()
        yield address, text
        new = [link for link in dict.fromkeys(links_in(text, address)) if link not in seen]
        seen.update(new)
        waiting += new


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
