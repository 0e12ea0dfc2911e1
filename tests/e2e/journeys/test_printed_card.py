"""The table referee's card, printed from the documentation's site, is one sheet of two sides."""

import io
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from tests.docs.site import build_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["", "fr/", "ru/"])
def test_the_card_is_one_sheet(browser: Browser, site: Path, language: str, paper: str) -> None:
    page = browser.new_page()
    page.goto((site / f"{language}guides/referee.html").as_uri())
    printed = PdfReader(io.BytesIO(page.pdf(format=paper)))
    page.close()
    assert len(printed.pages) == 2
    assert "/tablet/" in printed.pages[0].extract_text()
