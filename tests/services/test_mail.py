"""E-mails by a real mail server: one that refuses, one that is away, a process that is killed."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from urllib.response import addinfourl

import pytest
from django.utils import timezone

from tests.services.mail_server import mail_server
from tests.serving import Server, free_port
from tests.tournament.registering import confirmed, open_event, registered
from tournament.emails.mailer import Mailer
from tournament.models import Email, Entry
from tournament.views.registration_form import MIN_SECONDS

pytestmark = pytest.mark.services
WITHIN = 30.0
EVENT = "from tests.tournament.registering import open_event; open_event()"


def opened(address: str, form: bytes | None = None) -> addinfourl:
    """A page of the server that the test started, or what it answers to a form."""
    found: addinfourl = urlopen(Request(address, form))  # noqa: S310
    return found


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


@pytest.mark.django_db
def test_a_mail_server_takes_one_and_refuses_another(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    event = open_event(name="Турнир «Весна»")
    registered(event, "Bea Two")
    confirmed(event, "Ada One")
    with mail_server(refused=("ada@example.org",)) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        Mailer().step(now=timezone.now())
    ((recipient, message),) = server.messages
    assert recipient == "bea@example.org"
    assert message["Subject"].strip() == "Confirm your registration: Турнир «Весна»"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@localhost>")
    assert "Турнир «Весна»" in message.get_content()
    refused = Email.objects.get(status="refused")
    assert (refused.address, refused.answer) == ("ada@example.org", "550 no such mailbox")
    assert Entry.objects.get().email_is_refused


def test_a_server_that_was_killed_sends_what_waited_once_the_mail_server_is_back(
    tmp_path: Path,
) -> None:
    port = free_port()
    treasurer = Server(tmp_path)
    treasurer.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
    treasurer.environment["SITE_ORIGIN"] = treasurer.url
    treasurer.migrate()
    assert treasurer.manage("collectstatic", "--noinput", "-v0").returncode == 0
    assert treasurer.manage("shell", "-c", EVENT).returncode == 0
    page = f"{treasurer.url}/e/open/register/"
    try:
        treasurer.start()
        form = opened(page).read().decode()
        stamp = re.search(r'name="stamp" value="([^"]+)"', form)
        assert stamp is not None
        time.sleep(MIN_SECONDS)  # nobody fills the form in sooner
        typed = {"name": "Ada", "email": "ada@example.org", "consent": "on", "stamp": stamp[1]}
        sent = opened(page, urlencode({**typed, "name_display": "full"}).encode())
        assert sent.url == f"{page}sent/"
        treasurer.kill()
        with mail_server(port) as server:
            treasurer.manage("shell", "-c", AT_ONCE)
            treasurer.start()
            until(lambda: len(server.messages) == 1)
            link = re.search(r"http://\S+", server.messages[0][1].get_content())
            assert link is not None
            assert "/me/" in opened(link[0], b"do=confirm").url
            until(lambda: len(server.messages) == 2)
            assert link[0] not in server.messages[1][1].get_content()
    finally:
        treasurer.kill()


# The next attempt may be a minute away.
AT_ONCE = (
    "from tournament.models import Email; from django.utils import timezone;"
    "assert Email.objects.exclude(status='sent').update(due_at=timezone.now(), status='waiting')"
)
