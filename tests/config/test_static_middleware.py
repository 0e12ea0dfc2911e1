"""Compressed copies that are made while a server runs are served from then on."""

from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from config import static_middleware
from config.static_files import StaticFiles
from config.static_middleware import StaticFilesMiddleware

pytestmark = pytest.mark.django_db  # a response that is closed looks after connections
STYLE = "body { color: black }\n" * 100


@pytest.fixture
def root(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.STATIC_ROOT = str(tmp_path)
    monkeypatch.setattr(static_middleware, "LOOK_SECONDS", 0.0)
    (tmp_path / "style.css").write_text(STYLE)
    return tmp_path


def coding_of(middleware: StaticFilesMiddleware) -> str | None:
    request = RequestFactory().get("/static/style.css", headers={"accept-encoding": "br"})
    response = middleware(request)
    assert response.status_code == 200
    coding: str | None = response.headers.get("Content-Encoding")
    response.close()
    return coding


def test_compressed_copies_are_taken_up_without_a_restart(root: Path) -> None:
    middleware = StaticFilesMiddleware(lambda _request: HttpResponse(status=404))
    assert coding_of(middleware) is None
    StaticFiles(location=str(root)).compress_collected()
    assert coding_of(middleware) == "br"


def test_old_copies_go_before_new_files_are_collected(root: Path) -> None:
    """They would be served instead of what changed."""
    storage = StaticFiles(location=str(root))
    storage.compress_collected()
    assert storage.is_compressed()
    storage.defer_compression()
    assert not storage.is_compressed()
    assert sorted(path.name for path in root.iterdir()) == ["style.css"]
