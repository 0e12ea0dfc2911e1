"""The pages' static files as a server has them, for tests."""

from pathlib import Path

from django.contrib.staticfiles.finders import get_finders

from config.static_files import OF_PAGES, StaticFiles


def collect(folder: Path) -> Path:
    """What pages use, gathered into a folder under names that change with the content, each with
    its compressed copies."""
    files = StaticFiles(location=str(folder), base_url="/static/")
    paths = {}
    for finder in get_finders():
        for path, storage in finder.list(ignore_patterns=[]):
            if path.startswith(OF_PAGES):
                with storage.open(path) as content:
                    files._save(path, content)
                paths[path] = (storage, path)
    for name, _stored, processed in files.post_process(paths):
        if isinstance(processed, Exception):
            raise RuntimeError(name) from processed
    return folder
