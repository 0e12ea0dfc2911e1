"""WebKit, the engine of every iPad: Debian's, on a screen of its own that nobody sees."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

if TYPE_CHECKING:
    from collections.abc import Iterator

DRIVER = "/usr/bin/WebKitWebDriver"
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
SCREEN = "1280x900x24"
SCRIPT_TIMEOUT_S = 300
# The test's function is called with its arguments, its promise awaited, a failure told as a text.
_AWAITED = """const [given, done] = arguments;
(async () => (FUNCTION)(...given))()
  .then(value => done({value: value ?? null}), error => done({error: `${error}\\n${error.stack}`}));
"""


class WebKit:
    """One page. Under automation nothing it keeps outlives the browser."""

    def __init__(self, display: str) -> None:
        options = WebKitGTKOptions()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        service = Service(
            DRIVER, env=os.environ | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
        )
        self._driver = WebKitGTK(options=options, service=service)
        self._driver.set_script_timeout(SCRIPT_TIMEOUT_S)

    def goto(self, url: str) -> None:
        """Load this page; returns once it has loaded."""
        self._driver.get(url)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What an (async) JavaScript function returns in the page; AssertionError if it throws."""
        answer = self._driver.execute_async_script(
            _AWAITED.replace("FUNCTION", function), list(arguments)
        )
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def close(self) -> None:
        """End it."""
        self._driver.quit()


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen that only programs see."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as told:
        number = told.readline().strip()
    assert number, "Xvfb did not start"
    try:
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()
