"""The tablet's app of a release, kept in a file and served as that release served it."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from referee.log import table_setup
from referee.tablet import pack, snapshot
from referee.tablet import release as app

SHELL = "templates/referee/tablet/shell.html"


def keep_app(file: Path) -> None:
    """Keep today's: its page, its static files and the engine's source. CPython is a package's."""
    static = {name.removeprefix(settings.STATIC_URL): path for name, path in app.current().static}
    with tarfile.open(file, "w:xz") as kept:
        kept.add(settings.BASE_DIR / SHELL, SHELL, filter=_anybodys)
        for name, path in static.items():
            kept.add(path, f"static/{name}", filter=_anybodys)
        for path in pack.sources():
            kept.add(settings.BASE_DIR / path, f"engine/{path}", filter=_anybodys)


def _anybodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    return member.replace(uid=0, gid=0, uname="", gname="", mode=0o644, deep=False)


@contextmanager
def served(file: Path, folder: Path) -> Iterator[str]:
    """Let this process be, to tablets, a server with that app: its version."""
    with tarfile.open(file) as kept:
        kept.extractall(folder, filter="data")
    engine = pack.build(folder / "engine")
    with override_settings(**_files_in(folder)), pytest.MonkeyPatch.context() as patch:
        patch.setattr(pack, "current", lambda: engine)
        patch.setattr(snapshot, "stored_snapshot", lambda digest: None)
        patch.setattr(app, "_SHELL", folder / SHELL)
        # Tablets send it back as they were told it, and learn by it that the server is another.
        patch.setattr(table_setup, "engine_digest", lambda: engine.digest)
        _forget()
        yield app.current().version
    _forget()


def _files_in(folder: Path) -> dict[str, object]:
    templates, *others = settings.TEMPLATES
    folders = [folder / "templates", settings.BASE_DIR / "templates"]
    return {
        "STATICFILES_FINDERS": ["django.contrib.staticfiles.finders.FileSystemFinder"],
        "STATICFILES_DIRS": [folder / "static"],
        "TEMPLATES": [{**templates, "DIRS": folders}, *others],
    }


def _forget() -> None:
    """What this process knows of the app that it served before."""
    app._assemble.cache_clear()
    table_setup.digest_of.cache_clear()
