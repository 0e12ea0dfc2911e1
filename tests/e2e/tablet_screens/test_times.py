"""A time of day reads the same on the tablet and on the site's pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

BOTH = """async ([language, known]) => {
  Object.defineProperty(navigator, "languages", { value: known, configurable: true });
  document.documentElement.lang = language;
  const { Speech } = await import("/static/tablet/screens/i18n.js");
  const { localise } = await import("/static/tournament/common/times.js");
  const moment = new Date(2026, 10, 22, 19, 58);
  const page = document.createElement("div");
  const time = document.createElement("time");
  time.setAttribute("data-moment", "time");
  time.setAttribute("datetime", moment.toISOString());
  page.append(time);
  localise(page);
  const told = [new Speech(language).times.format(moment), time.textContent];
  delete navigator.languages;
  return told;
}"""


@pytest.mark.parametrize(
    ("language", "known", "reads"),
    [
        ("en", ["en-US", "en"], "7:58 PM"),
        ("en", ["en-GB", "en"], "19:58"),
        ("en", ["de-DE", "en-GB"], "19:58"),
        ("en", ["en-US@posix", "en-GB"], "19:58"),
        ("fr", ["en-US"], "19:58"),
        ("ru", ["ru-RU"], "19:58"),
    ],
)
def test_the_tablet_and_the_pages_write_one_time_alike(
    table_page: Page, language: str, known: list[str], reads: str
) -> None:
    # Chosen in the settings, as the page's language says.
    table_page.evaluate("language => window.tablet.setSettings({language})", language)
    expect(table_page.locator("html")).to_have_attribute("lang", language)
    assert table_page.evaluate(BOTH, [language, known]) == [reads, reads]
