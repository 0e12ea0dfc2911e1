"""The browser of the tests: made once, whole or not at all, and the same on every machine."""

import io
import json
import os
import subprocess
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli
import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.browser import MODULES, launch_options, unpacked

CONTENT = os.urandom(3 << 20)
"""Of a browser: longer than what is unpacked at once."""
# The C library, what compilers need at run time, and what Python's own sqlite3 stands on.
OF_EVERY_DEBIAN = {"linux-vdso.so.1", "/lib64/ld-linux-x86-64.so.2", "libgcc_s.so.1"} | {
    f"lib{name}" for name in ("c.so.6", "m.so.6", "dl.so.2", "pthread.so.0", "sqlite3.so.0")
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package as the pinned one is, of a small browser with one library."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        entry = tarfile.TarInfo("lib/libnss3.so")
        entry.size = 4
        archive.addfile(entry, io.BytesIO(b"code"))
    packed = tmp_path / "package" / "bin"
    packed.mkdir(parents=True)
    (packed.parent / "package.json").write_text(json.dumps({"version": "1.2.3"}))
    (packed / "chromium.br").write_bytes(brotli.compress(CONTENT, quality=1))
    (packed / "al2023.tar.br").write_bytes(brotli.compress(tar.getvalue()))
    return packed.parent


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_all_who_ask_at_once_get_one_copy(package: Path, cache: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(unpacked, [package] * 4, [cache] * 4))
    assert folders == {cache / "chromium-1.2.3"}
    (folder,) = folders
    assert (folder / "chromium").read_bytes() == CONTENT
    assert os.access(folder / "chromium", os.X_OK)
    assert (folder / "lib" / "libnss3.so").read_bytes() == b"code"
    assert {path.name for path in cache.iterdir()} == {"chromium-1.2.3", "chromium.lock"}


def test_what_a_killed_process_left_is_cleared_away(package: Path, cache: Path) -> None:
    left = cache / "unpacking-left"
    left.mkdir(parents=True)
    (left / "chromium").write_bytes(CONTENT[:100])
    unpacked(package, cache)
    assert not left.exists()


def test_a_package_cut_off_leaves_no_browser(package: Path, cache: Path) -> None:
    packed = package / "bin" / "chromium.br"
    packed.write_bytes(packed.read_bytes()[:-1000])
    with pytest.raises(OSError, match="cut off"):
        unpacked(package, cache)
    assert not (cache / "chromium-1.2.3").exists()


def test_a_new_version_is_unpacked_beside_the_old(package: Path, cache: Path) -> None:
    old = unpacked(package, cache)
    (package / "package.json").write_text(json.dumps({"version": "1.2.4"}))
    assert unpacked(package, cache) != old


def test_a_machine_it_does_not_run_on_is_named(
    package: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    with pytest.raises(RuntimeError, match="Linux aarch64"):
        unpacked(package, cache)


def test_it_needs_nothing_that_a_bare_system_lacks() -> None:
    options = launch_options()
    browser = Path(options["executable_path"])
    for file in (browser, *browser.parent.joinpath("lib").glob("*.so*")):
        listed = subprocess.run(["ldd", file], env=options["env"], capture_output=True, check=True)
        lines = [line.split() for line in listed.stdout.decode().splitlines()]
        foreign = {name for name, *found in lines if str(browser.parent) not in " ".join(found)}
        assert foreign <= OF_EVERY_DEBIAN, file.name


def test_it_is_the_pinned_one_whatever_the_machine_has(browser: Browser) -> None:
    pinned = json.loads((MODULES / "@sparticuz/chromium/package.json").read_text("utf-8"))
    assert browser.version.split(".")[0] == pinned["version"].split(".")[0]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("sans-serif", "DejaVu Sans"),
        ("serif", "DejaVu Serif"),
        ("monospace", "DejaVu Sans Mono"),
        ("Noto Sans", "Noto Sans"),
        ("Liberation Sans", "DejaVu Serif"),  # nothing that the machine may have
    ],
)
def test_its_letters_are_the_pinned_ones(page: Page, asked: str, found: str) -> None:
    page.set_content(f"<p style='font-family: {asked}'>Кишинёв, Łódź</p>")
    debugger = page.context.new_cdp_session(page)
    debugger.send("DOM.enable")
    debugger.send("CSS.enable")
    root = debugger.send("DOM.getDocument")["root"]["nodeId"]
    text = debugger.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
    fonts = debugger.send("CSS.getPlatformFontsForNode", {"nodeId": text["nodeId"]})["fonts"]
    assert {font["familyName"] for font in fonts} == {found}
