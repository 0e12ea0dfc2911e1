"""A network that fails on demand between the browser and the server."""

import socket
import threading
from contextlib import suppress

from tests.present import present

UP, DOWN, DEAF, SILENT = "up", "down", "deaf", "silent"


class Proxy:
    """Forwards TCP to whom it is aimed at. `mode`: UP; DOWN closes every connection; DEAF delivers
    requests and loses the answers; SILENT accepts and delivers nothing."""

    def __init__(self) -> None:
        self._target: tuple[str, int] | None = None
        self.mode = DOWN
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where the browser finds the server; a secure context, unlike an address."""
        return f"http://localhost:{self.port}"

    def aim(self, host: str, port: int) -> None:
        """Lead to this server from now on, and to no other any more."""
        self.set(DOWN)
        self._target = host, port
        self.set(UP)

    def set(self, mode: str) -> None:
        """Fail like this from now on, open connections included."""
        self.mode = mode
        if mode == DOWN:
            for connection in list(self._open):
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Stop listening."""
        self.set(DOWN)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _address = self._listener.accept()
            except OSError:
                return
            if self.mode == DOWN:
                client.close()
                continue
            try:
                server = socket.create_connection(present(self._target))
            except OSError:  # the server is down: so is the connection
                client.close()
                continue
            self._open |= {client, server}
            for source, sink, answers in ((client, server, False), (server, client, True)):
                threading.Thread(
                    target=self._pump, args=(source, sink, answers), daemon=True
                ).start()

    def _pump(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                lost = self.mode == SILENT or (self.mode == DEAF and answers)
                if not lost:
                    sink.sendall(data)
        for end in (source, sink):
            self._open.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
