"""What a tablet has to fetch before its own engine judges, nothing of it cached."""

from django.core.management import call_command
from playwright.sync_api import Browser, Request

from referee.tablet import python
from tests.e2e.conftest import KEPT, REACH
from tests.e2e.proxy import Proxy

MAX_REQUESTS = 25
MAX_BYTES = 8_000_000
LATER = ".zip"
"""What it needs only once something unforeseen happens."""
READY = "() => window.tablet.state.judge === 'tablet' && window.tablet.state.phase === 'open'"

NEVER_LATE = """
  const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = (act, ms, ...rest) => (ms === 10_000 ? 0 : wait(act, ms, ...rest));
"""
"""A page that would wait for a service worker waits for ever."""
KEEP_AT_LAST = """async () => {
  const { Updates } = await import("/static/tablet/runtime/updates.js");
  const tried = [];
  let asked = 0;
  const active = {
    postMessage: (_, [port]) => {
      tried.push("asked");
      asked += 1;
      if (asked > 1) port.postMessage(asked > 2);
    },
  };
  const registration = { addEventListener() {}, installing: null, waiting: null };
  const container = {
    ready: Promise.resolve({ active }),
    getRegistration: async () => undefined,
    register: async () => {
      tried.push("registered");
      if (tried.length === 1) throw new TypeError("no network");
      return registration;
    },
  };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
  const { setTimeout: wait } = globalThis;
  // Time passes at once, unless an answer is on its way.
  globalThis.setTimeout = (act, ms) => (ms > 60_000 && asked > 1 ? 0 : wait(act, 0));
  await new Promise((kept) => new Updates("", kept).start());
  globalThis.setTimeout = wait;
  delete navigator.serviceWorker;
  return tried;
}"""
"""The app cannot be registered; then nobody answers; then it cannot be kept; then it is."""
TRIED = ["registered", *["registered", "asked"] * 3]


def test_a_first_start_takes_few_requests_and_few_bytes(
    transactional_db: None, browser: Browser, network: Proxy
) -> None:
    call_command("tablet_python")
    python.encoded_file.cache_clear()
    context = browser.new_context(locale="en-GB")
    over_the_network: list[Request] = []
    context.on(
        "requestfinished",
        lambda request: (
            over_the_network.append(request)
            if not (answer := request.response()) or not answer.from_service_worker
            else None
        ),
    )
    page = context.new_page()
    page.goto(f"{network.url}/tablet/#practice=us-2011")
    page.wait_for_selector("#tablet .screen")
    page.evaluate(REACH)
    page.wait_for_function(READY)
    page.evaluate(KEPT)
    sizes = {each.url: each.sizes()["responseBodySize"] for each in over_the_network}
    needed = [size for url, size in sizes.items() if not url.endswith(LATER)]
    assert len(over_the_network) <= MAX_REQUESTS, "\n".join(sizes)
    assert sum(needed) <= MAX_BYTES
    assert page.evaluate(KEEP_AT_LAST) == TRIED
    page.add_init_script(NEVER_LATE)
    context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.wait_for_function("() => navigator.serviceWorker.controller === null")
    page.wait_for_selector("#tablet .screen")
    context.close()
