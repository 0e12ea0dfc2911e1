"""A receiver of webhooks in a process of its own, which behaves as it is told: `python receiver.py
FILE TELL…` prints its port, and writes each request as a line of JSON into the file.

`TELL` is what it does with its first, second, … request: a status, `drop` (hangs up without an
answer), `lose` (takes the message, and hangs up before the answer is sent), `delay:SECONDS`,
`redirect:URL`, `trickle`, `drip` or `flood`. Afterwards it answers 204.
"""

import base64
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Receiver(BaseHTTPRequestHandler):
    """Answers as it is told."""

    protocol_version = "HTTP/1.1"
    file: Path
    told: list[str]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        tell, _colon, more = (self.told.pop(0) if self.told else "204").partition(":")
        if tell == "drop":
            self.close_connection = True
            return
        with self.file.open("a") as out:
            headers = {name.lower(): value for name, value in self.headers.items()}
            line = {
                "path": self.path,
                "headers": headers,
                "body": body.decode(errors="replace"),
                "body64": base64.urlsafe_b64encode(body).decode(),
                "at": time.time(),
            }
            out.write(json.dumps(line) + "\n")
        if tell == "lose":
            self.close_connection = True
        elif tell == "delay":
            time.sleep(float(more))
            self._answer(204)
        elif tell == "redirect":
            self._answer(307, Location=more)
        elif tell == "trickle":
            self._trickle()
        elif tell == "drip":
            self._drip()
        elif tell == "flood":
            self._flood()
        else:
            self._answer(int(tell))

    def _answer(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _trickle(self) -> None:
        """Take seconds for the first line of an answer that is good."""
        self._slowly(b"HTTP/1.1", b" ")
        self.wfile.write(b"204 OK\r\n\r\n")

    def _drip(self) -> None:
        """Take seconds for a refusal's text."""
        self._slowly(b"HTTP/1.1 500 No\r\n\r\n", b".")
        self.close_connection = True

    def _slowly(self, first: bytes, more: bytes) -> None:
        self.wfile.write(first)
        for _time in range(100):
            self.wfile.write(more)
            time.sleep(0.03)

    def _flood(self) -> None:
        """Send a refusal without an end."""
        self.wfile.write(b"HTTP/1.1 500 No\r\n\r\n")
        while True:
            self.wfile.write(b"x" * 65536)

    def log_message(self, *_given: Any) -> None:
        """Say nothing."""


def main() -> None:
    """Receive until killed."""
    Receiver.file, Receiver.told = Path(sys.argv[1]), sys.argv[2:]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.daemon_threads = True
    server.handle_error = lambda *_given: None  # type: ignore[method-assign]
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
