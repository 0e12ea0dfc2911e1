"""`make docs` builds the site: no dead link, nothing fetched from elsewhere, three languages."""

import re
from pathlib import Path

import pytest

from tests.docs.site import ROOT, build_site

FETCHED = re.compile(
    r"""<(?:script|img|iframe|link rel="(?:stylesheet|preload|icon)")[^>]*https?://"""
)

pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


def test_each_page_is_there_in_each_language(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").as_posix().split(".")[0]
        name = re.sub("README$", "index", name)
        for folder, language in (("", "en"), ("fr/", "fr"), ("ru/", "ru")):
            text = (site / f"{folder}{name}.html").read_text("utf-8")
            assert f'<html lang="{language}"' in text, f"{folder}{name}"


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    pages = {page.name: FETCHED.findall(page.read_text("utf-8")) for page in site.rglob("*.html")}
    assert {name: found for name, found in pages.items() if found} == {}
