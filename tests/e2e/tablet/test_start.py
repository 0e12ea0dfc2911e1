"""How a tablet starts its engine: from the memory of a started one, else from its source."""

import brotli
import pytest
from playwright.sync_api import Browser, Route

from referee.devices.services import invite
from referee.tablet import pack, release, snapshot
from tests.e2e.tablet.conftest import TabletPage, started
from tests.e2e.tablet.proxy import DOWN

SNAPSHOT = "**/tablet/engine/**/*.snapshot"
SOURCE = "**/tablet/engine/*.zip"
# What iPadOS calls itself. Its CPython calls C functions by another way.
IPAD = (
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"
)
_KEPT = "async () => (await navigator.serviceWorker.ready).active.state"
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
_PINNED = """async () => {
  const cache = await caches.open("pinned-engines");
  return (await cache.keys()).map((key) => new URL(key.url).pathname);
}"""


def started_from(tablet: TabletPage, table) -> str:
    """Pair the tablet; "memory" or "source"."""
    asked: list[str] = []
    tablet.page.context.on("request", lambda request: asked.append(request.url))
    tablet.open(f"#pair={invite(table=table, by='test').token}")
    tablet.judged_here()
    assert tablet.call("start")["recorded"]
    return (
        "source" if any(url.endswith(".zip") and "/engine/" in url for url in asked) else "memory"
    )


@pytest.fixture
def tablet(new_tablet, table) -> TabletPage:
    """A tablet of its own, for its caches are spoiled."""
    return started(new_tablet(), table)


def new_page(browser: Browser, network, **options) -> TabletPage:
    """A tablet whose requests a test may answer itself."""
    context = browser.new_context(service_workers="block", **options)
    return TabletPage(context.new_page(), network.url)


def test_a_tablet_starts_from_memory_and_needs_no_source(browser, network, table, lines):
    tablet = new_page(browser, network)
    tablet.page.route(SOURCE, lambda route: route.abort())
    assert started_from(tablet, table) == "memory"
    tablet.record(*lines[1:10])
    tablet.page.context.close()


def test_an_ipad_starts_from_the_same_memory(browser, network, table, lines):
    tablet = new_page(browser, network, user_agent=IPAD)
    assert started_from(tablet, table) == "memory"
    tablet.record(*lines[1:10])
    tablet.page.context.close()


def damaged(route: Route) -> None:
    """One byte of the snapshot is another."""
    content = bytearray(snapshot.kept(pack.current().digest).packed("identity"))
    content[len(content) // 2] ^= 255
    route.fulfill(
        body=brotli.compress(bytes(content), quality=0), headers={"content-encoding": "br"}
    )


def missing(route: Route) -> None:
    """The server has made another meanwhile."""
    route.fulfill(status=404)


def cut(route: Route) -> None:
    """The network ends in the middle."""
    route.abort()


@pytest.mark.parametrize("fault", [damaged, missing, cut])
def test_without_a_sound_snapshot_the_engine_starts_from_its_source(
    browser, network, table, lines, fault
):
    tablet = new_page(browser, network)
    tablet.page.route(SNAPSHOT, fault)
    assert started_from(tablet, table) == "source"
    tablet.record(*lines[1:10])
    tablet.page.context.close()


def test_a_server_without_a_snapshot(browser, network, table, monkeypatch):
    monkeypatch.setattr(snapshot, "kept", lambda digest: None)
    release._kept.cache_clear()
    tablet = new_page(browser, network)
    assert started_from(tablet, table) == "source"
    tablet.page.context.close()
    release._kept.cache_clear()


@pytest.mark.parametrize("damage", ["damaged", "missing"])
def test_a_cold_start_offline_survives_a_spoiled_snapshot(tablet, network, lines, damage):
    tablet.record(*lines[1:5])
    tablet.confirmed()
    tablet.page.evaluate(_KEPT)
    assert tablet.page.evaluate(_SPOIL, damage) > 0
    network.set(DOWN)
    tablet.page.goto("about:blank")
    tablet.open()
    assert len(tablet.judged_here()["view"]["ledger"]) == 5


def test_engines_of_other_games_are_forgotten(tablet, network, lines):
    tablet.confirmed()
    tablet.page.evaluate(_KEPT)
    tablet.page.evaluate("""async () => (await caches.open("pinned-engines"))
      .put("/tablet/engine/old/old.snapshot", new Response("old"))""")
    tablet.page.reload()
    tablet.judged_here()
    tablet.until(
        lambda state: "/tablet/engine/old/old.snapshot" not in tablet.page.evaluate(_PINNED)
    )
