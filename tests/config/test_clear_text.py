"""What is answered without encryption: public pages to all, the rest to this machine only."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.roles.matrix import addresses
from tournament.accounts.sign_in.this_machine import is_loopback

pytestmark = pytest.mark.django_db

ELSEWHERE = "192.168.1.77"
HALL = "192.168.1.10:8000"
# In a hall without encryption: whoever adds an address decides whether it belongs here.
PUBLIC = {
    "set_language",
    "tournament:events",
    "tournament:language",
    "tournament:event",
    "tournament:me",
    "tournament:push-worker",
    "tournament:rules",
    "tournament:seats",
    "tournament:embed",
    "tournament:overlay",
    "tablet_api:public-seasons",
    "tablet_api:public-season",
    "tablet_api:public-career",
    "tournament:screen",
    "tournament:hall",
    "tournament:feed",
    "tournament:calendar",
    "tournament:my-calendar",  # which is not found there
    "tournament:preview",
    "tournament:oembed",
    "referee:player",
    "tournament:players",
    "tournament:roles",
    "tournament:roles-page",
    "tournament:teams",
    "tournament:teams-page",
    "tournament:round",
    "tournament:draw",
    "tournament:draw-problem",
    "tournament:draw-draw",
    "tournament:draw-opening",
    "referee:live",
    "referee:table",
    "referee:record",
    "referee:chances",
    "referee:ledger",
    "referee:replay",
    "referee:moment",
    "referee:frames",
    "referee:drop",
    "referee:guide",
    "referee:verify",
    "tablet_api:public-chances",
    "tablet_api:public-record-so-far",
    "tablet_api:public-clock",
    "tablet_api:public-event",
    "tablet_api:public-events",
    "tablet_api:public-player",
    "tablet_api:public-players",
    "tablet_api:public-record",
    "tablet_api:public-records",
    "tablet_api:public-results",
    "tablet_api:public-rounds",
    "tablet_api:public-rules",
    "tablet_api:public-standings",
    "tablet_api:public-teams",
    "tablet_api:public-tables",
    "tablet_api:public-snapshot",
    "tablet_api:public-version",
    "tablet:setup",
    "tablet:authority",
}
UUID = "7d0d0b1e-9a3b-4a8e-8b64-3c2a4c5b7c11"
ARGUMENTS = {
    "account": "x",
    "slug": "x", "number": 1, "seed": 1, "table_number": 1, "table": 1, "seq": 1, "rest": "x",
    "game": UUID, "device": UUID, "call": UUID, "entry": UUID, "digest": "x", "sha256": "x",
    "version": "1", "name": "x", "commitment": "x", "code": 1, "page": 1, "at": 1, "player": "p01",
    "key": 1, "token": "x", "ending": "csv", "season": "x", "role": "x",
}  # fmt: skip


def path_of(name):
    """An address of this name, of things that need not exist."""
    space, _colon, last = name.rpartition(":")
    resolver = get_resolver()
    if space:
        _prefix, resolver = resolver.namespace_dict[space]
    possibilities, *_rest = resolver.reverse_dict.getlist(last)[0]
    _text, parameters = possibilities[0]
    return reverse(name, kwargs={key: ARGUMENTS[key] for key in parameters})


@pytest.fixture
def hall(settings):
    settings.ALLOWED_HOSTS = ["192.168.1.10", "hall.local", "localhost", "127.0.0.1"]
    settings.TABLET_ORIGIN = "https://192.168.1.10:8443"


def from_elsewhere(path, *, host=HALL, address=ELSEWHERE, method="get", **headers):
    client = Client(REMOTE_ADDR=address, HTTP_HOST=host, headers=headers)
    return getattr(client, method)(path, SERVER_PORT="8000")


def refused(response):
    return response.status_code == 403 and b"8443" in response.content


@pytest.mark.parametrize("name", sorted(set(addresses(get_resolver()))))
def test_each_address_is_public_or_refused_in_clear(name, hall):
    for method in ("get", "post"):
        response = from_elsewhere(path_of(name), method=method)
        is_refused = response.status_code == 403 and (
            b"Only by a secure address" in response.content
        )
        assert is_refused == (name not in PUBLIC), name


@pytest.mark.parametrize(
    "path", ["/admin/", "/organise/sign-in/", "/admin/auth/user/", "/organise/x/now/"]
)
def test_the_refusal_says_where_to_go(path, hall):
    response = from_elsewhere(path)
    assert response.status_code == 403
    text = response.content.decode()
    assert f'href="https://192.168.1.10:8443{path}"' in text
    assert f"http://localhost:8000{path}" in text
    assert reverse("tablet:setup") in text
    assert "Content-Security-Policy" in response


def test_in_french_and_as_json_to_a_tablet(hall):
    response = from_elsewhere("/api/v1/pair", method="post", accept_language="fr")
    assert response.status_code == 403
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "clear-text"
    assert "sécurisée" in response.json()["title"]


@pytest.mark.parametrize(
    "headers",
    [
        {"x_forwarded_for": "127.0.0.1"},
        {"x_forwarded_proto": "https"},
        {"x_forwarded_host": "localhost"},
        {"x_real_ip": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1;proto=https;host=localhost"},
        {"x_forwarded_proto": "https", "x_forwarded_for": "127.0.0.1", "front_end_https": "on"},
    ],
    ids=lambda headers: "+".join(headers),
)
def test_no_header_opens_the_console(headers, hall):
    assert refused(from_elsewhere("/admin/", **headers))


def test_a_forged_host_opens_nothing(hall):
    assert from_elsewhere("/admin/", host="localhost:8000").status_code == 403


@pytest.mark.parametrize("host", ["hall.local:8000", "192.168.1.10:8000"])
def test_a_page_whose_name_was_pointed_at_this_machine_gets_no_console(host, hall):
    """DNS rebinding: the connection is the laptop's own, the name is not."""
    assert refused(from_elsewhere("/admin/", host=host, address="127.0.0.1"))
    assert from_elsewhere("/admin/", host="evil.example", address="127.0.0.1").status_code == 400


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000"])
def test_this_machine_and_https_get_everything(host, hall):
    here = from_elsewhere("/organise/sign-in/", host=host, address="127.0.0.1")
    assert here.status_code == 200
    client = Client(REMOTE_ADDR=ELSEWHERE, HTTP_HOST="192.168.1.10:8443")
    assert client.get("/organise/sign-in/", secure=True).status_code == 200


def test_an_address_that_is_none_is_missing_as_elsewhere(hall):
    assert from_elsewhere("/favicon.ico").status_code == 404
    assert from_elsewhere("/admin").status_code == 301
    assert refused(from_elsewhere("/admin/nowhere/"))


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.168.1.10", False),
        ("192.168.1.10", False),
        ("0.0.0.0", False),  # noqa: S104
        ("", False),
        ("localhost", False),
    ],
)
def test_which_addresses_are_of_this_machine(address, loopback):
    assert is_loopback(address) is loopback


def test_a_platform_leads_people_on_and_refuses_tablets_in_clear(settings):
    """ASVS 4.1.2: a redirect would hide that a token was sent in clear."""
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["play.example.org"]
    page = from_elsewhere("/e/x/", host="play.example.org")
    assert (page.status_code, page["Location"]) == (301, "https://play.example.org/e/x/")
    for path in ("/api/v1/pair", "/tablet/judge/"):
        answer = from_elsewhere(path, host="play.example.org", method="post")
        assert (answer.status_code, answer.json()["code"]) == (403, "clear-text")
