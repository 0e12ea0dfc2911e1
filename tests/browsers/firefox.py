"""Firefox ESR, spoken to by the WebDriver BiDi it has built in (no driver beside it)."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import websocket

from tests.e2e.waiting import until

PROGRAM = "/usr/bin/firefox-esr"
STARTS_IN_S = 60
ANSWERS_IN_S = 300
# Nothing is asked of servers that are not ours, and nobody is there to answer questions.
PREFERENCES = """
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("messaging-system.rsexperimentloader.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,none");
"""
_AWAITED = """async (given) => {
  const value = await (FUNCTION)(...JSON.parse(given));
  return JSON.stringify(value ?? null);
}"""


class Firefox:
    """One page of a browser whose `profile` stays when the browser is killed."""

    def __init__(self, profile: Path) -> None:
        profile.mkdir(exist_ok=True)
        (profile / "user.js").write_text(PREFERENCES, "utf-8")
        self._profile = profile
        self._start()

    def _start(self) -> None:
        log = self._profile / "stderr.log"
        command = [PROGRAM, "--headless", "--no-remote", "--profile", str(self._profile)]
        with log.open("w") as errors:
            self._process = subprocess.Popen(
                [*command, "--remote-debugging-port", "0", "about:blank"],
                stderr=errors,
                start_new_session=True,
            )
        self._socket = websocket.create_connection(
            _address(log) + "/session", suppress_origin=True, timeout=ANSWERS_IN_S
        )
        self._numbers = itertools.count(1)
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, url: str) -> None:
        """Load this page; returns once it has loaded."""
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What an (async) JavaScript function returns in the page; AssertionError if it throws."""
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=_AWAITED.replace("FUNCTION", function),
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def kill(self) -> None:
        """The whole browser dies and is started again."""
        self.close()
        self._start()

    def close(self) -> None:
        """End it at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._socket.close()

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]


def _address(log: Path) -> str:
    """Where the browser says it can be spoken to."""

    def written() -> str:
        return log.read_text("utf-8", errors="replace")

    told = until(
        lambda: re.search(r"ws://\S+", written()),
        STARTS_IN_S,
        lambda: f"Firefox did not start: {written()}",
    )
    return str(told[0])
