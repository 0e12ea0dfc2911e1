"""What these browsers let a tablet do: `docs/tablets.md` says the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browsers.firefox import Firefox
from tests.browsers.tablet import BrowserTablet
from tests.browsers.webkit import WebKit

# What a person is asked and nobody answers.
ABILITIES = """async () => {
  const unanswered = new Promise((resolve) => setTimeout(() => resolve("unanswered"), 10_000));
  const tried = (work) => Promise.race([work(), unanswered]).catch(() => "refused");
  const wakeLock = async () => {
    await (await navigator.wakeLock.request("screen")).release();
    return "granted";
  };
  const persistence = async () => {
    if (!navigator.storage?.persist) return "missing";
    return (await navigator.storage.persist()) ? "granted" : "refused";
  };
  return {
    persistence: await tried(persistence),
    wakeLock: await tried(wakeLock),
    install: "onbeforeinstallprompt" in window ? "offered" : "by hand",
    sound: typeof AudioContext === "function" ? "there" : "missing",
    vibration: typeof navigator.vibrate === "function" ? "there" : "missing",
  };
}"""
BOTH = {"install": "by hand", "sound": "there", "vibration": "missing"}
# Nobody sees these screens, and only who is seen may keep one on.
EXPECTED = {
    "webkit": BOTH | {"persistence": "missing", "wakeLock": "refused"},
    "firefox": BOTH | {"persistence": "unanswered", "wakeLock": "unanswered"},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_app_opens_whatever_the_browser_lacks(
    name: str,
    tablet_in: Callable[[WebKit | Firefox], BrowserTablet],
    request: pytest.FixtureRequest,
) -> None:
    browser = request.getfixturevalue(name)
    tablet_in(browser).open()
    assert browser.evaluate(ABILITIES) == EXPECTED[name]
