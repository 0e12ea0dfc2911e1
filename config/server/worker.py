"""The worker of the web server.

`python -m config.server.worker` serves a listening socket that another process opened.
"""

import gc
import socket
import ssl
import sys

from config.server.accepting import Server, configuration, raise_file_limit

SWITCH_SECONDS = 0.001
"""How long a thread with a request waits for its turn while streams are written.

It has to wait again at each database query.
"""


def main(listening: int, parent: int, certificate: str = "", key: str = "") -> None:
    """Serve until told to stop.

    The first two are numbers of open files, the others paths.
    """
    # The application's modules stay loaded: `make_ready` looks at them once, and starts a seventh
    # sooner.
    gc.disable()
    raise_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    tls = None
    if certificate:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(certificate, key)
    config = configuration("config.asgi:application")
    config.load()
    server = Server(config, tls, parent)
    server.run(sockets=[socket.socket(fileno=listening)])


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
    except KeyboardInterrupt:
        sys.exit(0)
