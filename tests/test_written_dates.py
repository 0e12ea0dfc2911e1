"""Days and times page by page, in the console and for everybody: as the reader's language writes
them, and nowhere as a machine does."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.e2e.console import console_paths, event_of_each_state
from tests.public_addresses import public_pages

pytestmark = [pytest.mark.django_db, pytest.mark.exhaustive]
MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
DAYS = {
    "en": r"MONTH \d{1,2}, \d{4}",
    "fr": r"\d{1,2} MONTH \d{4}",
    "ru": r"\d{1,2} MONTH \d{4} г\.",
}
TIMES = {
    "en": r"\d{1,2}:\d\d [AP]M",
    "fr": r"\d\d:\d\d",
    "ru": r"\d{1,2}:\d\d",
}
BETWEEN = {"en": ", ", "fr": " ", "ru": " "}
AGE = r"\d+ (?:min|мин)"
AS_MACHINES_DO = r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b"
HIDDEN = re.compile(r"<(script|template|textarea|code)\b.*?</\1>|<option\b[^>]*>[^<]*", re.DOTALL)
TIME = re.compile(r"<time\b[^>]*>(.*?)</time>", re.DOTALL)


@pytest.mark.parametrize("language", MONTHS)
def test_every_page_writes_days_and_times_as_its_language_does(
    admin_user: User, language: str
) -> None:
    event = event_of_each_state()
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    client.force_login(admin_user)
    faults, seen = [], 0
    for path in (*public_pages("open"), *console_paths(event)):
        answer = client.get(path)
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        page = HIDDEN.sub(" ", answer.content.decode())
        seen += len(TIME.findall(page))
        faults += [f"{path}: {fault}" for fault in faults_of(page, language)]
    assert seen > 25
    assert not faults, "\n".join(faults)


def faults_of(page: str, language: str) -> Iterator[str]:
    """What stands on a page as no day or time of this language."""
    written = [text_of(each) for each in TIME.findall(page)]
    yield from (each for each in written if not re.fullmatch(form_of(language), each))
    rest = text_of(TIME.sub(" ", page))
    yield from re.findall(AS_MACHINES_DO, rest)
    for other in MONTHS.keys() - {language}:
        days = DAYS[other].replace("MONTH", months(other))
        yield from (found.group() for found in re.finditer(days, rest))


def form_of(language: str) -> str:
    """A day, a time with its zone, both, or how long ago."""
    day, time = DAYS[language].replace("MONTH", months(language)), TIMES[language] + r" [A-Z]{3,4}"
    return f"{day}|{time}|{day}{BETWEEN[language]}{time}|{AGE}|–"


def months(language: str) -> str:
    return "(?:" + "|".join(map(re.escape, MONTHS[language].split())) + ")"


def text_of(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", markup))).strip()
