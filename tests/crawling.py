"""Every page that links lead to."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

ORIGIN = "http://testserver"
OF_EACH = 2
"""Pages of one kind: their addresses differ by numbers and events only."""


def crawl(client: Client, beginnings: list[str], left_out: str) -> Iterator[tuple[str, Any]]:
    """Follow every link from the first pages, but those below `left_out`: addresses and answers."""
    waiting, seen, kinds = [*beginnings], {*beginnings}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        kinds[_kind_of(address)] += 1
        if kinds[_kind_of(address)] > OF_EACH:
            continue
        answer = client.get(address)
        yield address, answer
        if is_page(answer):
            links = _links_in(answer.content.decode(), address)
            new = [link for link in dict.fromkeys(links) if link not in seen]
            new = [link for link in new if not link.startswith(left_out)]
            seen.update(new)
            waiting += new


def is_page(answer: Any) -> bool:
    """Whether it is one that a browser shows."""
    return str(answer.headers.get("Content-Type", "")).startswith("text/html")


def _links_in(page: str, address: str) -> Iterator[str]:
    for link in re.findall(r'href="([^"#]+)', page):
        found = urlsplit(urljoin(ORIGIN + address, unescape(link)))
        if f"{found.scheme}://{found.netloc}" == ORIGIN:
            yield found.path + (f"?{found.query}" if found.query else "")


def _kind_of(address: str) -> str:
    path = re.sub(r"/(e|organise)/[-\w]*\d[-\w]*/", r"/\1/event/", address.partition("?")[0])
    return re.sub(r"\d+", "0", path)
