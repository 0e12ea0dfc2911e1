"""How a tablet starts its engine: from the memory of a started one, else from its source."""

import hashlib
from collections.abc import Callable, Iterator

import brotli
import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from referee.devices.services import invite
from referee.tablet import pack, release, snapshot
from referee.tablet.snapshot import Snapshot
from tests.e2e.conftest import KEPT
from tests.e2e.proxy import DOWN, UP, Proxy
from tests.e2e.tablet.conftest import TabletPage, asked_by, log_of, source_of
from tests.present import present

SOURCE = "**/tablet/engine/*.zip"
# What iPadOS calls itself. Its CPython calls C functions by another way.
IPAD = (
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"
)
# Every cache has another byte in the middle of the snapshot then, or no snapshot.
_SPOIL = """async (damage) => {
  await navigator.serviceWorker.ready;
  let spoiled = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      if (!key.url.endsWith(".snapshot")) continue;
      const content = new Uint8Array(await (await cache.match(key)).arrayBuffer());
      content[content.length >> 1] ^= 255;
      if (damage === "missing") await cache.delete(key);
      else await cache.put(key, new Response(content));
      spoiled += 1;
    }
  }
  return spoiled;
}"""
# The service worker keeps what it has to ask the server for.
_MEND = """async () => {
  const { snapshot } = await (await fetch("/tablet/release.json")).json();
  for (const name of await caches.keys()) await (await caches.open(name)).delete(snapshot.address);
  await fetch(snapshot.address);
}"""
_PINNED = """async () => {
  const cache = await caches.open("pinned-engines");
  return (await cache.keys()).map((key) => new URL(key.url).pathname);
}"""
# The app's small files are kept in one entry.
_APP_FILES = """async () => {
  const [name] = (await caches.keys()).filter((each) => each.startsWith("tablet-"));
  const kept = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return kept.filter((path) => path.includes("/app/") || path.startsWith("/static/"));
}"""
# The service worker has it in its memory, too, which ends with it.
_LOSE_ARCHIVE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) if (key.url.endsWith(".files")) await cache.delete(key);
  }
}"""
NOTE_WORKERS = """
  window.begun = [];
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      const there = document.querySelector("#tablet .screen");
      window.begun.push(there ? "after the screens" : "before the screens");
    }
  };
"""

NOTE_RELEASES = """
  window.asked = [];
  const { fetch } = window;
  window.fetch = (address, ...given) => {
    if (address === document.querySelector("#tablet")?.dataset.release) {
      const there = document.querySelector("#tablet .screen");
      window.asked.push(there ? "after the screens" : "before the screens");
    }
    return fetch(address, ...given);
  };
"""


def started_from(tablet: TabletPage, table) -> str:
    """Pair the tablet; "memory" or "source"."""
    asked = asked_by(tablet.page)
    tablet.open(f"#pair={invite(table=table, by='test').token}")
    tablet.judged_here()
    assert tablet.call("start")["recorded"]
    return source_of(asked)


def test_a_tablet_starts_from_memory_and_needs_no_source(bare, table, lines):
    bare.page.route(SOURCE, lambda route: route.abort())
    assert started_from(bare, table) == "memory"
    bare.record(*lines[1:10])


def test_an_ipad_starts_from_the_same_memory(browser, network, table, lines):
    tablet = TabletPage(browser.new_page(user_agent=IPAD, service_workers="block"), network.url)
    assert started_from(tablet, table) == "memory"
    tablet.record(*lines[1:10])
    tablet.page.close()


def test_a_start_says_what_the_draw_says_by_then(bare, table):
    """A name is corrected after the tablet loaded the table; then two players change places."""
    bare.be_patient()
    bare.open(f"#pair={invite(table=table, by='test').token}")
    bare.judged_here()
    bare.until(lambda state: state["sync"]["ackedAt"] is not None)
    first, second = table.seats.order_by("order").select_related("entry")
    type(first.entry).objects.filter(pk=first.entry_id).update(name="Ada Lovelace")
    first.entry, second.entry = second.entry, first.entry
    table.seats.all().delete()
    type(first).objects.bulk_create([first, second])
    changed = bare.call("start")
    assert (changed["recorded"], changed["problem"]["code"]) == (False, "draw-changed")
    assert bare.call("start")["recorded"]
    bare.confirmed()
    players = log_of(table)[0]["header"]["players"]
    assert [player["id"] for player in players] == ["p02", "p01"]
    assert players[1]["name"] == "Ada Lovelace"


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Snapshot | None], None]]:
    """Have the server offer this snapshot."""

    def offered(one: Snapshot | None) -> None:
        monkeypatch.setattr(snapshot, "stored_snapshot", lambda digest: one)
        release._assemble.cache_clear()

    yield offered
    release._assemble.cache_clear()


def address_of(one: Snapshot) -> str:
    return reverse("tablet:snapshot", args=[pack.current().digest, one.sha256])


@pytest.fixture
def sound() -> Snapshot:
    """What the server offers."""
    return present(snapshot.stored_snapshot(pack.current().digest))


def test_a_damaged_snapshot_is_not_started_from(bare, offer, sound, table, lines, tmp_path):
    content = bytearray(sound.encoded_content("identity"))
    digest = hashlib.sha256(content + b"of another address").hexdigest()
    content[len(content) // 2] ^= 255
    (tmp_path / "damaged").write_bytes(brotli.compress(bytes(content), quality=0))
    offer(Snapshot(tmp_path / "damaged", digest))
    assert started_from(bare, table) == "source"
    bare.record(*lines[1:10])


def test_without_the_snapshot_it_was_offered_it_starts_from_the_source(bare, sound, table, lines):
    """The server has made another meanwhile."""
    bare.page.route(f"**{address_of(sound)}", lambda route: route.fulfill(status=404))
    assert started_from(bare, table) == "source"
    bare.record(*lines[1:10])


def test_a_server_without_a_snapshot(bare, offer, table):
    offer(None)
    assert started_from(bare, table) == "source"


@pytest.fixture
def spoil(tablet: TabletPage, network: Proxy) -> Iterator[Callable[[str], int]]:
    """Spoils what the tablet that stays would start from, for this test; returns how often."""
    yield lambda damage: tablet.page.evaluate(_SPOIL, damage)
    network.set(UP)
    with tablet.page.context.new_page() as page:
        page.goto(f"{network.url}/tablet/setup/")
        page.evaluate(_MEND)


@pytest.mark.parametrize("damage", ["damaged", "missing"])
def test_a_cold_start_offline_survives_a_spoiled_snapshot(tablet, spoil, network, lines, damage):
    tablet.record(*lines[1:5])
    tablet.confirmed()
    tablet.page.evaluate(KEPT)
    assert spoil(damage) > 0
    network.set(DOWN)
    tablet.page.goto("about:blank")
    tablet.open()
    assert len(tablet.judged_here()["view"]["ledger"]) == 5


def test_a_later_start_begins_the_engine_before_the_screens(tablet):
    """Its seconds pass while the screens come; and there is no second engine."""
    tablet.confirmed()
    tablet.page.evaluate(KEPT)
    tablet.page.add_init_script(NOTE_WORKERS)
    tablet.page.reload()
    tablet.judged_here()
    assert tablet.page.evaluate("window.begun") == ["before the screens"]
    assert tablet.call("unpair")["ok"]
    tablet.page.reload()
    tablet.until(lambda state: state["phase"] == "unpaired")
    assert tablet.page.evaluate("window.begun") == []


def test_a_first_start_by_a_link_asks_for_the_engine_before_the_screens(bare, table):
    """What it begins with is what the table is paired with: there is no second engine."""
    bare.page.add_init_script(NOTE_WORKERS)
    bare.page.add_init_script(NOTE_RELEASES)
    assert started_from(bare, table) == "memory"
    assert bare.page.evaluate("window.asked") == ["before the screens"]
    assert len(bare.page.evaluate("window.begun")) == 1


def test_an_app_whose_archive_is_lost_comes_from_the_server(tablet):
    tablet.confirmed()
    tablet.page.evaluate(KEPT)
    (entry,) = tablet.page.evaluate(_APP_FILES)
    assert entry.endswith(".files")
    tablet.page.evaluate(_LOSE_ARCHIVE)
    devtools = tablet.page.context.new_cdp_session(tablet.page)
    devtools.send("ServiceWorker.enable")
    devtools.send("ServiceWorker.stopAllWorkers")
    tablet.page.reload()
    tablet.judged_here()


def test_a_start_that_lost_a_file_says_so_and_begins_anew(bare):
    lost: list[str] = []

    def lose_first(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    bare.page.route("**/screens/main.js", lose_first)
    bare.open()
    expect(bare.page.get_by_role("alert")).to_contain_text("loaded again as soon as the network")
    bare.page.locator("#tablet > *").first.wait_for(state="attached")
    assert len(lost) == 1


def test_engines_of_other_games_are_forgotten(tablet, network, lines):
    tablet.confirmed()
    tablet.page.evaluate(KEPT)
    tablet.page.evaluate("""async () => (await caches.open("pinned-engines"))
      .put("/tablet/engine/old/old.snapshot", new Response("old"))""")
    tablet.page.reload()
    tablet.judged_here()
    tablet.until(
        lambda state: "/tablet/engine/old/old.snapshot" not in tablet.page.evaluate(_PINNED)
    )
