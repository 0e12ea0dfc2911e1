"""Let everybody open every page of an upgraded installation: what each is answered, as JSON.

DATABASE_URL=… python -m tests.upgrades.crawling
"""

import json
import os
import sys

import django

BEGINNINGS = ["/", "/organise/", "/organise/sign-in/", "/replay/", "/tablet/", "/admin/"]


def answers() -> dict[str, dict[str, int | str]]:
    """Each person's, by address: the status, or the error. One person of each role is enough."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.crawling import crawl
    from tournament.models import Membership

    people: dict[str, User | None] = {"anybody": None}
    people |= {one.role: one.person for one in Membership.objects.order_by("-pk")}
    people["administrator"] = User.objects.create_superuser("administrator")
    told: dict[str, dict[str, int | str]] = {}
    for name, person in people.items():
        client = Client(raise_request_exception=False)
        if person is not None:
            client.force_login(person)
        told[name] = {
            address: repr(answer.exc_info[1]) if answer.exc_info else answer.status_code
            for address, answer in crawl(client, BEGINNINGS, left_out="/static/")
        }
    return told


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    json.dump(answers(), sys.stdout)
