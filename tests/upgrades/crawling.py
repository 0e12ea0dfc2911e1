"""Follow every link of an installation, as a visitor and as its administrator.

    python -m tests.upgrades.crawling

It prints the answers' statuses by address as JSON. The database is that of the environment.
"""

import json
import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from urllib.parse import urldefrag, urljoin, urlsplit

LINK = re.compile(r'<a\b[^>]*?\bhref="([^"]+)"')
STARTS = ("/", "/organise/", "/admin/")
MOST = 1500
"""Pages a reader; the museum's databases have some hundreds."""


def crawl(signed_in: bool) -> dict[str, int]:
    """Return the status of each page that links lead to, one of each address without its query."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    if signed_in:
        client.force_login(User.objects.create_superuser("museum"))
    statuses: dict[str, int] = {}
    waiting = deque(STARTS)
    while waiting and len(statuses) < MOST:
        address = waiting.popleft()
        if address in statuses:
            continue
        answer = client.get(address, follow=True)
        statuses[address] = answer.status_code
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            waiting.extend(_links(address, answer.content.decode()))
    return statuses


def _links(page: str, html: str) -> Iterator[str]:
    for link in LINK.findall(html):
        found = urlsplit(urljoin(page, urldefrag(link).url))
        if not found.netloc and not found.scheme:
            yield found.path


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    found = {reader: crawl(reader == "administrator") for reader in ("visitor", "administrator")}
    json.dump(found, sys.stdout)
