"""The ASGI application of a process that holds streams and nothing else.

It runs beside the processes that answer pages: see `docs/operations.md`.
"""

import os

from config.body_limit import AsgiBodyLimit
from config.handler import application as django_application
from config.readiness import make_ready
from config.request_threads import RequestThreads
from config.server.accepting import raise_file_limit
from config.streams import with_streams

MAX_STREAMS = 12_000

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
raise_file_limit()
application = with_streams(AsgiBodyLimit(RequestThreads(django_application())), most=MAX_STREAMS)
make_ready()
