"""A draw of all rounds, its first round published: nothing that is shown gives the others away.

The attacker knows how draws are made, reads every page there is, and tries every number found there
and every likely one as the seed; a draw that has the public first round has the hidden ones too.
"""

import datetime as dt
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.models import game_id
from tests.referee.tables import paired
from tests.tournament.making import BY, finish, make_event
from tournament import seating
from tournament.draws.certificate import stored_draw
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.draws.services.draw_jobs import request_draw
from tournament.draws.services.draw_worker import run_draw
from tournament.draws.services.drawing import draw_round, new_draw_seed
from tournament.draws.services.kept_seats import keep_seats
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, DrawJob, Round, Seal, Table
from tournament.rounds.services.rounds import clear_seats, ensure_round, publish_round
from tournament.seating import Problem

pytestmark = pytest.mark.django_db

PLAYERS, ROUNDS, TABLES = 16, 5, 4
LIKELY = range(200)


@pytest.fixture
def drawn() -> Problem:
    """Five rounds drawn together by the background worker, the first one published."""
    # Today, for tablets of an event that is over are told nothing.
    today = dt.datetime.now(dt.UTC).date()
    event = make_event(players=PLAYERS, table_sizes=[4], number_of_rounds=ROUNDS, starts_on=today)
    first = ensure_round(event=event, number=1, by=BY)
    job = request_draw(round=first, by=BY, all_rounds=True, time_limit=10)
    run_draw(job_pk=job.pk)
    publish_round(round=Round.objects.get(number=1), by=BY)
    stored = stored_draw(Round.objects.get(number=1))
    assert stored is not None
    return stored[0]


def scraped(client: Client, start: Iterable[str], *, followed: str = "") -> dict[str, str]:
    """Every page that can be reached by links or by guessing, by its address: headers, markup and
    all. Links are followed to addresses that begin with one of `followed`."""
    waiting, pages = list(start), {}
    while waiting:
        address = waiting.pop()
        if address in pages:
            continue
        response = client.get(address)
        pages[address] = ""
        if response.status_code == 200:
            body = b"".join(response) if response.streaming else response.content
            pages[address] = f"{response.headers} {body.decode(errors='replace')}"
        links = re.findall(r'(?:href|src|action|data-\w+)="([^"#]+)"', pages[address])
        waiting += [link for link in links if link.startswith(followed) and "/static/" not in link]
    return {address: page for address, page in pages.items() if page}


def guesses() -> Iterator[str]:
    """Addresses of the event that somebody who knows the program tries."""
    yield "/"
    for number in range(1, ROUNDS + 1):
        yield f"/e/open/r/{number}/"
        for name in ("", "problem.json", "draw.json", "opening.json"):
            yield f"/e/open/r/{number}/draw/{name}"
        for table in range(1, TABLES + 1):
            yield f"/e/open/r/{number}/t/{table}/"
            yield f"/e/open/r/{number}/t/{table}/record.amr.jsonl"
    for seal in Seal.objects.all():
        yield f"/e/open/draws/{seal.commitment}.json"
    for name in ("sitemap.xml", "robots.txt", "api/v1/schema/", "tablet/release.json"):
        yield f"/{name}"


def numbers(pages: Iterable[str]) -> set[int]:
    """Everything in the pages that may be a number, digits or hexadecimal ones."""
    found: set[int] = set()
    for page in pages:
        text = re.sub(r"<path[^>]*>", "", page)
        found |= {int(digits) for digits in re.findall(r"\d{1,40}", text)}
        found |= {int(digits, 16) for digits in re.findall(r"\b[0-9a-f]{8,64}\b", text)}
    return found


def seeds_that_fit(problem: Problem, seeds: Iterable[int]) -> list[int]:
    """The seeds that draw the round everybody sees."""
    seen = tables_of_round(Round.objects.get(number=1))
    return [
        seed
        for seed in seeds
        if seating.draw(replace(problem, seed=seed, time_limit=None)).rounds[0] == seen
    ]


def hidden() -> list[seating.Round]:
    return [tables_of_round(item) for item in Round.objects.filter(number__gt=1).order_by("number")]


@pytest.mark.exhaustive
def test_hidden_rounds_are_not_recomputed_from_anything_public(
    client: Client, drawn: Problem
) -> None:
    pages = scraped(client, guesses(), followed="/")
    assert "/e/open/r/1/draw/" in pages
    tried = numbers(pages.values()) | set(LIKELY)
    assert len(tried) > len(LIKELY)
    assert seeds_that_fit(drawn, sorted(tried)) == []
    # The attack itself is sound: with the seed it has all rounds at once.
    assert seeds_that_fit(drawn, [drawn.seed]) == [drawn.seed]
    assert list(seating.draw(drawn).rounds[1:]) == hidden()


def test_no_page_of_a_hidden_round_answers(client: Client, drawn: Problem) -> None:
    pages = scraped(client, guesses(), followed="/")
    for number in range(2, ROUNDS + 1):
        assert [address for address in pages if f"/r/{number}/" in address] == []
    assert not [address for address in pages if address.endswith(".json") and "/e/" in address]
    draw_page = pages["/e/open/r/1/draw/"]
    assert "Counted over round 1, which is published." in draw_page
    for told in ("meet again:", "meet again soon:", "meet again in the round"):
        assert told not in draw_page


def secrets_of(drawn: Problem) -> set[str]:
    """What would open the draw, or let a guess at it be checked, in all likely forms."""
    seal = Seal.objects.get()
    content = json.loads(seal.opening)
    found = {str(drawn.seed), f"{drawn.seed:x}", content["salt"]}
    unsalted = {name: value for name, value in content.items() if name != "salt"}
    texts = [str(drawn.seed), f"{drawn.seed:x}"]
    for value in (unsalted, content["problem"], content["draw"], content["draw"]["rounds"]):
        texts += [json.dumps(value, sort_keys=True), json.dumps(value)]
        texts.append(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
    for hash_of in (hashlib.sha256, hashlib.sha1, hashlib.md5):
        found |= {hash_of(text.encode()).hexdigest()[:16] for text in texts}
    return found


def test_no_page_says_seed_salt_or_a_digest_without_salt(client: Client, drawn: Problem) -> None:
    pages = scraped(client, guesses(), followed="/")
    forbidden = secrets_of(drawn) | {digest_of_seats(tables) for tables in hidden()}
    for address, page in pages.items():
        assert not [secret for secret in forbidden if secret in page], address


def test_organisers_pages_do_not_say_seed_or_salt_either(client: Client, drawn: Problem) -> None:
    client.force_login(User.objects.create_superuser("ada"))
    for round_ in Round.objects.filter(number__gt=1):
        clear_seats(round=round_, by=BY)
    # As rows were written before draws were sealed.
    old = {
        "drawjob": {"seed": drawn.seed, "number": 77},
        "round": {"certificate": {"problem": {"seed": drawn.seed}}},
    }
    for kind, values in old.items():
        AuditEntry.objects.create(by=BY, action="create", kind=kind, object_id=1, after=values)
    starts = [
        reverse("admin:tournament_auditentry_changelist"),
        reverse("admin:tournament_drawjob_changelist"),
        reverse("admin:tournament_drawjob_change", args=[DrawJob.objects.get().pk]),
        reverse("admin:tournament_round_change", args=[Round.objects.get(number=1).pk]),
        "/organise/open/r/1/draw/",
    ]
    pages = scraped(client, starts, followed="/admin/tournament/auditentry/")
    assert len(pages) > len(starts) + 5
    assert any("77" in page and "/auditentry/" in address for address, page in pages.items())
    for address, page in pages.items():
        assert not [secret for secret in secrets_of(drawn) if secret in page], address


def test_a_tablet_is_told_its_own_table_only(client: Client, drawn: Problem) -> None:
    tablet = paired(Table.objects.get(round__number=1, number=1))
    headers = {"Authorization": f"Bearer {tablet.token}"}
    own = reverse("tablet_api:game", args=[tablet.game])
    told = client.get(own, headers=headers).content.decode()
    assert "Player" in told
    assert not [secret for secret in secrets_of(drawn) if secret in told]
    later = Table.objects.select_related("round__event").get(round__number=2, number=1)
    address = reverse("tablet_api:game", args=[game_id(later)])
    assert client.get(address, headers=headers).status_code in (403, 404)


def test_seeds_cannot_be_guessed_and_no_two_are_alike() -> None:
    seeds = {new_draw_seed() for _ in range(64)}
    assert len(seeds) == 64
    assert max(seeds).bit_length() > 120
    assert all(seed.bit_length() > 90 for seed in seeds)


def test_a_round_drawn_alone_and_opened_does_not_tell_the_next(client: Client) -> None:
    """Its seed plans the rounds to come as well, to leave room for them; they are drawn anew."""
    event = make_event(players=PLAYERS, table_sizes=[4], number_of_rounds=ROUNDS)
    for number in (1, 2):
        draw_round(round=ensure_round(event=event, number=number, by=BY), by=BY, time_limit=5)
    publish_round(round=Round.objects.get(number=1), by=BY)
    told = client.get("/e/open/r/1/draw/problem.json").json()
    first = seating.problem_from_json(told)
    planned = seating.draw(replace(first, rounds=ROUNDS)).rounds
    again = seating.draw(replace(first, history=planned[:1])).rounds[0]
    assert tables_of_round(Round.objects.get(number=2)) not in (planned[1], again)


def test_a_later_draw_that_kept_seats_is_not_told_by_the_one_before(client: Client) -> None:
    event = make_event(players=PLAYERS, table_sizes=[4], number_of_rounds=ROUNDS)
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True, time_limit=5)
    old = Seal.objects.get()
    publish_round(round=Round.objects.get(number=1), by=BY)
    second = Round.objects.get(number=2)
    keep_seats(round=second, players=["p01", "p02"], by=BY)
    draw_round(round=second, by=BY, all_rounds=True, time_limit=5)
    for number in range(2, ROUNDS + 1):
        assert client.get(f"/e/open/draws/{old.commitment}.json").status_code == 404
        publish_round(round=Round.objects.get(number=number), by=BY)
    assert client.get(f"/e/open/draws/{old.commitment}.json").status_code == 200


def test_a_draw_by_scores_is_sealed_while_the_scores_are_frozen(client: Client) -> None:
    """Its file has everybody's points: it would tell the results that the public does not see."""
    event = make_event(players=8, table_sizes=[4], number_of_rounds=3, score_groups=True)
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, seed=1)
    publish_round(round=Round.objects.get(number=1), by=BY)
    frozen_at = timezone.now()
    for table in Table.objects.all():
        finish(table, 40, 30, 20, 10)
    draw_round(round=ensure_round(event=event, number=2, by=BY), by=BY, seed=2)
    publish_round(round=Round.objects.get(number=2), by=BY)
    draw_round(round=ensure_round(event=event, number=3, by=BY), by=BY, seed=3)
    opening = f"/e/open/draws/{Seal.objects.get(first_round=2).commitment}.json"
    assert client.get(opening).status_code == 200
    update_event(event=event, by=BY, frozen_at=frozen_at)
    assert client.get(opening).status_code == 404
    for name in ("problem.json", "draw.json"):
        assert client.get(f"/e/open/r/2/draw/{name}").status_code == 404
        assert client.get(f"/e/open/r/1/draw/{name}").status_code == 200
    page = client.get("/e/open/r/2/draw/").content.decode()
    assert "sealed until" in page
    assert "Criteria" not in page
    update_event(event=event, by=BY, revealed_to=1)
    assert client.get(opening).status_code == 200
