"""Which file of a copy an address leads to, and which addresses no copy has."""

import pytest

from referee.static_site.addresses import Addresses, is_safe, relative

TABLE = "/e/open/r/2/t/3/"


@pytest.mark.parametrize(
    ("href", "file", "fragment"),
    [
        ("/e/open/", "index.html", ""),
        ("/", "index.html", ""),
        ("/e/open/?page=1#standings", "index.html", "standings"),
        ("/e/open/?page=3", "page-3.html", ""),
        ("/e/open/?theme=dark", "index.html", ""),
        ("/e/open/p/12/", "p/12/index.html", ""),
        ("ledger/2/#line-9", "r/2/t/3/ledger/2/index.html", "line-9"),
        ("record.amr.jsonl", "r/2/t/3/record.amr.jsonl", ""),
        ("replay/", "r/2/t/3/replay/index.html", ""),
        ("replay/57/", "r/2/t/3/replay/index.html", "event-57"),
        ("/rules/eu-fr/#board", "guide/eu-fr/index.html", "board"),
        ("/e/open/rules/", "rules/index.html", ""),
    ],
)
def test_a_page_of_the_event_is_a_file(href: str, file: str, fragment: str) -> None:
    found = Addresses("open").copied(href, TABLE)
    assert found is not None
    assert (found.file, found.fragment) == (file, fragment)
    assert is_safe(file)


@pytest.mark.parametrize(
    "href",
    [
        "/e/other/",
        "/organise/open/",
        "/e/open/register/",
        "/e/open/hall/",
        "/e/open/calendar.ics",
        "/replay/",
        "/nowhere/",
        "https://example.org/e/open/",
        "//example.org/e/open/",
        "mailto:ada@example.org",
    ],
)
def test_what_needs_a_server_or_lies_elsewhere_has_no_file(href: str) -> None:
    assert Addresses("open").copied(href, TABLE) is None


def test_files_name_each_other_from_where_they_lie() -> None:
    assert relative("index.html", "r/1/t/2/index.html") == "../../../../index.html"
    assert relative("p/1/index.html", "index.html") == "p/1/index.html"
    assert relative("p/1/index.html", "p/1/index.html") == "index.html"


@pytest.mark.parametrize("file", ["/a", "../a", "a/../b", "a//b", "a\\b", "C:/a", "", "a/.b", "é"])
def test_a_name_that_could_leave_the_copy_is_not_safe(file: str) -> None:
    assert not is_safe(file)
