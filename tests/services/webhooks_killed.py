"""A process that sends webhooks and is killed (SIGKILL) so many times, at one of its statements or
at any moment; `python manage.py shell -c` runs `main`, which prints JSON.

Announcements are published meanwhile. What is printed are the ids that were written, those that the
receiver got, how often processes died, and how many were signed wrongly.
"""

import datetime as dt
import json
import os
import random
import signal
import sys
import tempfile
import threading
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.services.publisher_killed import killer
from tests.tournament.making import BY, make_event
from tests.tournament.webhooks.receiving import is_signed, published, receiving, webhook_to
from tournament.events.services.announcements import announce
from tournament.models import Webhook, WebhookMessage
from tournament.webhooks.sender import Sender
from tournament.webhooks.services.outbox import LEASE

FAULTS = ("drop", "lose", "500", "204", "lose", "204", "redirect:http://127.0.0.1:9/", "204")
STATEMENTS = 24
LIFE_SECONDS = 0.4


def main(kills: int, seed: int = 1) -> None:
    """Kill a sender so many times; then let one live until all is sent."""
    settings.WEBHOOKS_INWARD = True
    chance, deaths = random.Random(seed), 0
    event, now = make_event(players=4), timezone.now()
    published(event)
    with tempfile.TemporaryDirectory() as name, receiving(Path(name), *FAULTS * 20) as receiver:
        webhook = webhook_to(event, receiver.url)
        for number in range(kills):
            announce(event=event, text=f"Number {number}", by=BY)
            published(event)
            # As if the lease of the one that died was over.
            now += LEASE
            deaths += died_sending(chance, now)
        live_until_all_is_sent(now)
        received = receiver.received
    ids = [each["headers"]["webhook-id"] for each in received]
    found = {
        "written": sorted(each.public_id for each in WebhookMessage.objects.all()),
        "received": ids,
        "waiting": WebhookMessage.objects.exclude(status="sent").count(),
        "deaths": deaths,
        "off": Webhook.objects.get().off,
        "unsigned": sum(not is_signed(each, webhook.secret) for each in received),
    }
    sys.stdout.write(json.dumps(found) + "\n")


def died_sending(chance: random.Random, now: dt.datetime) -> bool:
    """Whether a child that sends was killed."""
    statement, seconds = chance.randint(1, STATEMENTS), chance.uniform(0, LIFE_SECONDS)
    by_statement = chance.random() < 0.7
    connection.close()
    child = os.fork()
    if child == 0:
        if by_statement:
            with connection.execute_wrapper(killer(statement)):
                send_for_a_while(now)
        else:
            threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
            send_for_a_while(now)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def send_for_a_while(now: dt.datetime) -> None:
    """Send what is due, until killed or done."""
    sender = Sender()
    for _step in range(20):
        sender.step(now=now)
        sender.wait(1)


def live_until_all_is_sent(now: dt.datetime) -> None:
    """Send the rest, step by step."""
    sender = Sender()
    for _step in range(2000):
        if not WebhookMessage.objects.exclude(status="sent").exists():
            return
        now += dt.timedelta(minutes=5)
        sender.step(now=now)
        sender.wait(5)
